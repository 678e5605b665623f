// Reductions on hosts, in the one order of additions that every backend keeps (docs/numerics.md, "order of additions"):
//   a chunk is 4096 elements, lane l of 64 takes elements l, l + 64, l + 128, …, in four groups of 16 combined as
//   (0 + 1) + (2 + 3); the lanes combine as a binary tree of neighbours; the chunks' results are reduced by the same rule.
// Elements that are not there are left out, so no start value is ever needed.
#pragma once

#include <spica/backends/host/exec.hpp>
#include <spica/backends/host/elementwise.hpp>

#include <algorithm>

namespace spica::detail {

inline constexpr int reduce_lanes = 64, reduce_group = 16, reduce_groups = 4;
inline constexpr std::int64_t reduce_chunk = reduce_lanes * reduce_group * reduce_groups;

/// The parts of a reduction that depend on its types; everything else is compiled once, in reduce.cpp.
/// `context` is the functors (a HostReduction), accumulators are arrays of `accumulator_bytes` each.
struct ReduceFunctions {
  /// Reduces count <= 4096 consecutive elements; `first` is the place of the first among the reduced elements.
  void (*chunk)(const void* context, char* const* pointers, std::int64_t count, std::int64_t first, void* accumulator);
  /// The same rule over accumulators.
  void (*chunk_of_accumulators)(const void* context, const void* accumulators, std::int64_t count, void* accumulator);
  /// For count neighbouring results at once: accumulators[i] = start(element i) or combine(accumulators[i], start(element i)).
  void (*fold)(const void* context, char* const* pointers, std::int64_t count, std::int64_t place, bool start, void* accumulators);
  /// into[i] = combine(into[i], from[i]).
  void (*merge)(const void* context, void* into, const void* from, std::int64_t count);
  /// results[i] = finish(accumulators[i]).
  void (*finish)(const void* context, const void* accumulators, std::int64_t count, std::int64_t reduced, char* results);
  std::size_t accumulator_bytes;
  std::size_t result_bytes;
};

void run_reduce(const HostExec& exec, const char* label, const ReduceLoop& loop, char* results, const ReduceFunctions& functions,
                const void* context);

/// A reduction that looks for the first place of the value that `Values` gives.
template <class Reducer>
concept FindsPlace = requires { typename Reducer::Values; };

/// Where `value` stands first; it is among the values. NaN is found as any other.
template <class V> std::int64_t first_place_of(V value, const V* values, std::int64_t count) {
  constexpr std::int64_t piece = 64;  // vectors tell whether it is among these
  const auto is_value = [value](V v) { return (v == value) | ((v != v) & (value != value)); };
  for (std::int64_t begin = 0; begin < count; begin += piece) {
    const std::int64_t end = std::min(count, begin + piece);
    int found = 0;
    for (std::int64_t i = begin; i < end; ++i) found |= is_value(values[i]);
    if (found) return std::find_if(values + begin, values + end, is_value) - values;
  }
  return 0;
}

template <class Form, class Reducer> struct HostReduction {
  using T = typename Form::value_type;
  using Accumulator = typename Reducer::Accumulator;
  Form form;
  Reducer reducer;

  static constexpr int operands = Form::leaves > 0 ? Form::leaves : 1;

  /// Four groups of lanes from element(i), i < count <= 4096; then the tree.
  template <class Element> static Accumulator tree(const Reducer& reducer, std::int64_t count, Element element) {
    Accumulator group[reduce_groups][reduce_lanes];
    for (int g = 0; g < reduce_groups; ++g) {
      const std::int64_t base = g * reduce_group * reduce_lanes;
      if (base >= count) break;
      Accumulator* lane = group[g];
      const std::int64_t first_row = count - base < reduce_lanes ? count - base : reduce_lanes;
      for (std::int64_t l = 0; l < first_row; ++l) lane[l] = element(base + l);
      for (int t = 1; t < reduce_group; ++t) {
        const std::int64_t row = base + t * reduce_lanes;
        if (row + reduce_lanes <= count) {
#pragma GCC ivdep
          for (int l = 0; l < reduce_lanes; ++l) lane[l] = reducer.combine(lane[l], element(row + l));
        } else {
          for (std::int64_t l = 0; row + l < count; ++l) lane[l] = reducer.combine(lane[l], element(row + l));
          break;
        }
      }
    }
    constexpr std::int64_t group_size = reduce_group * reduce_lanes;
    const auto merge = [&](Accumulator* into, const Accumulator* from, std::int64_t present) {
      for (std::int64_t l = 0; l < reduce_lanes && l < present; ++l) into[l] = reducer.combine(into[l], from[l]);
    };
    merge(group[0], group[1], count - group_size);
    merge(group[2], group[3], count - 3 * group_size);
    merge(group[0], group[2], count - 2 * group_size);
    const std::int64_t lanes = count < reduce_lanes ? count : reduce_lanes;
    for (std::int64_t width = 1; width < lanes; width *= 2)
      for (std::int64_t l = 0; l + width < lanes; l += 2 * width) group[0][l] = reducer.combine(group[0][l], group[0][l + width]);
    return group[0][0];
  }

  static void chunk(const void* context, char* const* pointers, std::int64_t count, std::int64_t first, void* accumulator) {
    const HostReduction self = *static_cast<const HostReduction*>(context);
    char* local[operands];
    for (int k = 0; k < Form::leaves; ++k) local[k] = pointers[k];
    if constexpr (FindsPlace<Reducer>) {
      // Values and places side by side are not vectorised.
      using Values = typename Reducer::Values;
      alignas(64) typename Values::Accumulator values[reduce_chunk];
#pragma GCC ivdep
      for (std::int64_t i = 0; i < count; ++i) values[i] = self.form.template at<0>(HostAccess<operands>{local, i, first});
      const auto value = HostReduction<Form, Values>::tree(Values{}, count, [&](std::int64_t i) { return values[i]; });
      *static_cast<Accumulator*>(accumulator) = {value, first + first_place_of(value, values, count)};
    } else {
      *static_cast<Accumulator*>(accumulator) = tree(self.reducer, count, [&](std::int64_t i) {
        return self.reducer.start(self.form.template at<0>(HostAccess<operands>{local, i, first}), first + i);
      });
    }
  }
  static void chunk_of_accumulators(const void* context, const void* accumulators, std::int64_t count, void* accumulator) {
    const auto* from = static_cast<const Accumulator*>(accumulators);
    *static_cast<Accumulator*>(accumulator) = tree(static_cast<const HostReduction*>(context)->reducer, count, [&](std::int64_t i) { return from[i]; });
  }
  static void fold(const void* context, char* const* pointers, std::int64_t count, std::int64_t place, bool start, void* accumulators) {
    const HostReduction self = *static_cast<const HostReduction*>(context);
    char* local[operands];
    for (int k = 0; k < Form::leaves; ++k) local[k] = pointers[k];
    auto* into = static_cast<Accumulator*>(accumulators);
    const auto element = [&](std::int64_t i) {
      return self.reducer.start(self.form.template at<0>(HostAccess<operands>{local, i, 0}), place);
    };
    if (start) {
#pragma GCC ivdep
      for (std::int64_t i = 0; i < count; ++i) into[i] = element(i);
    } else {
#pragma GCC ivdep
      for (std::int64_t i = 0; i < count; ++i) into[i] = self.reducer.combine(into[i], element(i));
    }
  }
  static void merge(const void* context, void* into_address, const void* from_address, std::int64_t count) {
    const Reducer reducer = static_cast<const HostReduction*>(context)->reducer;
    auto* into = static_cast<Accumulator*>(into_address);
    const auto* from = static_cast<const Accumulator*>(from_address);
#pragma GCC ivdep
    for (std::int64_t i = 0; i < count; ++i) into[i] = reducer.combine(into[i], from[i]);
  }
  static void finish(const void* context, const void* accumulators, std::int64_t count, std::int64_t reduced, char* results) {
    const Reducer reducer = static_cast<const HostReduction*>(context)->reducer;
    const auto* from = static_cast<const Accumulator*>(accumulators);
    auto* into = reinterpret_cast<typename Reducer::Result*>(results);
    for (std::int64_t i = 0; i < count; ++i) into[i] = reducer.finish(from[i], reduced);
  }
};

/// results: contiguous, one element for each kept index. loop.reduced.size > 0.
template <class Form, class Reducer>
void reduce(const HostExec& exec, const char* label, const ReduceLoop& loop, typename Reducer::Result* results, const Form& form,
            const Reducer& reducer) {
  using Reduction = HostReduction<Form, Reducer>;
  static constexpr ReduceFunctions functions{&Reduction::chunk, &Reduction::chunk_of_accumulators, &Reduction::fold, &Reduction::merge,
                                             &Reduction::finish, sizeof(typename Reducer::Accumulator), sizeof(typename Reducer::Result)};
  const Reduction context{form, reducer};
  run_reduce(exec, label, loop, reinterpret_cast<char*>(results), functions, &context);
}

}  // namespace spica::detail
