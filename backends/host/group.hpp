// Grouping on hosts: what is to be known of the keys, their order by counting, and reductions of the groups.
#pragma once

#include <spica/backends/group_rows.hpp>
#include <spica/backends/host/reduce.hpp>
#include <spica/backends/host/sort.hpp>

#include <tuple>

namespace spica::detail {

template <class T> KeySummary summarize_keys(const HostExec& exec, const char* op, const T* keys, std::int64_t size) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_reduce, op, exec);
  using Key = typename OrderKey<T>::Key;
  const std::int64_t parts = size < serial_threshold ? 1 : exec.threads;
  std::vector<KeySummary> summaries(static_cast<std::size_t>(parts));
  for_ranges(exec, parts, 1, [&](std::int64_t first_part, std::int64_t last_part) {
    for (std::int64_t part = first_part; part < last_part; ++part) {
      const std::int64_t begin = size * part / parts, end = size * (part + 1) / parts;
      KeySummary summary;
      Key low = static_cast<Key>(~Key(0)), high = 0;
      bool descends = false;
      constexpr std::int64_t block = 1 << 16;  // counted in 32 bits, so that vectors hold as many counts as keys
      for (std::int64_t start = begin; start < end; start += block) {
        const std::int64_t stop = std::min(end, start + block);
        std::uint32_t heads = 0, falls = 0;
        std::int64_t i = start;
        if (i == 0) {
          ++heads;
          low = high = OrderKey<T>::of(keys[0]);
          ++i;
        }
        for (; i < stop; ++i) {
          const Key key = OrderKey<T>::of(keys[i]), before = OrderKey<T>::of(keys[i - 1]);
          heads += key != before;
          falls += key < before;
          low = key < low ? key : low;
          high = high < key ? key : high;
        }
        summary.runs += heads;
        descends = descends || falls != 0;
      }
      summary.low = low;
      summary.high = high;
      summary.sorted = !descends;
      summaries[static_cast<std::size_t>(part)] = summary;
    }
  });
  KeySummary all = summaries[0];
  for (std::size_t part = 1; part < summaries.size(); ++part) {
    all.runs += summaries[part].runs;
    all.sorted = all.sorted && summaries[part].sorted;
    all.low = std::min(all.low, summaries[part].low);
    all.high = std::max(all.high, summaries[part].high);
  }
  return all;
}

/// Whether counting every value between the lowest and the highest key is cheaper than sorting.
inline bool counting_pays(const HostExec&, const KeySummary& keys, std::int64_t size) {
  return keys.high - keys.low < static_cast<std::uint64_t>(std::max<std::int64_t>(1 << 16, size / 64));
}

/// The stable order of keys of a small range, by counting: order[i], and the first place of each group that has elements,
/// written to allocate_offsets(number of groups).
template <class T, class Allocate>
void order_by_counting(const HostExec& exec, const char* op, const T* keys, std::int64_t size, const KeySummary& summary,
                       std::uint32_t* order, Allocate allocate_offsets) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  const auto range = static_cast<std::int64_t>(summary.high - summary.low) + 1;
  const std::int64_t parts = size < serial_threshold ? 1 : exec.threads;
  const auto memory = allocate(op, Backend::serial, static_cast<std::size_t>(parts * range) * sizeof(std::uint32_t));
  auto* counts = static_cast<std::uint32_t*>(memory->data());  // [part][key]
  const auto low = static_cast<typename OrderKey<T>::Key>(summary.low);
  const auto for_parts = [&](auto f) {
    for_ranges(exec, parts, 1, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t part = first; part < last; ++part) f(counts + part * range, size * part / parts, size * (part + 1) / parts);
    });
  };
  for_parts([&](std::uint32_t* own, std::int64_t begin, std::int64_t end) {
    std::fill(own, own + range, 0u);
    for (std::int64_t i = begin; i < end; ++i) ++own[OrderKey<T>::of(keys[i]) - low];
  });
  std::int64_t groups = 0;
  for (std::int64_t key = 0; key < range; ++key) {
    std::uint32_t total = 0;
    for (std::int64_t part = 0; part < parts; ++part) total |= counts[part * range + key];
    groups += total != 0;
  }
  std::int64_t* offsets = allocate_offsets(groups);
  std::uint32_t place = 0;
  for (std::int64_t key = 0; key < range; ++key) {
    const std::uint32_t first = place;
    for (std::int64_t part = 0; part < parts; ++part) place += std::exchange(counts[part * range + key], place);
    if (place != first) *offsets++ = first;
  }
  for_parts([&](std::uint32_t* own, std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) order[own[OrderKey<T>::of(keys[i]) - low]++] = static_cast<std::uint32_t>(i);
  });
}

/// ranks[row] = the group of that row
inline void rank_rows(const HostExec& exec, const char* op, const GroupRows& rows, std::int64_t* ranks) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  for_ranges(exec, rows.rows, serial_threshold, [&](std::int64_t begin, std::int64_t end) {
    std::int64_t group = std::upper_bound(rows.offsets, rows.offsets + rows.groups, begin) - rows.offsets - 1;
    for (std::int64_t i = begin; i < end; ++i) {
      while (i >= rows.offsets[group + 1]) ++group;
      ranks[rows.order ? static_cast<std::int64_t>(rows.order[i]) : i] = group;
    }
  });
}

template <class Reducer> auto reducer_for_group(const Reducer& reducer, std::int64_t group) {
  if constexpr (requires { reducer.for_group(group); }) return reducer.for_group(group);
  else return reducer;
}

/// Each group's elements, in their order, reduced by the rule of all reductions, for every step whose `out` is not null.
template <class V, class... Reducers>
void reduce_each_group(const HostExec& exec, const char* op, const GroupRows& rows, const V* values, const GroupStep<Reducers>&... steps) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_reduce, op, exec);
  // Accumulators of the chunks of groups longer than one chunk.
  const std::int64_t slots = partial_slots(rows);
  const auto memory = std::make_tuple(allocate(op, Backend::serial, steps.out ? static_cast<std::size_t>(slots) * sizeof(typename Reducers::Accumulator) : 0)...);
  const auto partials = std::apply([](const auto&... block) { return std::array{block->data()...}; }, memory);

  // The unit of work is a chunk; a range of rows takes the chunks that begin in it.
  for_ranges(exec, rows.rows, rows.rows < serial_threshold ? rows.rows : reduce_chunk, [&](std::int64_t begin, std::int64_t end) {
    V gathered[reduce_chunk];
    std::int64_t group = std::upper_bound(rows.offsets, rows.offsets + rows.groups, begin) - rows.offsets - 1;
    for (; group < rows.groups && rows.offsets[group] < end; ++group) {
      const std::int64_t start = rows.offsets[group], length = rows.offsets[group + 1] - start;
      const std::int64_t skip = start < begin ? (begin - start + reduce_chunk - 1) / reduce_chunk * reduce_chunk : 0;
      for (std::int64_t first = skip; first < length && start + first < end; first += reduce_chunk) {
        const std::int64_t count = std::min(reduce_chunk, length - first);
        const std::uint32_t* order = rows.order ? rows.order + start + first : nullptr;
        const V* chunk = values + start + first;
        if (order) {
          for (std::int64_t i = 0; i < count; ++i) gathered[i] = values[order[i]];
          chunk = gathered;
        }
        std::size_t slot = 0;
        const auto step = [&]<class Reducer>(const GroupStep<Reducer>& s) {
          using Accumulator = typename Reducer::Accumulator;
          auto* partial = static_cast<Accumulator*>(partials[slot++]);
          if (!s.out) return;
          const auto reducer = reducer_for_group(s.reducer, group);
          const Accumulator a = HostReduction<Leaf<V>, Reducer>::tree(reducer, count, [&](std::int64_t i) {
            return reducer.start(chunk[i], order ? static_cast<std::int64_t>(order[i]) : start + first + i);
          });
          if (length <= reduce_chunk) s.out[group] = reducer.finish(a, length);
          else partial[partial_slot(start, first)] = a;
        };
        (step(steps), ...);
      }
    }
  });
  if (rows.longest <= reduce_chunk) return;

  for_ranges(exec, rows.groups, std::max<std::int64_t>(1, rows.groups / (8 * exec.threads)), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t group = begin; group < end; ++group) {
      const std::int64_t start = rows.offsets[group], length = rows.offsets[group + 1] - start;
      if (length <= reduce_chunk) continue;
      std::size_t slot = 0;
      const auto step = [&]<class Reducer>(const GroupStep<Reducer>& s) {
        using Accumulator = typename Reducer::Accumulator;
        auto* partial = static_cast<Accumulator*>(partials[slot++]);
        if (!s.out) return;
        const auto reducer = reducer_for_group(s.reducer, group);
        partial += partial_slot(start, 0);
        for (std::int64_t count = (length + reduce_chunk - 1) / reduce_chunk; count > 1;) {
          const std::int64_t next = (count + reduce_chunk - 1) / reduce_chunk;
          for (std::int64_t c = 0; c < next; ++c) {  // in place: a chunk is read whole before a slot in front of it is written
            const Accumulator* from = partial + c * reduce_chunk;
            partial[c] = HostReduction<Leaf<V>, Reducer>::tree(reducer, std::min(reduce_chunk, count - c * reduce_chunk), [&](std::int64_t i) { return from[i]; });
          }
          count = next;
        }
        s.out[group] = reducer.finish(*partial, length);
      };
      (step(steps), ...);
    }
  });
}

}  // namespace spica::detail
