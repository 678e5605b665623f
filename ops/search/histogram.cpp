#include <spica/ops/search/histogram.hpp>

#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/reduce/any_all.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/search/count_places.hpp>

#include <cmath>

namespace spica::detail {

namespace {

/// The last of `bins` bins whose lower edge is not above `value`, which lies within the edges.
template <class V, class E>
KOKKOS_FORCEINLINE_FUNCTION std::int64_t bin_by_search(V value, const E* edges, std::int64_t bins) {
  // As in searchsorted: the number of steps depends on `bins` alone, and no branch is mispredicted.
  std::int64_t low = 0, rest = bins;  // the answer is in [low, low + rest)
  while (rest > 1) {
    const std::int64_t half = rest / 2;
    low += static_cast<std::int64_t>(static_cast<V>(edges[low + half]) <= value) * half;
    rest -= half;
  }
  return low;
}

template <class T, class E> struct UniformBin {
  const T* a;
  const E* edges;
  std::int64_t bins;
  double low, per_width;
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t operator()(std::int64_t place) const {
    const double value = convert<double>(a[place]);
    if (!(value >= static_cast<double>(edges[0]) && value <= static_cast<double>(edges[bins]))) return -1;
    // Rounding can put the guess one bin beside the one whose edges enclose the value; the edges decide.
    std::int64_t guess = convert<std::int64_t>((value - low) * per_width);
    guess = guess < 0 ? 0 : guess < bins ? guess : bins - 1;
    if (value < static_cast<double>(edges[guess])) guess = guess > 0 ? guess - 1 : 0;
    else if (guess + 1 < bins && value >= static_cast<double>(edges[guess + 1])) ++guess;
    const bool enclosed = value >= static_cast<double>(edges[guess]) &&
                          (guess + 1 == bins || value < static_cast<double>(edges[guess + 1]));
    return enclosed ? guess : bin_by_search(value, edges, bins);
  }
};

template <class T> struct BinBetween {
  const T* a;
  const T* edges;
  std::int64_t bins;
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t operator()(std::int64_t place) const {
    const T value = a[place];
    if (!(value >= edges[0] && value <= edges[bins])) return -1;
    return bin_by_search(value, edges, bins);
  }
};

}  // namespace

template <RealElement T>
Histogram<edge_t<T>> uniform_histogram(const Array<T>& any_a, std::int64_t bins,
                                       const std::optional<HistogramRange>& given) {
  using E = edge_t<T>;
  if (bins < 1) throw ValueError("histogram: needs at least 1 bin, got " + std::to_string(bins));
  HistogramRange range{0, 1};
  if (given) range = *given;
  else if (any_a.size() > 0) range = {convert<double>(min(any_a).item()), convert<double>(max(any_a).item())};
  const auto text = [&] { return "from " + std::to_string(range.low) + " to " + std::to_string(range.high); };
  if (!std::isfinite(range.low) || !std::isfinite(range.high))
    throw ValueError(std::string("histogram: the range ") + (given ? "given" : "of the data") + " is not finite: " +
                     text() + (given ? "" : "; give a range, NaN and elements outside are then not counted"));
  if (range.low > range.high) throw ValueError("histogram: the range is upside down: " + text());
  if (range.low == range.high) range = {range.low - 0.5, range.high + 0.5};

  const Backend backend = any_a.backend();
  const double span = range.high - range.low, step = span / static_cast<double>(bins);
  const auto edges =
      generate<E>("histogram", {bins + 1}, backend, LinspaceElement<E>{range.low, step, range.high, span, bins, true});
  const Array<T> a = contiguous("histogram", any_a);
  mark_used(a);
  mark_used(edges);
  const UniformBin<T, E> bin{a.data(), edges.data(), bins, range.low, static_cast<double>(bins) / span};
  return {count_places("histogram", backend, a.size(), bins, bin), edges};
}

template <RealElement T> Array<std::int64_t> counts_between(const Array<T>& any_a, const Array<T>& any_edges) {
  if (any_edges.rank() != 1)
    throw ShapeError("histogram: the edges have shape " + to_string(any_edges.shape()) + "; they must have one axis");
  if (any_edges.size() == 0) throw ValueError("histogram: there are no edges; n bins have n + 1");
  const std::int64_t bins = any_edges.size() - 1;
  if (bins > 0 && any(any_edges(slice(1, none)) < any_edges(slice(0, bins))).item())
    throw ValueError("histogram: the edges decrease; they must ascend (equal neighbours are allowed): sort them");
  const Array<T> a = contiguous("histogram", any_a), edges = contiguous("histogram", any_edges);
  mark_used(a);
  mark_used(edges);
  return count_places("histogram", a.backend(), a.size(), bins, BinBetween<T>{a.data(), edges.data(), bins});
}

#define SPICA_HISTOGRAM(T)                                                                        \
  template Histogram<edge_t<T>> uniform_histogram<T>(const Array<T>& a, std::int64_t bins,        \
                                                     const std::optional<HistogramRange>& range); \
  template Array<std::int64_t> counts_between<T>(const Array<T>& a, const Array<T>& edges);
SPICA_HISTOGRAM(bool)
SPICA_HISTOGRAM(std::int8_t)
SPICA_HISTOGRAM(std::int16_t)
SPICA_HISTOGRAM(std::int32_t)
SPICA_HISTOGRAM(std::int64_t)
SPICA_HISTOGRAM(std::uint8_t)
SPICA_HISTOGRAM(std::uint16_t)
SPICA_HISTOGRAM(std::uint32_t)
SPICA_HISTOGRAM(std::uint64_t)
SPICA_HISTOGRAM(float)
SPICA_HISTOGRAM(double)
#undef SPICA_HISTOGRAM

}  // namespace spica::detail
