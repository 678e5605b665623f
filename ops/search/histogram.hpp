// histogram: how many elements fall between neighbouring edges.
#pragma once

#include <spica/ops/elementwise/assign.hpp>

#include <optional>

namespace spica {

/// What `histogram` returns; `auto [counts, edges] = histogram(a, 20);`
template <class E> struct Histogram {
  Array<std::int64_t> counts;  ///< one for each bin
  Array<E> edges;              ///< one more than there are bins
};

/// The first and the last edge of a histogram with equal bins.
struct HistogramRange {
  double low, high;
};

namespace detail {

/// float32 for float32 data, else float64.
template <class T> using edge_t = std::conditional_t<std::same_as<T, float>, float, double>;

/// Defined in histogram.cpp for every element type that has an order. @throws ValueError, ShapeError.
template <RealElement T>
Histogram<edge_t<T>> uniform_histogram(const Array<T>& a, std::int64_t bins,
                                       const std::optional<HistogramRange>& range);
template <RealElement T> Array<std::int64_t> counts_between(const Array<T>& a, const Array<T>& edges);

template <class A> constexpr void counted_have_an_order() {
  static_assert(RealElement<value_type_t<A>>,
                "histogram: complex numbers have no order: take abs, real or imag of them");
  check_not_float16<value_type_t<A>>();
}

}  // namespace detail

/// Counts of the elements of `a` in `bins` bins of equal width.
///
/// @param a      bool, integer or floating dtype, any shape and layout (all elements count alike); an expression is
///               evaluated first.
/// @param bins   at least 1.
/// @param range  the first and the last edge: histogram(a, 10, {0, 1}). Elements outside, and NaN, are not counted.
///               Without it the smallest and the largest element, or 0 and 1 where there are no elements. If both are
///               equal, 0.5 below and above.
/// @return       counts, int64, shape (bins,); edges, shape (bins + 1,), float32 for float32 data, else float64: low +
///               i * (high - low) / bins, the last exactly `high`. Bins are half open, [edge, next edge), but for the
///               last, which holds its upper edge; an element belongs to the bin whose returned edges enclose it.
/// @throws ValueError if `bins` is not positive, the range is not finite (NaN or inf among the data, without a range)
///          or upside down. Complex numbers do not compile.
/// @note  Without a range this call waits for the smallest and the largest element. Counts are added as integers: the
///        same on every backend.
/// Source: NumPy histogram.
/// Example: tests/search/test_histogram.cpp, `example-begin histogram`.
template <ArrayOrExpression A> auto histogram(const A& a, std::int64_t bins = 10) {
  detail::counted_have_an_order<A>();
  if constexpr (RealElement<value_type_t<A>>) return detail::uniform_histogram<value_type_t<A>>(a, bins, std::nullopt);
}
template <ArrayOrExpression A> auto histogram(const A& a, std::int64_t bins, const HistogramRange& range) {
  detail::counted_have_an_order<A>();
  if constexpr (RealElement<value_type_t<A>>) return detail::uniform_histogram<value_type_t<A>>(a, bins, range);
}

/// Counts between given edges.
///
/// @param edges  rank 1, at least one, not decreasing; compared with the elements in the promoted type of both.
/// @return       counts, one fewer than edges; the edges as they were given.
/// @throws ValueError for edges that decrease or none at all; ShapeError for another rank; BackendMismatch.
/// @note  Waits for the check of the edges. An edge that occurs twice makes a bin that stays empty, unless it is the
///        last edge.
/// Source: NumPy histogram.
template <ArrayOrExpression A, ArrayOrExpression B> auto histogram(const A& a, const B& edges) {
  detail::counted_have_an_order<A>();
  detail::counted_have_an_order<B>();
  if constexpr (RealElement<value_type_t<A>> && RealElement<value_type_t<B>>) {
    detail::check_same_backend("histogram", a.backend(), edges.backend());
    const Array<value_type_t<B>> given = edges;
    return Histogram<value_type_t<B>>{detail::counts_between<promote_t<value_type_t<A>, value_type_t<B>>>(a, given),
                                      given};
  }
}

}  // namespace spica
