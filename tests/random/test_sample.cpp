// permutation, shuffle, choice.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/random/generator.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "bits_hash.hpp"
#include "numpy_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

namespace spica::random {
namespace {

using spica::testing::expect_error;
using spica::testing::for_each_backend;
using tests::bits_hash;
using Integers = std::vector<std::int64_t>;

Integers numbers_below(std::int64_t n) {
  Integers all_of_them(static_cast<std::size_t>(n));
  std::iota(all_of_them.begin(), all_of_them.end(), 0);
  return all_of_them;
}

Integers sorted(Integers x) {
  std::ranges::sort(x);
  return x;
}

TEST(Sample, ChoiceWithReplacementAndOfFewIsNumPys) {
  for_each_backend([](Backend) {
    Generator rng(7);

    EXPECT_EQ(bits_hash(rng.choice(1000, {20}).to_vector()), numpy::choice_1_of_1000_20);
    EXPECT_EQ(bits_hash(rng.choice(4, {20}, true, array<double>({0.1, 0.2, 0.3, 0.4})).to_vector()),
              numpy::choice_2_p_20);
    EXPECT_EQ(bits_hash(rng.choice(10, {10}, false).to_vector()), numpy::choice_3_10_of_10);
    EXPECT_EQ(bits_hash(rng.choice(100, {70}, false).to_vector()), numpy::choice_4_70_of_100);
    EXPECT_EQ(bits_hash(rng.choice(1'000'000'000'000, {20}, false).to_vector()), numpy::choice_5_20_of_1000000000000);
    EXPECT_EQ(bits_hash(rng.random({1}).to_vector()), numpy::choice_6_double_1);
  });
}

TEST(Sample, PermutationHasEachOnceAndIsTheSameEverywhere) {
  const Integers expected = Generator(7).permutation(50'000, Backend::serial).to_vector();

  EXPECT_EQ(sorted(expected), numbers_below(50'000));
  EXPECT_NE(expected, numbers_below(50'000));
  for_each_backend([&](Backend) { EXPECT_EQ(Generator(7).permutation(50'000).to_vector(), expected); });
  EXPECT_EQ(Generator(7).permutation(0).size(), 0);
  EXPECT_EQ(Generator(7).permutation(1).to_vector(), Integers{0});
  EXPECT_THROW(Generator(7).permutation(-1), ShapeError);
}

TEST(Sample, EveryOrderOfThreeIsEquallyLikely) {
  Generator rng(7);
  std::vector<int> seen(27);
  for (int i = 0; i < 6000; ++i) {
    const Integers order = rng.permutation(3, Backend::serial).to_vector();
    ++seen[static_cast<std::size_t>(9 * order[0] + 3 * order[1] + order[2])];
  }

  EXPECT_EQ(std::ranges::count(seen, 0), 21);
  for (const int count : seen) {
    if (count > 0) { EXPECT_NEAR(count, 1000, 120) << "four standard deviations"; }
  }
}

TEST(Sample, PermutationOfAnArrayMovesWholeParts) {
  for_each_backend([](Backend) {
    const auto x = reshape(arange(12), {4, 3});
    const Integers order = Generator(7).permutation(4).to_vector();
    const Integers columns = Generator(7).permutation(3).to_vector();

    const Integers rows_moved = Generator(7).permutation(x).to_vector();
    const Integers columns_moved = Generator(7).permutation(x * 1, -1).to_vector();

    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        EXPECT_EQ(rows_moved[3 * i + j], 3 * order[i] + static_cast<std::int64_t>(j));
        EXPECT_EQ(columns_moved[3 * i + j], 3 * static_cast<std::int64_t>(i) + columns[j]);
      }
    }
    EXPECT_THROW(Generator(7).permutation(x, 2), AxisError);
  });
}

TEST(Sample, ShuffleWritesInPlaceAlsoThroughViews) {
  for_each_backend([](Backend) {
    const auto x = arange(20), expected = arange(20);
    const auto reversed = x(slice(none, none, -2));  // 19, 17, …, 1
    const Integers order = Generator(7).permutation(10).to_vector();

    Generator(7).shuffle(reversed);

    const Integers values = x.to_vector();
    for (std::size_t i = 0; i < 10; ++i) {
      EXPECT_EQ(values[19 - 2 * i], 19 - 2 * order[i]);
      EXPECT_EQ(values[2 * i], static_cast<std::int64_t>(2 * i)) << "outside the view";
    }
    EXPECT_THROW(Generator(7).shuffle(broadcast_to(arange(1), {5})), ValueError);
    EXPECT_THROW(Generator(7).shuffle(full<double>({}, 1.0)), AxisError);
  });
}

TEST(Sample, LargeSampleWithoutReplacementIsThePermutationsBeginning) {
  for_each_backend([](Backend) {
    const Integers order = Generator(7).permutation(10'001).to_vector();

    EXPECT_EQ(Generator(7).choice(10'001, {2, 500}, false).to_vector(), Integers(order.begin(), order.begin() + 1000));
    EXPECT_EQ(Generator(7).choice(10'001, {2, 500}, false).shape(), Shape({2, 500}));
  });
}

TEST(Sample, FrequenciesFollowP) {
  for_each_backend([](Backend) {
    const auto p = array<double>({0.5, 0.0, 0.2, 0.3});
    const std::vector<double> expected{0.5, 0.0, 0.2, 0.3};
    std::vector<double> with(4);
    for (const std::int64_t i : Generator(7).choice(4, {40'000}, true, p).to_vector())
      with[static_cast<std::size_t>(i)] += 1;

    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(with[i] / 40'000, expected[i], 0.01) << i;
  });
}

TEST(Sample, WithoutReplacementTheFirstFollowsPAndNothingComesTwice) {
  const auto p = array<double>({0.5, 0.0, 0.2, 0.3}, Backend::serial);
  Generator rng(7);
  std::vector<double> first(4), second_after_0(4);
  for (int i = 0; i < 10'000; ++i) {
    const Integers sample = rng.choice(4, {3}, false, p, Backend::serial).to_vector();
    ASSERT_EQ(sorted(sample), (Integers{0, 2, 3}));
    first[static_cast<std::size_t>(sample[0])] += 1;
    if (sample[0] == 0) second_after_0[static_cast<std::size_t>(sample[1])] += 1;
  }

  EXPECT_NEAR(first[0] / 10'000, 0.5, 0.02);
  EXPECT_NEAR(first[2] / 10'000, 0.2, 0.02);
  EXPECT_NEAR(second_after_0[2] / first[0], 0.4, 0.03) << "0.2 / (0.2 + 0.3)";
  for_each_backend([&](Backend backend) {
    EXPECT_EQ(Generator(9).choice(4, {3}, false, p.to(backend)).to_vector(),
              Generator(9).choice(4, {3}, false, p, Backend::serial).to_vector());
  });
}

TEST(Sample, ChoiceOfAnArrayTakesItsParts) {
  for_each_backend([](Backend) {
    const auto x = reshape(arange<double>(0, 12, 1), {3, 4});
    const Integers rows = Generator(7).choice(3, {5}).to_vector();

    const auto taken = Generator(7).choice(x, {5});

    ASSERT_EQ(taken.shape(), Shape({5, 4}));
    for (std::int64_t i = 0; i < 5; ++i) {
      EXPECT_EQ(taken(i, 0).item(), 4.0 * static_cast<double>(rows[static_cast<std::size_t>(i)]));
    }
    EXPECT_EQ(Generator(7).choice(x, {2}, false, std::nullopt, 1).shape(), Shape({3, 2}));
  });
}

TEST(Sample, WrongRequestsThrow) {
  Generator rng(7);

  expect_error<ValueError>([&] { rng.choice(0, {1}); }, "nothing to choose from");
  EXPECT_EQ(rng.choice(0, {0}).size(), 0);
  expect_error<ValueError>([&] { rng.choice(3, {4}, false); }, "4 of 3");
  expect_error<ValueError>([&] { rng.choice(3, {1}, true, array<double>({0.5, 0.5})); }, "(3,)", "(2,)");
  expect_error<ValueError>([&] { rng.choice(2, {1}, true, array<double>({0.5, 0.6})); }, "1.1");
  expect_error<ValueError>([&] { rng.choice(2, {1}, true, array<double>({1.5, -0.5})); }, "negative");
  expect_error<ValueError>([&] { rng.choice(2, {2}, false, array<double>({1, 0})); }, "only 1");
}

}  // namespace
}  // namespace spica::random
