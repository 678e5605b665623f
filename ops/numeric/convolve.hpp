// convolve and correlate of one-dimensional arrays. Compiled once, in the library.
#pragma once

#include <spica/ops/elementwise/cast.hpp>
#include <spica/ops/elementwise/complex.hpp>

namespace spica {

/// Which part of the convolution of lengths m >= n: all m + n - 1 elements, the m in the middle, or the m - n + 1 where
/// both overlap in full.
enum class Overlap : std::uint8_t { full, same, valid };

namespace detail {
/// Defined in convolve.cpp for every element type but those of 16 bits. @throws ShapeError, ValueError.
template <Element T> Array<T> convolution(const char* op, const Array<T>& a, const Array<T>& v, Overlap mode);
template <class T, ArrayOrExpression A> Array<T> as_elements(const A& a) {
  check_not_float16<T>();
  if constexpr (std::same_as<A, Array<T>>) return a;
  else return eval(cast<T>(a));
}
}  // namespace detail

/// The discrete convolution, element k being the sum of a[k - j] * v[j] over j.
///
/// @param a, v  rank 1, not empty, any dtype; expressions are evaluated first.
/// @param mode  full, same or valid.
/// @return      the promoted type; integers wrap, bool is or of ands.
/// @throws ShapeError for another rank; ValueError for an empty array; BackendMismatch.
/// @note  Direct: m * n multiplications. Each element is added with j ascending over the shorter array, float32 in
/// float64: the
///        same bits on every backend.
/// Source: NumPy convolve.
/// Example: tests/numeric/test_numeric.cpp, `example-begin convolve`.
template <ArrayOrExpression A, ArrayOrExpression V>
Array<promote_t<value_type_t<A>, value_type_t<V>>> convolve(const A& a, const V& v, Overlap mode = Overlap::full) {
  using T = promote_t<value_type_t<A>, value_type_t<V>>;
  detail::check_same_backend("convolve", a.backend(), v.backend());
  return detail::convolution<T>("convolve", detail::as_elements<T>(a), detail::as_elements<T>(v), mode);
}

/// The cross-correlation, element k of `full` being the sum of a[k - (n - 1) + j] * conj(v[j]) over j, n the length of
/// v. Otherwise as `convolve`. Source: NumPy correlate.
template <ArrayOrExpression A, ArrayOrExpression V>
Array<promote_t<value_type_t<A>, value_type_t<V>>> correlate(const A& a, const V& v, Overlap mode = Overlap::valid) {
  using T = promote_t<value_type_t<A>, value_type_t<V>>;
  detail::check_same_backend("correlate", a.backend(), v.backend());
  if (v.rank() != 1)
    return detail::convolution<T>("correlate", detail::as_elements<T>(a), detail::as_elements<T>(v), mode);
  const Array<T> backwards = flip(detail::as_elements<T>(v));
  if constexpr (ComplexElement<T>)
    return detail::convolution<T>("correlate", detail::as_elements<T>(a), eval(conj(backwards)), mode);
  else return detail::convolution<T>("correlate", detail::as_elements<T>(a), backwards, mode);
}

}  // namespace spica
