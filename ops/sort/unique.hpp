// Distinct elements.
#pragma once

#include <spica/ops/group/aggregate.hpp>

namespace spica {

/// What `unique_all` finds, named as NumPy 2 names it.
template <class T> struct Unique {
  Array<T> values;                     ///< ascending, NaN last
  Array<std::int64_t> indices;         ///< place (C order) of the first occurrence of each
  Array<std::int64_t> inverse_indices; ///< shape of the input: values[inverse_indices] is the input again
  Array<std::int64_t> counts;          ///< occurrences of each
};

namespace detail {
template <RealElement T> struct Distinct {
  Array<T> elements;
  Grouping grouping;
  explicit Distinct(const char* op, const Array<T>& a) : elements(reshape(a, {-1})), grouping(make_grouping(op, elements)) {}
  Array<T> values() const { return values_at_rows(elements, grouping.first_rows()); }
};
}  // namespace detail

/// The distinct elements of `a` in ascending order, shape (count,).
///
/// @param a  bool, integer or floating dtype, any shape and layout; an expression is evaluated first; fewer than 2^32 elements.
/// @note  All NaNs are one and come last; -0.0 and 0.0 are one (the first that occurs is returned). Waits for the count.
/// Source: NumPy `unique` (`equal_nan=True`). Example: tests/sort/test_unique.cpp, `example-begin unique`.
template <ArrayOrExpression A> requires RealElement<value_type_t<A>>
Array<value_type_t<A>> unique(const A& a) {
  detail::check_not_float16<value_type_t<A>>();
  return detail::Distinct<value_type_t<A>>("unique", eval(a)).values();
}
/// The same with the place of each first occurrence, the inverse and the counts. Source: NumPy `unique_all`.
template <ArrayOrExpression A> requires RealElement<value_type_t<A>>
Unique<value_type_t<A>> unique_all(const A& a) {
  detail::check_not_float16<value_type_t<A>>();
  const detail::Distinct<value_type_t<A>> found("unique_all", eval(a));
  return {found.values(), found.grouping.first_rows(), reshape(found.grouping.ranks(), a.shape()), found.grouping.counts()};
}

}  // namespace spica
