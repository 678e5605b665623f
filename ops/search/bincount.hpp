// bincount: how often each number occurs, or the sum of weights over its occurrences.
#pragma once

#include <spica/ops/elementwise/assign.hpp>

namespace spica {

namespace detail {

/// Defined in bincount.cpp for every integer type and bool. @throws ShapeError, ValueError.
template <IntegerOrBool I> Array<std::int64_t> count_numbers(const Array<I>& x, std::int64_t minlength);
template <IntegerOrBool I>
Array<double> sum_by_number(const Array<I>& x, const Array<double>& weights, std::int64_t minlength);

template <class X> constexpr void counted_are_integers() {
  static_assert(IntegerOrBool<value_type_t<X>>,
                "bincount counts integers: cast<std::int64_t>(…) other numbers, or use histogram");
}

}  // namespace detail

/// How often each of 0, 1, …, max(x) occurs in `x`.
///
/// @param x          rank 1; integers of any type, or bool; none negative. An expression is evaluated first.
/// @param minlength  the least length of the result.
/// @return           int64, shape (max(max(x) + 1, minlength),), same backend.
/// @throws ValueError for a negative element or minlength; ShapeError for another rank; MemoryError where the largest
///          element asks for more than there is. Floats do not compile.
/// @note  The largest element decides the shape: this call waits for it.
/// Source: NumPy bincount.
/// Example: tests/search/test_bincount.cpp, `example-begin bincount`.
template <ArrayOrExpression X> Array<std::int64_t> bincount(const X& x, std::int64_t minlength = 0) {
  detail::counted_are_integers<X>();
  if constexpr (IntegerOrBool<value_type_t<X>>) return detail::count_numbers<value_type_t<X>>(x, minlength);
}

/// The sum of `weights` over the places where `x` is 0, 1, …: result[k] = sum(weights[x == k]).
///
/// @param weights  shape of `x`; bool, integer or floating, converted to float64 before they are added.
/// @return         float64; 0 for numbers that do not occur.
/// @throws as above; ShapeError for weights of another shape; BackendMismatch.
/// @note  Nothing is added by atomics: the order depends on the number of elements and of bins alone, so every backend
///        and any number of threads give the same bits.
/// Source: NumPy bincount.
template <ArrayOrExpression X, ArrayOrExpression W>
Array<double> bincount(const X& x, const W& weights, std::int64_t minlength = 0) {
  detail::counted_are_integers<X>();
  static_assert(RealElement<value_type_t<W>>, "bincount adds weights as float64: take the real part of complex ones");
  detail::check_same_backend("bincount", x.backend(), weights.backend());
  return detail::sum_by_number<value_type_t<X>>(x, weights, minlength);
}

}  // namespace spica
