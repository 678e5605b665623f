// Running totals on hosts, in the one order that every backend keeps (docs/numerics.md, "order of running totals"):
//   a run is 16 consecutive elements, combined left to right; a group is 32 runs, whose totals are scanned by 5 steps
//   of Kogge and Stone; a chunk is 8 groups, whose totals are combined left to right; the chunks' totals are scanned by
//   the same rule. A result is chunks before (groups before (runs before)), combined with the run up to the element.
// What is not there is left out, so no start value is ever needed.
#pragma once

#include <spica/backends/host/exec.hpp>

#include <Kokkos_Macros.hpp>

#include <algorithm>
#include <type_traits>
#include <vector>

namespace spica::detail {

inline constexpr int scan_run = 16, scan_lanes = 32, scan_groups = 8;
inline constexpr int scan_group = scan_run * scan_lanes, scan_chunk = scan_group * scan_groups;

/// The reducer of totals: they are accumulators, and R<Accumulator> of a reducer R<T> leaves them as they are.
template <class Reducer> struct ForTotals;
template <template <class> class R, class T> struct ForTotals<R<T>> {
  using type = R<typename R<T>::Accumulator>;
  static_assert(std::is_same_v<typename type::Accumulator, typename R<T>::Accumulator> &&
                std::is_same_v<typename type::Result, typename R<T>::Accumulator>);
};
template <class Reducer> using for_totals_t = typename ForTotals<Reducer>::type;

/// The total of what stands before an element; nothing at the beginning.
template <class A> struct Before {
  A value{};
  bool there = false;

  template <class Reducer> KOKKOS_FORCEINLINE_FUNCTION A then(const Reducer& reducer, const A& a) const {
    return there ? reducer.combine(value, a) : a;
  }
  template <class Reducer> KOKKOS_FORCEINLINE_FUNCTION Before then(const Reducer& reducer, const Before& more) const {
    return more.there ? Before{then(reducer, more.value), true} : *this;
  }
};

/// total[l] becomes the total of lanes 0 to l: Kogge and Stone, A parallel algorithm for the efficient solution of a
/// general class of recurrence equations (1973). A step is a vector operation here, a shuffle in a warp.
template <class Reducer, class A> [[gnu::noinline]] void scan_lane_totals(const Reducer& reducer, A* total) {
  A before[scan_lanes];
  for (int distance = 1; distance < scan_lanes; distance *= 2) {
    std::copy(total, total + scan_lanes, before);
#pragma GCC ivdep
    for (int l = distance; l < scan_lanes; ++l) total[l] = reducer.combine(before[l - distance], before[l]);
  }
}

/// The same scan for totals that come one by one: the totals of chunks, at every level above the elements.
template <class Reducer> class RunningScan {
 public:
  using A = typename Reducer::Accumulator;
  explicit RunningScan(const Reducer& reducer) : reducer_(reducer) {}

  /// What all totals pushed so far come to.
  const Before<A>& value() const { return value_; }
  void push(const A& total) { value_ = {push(0, total), true}; }

 private:
  struct Level {
    int place = 0;                         // in the chunk
    A run;                                 // total of the run under way
    A step[5][scan_lanes];                 // lanes of the group under way, after 0 to 4 steps
    Before<A> groups, chunks, before_run;  // before_run: chunks, groups and runs before the run under way
  };

  [[gnu::noinline]] A push(std::size_t index, const A& total) {
    if (index == levels_.size()) levels_.emplace_back();
    Level* level = &levels_[index];
    level->run = level->place % scan_run ? reducer_.combine(level->run, total) : total;
    const A result = level->before_run.then(reducer_, level->run);
    if (++level->place % scan_run == 0) {
      const int lane = (level->place / scan_run - 1) % scan_lanes;
      A up_to_lane = level->run;
      for (int k = 0; k < 5; ++k) {
        level->step[k][lane] = up_to_lane;
        if (lane >= 1 << k) up_to_lane = reducer_.combine(level->step[k][lane - (1 << k)], up_to_lane);
      }
      Before<A> runs{up_to_lane, true};
      if (lane == scan_lanes - 1) {
        level->groups = level->groups.then(reducer_, runs);
        runs = {};
      }
      if (level->place == scan_chunk) {
        const Before<A> chunks{push(index + 1, level->groups.value), true};
        level = &levels_[index];  // the vector may have grown
        level->place = 0;
        level->groups = {};
        level->chunks = chunks;
      }
      level->before_run = level->chunks.then(reducer_, level->groups.then(reducer_, runs));
    }
    return result;
  }

  Reducer reducer_;
  Before<A> value_;
  std::vector<Level> levels_;
};

template <class T, class Reducer> class HostScan {
 public:
  using A = typename Reducer::Accumulator;
  using Result = typename Reducer::Result;
  explicit HostScan(const Reducer& reducer) : reducer_(reducer) {}

  /// One row by one thread, reading it once.
  void row(const T* in, Result* out, std::int64_t length) {
    if (length <= scan_chunk) {
      chunk(in, out, length, {});
      return;
    }
    RunningScan<for_totals_t<Reducer>> chunks{{}};
    for (std::int64_t first = 0; first < length; first += scan_chunk) {
      const std::int64_t count = std::min<std::int64_t>(scan_chunk, length - first);
      const A total = chunk(in + first, out + first, count, chunks.value());
      if (count == scan_chunk) chunks.push(total);
    }
  }

  /// The results of at most 4096 elements behind `chunks`. @return the total of the chunk, if it is a whole one
  [[gnu::noinline]] A chunk(const T* in, Result* out, std::int64_t count, const Before<A>& chunks) {
    if constexpr (std::is_integral_v<A>) {  // every order gives the same, and there is no rounding to wait for
      A total = reducer_.start(in[0], 0);
      out[0] = reducer_.finish(chunks.then(reducer_, total), 0);
      for (std::int64_t i = 1; i < count; ++i) {
        total = reducer_.combine(total, reducer_.start(in[i], 0));
        out[i] = reducer_.finish(chunks.then(reducer_, total), 0);
      }
      return total;
    } else {
      Before<A> groups;
      for (std::int64_t first = 0; first < count; first += scan_group) {
        const std::int64_t left = count - first;
        if (left >= scan_group) group(in + first, out + first, chunks, groups);
        else partial_group(in + first, out + first, left, chunks, groups);
      }
      return groups.value;
    }
  }

  /// The total of 4096 elements.
  [[gnu::noinline]] A chunk_total(const T* in) {
    Before<A> groups;
    for (int g = 0; g < scan_groups; ++g) {
      for (int l = 0; l < scan_lanes; ++l) {
        const T* run = in + g * scan_group + l * scan_run;
        A total = reducer_.start(run[0], 0);
        for (int t = 1; t < scan_run; ++t) total = reducer_.combine(total, reducer_.start(run[t], 0));
        lane_[l] = total;
      }
      scan_lane_totals(reducer_, lane_);
      groups = groups.then(reducer_, Before<A>{lane_[scan_lanes - 1], true});
    }
    return groups.value;
  }

 private:
  [[gnu::noinline]] void group(const T* in, Result* out, const Before<A>& chunks, Before<A>& groups) {
    for (int l = 0; l < scan_lanes; ++l) start_whole_run(in + l * scan_run, l);
    scan_lane_totals(reducer_, lane_);
    for (int l = 0; l < scan_lanes; ++l) finish_run(out + l * scan_run, scan_run, l, chunks, groups);
    groups = groups.then(reducer_, Before<A>{lane_[scan_lanes - 1], true});
  }
  [[gnu::noinline]] void partial_group(const T* in, Result* out, std::int64_t count, const Before<A>& chunks,
                                       const Before<A>& groups) {
    const int runs = static_cast<int>((count + scan_run - 1) / scan_run);
    const auto length = [&](int l) { return std::min(scan_run, static_cast<int>(count) - l * scan_run); };
    for (int l = 0; l < runs; ++l) start_run(in + l * scan_run, length(l), l);
    if (runs > 1) scan_lane_totals(reducer_, lane_);  // lanes that are not there stand behind those that are
    for (int l = 0; l < runs; ++l) finish_run(out + l * scan_run, length(l), l, chunks, groups);
  }

  /// Not inlined, so that it stays a plain chain: the compiler would transpose 4 runs into vectors, which takes a third
  /// longer.
  [[gnu::noinline]] void start_whole_run(const T* in, int l) { start_run(in, scan_run, l); }
  KOKKOS_FORCEINLINE_FUNCTION void start_run(const T* in, int count, int l) {
    A* prefix = prefix_ + l * scan_run;
    A total = prefix[0] = reducer_.start(in[0], 0);
    for (int t = 1; t < count; ++t) prefix[t] = total = reducer_.combine(total, reducer_.start(in[t], 0));
    lane_[l] = total;
  }
  KOKKOS_FORCEINLINE_FUNCTION void finish_run(Result* out, int count, int l, const Before<A>& chunks,
                                              const Before<A>& groups) {
    const A* prefix = prefix_ + l * scan_run;
    const Before<A> before = chunks.then(reducer_, groups.then(reducer_, Before<A>{l ? lane_[l - 1] : A{}, l > 0}));
    if (before.there) {
#pragma GCC ivdep
      for (int t = 0; t < count; ++t) out[t] = reducer_.finish(reducer_.combine(before.value, prefix[t]), 0);
    } else {
      for (int t = 0; t < count; ++t) out[t] = reducer_.finish(prefix[t], 0);
    }
  }

  Reducer reducer_;
  A prefix_[scan_group];
  A lane_[scan_lanes];
};

/// Chunks that a thread totals before it computes their results: they should still be in its cache then.
inline constexpr std::int64_t scan_chunks_at_once = 64;

/// out[r][i] = the running total of in[r][0] to in[r][i]; both contiguous; out may be in.
template <class T, class Reducer>
void scan(const HostExec& exec, const char* label, std::int64_t rows, std::int64_t length, const T* in,
          typename Reducer::Result* out, const Reducer& reducer) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_scan, label, exec);
  const std::int64_t chunks = length / scan_chunk;  // whole ones
  const bool alone = exec.threads == 1 || rows * length < serial_threshold;
  if (alone || rows >= 4 * exec.threads || (rows > 1 && chunks < 2)) {
    const HostExec team{alone ? 1 : exec.threads};
    for_ranges(team, rows, std::max<std::int64_t>(1, scan_chunk / std::max<std::int64_t>(length, 1)),
               [&](std::int64_t begin, std::int64_t end) {
                 HostScan<T, Reducer> scan(reducer);
                 for (std::int64_t r = begin; r < end; ++r) scan.row(in + r * length, out + r * length, length);
               });
    return;
  }
  // A team on one row: piece by piece, the totals of the chunks, the scan of these, the results.
  using A = typename Reducer::Accumulator;
  const std::int64_t piece = exec.threads * scan_chunks_at_once, all_chunks = (length + scan_chunk - 1) / scan_chunk;
  // Before<A>, not A: a std::vector<bool> shares words between threads.
  std::vector<Before<A>> totals(static_cast<std::size_t>(std::min(piece, all_chunks))), before(totals.size());
  for (std::int64_t r = 0; r < rows; ++r) {
    RunningScan<for_totals_t<Reducer>> running{{}};
    for (std::int64_t first = 0; first < all_chunks; first += piece) {
      const std::int64_t count = std::min(piece, all_chunks - first);
      const std::int64_t base = r * length + first * scan_chunk;
      for_ranges(exec, count, 1, [&](std::int64_t begin, std::int64_t end) {
        HostScan<T, Reducer> scan(reducer);
        for (std::int64_t c = begin; c < end; ++c)
          if (first + c + 1 < all_chunks)
            totals[static_cast<std::size_t>(c)].value = scan.chunk_total(in + base + c * scan_chunk);
      });
      for (std::int64_t c = 0; c < count; ++c) {
        before[static_cast<std::size_t>(c)] = running.value();
        running.push(totals[static_cast<std::size_t>(c)].value);  // the last one of all is not looked at any more
      }
      for_ranges(exec, count, 1, [&](std::int64_t begin, std::int64_t end) {
        HostScan<T, Reducer> scan(reducer);
        for (std::int64_t c = begin; c < end; ++c)
          scan.chunk(in + base + c * scan_chunk, out + base + c * scan_chunk,
                     std::min<std::int64_t>(scan_chunk, length - (first + c) * scan_chunk),
                     before[static_cast<std::size_t>(c)]);
      });
    }
  }
}

}  // namespace spica::detail
