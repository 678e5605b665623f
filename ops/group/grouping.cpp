#include <spica/ops/group/grouping.hpp>

#include <spica/backends/group.hpp>
#include <spica/backends/sort.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/index/gather.hpp>

namespace spica::detail {

namespace {

/// Keys counted from the lowest, so that fewer bits need sorting.
template <class K, class Key> struct KeyAboveLowest {
  const K* keys;
  typename OrderKey<K>::Key low;
  KOKKOS_FORCEINLINE_FUNCTION Key operator()(std::int64_t i) const { return static_cast<Key>(OrderKey<K>::of(keys[i]) - low); }
};

struct FirstRow {
  GroupRows rows;
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t operator()(std::int64_t group) const { return rows.first_row(group); }
};
struct LastRow {
  GroupRows rows;
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t operator()(std::int64_t group) const { return rows.last_row(group); }
};

/// Memory for `groups` offsets and the number of rows behind them.
Array<std::int64_t> new_offsets(const char* op, std::int64_t groups, std::int64_t rows, Backend backend) {
  const auto offsets = Array<std::int64_t>::uninitialized(op, {groups + 1}, backend);
  fill_elements(op, offsets(groups), rows);
  mark_used({offsets.storage().get()});
  return offsets;
}

/// Where the runs of keys begin, and the number of rows.
template <class K> Array<std::int64_t> offsets_of_runs(const char* op, const Array<K>& sorted, const KeySummary& summary) {
  Array<std::int64_t> offsets;
  mark_used({sorted.storage().get()});
  dispatch(op, sorted.backend(), [&](const auto& exec) {
    const auto allocate_offsets = [&](std::int64_t groups) {
      offsets = new_offsets(op, groups, sorted.size(), sorted.backend());
      return offsets.data();
    };
    find_runs(exec, op, static_cast<const K*>(sorted.data()), sorted.size(), summary, allocate_offsets);
  });
  return offsets;
}

/// Host memory: the runs of equal keys in place of the rows.
template <RealElement K> Grouping group_runs(const char* op, const Array<K>& keys, const KeySummary& summary) {
  const Array<std::int64_t> starts = offsets_of_runs(op, keys, summary);
  const Grouping by_run = make_grouping(op, gather(op, keys, starts(slice(0, -1))));
  const GroupRows run_rows = by_run.for_kernel();
  const Backend backend = keys.backend();
  const auto offsets = new_offsets(op, by_run.groups(), keys.size(), backend), places = new_offsets(op, starts.size() - 1, keys.size(), backend);
  const auto group_pieces = Array<std::int64_t>::uninitialized(op, {by_run.groups() + 1}, backend);
  const auto rows = Array<std::uint32_t>::uninitialized(op, {starts.size() - 1}, backend);
  const std::int64_t* start = starts.data();
  std::int64_t place = 0;
  for (std::int64_t group = 0, piece = 0; group < by_run.groups(); ++group) {
    offsets.data()[group] = place;
    group_pieces.data()[group] = piece;
    for (; piece < run_rows.offsets[group + 1]; ++piece) {
      const std::int64_t run = run_rows.order ? static_cast<std::int64_t>(run_rows.order[piece]) : piece;
      places.data()[piece] = place;
      rows.data()[piece] = static_cast<std::uint32_t>(start[run]);
      place += start[run + 1] - start[run];
    }
  }
  group_pieces.data()[by_run.groups()] = rows.size();
  return {keys.size(), offsets, places, rows, group_pieces};
}

}  // namespace

GroupRows Grouping::for_kernel() const {
  mark_used({offsets_.storage().get(), order_.storage().get(), piece_places_.storage().get(), piece_rows_.storage().get(), group_pieces_.storage().get()});
  GroupRows view{offsets_.data(), groups(), rows_, rows_};
  if (order_.size()) view.order = order_.data();
  if (piece_rows_.size()) {
    view.piece_places = piece_places_.data();
    view.piece_rows = piece_rows_.data();
    view.group_pieces = group_pieces_.data();
  }
  return view;
}

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
  if (rows == 0) return {0, new_offsets(op, 0, 0, backend)};

  const Array<K> keys = contiguous(op, given);
  mark_used({keys.storage().get()});
  KeySummary summary;
  bool by_runs = false;
  dispatch(op, backend, [&](const auto& exec) {
    summary = summarize_keys(exec, op, static_cast<const K*>(keys.data()), rows);
    by_runs = pieces_pay(exec, summary, rows);
  });
  if (summary.sorted) return {rows, offsets_of_runs(op, keys, summary)};
  if (by_runs) return group_runs(op, keys, summary);

  const auto order = Array<std::uint32_t>::uninitialized(op, {rows}, backend);
  Array<std::int64_t> offsets;
  mark_used({order.storage().get()});
  const auto by_sorting = [&]<class Key>(const auto& exec, std::type_identity<Key>) {
    const auto sorted = Array<Key>::uninitialized(op, {rows}, backend);
    mark_used({sorted.storage().get()});
    const KeyAboveLowest<K, Key> key_at{keys.data(), static_cast<typename OrderKey<K>::Key>(summary.low)};
    sort_with_places(exec, op, key_at, order.data(), sorted.data(), rows, static_cast<int>(std::bit_width(summary.high - summary.low)));
    offsets = offsets_of_runs(op, sorted, summarize_sorted(exec, op, static_cast<const Key*>(sorted.data()), rows));
  };
  dispatch(op, backend, [&](const auto& exec) {
    if (counting_pays(exec, summary, rows)) {
      order_by_counting(exec, op, static_cast<const K*>(keys.data()), rows, summary, order.data(), [&](std::int64_t groups) {
        offsets = new_offsets(op, groups, rows, backend);
        return offsets.data();
      });
    } else if (summary.high - summary.low <= 0xffffffff) {
      by_sorting(exec, std::type_identity<std::uint32_t>{});
    } else if constexpr (sizeof(K) == 8) {
      by_sorting(exec, std::type_identity<std::uint64_t>{});
    }
  });
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
