// Variances, places of extremes and quantiles of groups.
#include <spica/ops/group/group_by.hpp>

#include <spica/backends/group.hpp>
#include <spica/backends/sort.hpp>
#include <spica/ops/index/gather.hpp>

#include <bit>

namespace spica::detail {

namespace {

/// The mean in full precision, for the second reading.
template <class V> struct PreciseMeanReducer {
  using Accumulator = double;
  using Result = double;
  KOKKOS_FORCEINLINE_FUNCTION double start(V value, std::int64_t) const { return convert<double>(value); }
  KOKKOS_FORCEINLINE_FUNCTION double combine(double a, double b) const { return a + b; }
  KOKKOS_FORCEINLINE_FUNCTION double finish(double a, std::int64_t count) const { return a / static_cast<double>(count); }
};

template <class V> struct DeviationReducer {
  using Accumulator = double;
  using Result = typename MeanReducer<V>::Result;
  const double* means;
  double mean;
  std::int64_t ddof;
  bool root;
  KOKKOS_FORCEINLINE_FUNCTION DeviationReducer for_group(std::int64_t group) const { return {means, means[group], ddof, root}; }
  KOKKOS_FORCEINLINE_FUNCTION double start(V value, std::int64_t) const {
    const double deviation = convert<double>(value) - mean;
    return deviation * deviation;
  }
  KOKKOS_FORCEINLINE_FUNCTION double combine(double a, double b) const { return a + b; }
  KOKKOS_FORCEINLINE_FUNCTION Result finish(double a, std::int64_t count) const {
    const double variance = a / static_cast<double>(count > ddof ? count - ddof : 0);
    return convert<Result>(root ? Kokkos::sqrt(variance) : variance);
  }
};

/// The rank of the row that stands at a place of another order.
struct RankAtPlace {
  const std::int64_t* ranks;
  const std::uint32_t* order;
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t operator()(std::int64_t i) const { return static_cast<std::uint32_t>(ranks[order[i]]); }
};

/// Linear interpolation between neighbours in order, as NumPy's default method; NaN if the group has one.
template <class V> struct QuantileOfGroup {
  using Result = typename MeanReducer<V>::Result;
  const V* values;            ///< in order within each group
  const std::int64_t* offsets;
  const double* probabilities;
  std::int64_t number;
  KOKKOS_FORCEINLINE_FUNCTION Result operator()(std::int64_t i) const {
    const std::int64_t group = i / number, first = offsets[group], last = offsets[group + 1] - 1;
    const double top = convert<double>(values[last]);
    if (top != top) return convert<Result>(top);
    const double position = probabilities[i - group * number] * static_cast<double>(last - first);
    const auto below = static_cast<std::int64_t>(position);
    const double t = position - static_cast<double>(below);
    const double a = convert<double>(values[first + below]), b = convert<double>(values[first + below < last ? first + below + 1 : last]);
    const double difference = b - a;
    return convert<Result>(t < 0.5 ? a + difference * t : b - difference * (1 - t));
  }
};

struct PairRank {
  const std::int64_t *a, *b;
  std::uint64_t count_b;
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t operator()(std::int64_t i) const { return static_cast<std::uint64_t>(a[i]) * count_b + static_cast<std::uint64_t>(b[i]); }
};

}  // namespace

template <RealElement V> Array<typename MeanReducer<V>::Result> group_variance(const Grouping& grouping, const Array<V>& given, int ddof, bool root) {
  const char* op = root ? "group_by std" : "group_by var";
  const Backend backend = grouping.backend();
  using Result = typename MeanReducer<V>::Result;
  const Array<V> values = contiguous("group_by", given);
  const auto means = Array<double>::uninitialized(op, {grouping.groups()}, backend);
  const auto out = Array<Result>::uninitialized(op, {grouping.groups()}, backend);
  if (out.size() == 0) return out;
  mark_used({values.storage().get(), means.storage().get(), out.storage().get()});
  dispatch(op, backend, [&](const auto& exec) {
    const V* elements = values.data();
    const GroupRows rows = grouping.for_kernel();
    reduce_each_group(exec, op, rows, elements, GroupStep<PreciseMeanReducer<V>>{{}, means.data()});
    reduce_each_group(exec, op, rows, elements, GroupStep<DeviationReducer<V>>{{means.data(), 0, ddof, root}, out.data()});
  });
  return out;
}

template <RealElement V> Array<std::int64_t> group_extreme_row(const Grouping& grouping, const Array<V>& given, bool largest) {
  const char* op = largest ? "group_by argmax" : "group_by argmin";
  const Array<V> values = contiguous("group_by", given);
  const auto out = Array<std::int64_t>::uninitialized(op, {grouping.groups()}, grouping.backend());
  if (out.size() == 0) return out;
  mark_used({values.storage().get(), out.storage().get()});
  dispatch(op, grouping.backend(), [&](const auto& exec) {
    const V* elements = values.data();
    reduce_each_group(exec, op, grouping.for_kernel(), elements, GroupStep<ArgReducer<V, false>>{{}, largest ? nullptr : out.data()},
                  GroupStep<ArgReducer<V, true>>{{}, largest ? out.data() : nullptr});
  });
  return out;
}

template <RealElement V>
Array<typename MeanReducer<V>::Result> group_quantiles(const Grouping& grouping, const Array<V>& given, const std::vector<double>& probabilities) {
  const char* op = "group_by quantile";
  using Result = typename MeanReducer<V>::Result;
  for (const double p : probabilities)
    if (!(p >= 0 && p <= 1)) throw ValueError("group_by quantile: probability " + std::to_string(p) + " is not in [0, 1]");
  const Backend backend = grouping.backend();
  const auto number = static_cast<std::int64_t>(probabilities.size());
  const Shape shape{grouping.groups(), number};
  if (grouping.groups() == 0 || number == 0) return Array<Result>::uninitialized(op, shape, backend);

  // In order of the values, then, stable, in order of the groups.
  const Array<V> values = contiguous("group_by", given);
  const Array<std::int64_t> ranks = grouping.ranks();
  const auto by_value = Array<std::uint32_t>::uninitialized(op, {grouping.rows()}, backend), by_group = Array<std::uint32_t>::uninitialized(op, {grouping.rows()}, backend);
  mark_used({values.storage().get(), ranks.storage().get(), by_value.storage().get(), by_group.storage().get()});
  dispatch(op, backend, [&](const auto& exec) {
    argsort_rows(exec, op, static_cast<const V*>(values.data()), by_value.data(), 1, grouping.rows());
    argsort_rows<std::uint32_t, std::uint32_t>(exec, op, RankAtPlace{ranks.data(), by_value.data()}, by_group.data(), 1, grouping.rows(),
                                               static_cast<int>(std::bit_width(static_cast<std::uint64_t>(grouping.groups()))));
  });
  const Array<V> ordered = gather(op, gather(op, values, by_value), by_group);
  const auto asked = Array<double>::uninitialized(op, {number}, backend);
  copy_bytes(op, asked.data(), backend, probabilities.data(), Backend::serial, probabilities.size() * sizeof(double));
  mark_used({ordered.storage().get(), asked.storage().get()});
  return generate<Result>(op, shape, backend, QuantileOfGroup<V>{ordered.data(), grouping.for_kernel().offsets, asked.data(), number});
}

Array<std::uint64_t> pair_ranks(const Array<std::int64_t>& a, const Array<std::int64_t>& b, std::int64_t count_b) {
  mark_used({a.storage().get(), b.storage().get()});
  return generate<std::uint64_t>("group_by", a.shape(), a.backend(), PairRank{a.data(), b.data(), static_cast<std::uint64_t>(count_b)});
}

#define SPICA_SPREAD(V)                                                                                                                  \
  template Array<typename MeanReducer<V>::Result> group_variance<V>(const Grouping&, const Array<V>&, int, bool);                        \
  template Array<std::int64_t> group_extreme_row<V>(const Grouping&, const Array<V>&, bool);                                             \
  template Array<typename MeanReducer<V>::Result> group_quantiles<V>(const Grouping&, const Array<V>&, const std::vector<double>&);
SPICA_SPREAD(bool)
SPICA_SPREAD(std::int8_t)
SPICA_SPREAD(std::int16_t)
SPICA_SPREAD(std::int32_t)
SPICA_SPREAD(std::int64_t)
SPICA_SPREAD(std::uint8_t)
SPICA_SPREAD(std::uint16_t)
SPICA_SPREAD(std::uint32_t)
SPICA_SPREAD(std::uint64_t)
SPICA_SPREAD(float)
SPICA_SPREAD(double)
#undef SPICA_SPREAD

}  // namespace spica::detail
