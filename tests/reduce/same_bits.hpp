// Every reduction of one element type, for all lengths, axes and layouts of support/same_bits.hpp. One source for each
// type, so that they compile side by side.
#pragma once

#include <spica/ops/reduce/any_all.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/same_bits.hpp"
#include "naive.hpp"

#include <span>

namespace spica::testing {

/// Calls check("sum", [](a, axes) { … }) for each reduction that takes elements of type T and those axes.
template <class T, class F> void for_each_reduction(const Axes& which, F check) {
  check("sum", [](const auto& a, const Axes& axes) { return sum(a, axes); });
  check("prod", [](const auto& a, const Axes& axes) { return prod(a, axes); });
  check("mean", [](const auto& a, const Axes& axes) { return mean(a, axes); });
  check("any", [](const auto& a, const Axes& axes) { return any(a, axes); });
  check("all", [](const auto& a, const Axes& axes) { return reduce_all(a, axes); });
  check("count_nonzero", [](const auto& a, const Axes& axes) { return count_nonzero(a, axes); });
  if constexpr (RealElement<T>) {
    check("min", [](const auto& a, const Axes& axes) { return min(a, axes); });
    check("max", [](const auto& a, const Axes& axes) { return max(a, axes); });
    if (!which.all && which.list.rank() != 1) return;
    check("argmin", [](const auto& a, const Axes& axes) { return argmin(a, axes); });
    check("argmax", [](const auto& a, const Axes& axes) { return argmax(a, axes); });
  }
}

/// Reductions of `a` in each of its layouts along each of `choices`.
template <class T> void expect_same_reductions(const Array<T>& a, const std::vector<Axes>& choices) {
  const std::size_t count = layouts(a).size();
  for (std::size_t layout = 0; layout < count; ++layout) {
    for (const Axes& choice : choices) {
      for_each_reduction<T>(choice, [&](const char* op, auto reduction) {
        if (::testing::Test::HasFatalFailure()) return;
        SCOPED_TRACE(::testing::Message() << op << " of " << to_string(a.shape()) << ", " << layouts(a)[layout].first
                                          << ", axes " << (choice.all ? "all" : to_string(choice.list)));
        expect_same_bits_everywhere([&](const Array<T>& x) { return reduction(layouts(x)[layout].second, choice); }, a);
      });
    }
  }
}

template <class T> void expect_same_bits_of_vectors() {
  for (const std::int64_t size : awkward_sizes)
    for (const bool special : {false, true})
      if (!special || FloatingElement<T>) expect_same_reductions(awkward_values<T>({size}, 1, special), {all_axes});
}

template <class T> void expect_same_bits_of_matrices() {
  for (const Shape& shape : awkward_matrices)
    expect_same_reductions(awkward_values<T>(shape, 2), {all_axes, axis(0), axis(1)});
}

/// Rank 4 takes the general paths: axes that do not merge, kept ones between reduced ones.
template <class T> void expect_same_bits_of_rank_4() {
  expect_same_reductions(awkward_values<T>({7, 34, 5, 67}, 3), every_choice_of_axes(4));
}

}  // namespace spica::testing
