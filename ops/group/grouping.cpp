#include <spica/ops/group/grouping.hpp>

#include <spica/backends/group.hpp>
#include <spica/backends/select.hpp>
#include <spica/backends/sort.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/index/gather.hpp>

namespace spica::detail {

namespace {

/// Whether a run of equal keys begins here.
template <class K> struct RunBegins {
  const K* keys;
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(std::int64_t i) const { return i == 0 || OrderKey<K>::of(keys[i]) != OrderKey<K>::of(keys[i - 1]); }
};

/// Keys counted from the lowest, so that fewer bits need sorting.
template <class K, class Key> struct KeyAboveLowest {
  const K* keys;
  typename OrderKey<K>::Key low;
  KOKKOS_FORCEINLINE_FUNCTION Key operator()(std::int64_t i) const { return static_cast<Key>(OrderKey<K>::of(keys[i]) - low); }
};

struct FirstRow {
  GroupRows rows;
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t operator()(std::int64_t group) const {
    const std::int64_t place = rows.offsets[group];
    return rows.order ? static_cast<std::int64_t>(rows.order[place]) : place;
  }
};
struct LastRow {
  GroupRows rows;
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t operator()(std::int64_t group) const {
    const std::int64_t place = rows.offsets[group + 1] - 1;
    return rows.order ? static_cast<std::int64_t>(rows.order[place]) : place;
  }
};

/// Memory for `groups` offsets and the number of rows behind them.
Array<std::int64_t> new_offsets(const char* op, std::int64_t groups, std::int64_t rows, Backend backend) {
  const auto offsets = Array<std::int64_t>::uninitialized(op, {groups + 1}, backend);
  fill_elements(op, offsets(groups), rows);
  mark_used({offsets.storage().get()});
  return offsets;
}

/// Where the runs of sorted keys begin.
template <class K> Array<std::int64_t> offsets_of_runs(const char* op, const Array<K>& sorted, std::int64_t known_runs = -1) {
  Array<std::int64_t> offsets;
  mark_used({sorted.storage().get()});
  dispatch(op, sorted.backend(), [&](const auto& exec) {
    const auto allocate_offsets = [&](std::int64_t groups) {
      offsets = new_offsets(op, groups, sorted.size(), sorted.backend());
      return offsets.data();
    };
    select_places(exec, op, sorted.size(), RunBegins<K>{sorted.data()}, allocate_offsets, known_runs);
  });
  return offsets;
}

}  // namespace

Array<std::int64_t> Grouping::counts() const { return offsets_(slice(1, none)) - offsets_(slice(0, -1)); }
Array<std::int64_t> Grouping::first_rows() const { return generate<std::int64_t>("group_by", {groups()}, backend(), FirstRow{for_kernel()}); }
Array<std::int64_t> Grouping::last_rows() const { return generate<std::int64_t>("group_by", {groups()}, backend(), LastRow{for_kernel()}); }
Array<std::int64_t> Grouping::ranks() const {
  const auto ranks = Array<std::int64_t>::uninitialized("group_by", {rows_}, backend());
  if (rows_ == 0) return ranks;
  mark_used({ranks.storage().get()});
  dispatch("group_by", backend(), [&](const auto& exec) { rank_rows(exec, "group_by", for_kernel(), ranks.data()); });
  return ranks;
}

template <RealElement K> Grouping make_grouping(const char* op, const Array<K>& given) {
  if (given.rank() != 1)
    throw ShapeError(std::string(op) + ": keys of shape " + to_string(given.shape()) + "; keys have one axis: reshape them to {-1}");
  const std::int64_t rows = given.size();
  if (rows >= std::int64_t(1) << 32)
    throw ShapeError(std::string(op) + ": " + std::to_string(rows) + " rows; at most 2^32 - 1 can be grouped at once: group parts, then their results");
  const Backend backend = given.backend();
  const auto no_order = Array<std::uint32_t>::uninitialized(op, {0}, backend);
  if (rows == 0) return {0, new_offsets(op, 0, 0, backend), no_order};

  const Array<K> keys = given.is_contiguous() ? given : contiguous_copy(op, given);
  mark_used({keys.storage().get()});
  KeySummary summary;
  dispatch(op, backend, [&](const auto& exec) { summary = summarize_keys(exec, op, static_cast<const K*>(keys.data()), rows); });
  if (summary.sorted) return {rows, offsets_of_runs(op, keys, summary.runs), no_order};

  const auto order = Array<std::uint32_t>::uninitialized(op, {rows}, backend);
  Array<std::int64_t> offsets;
  bool counted = false;
  mark_used({order.storage().get()});
  dispatch(op, backend, [&](const auto& exec) {
    const K* elements = keys.data();
    counted = counting_pays(exec, summary, rows);
    if (counted) {
      order_by_counting(exec, op, elements, rows, summary, order.data(), [&](std::int64_t groups) {
        offsets = new_offsets(op, groups, rows, backend);
        return offsets.data();
      });
      return;
    }
    const auto low = static_cast<typename OrderKey<K>::Key>(summary.low);
    const std::uint64_t range = summary.high - summary.low;
    const int bits = static_cast<int>(std::bit_width(range));
    if (bits <= 32) argsort_rows<std::uint32_t, std::uint32_t>(exec, op, KeyAboveLowest<K, std::uint32_t>{elements, low}, order.data(), 1, rows, bits);
    else if constexpr (sizeof(K) == 8) argsort_rows<std::uint32_t, std::uint64_t>(exec, op, KeyAboveLowest<K, std::uint64_t>{elements, low}, order.data(), 1, rows, bits);
  });
  if (!counted) offsets = offsets_of_runs(op, gather(op, keys, order));
  return {rows, offsets, order};
}

#define SPICA_GROUPING(K) template Grouping make_grouping<K>(const char*, const Array<K>&);
SPICA_GROUPING(bool)
SPICA_GROUPING(std::int8_t)
SPICA_GROUPING(std::int16_t)
SPICA_GROUPING(std::int32_t)
SPICA_GROUPING(std::int64_t)
SPICA_GROUPING(std::uint8_t)
SPICA_GROUPING(std::uint16_t)
SPICA_GROUPING(std::uint32_t)
SPICA_GROUPING(std::uint64_t)
SPICA_GROUPING(float)
SPICA_GROUPING(double)
#undef SPICA_GROUPING

}  // namespace spica::detail
