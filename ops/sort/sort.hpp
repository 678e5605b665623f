// Sorting along an axis. Everything behind the contracts is compiled once, in the library.
#pragma once

#include <spica/ops/elementwise/assign.hpp>

namespace spica {

namespace detail {

/// Defined in sort.cpp for every element type that has an order.
template <RealElement T> Array<T> sort_along(const char* op, const Array<T>& a, std::int64_t axis);
template <RealElement T> Array<std::int64_t> argsort_along(const char* op, const Array<T>& a, std::int64_t axis);
/// @throws ValueError, AxisError.
void check_kth(const char* op, const Shape& shape, std::int64_t kth, std::int64_t axis);

}  // namespace detail

/// The elements of `a` in ascending order along `axis`, as a new array.
///
/// @param a     bool, integer or floating dtype (complex numbers have no order: does not compile); an expression is
///              evaluated first.
/// @param axis  in [-rank, rank).
/// @return      shape and dtype of `a`, same backend.
/// @throws AxisError (also for rank 0).
/// @note  NaN comes last, whatever its sign. Stable: -0.0 and 0.0 are equal and stay in their order.
/// Source: NumPy `sort` (semantics); radix sort by Knuth, TAOCP 3, 5.2.5 on hosts, CUB on CUDA.
/// Example: tests/sort/test_sort.cpp, `example-begin sort`.
template <ArrayOrExpression A> requires RealElement<value_type_t<A>>
Array<value_type_t<A>> sort(const A& a, std::int64_t axis = -1) {
  return detail::sort_along("sort", eval(a), axis);
}

/// The places that put `a` in ascending order along `axis`; equal elements keep their order (always stable), NaN comes last.
///
/// @return  int64, shape of `a`: place in the axis.
/// @throws AxisError; ShapeError for rows of more than 2^32 elements (on cuda: arrays).
/// Source: NumPy `argsort(kind="stable")`.
template <ArrayOrExpression A> requires RealElement<value_type_t<A>>
Array<std::int64_t> argsort(const A& a, std::int64_t axis = -1) {
  return detail::argsort_along("argsort", eval(a), axis);
}

/// As NumPy's `partition`: the element at place `kth` is the one that sorting would put there, smaller ones stand before it,
/// larger ones behind. Here the rest is in order too, so that every backend gives the same elements in the same places.
/// @throws AxisError; ValueError if `kth` is not in [-length, length).
template <ArrayOrExpression A> requires RealElement<value_type_t<A>>
Array<value_type_t<A>> partition(const A& a, std::int64_t kth, std::int64_t axis = -1) {
  detail::check_kth("partition", a.shape(), kth, axis);
  return detail::sort_along("partition", eval(a), axis);
}
/// The places that `partition` would take the elements from.
template <ArrayOrExpression A> requires RealElement<value_type_t<A>>
Array<std::int64_t> argpartition(const A& a, std::int64_t kth, std::int64_t axis = -1) {
  detail::check_kth("argpartition", a.shape(), kth, axis);
  return detail::argsort_along("argpartition", eval(a), axis);
}

/// The `k` largest elements along `axis` in descending order (NaN counts as largest), and the places where they are.
template <class T> struct TopK {
  Array<T> values;
  Array<std::int64_t> places;
};
/// @return  shape of `a` with length `k` along `axis`; of equal elements the later ones come first.
/// @throws AxisError; ValueError unless 0 <= k <= length.
/// Source: Array API proposal and PyTorch `topk`; NumPy has none.
template <ArrayOrExpression A> requires RealElement<value_type_t<A>>
TopK<value_type_t<A>> top_k(const A& a, std::int64_t k, std::int64_t axis = -1);

namespace detail {
/// Defined in sort.cpp.
template <RealElement T> TopK<T> top_k_along(const Array<T>& a, std::int64_t k, std::int64_t axis);
}  // namespace detail

template <ArrayOrExpression A> requires RealElement<value_type_t<A>>
TopK<value_type_t<A>> top_k(const A& a, std::int64_t k, std::int64_t axis) {
  return detail::top_k_along(eval(a), k, axis);
}

}  // namespace spica
