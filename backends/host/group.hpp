// Grouping on hosts: what is to be known of the keys, their order by counting, and reductions of the groups.
#pragma once

#include <spica/backends/group_rows.hpp>
#include <spica/backends/host/reduce.hpp>
#include <spica/backends/host/sort.hpp>

#include <mutex>
#include <tuple>

namespace spica::detail {

/// Rows whose runs are counted together; and those that are looked at together for whether a run begins among them.
inline constexpr std::int64_t run_block = 4096, run_piece = 128;

template <class T> KeySummary summarize_keys(const HostExec& exec, const char* op, const T* keys, std::int64_t size) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_reduce, op, exec);
  using Key = typename OrderKey<T>::Key;
  const std::int64_t blocks = (size + run_block - 1) / run_block;
  KeySummary all;
  all.block_runs.resize(static_cast<std::size_t>(blocks));
  all.low = ~std::uint64_t(0);
  std::mutex mutex;
  for_ranges(exec, blocks, serial_threshold / run_block, [&](std::int64_t first_block, std::int64_t last_block) {
    KeySummary own;
    Key low = static_cast<Key>(~Key(0)), high = 0;
    std::uint32_t falls = 0;
    for (std::int64_t block = first_block; block < last_block; ++block) {
      const std::int64_t begin = block * run_block, end = std::min(size, begin + run_block);
      if (block == 0) low = high = OrderKey<T>::of(keys[0]);
      std::uint32_t runs = block == 0;  // of 32 bits, so that vectors hold as many counts as keys
      for (std::int64_t i = std::max<std::int64_t>(1, begin); i < end; ++i) {
        const Key key = OrderKey<T>::of(keys[i]), before = OrderKey<T>::of(keys[i - 1]);
        runs += key != before;
        falls += key < before;
        low = key < low ? key : low;
        high = high < key ? key : high;
      }
      all.block_runs[static_cast<std::size_t>(block)] = runs;
      own.runs += runs;
      own.sorted = own.sorted && falls == 0;
    }
    const std::lock_guard lock(mutex);
    all.runs += own.runs;
    all.sorted = all.sorted && own.sorted;
    all.low = std::min(all.low, static_cast<std::uint64_t>(low));
    all.high = std::max(all.high, static_cast<std::uint64_t>(high));
  });
  return all;
}

/// What find_runs needs to know of keys that are sorted.
template <class T> KeySummary summarize_sorted(const HostExec& exec, const char* op, const T* keys, std::int64_t size) { return summarize_keys(exec, op, keys, size); }

/// Where the runs of keys begin, written to allocate_offsets(summary.runs). Blocks in which none begins are not read again.
template <class T, class Allocate>
void find_runs(const HostExec& exec, const char* op, const T* keys, std::int64_t size, const KeySummary& summary, Allocate allocate_offsets) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  const auto blocks = static_cast<std::int64_t>(summary.block_runs.size());
  std::vector<std::int64_t> before(summary.block_runs.size() + 1, 0);
  for (std::size_t b = 0; b < summary.block_runs.size(); ++b) before[b + 1] = before[b] + summary.block_runs[b];
  std::int64_t* offsets = allocate_offsets(summary.runs);
  for_ranges(exec, blocks, serial_threshold / run_block, [&](std::int64_t first, std::int64_t last) {
    std::int64_t found[run_block + 1];
    for (std::int64_t b = first; b < last; ++b) {
      const auto at = static_cast<std::size_t>(b);
      if (summary.block_runs[at] == 0) continue;
      std::int64_t count = 0;
      if (b == 0) found[count++] = 0;
      const std::int64_t block_end = std::min(size, (b + 1) * run_block);
      for (std::int64_t piece = std::max<std::int64_t>(1, b * run_block); piece < block_end; piece += run_piece) {
        const std::int64_t end = std::min(block_end, piece + run_piece);
        typename OrderKey<T>::Key differences = 0;  // long runs leave most pieces without any
        for (std::int64_t i = piece; i < end; ++i) differences |= OrderKey<T>::of(keys[i]) ^ OrderKey<T>::of(keys[i - 1]);
        if (differences == 0) continue;
        for (std::int64_t i = piece; i < end; ++i) {
          found[count] = i;  // without a branch, which could not be foretold
          count += OrderKey<T>::of(keys[i]) != OrderKey<T>::of(keys[i - 1]);
        }
      }
      std::copy(found, found + count, offsets + before[at]);
    }
  });
}

/// Whether counting every value between the lowest and the highest key is cheaper than sorting.
inline bool counting_pays(const HostExec&, const KeySummary& keys, std::int64_t size) {
  return keys.high - keys.low < static_cast<std::uint64_t>(std::max<std::int64_t>(1 << 16, size / 64));
}

/// f(first, last) for each run of equal keys: adding to one counter again and again would wait for its memory each time.
template <class T, class F> void for_runs(const T* keys, std::int64_t begin, std::int64_t end, F f) {
  while (begin < end) {
    const auto key = OrderKey<T>::of(keys[begin]);
    std::int64_t stop = begin + 1;
    while (stop < end && OrderKey<T>::of(keys[stop]) == key) ++stop;
    f(begin, stop);
    begin = stop;
  }
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
    for_runs(keys, begin, end, [&](std::int64_t first, std::int64_t last) { own[OrderKey<T>::of(keys[first]) - low] += static_cast<std::uint32_t>(last - first); });
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
    for_runs(keys, begin, end, [&](std::int64_t first, std::int64_t last) {
      std::uint32_t& next = own[OrderKey<T>::of(keys[first]) - low];
      std::uint32_t* to = order + next;
      for (std::int64_t i = first; i < last; ++i) to[i - first] = static_cast<std::uint32_t>(i);
      next += static_cast<std::uint32_t>(last - first);
    });
  });
}

/// Whether keys come in runs so long that the runs are better put in order than the rows.
inline bool pieces_pay(const HostExec&, const KeySummary& keys, std::int64_t size) { return keys.runs <= size / 8; }

/// The rows at `count` places of the order from `place` on, through a buffer; null where they are place, place + 1, …
inline const std::uint32_t* rows_at(const GroupRows& rows, std::int64_t place, std::int64_t count, std::uint32_t* buffer) {
  if (!rows.piece_rows) return rows.order ? rows.order + place : nullptr;
  std::int64_t piece = std::upper_bound(rows.piece_places, rows.piece_places + rows.group_pieces[rows.groups], place) - rows.piece_places - 1;
  for (std::int64_t done = 0; done < count; ++piece) {
    const auto row = static_cast<std::uint32_t>(rows.piece_rows[piece] + (place + done - rows.piece_places[piece]));
    const std::int64_t length = std::min(count - done, rows.piece_places[piece + 1] - (place + done));
    for (std::int64_t i = 0; i < length; ++i) buffer[done + i] = row + static_cast<std::uint32_t>(i);
    done += length;
  }
  return buffer;
}

/// values of the rows at `count` places of the order from `place` on, through a buffer if they do not follow each other.
template <class V> const V* values_at(const GroupRows& rows, const V* values, std::int64_t place, std::int64_t count, V* buffer) {
  if (rows.piece_rows) {
    std::int64_t piece = std::upper_bound(rows.piece_places, rows.piece_places + rows.group_pieces[rows.groups], place) - rows.piece_places - 1;
    for (std::int64_t done = 0; done < count; ++piece) {
      const V* from = values + rows.piece_rows[piece] + (place + done - rows.piece_places[piece]);
      const std::int64_t length = std::min(count - done, rows.piece_places[piece + 1] - (place + done));
      if (length == count) return from;
      std::copy(from, from + length, buffer + done);
      done += length;
    }
    return buffer;
  }
  if (!rows.order) return values + place;
  for (std::int64_t i = 0; i < count; ++i) buffer[i] = values[rows.order[place + i]];
  return buffer;
}

/// ranks[row] = the group of that row
inline void rank_rows(const HostExec& exec, const char* op, const GroupRows& rows, std::int64_t* ranks) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  for_ranges(exec, rows.rows, serial_threshold, [&](std::int64_t begin, std::int64_t end) {
    std::int64_t group = std::upper_bound(rows.offsets, rows.offsets + rows.groups, begin) - rows.offsets - 1;
    std::uint32_t buffer[reduce_chunk];
    for (std::int64_t first = begin; first < end; first += reduce_chunk) {
      const std::int64_t count = std::min(reduce_chunk, end - first);
      const std::uint32_t* list = rows_at(rows, first, count, buffer);
      for (std::int64_t i = 0; i < count; ++i) {
        while (first + i >= rows.offsets[group + 1]) ++group;
        ranks[list ? static_cast<std::int64_t>(list[i]) : first + i] = group;
      }
    }
  });
}

/// Whether a reducer wants to know where an element stands among all rows.
template <class Reducer> inline constexpr bool wants_place = requires { typename Reducer::WantsPlace; };

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
    V value_buffer[reduce_chunk];
    std::uint32_t row_buffer[reduce_chunk];
    std::int64_t group = std::upper_bound(rows.offsets, rows.offsets + rows.groups, begin) - rows.offsets - 1;
    for (; group < rows.groups && rows.offsets[group] < end; ++group) {
      const std::int64_t start = rows.offsets[group], length = rows.offsets[group + 1] - start;
      const std::int64_t skip = start < begin ? (begin - start + reduce_chunk - 1) / reduce_chunk * reduce_chunk : 0;
      for (std::int64_t first = skip; first < length && start + first < end; first += reduce_chunk) {
        const std::int64_t count = std::min(reduce_chunk, length - first);
        const V* chunk = values_at(rows, values, start + first, count, value_buffer);
        const std::uint32_t* list = (wants_place<Reducers> || ...) ? rows_at(rows, start + first, count, row_buffer) : nullptr;
        std::size_t slot = 0;
        const auto step = [&]<class Reducer>(const GroupStep<Reducer>& s) {
          using Accumulator = typename Reducer::Accumulator;
          auto* partial = static_cast<Accumulator*>(partials[slot++]);
          if (!s.out) return;
          const auto reducer = reducer_for_group(s.reducer, group);
          const Accumulator a = HostReduction<Leaf<V>, Reducer>::tree(reducer, count, [&](std::int64_t i) {
            return reducer.start(chunk[i], list ? static_cast<std::int64_t>(list[i]) : start + first + i);
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
