// Selecting by a condition. The number of selected elements decides the shape, so these ops wait for it.
#pragma once

#include <spica/ops/elementwise/assign.hpp>

#include <vector>

namespace spica {

namespace detail {

/// Places (C order) of the true elements. Defined in select.cpp.
Array<std::int64_t> places_of_true(const char* op, const Array<bool>& mask);
/// Defined in select.cpp for every element type.
template <Element T> Array<bool> nonzero_mask(const char* op, const Array<T>& a);
template <Element T> Array<T> select_by_mask(const Array<T>& a, const Array<bool>& mask);
template <Element T> Array<T> compress_along(const Array<bool>& condition, const Array<T>& a, std::int64_t axis);
std::vector<Array<std::int64_t>> places_by_axis(const Array<std::int64_t>& places, const Shape& shape);

}  // namespace detail

/// The places in C order of the elements that are not zero (NaN is not), shape (count,), int64.
/// Source: NumPy `flatnonzero`.
template <ArrayOrExpression A> Array<std::int64_t> flatnonzero(const A& a) {
  return detail::places_of_true("flatnonzero", detail::nonzero_mask("flatnonzero", eval(a)));
}

/// The places of the elements that are not zero: for each axis of `a` an int64 array of shape (count,), in C order.
///
/// @param a  rank >= 1, any dtype; an expression is evaluated first.
/// @throws ValueError for rank 0 (as NumPy 2).
/// @note  NaN is not zero. Waits for the count.
/// Source: NumPy `nonzero`. Example: tests/index/test_select.cpp, `example-begin nonzero`.
template <ArrayOrExpression A> std::vector<Array<std::int64_t>> nonzero(const A& a) {
  if (a.rank() == 0) throw ValueError("nonzero: an array of rank 0 has no axes; use flatnonzero, or reshape it to shape (1,)");
  return detail::places_by_axis(detail::places_of_true("nonzero", detail::nonzero_mask("nonzero", eval(a))), a.shape());
}

/// The parts of `a` along `axis` where `condition` is true, as a new array.
///
/// @param condition  bool, rank 1; may be shorter than the axis (it then selects among the first elements).
/// @return           shape of `a` with the number of true elements as its length along `axis`.
/// @throws AxisError; ShapeError for a condition of another rank; IndexError if it is true beyond the axis; BackendMismatch.
/// @note  Waits for the count.
/// Source: NumPy `compress`.
template <ArrayOrExpression C, ArrayOrExpression A> requires std::same_as<value_type_t<C>, bool>
Array<value_type_t<A>> compress(const C& condition, const A& a, std::int64_t axis) {
  detail::check_same_backend("compress", condition.backend(), a.backend());
  return detail::compress_along(eval(condition), eval(a), axis);
}
/// The same over the elements of `a` in C order.
template <ArrayOrExpression C, ArrayOrExpression A> requires std::same_as<value_type_t<C>, bool>
Array<value_type_t<A>> compress(const C& condition, const A& a) {
  detail::check_same_backend("compress", condition.backend(), a.backend());
  return detail::compress_along(eval(condition), reshape(eval(a), {-1}), 0);
}

template <Element T>
template <ArrayOrExpression M> requires std::same_as<value_type_t<M>, bool>
Array<T> Array<T>::operator[](const M& mask) const {
  detail::check_same_backend("index by mask", backend_, mask.backend());
  return detail::select_by_mask(*this, eval(mask));
}

}  // namespace spica
