// Reductions by plain loops over the elements in C order, for integers: every order of additions is right there.
#pragma once

#include <spica/core/array.hpp>

#include <functional>
#include <utility>
#include <vector>

namespace spica::testing {

using Ints = std::vector<std::int64_t>;

/// Folds `values` of that shape along the flagged axes; results in C order of the axes that stay.
inline Ints naive_reduce(const Ints& values, const Shape& shape, const std::array<bool, max_rank>& reduced,
                         const std::function<std::int64_t(std::int64_t, std::int64_t)>& combine) {
  const Shape kept = detail::reduced_shape(shape, reduced, KeepDims::yes);
  const Strides strides = detail::contiguous_strides(kept);
  Ints results(static_cast<std::size_t>(detail::size_of(kept)));
  std::vector<bool> started(results.size(), false);
  std::array<std::int64_t, max_rank> index{};
  for (const std::int64_t value : values) {
    std::int64_t place = 0;
    for (int d = 0; d < shape.rank(); ++d) place += reduced[d] ? 0 : index[d] * strides[d];
    const auto r = static_cast<std::size_t>(place);
    results[r] = started[r] ? combine(results[r], value) : value;
    started[r] = true;
    for (int d = shape.rank() - 1; d >= 0 && ++index[d] == shape[d]; --d) index[d] = 0;
  }
  return results;
}

/// Every choice of axes of an array of that rank: 2^rank lists.
inline std::vector<Axes> every_choice_of_axes(int rank) {
  std::vector<Axes> choices;
  for (int bits = 0; bits < 1 << rank; ++bits) {
    Shape list;
    for (int d = 0; d < rank; ++d)
      if (bits >> d & 1) list.push_back(d);
    choices.push_back(axes(std::span<const std::int64_t>(list)));
  }
  return choices;
}

/// `a` as it is, backwards and every second element; from rank 2 on also along one axis only and with its axes reversed
/// or rotated.
template <class T> std::vector<std::pair<const char*, Array<T>>> layouts(const Array<T>& a) {
  std::vector<Index> second(static_cast<std::size_t>(a.rank()), slice(none, none, 2)), last_second = second;
  for (std::size_t d = 0; d + 1 < last_second.size(); ++d) last_second[d] = all;
  std::vector<std::pair<const char*, Array<T>>> list{
      {"contiguous", a}, {"backwards", flip(a)}, {"every second", a.index(second)}};
  if (a.rank() > 1) {
    list.emplace_back("every second of the last axis", a.index(last_second));
    list.emplace_back("last axis backwards", flip(a, axis(-1)));
    list.emplace_back("transposed", transpose(a));
  }
  if (a.rank() > 2) list.emplace_back("first axis last", moveaxis(a, {0}, {-1}));
  return list;
}

}  // namespace spica::testing
