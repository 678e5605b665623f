#include <spica/ops/stats/quantile.hpp>

#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/math/exact.hpp>
#include <spica/ops/index/gather.hpp>
#include <spica/ops/sort/sort.hpp>

namespace spica::detail {

namespace {

/// out[q, row] of sorted rows, in which NaN comes last.
template <class T> struct QuantileOfRow {
  using R = mean_type_t<T>;
  const T* sorted;
  const double* probabilities;
  std::int64_t rows, length;
  QuantileMethod method;
  bool median, skip_nan;

  KOKKOS_FORCEINLINE_FUNCTION R operator()(std::int64_t place) const {
    const std::int64_t q = place / rows;
    const T* const row = sorted + (place - q * rows) * length;
    std::int64_t count = length;
    if constexpr (std::floating_point<T>) {
      if (length > 0 && row[length - 1] != row[length - 1]) count = skip_nan ? numbers(row) : 0;
    }
    if (count == 0) return static_cast<R>(math::detail::quiet_nan());
    const double at = median ? 0 : static_cast<double>(count - 1) * probabilities[q];
    const double down = math::floor(at);
    // The product may round up to the last place, never beyond it: probabilities are at most 1.
    std::int64_t low = static_cast<std::int64_t>(down), high = low + 1 < count ? low + 1 : count - 1;
    double weight = at - down;
    if (median) {
      low = (count - 1) / 2;
      high = count / 2;
    } else if (method == QuantileMethod::lower) {
      high = low;
    } else if (method == QuantileMethod::higher) {
      low = weight > 0 ? high : low;
    } else if (method == QuantileMethod::nearest) {
      low = static_cast<std::int64_t>(math::rint(at));
    } else if (method == QuantileMethod::midpoint) {
      weight = weight > 0 ? 0.5 : 0;
    }
    const double a = convert<double>(row[low]), b = convert<double>(row[high]);
    if (median) return static_cast<R>(low == high ? a : (a + b) / 2);
    if (method != QuantileMethod::linear && method != QuantileMethod::midpoint) return static_cast<R>(a);
    // NumPy's: from the nearer end, so that both ends are exact.
    const double step = b - a;
    return static_cast<R>(weight < 0.5 ? a + step * weight : b - step * (1 - weight));
  }

  /// How many elements stand before the first NaN.
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t numbers(const T* row) const {
    std::int64_t first = 0, end = length;  // the answer is in [first, end]
    while (first < end) {
      const std::int64_t middle = first + (end - first) / 2;
      if (row[middle] == row[middle]) first = middle + 1;
      else end = middle;
    }
    return first;
  }
};

}  // namespace

template <RealElement T>
Array<mean_type_t<T>> quantiles_along(const Array<T>& a, const Probabilities& q, const Axes& axes, KeepDims keep,
                                      const QuantileRule& rule) {
  const auto reduced = axis_flags(rule.op, axes, a.rank());
  const Shape kept = reduced_shape(a.shape(), reduced, keep);
  for (const double p : q.values)
    if (!(p >= 0 && p <= 1))
      throw ValueError(std::string(rule.op) +
                       ": probabilities must be in [0, 1] (percentiles in [0, 100]), but one of them is " +
                       std::to_string(p));
  const std::int64_t rows = size_of(kept);
  std::int64_t length = 1;
  Shape order;
  for (int d = 0; d < a.rank(); ++d)
    if (!reduced[static_cast<std::size_t>(d)]) order.push_back(d);
  for (int d = 0; d < a.rank(); ++d)
    if (reduced[static_cast<std::size_t>(d)]) order.push_back(d), length *= a.shape()[d];
  if (length == 0 && rows > 0 && !rule.median && !rule.skip_nan)
    throw ValueError(std::string(rule.op) + ": nothing to choose from in an array of shape " + to_string(a.shape()));

  Shape shape;
  if (q.list) shape.push_back(static_cast<std::int64_t>(q.values.size()));
  for (const std::int64_t extent : kept) shape.push_back(extent);
  // Before the sort: a copy from the host waits for what is queued.
  const Array<double> probabilities = from_host(q.values, {static_cast<std::int64_t>(q.values.size())}, a.backend());
  const Array<T> source = sort_along(rule.op, reshape(transpose(a, order), {rows, length}), -1);
  mark_used({source.storage().get(), probabilities.storage().get()});
  return generate<mean_type_t<T>>(
      rule.op, shape, a.backend(),
      QuantileOfRow<T>{source.data(), probabilities.data(), rows, length, rule.method, rule.median, rule.skip_nan});
}

#define SPICA_QUANTILES(T)                                                                                        \
  template Array<mean_type_t<T>> quantiles_along<T>(const Array<T>&, const Probabilities&, const Axes&, KeepDims, \
                                                    const QuantileRule&);
SPICA_QUANTILES(bool)
SPICA_QUANTILES(std::int8_t)
SPICA_QUANTILES(std::int16_t)
SPICA_QUANTILES(std::int32_t)
SPICA_QUANTILES(std::int64_t)
SPICA_QUANTILES(std::uint8_t)
SPICA_QUANTILES(std::uint16_t)
SPICA_QUANTILES(std::uint32_t)
SPICA_QUANTILES(std::uint64_t)
SPICA_QUANTILES(float)
SPICA_QUANTILES(double)
#undef SPICA_QUANTILES

}  // namespace spica::detail
