// Arrays as sets: what one has, both have, or only one of them has. Built on unique, sort and searchsorted.
#pragma once

#include <spica/ops/creation/creation.hpp>
#include <spica/ops/index/select.hpp>

namespace spica {

/// What `isin` says of an element that is among the others.
enum class Invert : bool { no, yes };
inline constexpr Invert invert_isin = Invert::yes;

/// What `intersect1d` finds when it is asked for places too.
template <class T> struct Intersection {
  Array<T> values;                     ///< ascending
  Array<std::int64_t> first_indices;   ///< place (C order) of the first occurrence of each in the first array
  Array<std::int64_t> second_indices;  ///< and in the second
};

namespace detail {

/// Defined in sets.cpp for every element type that has an order.
template <RealElement T> Array<bool> is_in(const Array<T>& elements, const Array<T>& others, bool invert);
template <RealElement T> Array<T> union_of(const Array<T>& a, const Array<T>& b);
/// `places`: also the indices.
template <RealElement T> Intersection<T> intersection(const Array<T>& a, const Array<T>& b, bool places);
template <RealElement T> Array<T> exclusive_or(const Array<T>& a, const Array<T>& b);
/// As `unique`.
template <RealElement T> Array<T> distinct(const Array<T>& a);

template <class A, class B>
concept Comparable =
    ArrayOrExpression<A> && ArrayOrExpression<B> && RealElement<promote_t<value_type_t<A>, value_type_t<B>>>;
template <class A, class B> using common_t = promote_t<value_type_t<A>, value_type_t<B>>;

}  // namespace detail

/// For each element whether it is one of `others`.
///
/// @param elements  any shape; bool, integer or floating dtype; an expression is evaluated first.
/// @param others    any shape; an array, an expression, or a list of numbers: isin(x, {1, 2, 3}). Both are compared in
/// the
///                  type in which they meet.
/// @param invert    invert_isin: whether it is not.
/// @return          bool, shape of `elements`.
/// @throws BackendMismatch. Complex numbers have no order: they do not compile.
/// @note  NaN is not in anything, since it equals nothing; -0.0 is 0.0. The others are sorted, and searched for each
/// element. Source: NumPy isin. Example: tests/sort/test_sets.cpp, `example-begin isin`.
template <class A, class B>
requires detail::Comparable<A, B> Array<bool> isin(const A& elements, const B& others, Invert invert = Invert::no) {
  using T = detail::common_t<A, B>;
  detail::check_not_float16<T>();
  detail::check_same_backend("isin", elements.backend(), others.backend());
  return detail::is_in<T>(Array<T>(elements), Array<T>(others), invert == Invert::yes);
}
template <ArrayOrExpression A>
requires RealElement<value_type_t<A>> Array<bool> isin(const A& elements, std::initializer_list<value_type_t<A>> others,
                                                       Invert invert = Invert::no) {
  return isin(elements, array<value_type_t<A>>(others, elements.backend()), invert);
}

/// The distinct elements of both arrays together.
///
/// This and the following: arrays or expressions of any shape, of bool, integer or floating dtype, which meet in the
/// type to which they promote; the result is a new array of rank 1, ascending. They wait for its length. @throws
/// BackendMismatch; ShapeError for 2^32 elements or more.
/// @note  -0.0 and 0.0 are one. NaN as in NumPy 2: union1d makes one of all NaNs, as `unique` does; but NaN equals
/// nothing,
///        so it is never in an intersection, setdiff1d keeps it, and setxor1d gives one for each array that has any.
/// Source: NumPy union1d. Example: tests/sort/test_sets.cpp, `example-begin sets`.
template <class A, class B>
requires detail::Comparable<A, B> Array<detail::common_t<A, B>> union1d(const A& a, const B& b) {
  using T = detail::common_t<A, B>;
  detail::check_not_float16<T>();
  detail::check_same_backend("union1d", a.backend(), b.backend());
  return detail::union_of<T>(Array<T>(a), Array<T>(b));
}

/// The distinct elements that are in both arrays. Source: NumPy intersect1d.
template <class A, class B>
requires detail::Comparable<A, B> Array<detail::common_t<A, B>> intersect1d(const A& a, const B& b) {
  using T = detail::common_t<A, B>;
  detail::check_not_float16<T>();
  detail::check_same_backend("intersect1d", a.backend(), b.backend());
  return detail::intersection<T>(Array<T>(a), Array<T>(b), false).values;
}
/// The same with the place of the first occurrence of each in `a` and in `b`.
/// Source: NumPy intersect1d with return_indices=True.
template <class A, class B>
requires detail::Comparable<A, B> Intersection<detail::common_t<A, B>> intersect1d_indices(const A& a, const B& b) {
  using T = detail::common_t<A, B>;
  detail::check_not_float16<T>();
  detail::check_same_backend("intersect1d", a.backend(), b.backend());
  return detail::intersection<T>(Array<T>(a), Array<T>(b), true);
}

/// The distinct elements of `a` that are not in `b`, in the type of `a`. Source: NumPy setdiff1d.
template <class A, class B>
requires detail::Comparable<A, B> Array<value_type_t<A>> setdiff1d(const A& a, const B& b) {
  detail::check_not_float16<detail::common_t<A, B>>();
  detail::check_same_backend("setdiff1d", a.backend(), b.backend());
  const Array<value_type_t<A>> own = detail::distinct<value_type_t<A>>(a);
  return own[isin(own, b, invert_isin)];
}

/// The distinct elements that are in one of the arrays only. Source: NumPy setxor1d.
template <class A, class B>
requires detail::Comparable<A, B> Array<detail::common_t<A, B>> setxor1d(const A& a, const B& b) {
  using T = detail::common_t<A, B>;
  detail::check_not_float16<T>();
  detail::check_same_backend("setxor1d", a.backend(), b.backend());
  return detail::exclusive_or<T>(Array<T>(a), Array<T>(b));
}

}  // namespace spica
