// searchsorted: places in a sorted array by binary search.
#pragma once

#include <spica/ops/creation/creation.hpp>

namespace spica {

/// Before or behind the elements that are equal to the value.
enum class Side : bool { left, right };

namespace detail {

/// Defined in searchsorted.cpp for every element type that has an order. @throws ShapeError.
template <RealElement T> Array<std::int64_t> search_sorted(const Array<T>& sorted, const Array<T>& values, Side side);

template <class A, class V> using searched_t = promote_t<value_type_t<A>, typename PartType<value_type_t<A>, V>::type>;
/// Whether values of these types have an order.
template <class A, class V>
concept Searchable = ArrayOrExpression<A> && OperandLike<V> && RealElement<searched_t<A, V>>;

}  // namespace detail

/// Where each of `values` would have to be inserted to keep `sorted` in order.
///
/// @param sorted  rank 1, ascending in the order of `sort` (NaN last); not checked: in another order the results are
///                some places in [0, length]. bool, integer or floating dtype; any stride; an expression is evaluated
///                first.
/// @param values  an array or expression of any shape, or a number. Both sides are converted to their promoted type
///                first.
/// @param side    left: the first place whose element is not less than the value; right: the first whose element is
///                greater.
/// @return        int64 places in [0, length], shape of `values` (() for a number), same backend.
/// @throws ShapeError if `sorted` is not of rank 1; BackendMismatch; ValueError for a number that does not fit. Complex
///          numbers have no order: they do not compile.
/// Source: NumPy searchsorted.
/// Example: tests/search/test_searchsorted.cpp, `example-begin searchsorted`.
template <ArrayOrExpression A, OperandLike V>
Array<std::int64_t> searchsorted(const A& sorted, const V& values, Side side = Side::left) {
  static_assert(detail::Searchable<A, V>,
                "searchsorted: complex numbers have no order, so there is no place for them in one");
  if constexpr (detail::Searchable<A, V>) {
    using T = detail::searched_t<A, V>;
    detail::check_not_float16<T>();
    if constexpr (Scalar<V>) {
      return detail::search_sorted<T>(
          sorted,
          detail::filled<T>("searchsorted", {}, detail::to_part<T>("searchsorted", values).value, sorted.backend()),
          side);
    } else {
      detail::check_same_backend("searchsorted", sorted.backend(), values.backend());
      return detail::search_sorted<T>(sorted, values, side);
    }
  }
}

}  // namespace spica
