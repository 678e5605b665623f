// min, max, argmin and argmax.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/reduce/min_max.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/values.hpp"
#include "naive.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace spica {
namespace {

using testing::expect_error;
using testing::for_each_backend;
using testing::inf;
using testing::Ints;
using testing::nan;
using Doubles = std::vector<double>;

TEST(MinMax, AlongEachAxis) {
  for_each_backend([](Backend) {
    const Array<std::int32_t> a = array<std::int32_t>({{3, -1, 4}, {1, 5, -9}});

    EXPECT_EQ(min(a).item(), -9);
    EXPECT_EQ(max(a).item(), 5);
    EXPECT_EQ(min(a, axis(0)).to_vector(), (std::vector<std::int32_t>{1, -1, -9}));
    EXPECT_EQ(max(a, axis(1)).to_vector(), (std::vector<std::int32_t>{4, 5}));
    EXPECT_EQ(argmin(a).item(), 5);
    EXPECT_EQ(argmax(a, axis(0)).to_vector(), (Ints{0, 1, 0}));
    EXPECT_EQ(argmin(a, axis(-1)).to_vector(), (Ints{1, 2}));
    EXPECT_EQ(argmax(a, axis(1), keepdims).shape(), Shape({2, 1}));
  });
}

TEST(MinMax, KeepTheTypeOfTheElements) {
  for_each_backend([](Backend) {
    EXPECT_EQ(max(array<std::uint8_t>({1, 255, 3})).item(), 255);
    EXPECT_EQ(min(array<std::int64_t>({INT64_MAX, INT64_MIN, 0})).item(), INT64_MIN);
    EXPECT_EQ(max(array<std::uint64_t>({UINT64_MAX, 1})).item(), UINT64_MAX);
    EXPECT_EQ(max(array<bool>({false, true})).item(), true);
    EXPECT_EQ(min(array<bool>({false, true})).item(), false);
    EXPECT_EQ(max(full<double>({}, -3)).item(), -3);
    EXPECT_EQ(argmax(full<double>({}, -3)).item(), 0);
  });
}

/// TRAP-03: the start value is not the identity.
template <class T> void expect_infinities_are_found() {
  for_each_backend([](Backend) {
    for (const std::int64_t n : {10, 100'000}) {
      const Array<T> up = full<T>({n}, inf), down = full<T>({n}, -inf);

      EXPECT_EQ(min(up).item(), T(inf));
      EXPECT_EQ(max(down).item(), T(-inf));
      EXPECT_EQ(argmin(up).item(), 0);
      EXPECT_EQ(argmax(down).item(), 0);
      for (const int d : {0, 1}) {
        EXPECT_EQ(min(reshape(up, {2, -1}), axis(d))(0).item(), T(inf));
        EXPECT_EQ(max(reshape(down, {-1, 2}), axis(d))(-1).item(), T(-inf));
        EXPECT_EQ(argmin(reshape(up, {-1, 2}), axis(d))(1).item(), 0);
      }
    }
  });
}
TEST(MinMax, OfInfinitiesAreInfiniteInFloat32) { expect_infinities_are_found<float>(); }
TEST(MinMax, OfInfinitiesAreInfiniteInFloat64) { expect_infinities_are_found<double>(); }

// TRAP-05: NaN lost.
TEST(MinMax, NaNWinsWhereverItIs) {
  for_each_backend([](Backend) {
    for (const Array<double>& a :
         {array<double>({nan, -1, 0, 1}), array<double>({-1, 0, nan, 1}), array<double>({-1, 0, 1, nan})}) {
      EXPECT_TRUE(std::isnan(min(a).item()));
      EXPECT_TRUE(std::isnan(max(a).item()));
    }
    EXPECT_EQ(argmin(array<double>({-1, nan, nan, 1})).item(), 1);
    EXPECT_EQ(argmax(array<double>({5, 1, nan, nan})).item(), 2);
  });
}

TEST(MinMax, OneNaNAmongAMillionIsFound) {
  for_each_backend([](Backend) {
    constexpr std::int64_t n = 1'000'000;
    for (const std::int64_t place :
         {std::int64_t(0), std::int64_t(4095), std::int64_t(4096), std::int64_t(512'345), n - 1}) {
      const Array<double> a = arange<double>(n);
      a(place) = nan;
      if (place < n - 2) a(place + 2) = nan;

      EXPECT_TRUE(std::isnan(min(a).item())) << place;
      EXPECT_TRUE(std::isnan(max(a).item())) << place;
      EXPECT_EQ(argmin(a).item(), place);
      EXPECT_EQ(argmax(a).item(), place);
    }
  });
}

TEST(MinMax, NaNInAMatrixIsThatOfItsRowAndColumn) {
  for_each_backend([](Backend) {
    for (const bool columns_apart : {false, true}) {
      const Array<float> m = reshape(arange<float>(6), {2, 3}), a = columns_apart ? transpose(copy(transpose(m))) : m;
      a(1, 2) = static_cast<float>(nan);

      testing::expect_same_bits(min(a, axis(0)).to_vector(), {0, 1, static_cast<float>(nan)});
      testing::expect_same_bits(max(a, axis(1)).to_vector(), {2, static_cast<float>(nan)});
      EXPECT_EQ(argmax(a, axis(0)).to_vector(), (Ints{1, 1, 1}));
      EXPECT_EQ(argmin(a, axis(1)).to_vector(), (Ints{0, 2}));
    }
  });
}

TEST(Arg, FirstOfEqualElementsWins) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : {1, 2, 63, 64, 65, 4095, 4096, 4097, 100'003}) {
      const Array<std::int32_t> same = zeros<std::int32_t>({n});
      EXPECT_EQ(argmax(same).item(), 0) << n;
      EXPECT_EQ(argmin(same).item(), 0) << n;

      same(slice(n / 2, none)) = 1;
      EXPECT_EQ(argmax(same).item(), n / 2) << n;
      EXPECT_EQ(argmin(same).item(), 0) << n;
    }
    EXPECT_EQ(argmin(array<double>({0.0, -0.0})).item(), 0);
    EXPECT_EQ(argmax(array<double>({-0.0, 0.0})).item(), 0);
  });
}

TEST(Arg, CountsInCOrderWhateverTheLayout) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = reshape(arange(12), {3, 4});

    EXPECT_EQ(argmax(transpose(a)).item(), 11);
    EXPECT_EQ(argmin(flip(a)).item(), 11);
    EXPECT_EQ(argmax(transpose(a)(slice(none, 2), all)).item(), 5);
    EXPECT_EQ(argmax(a * -1 + 5).item(), 0);
  });
}

TEST(MinMax, EveryChoiceOfAxesAndLayoutAgreesWithPlainLoops) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = reshape(eval(arange(5 * 7 * 6 * 9) * 7919 % 1009), {5, 7, 6, 9});
    for (const auto& [layout, b] : testing::layouts(a)) {
      const Ints values = b.to_vector();
      for (const Axes& choice : testing::every_choice_of_axes(4)) {
        SCOPED_TRACE(::testing::Message() << layout << ", axes " << to_string(choice.list));
        const auto flags = detail::axis_flags("max", choice, 4);

        ASSERT_EQ(max(b, choice).to_vector(),
                  testing::naive_reduce(values, b.shape(), flags,
                                        [](std::int64_t x, std::int64_t y) { return x > y ? x : y; }));
        ASSERT_EQ(min(b, choice).to_vector(),
                  testing::naive_reduce(values, b.shape(), flags,
                                        [](std::int64_t x, std::int64_t y) { return x < y ? x : y; }));
      }
    }
  });
}

TEST(MinMax, NothingToChooseFromIsRefusedButNoResultsAreFine) {
  for_each_backend([](Backend) {
    expect_error<ValueError>([] { min(ones({0})); }, "min: nothing to reduce in an array of shape (0,)");
    expect_error<ValueError>([] { max(ones({3, 0}), axis(1)); }, "max: nothing to reduce");
    expect_error<ValueError>([] { argmax(ones({0})); }, "argmax: nothing to reduce");

    EXPECT_EQ(max(ones({3, 0}), axis(0)).shape(), Shape{0});
  });
}

TEST(Arg, TakesOneAxisOrNone) {
  for_each_backend([](Backend) {
    expect_error<AxisError>([] { argmin(ones({2, 3}), axes({0, 1})); }, "argmin: takes one axis or none, not 2");
    expect_error<AxisError>([] { argmax(ones({2, 3}), axis(2)); }, "argmax: axis 2 is out of range");
  });
}

}  // namespace
}  // namespace spica
