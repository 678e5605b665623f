// nansum and its like, and ptp.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/classification.hpp>
#include <spica/ops/elementwise/where.hpp>
#include <spica/ops/reduce/nan.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace spica {
namespace {

using testing::expect_error;
using testing::expect_same_bits;
using testing::for_each_backend;
using testing::inf;
using testing::nan;
using Doubles = std::vector<double>;
using Ints = std::vector<std::int64_t>;

TEST(NanReductions, Example) {
  // example-begin nanmean
  const double none = std::numeric_limits<double>::quiet_NaN();
  const Array<double> readings = array<double>({{20, none, 22}, {none, 19, none}});

  const Array<double> means = nanmean(readings, axis(1));                      // {21, 19}
  const Array<double> filled = where(isnan(readings), mean(means), readings);  // one kernel
  const std::int64_t warmest = nanargmax(readings).item();                     // place 2, in C order
  // example-end nanmean

  EXPECT_EQ(means.to_vector(), (Doubles{21, 19}));
  EXPECT_EQ(filled.to_vector(), (Doubles{20, 20, 22, 20, 19, 20}));
  EXPECT_EQ(warmest, 2);
}

TEST(NanReductions, LeaveNaNOut) {
  for_each_backend([](Backend) {
    const Array<double> a = array<double>({{nan, 2, -3}, {nan, nan, nan}, {4, 5, nan}});

    EXPECT_EQ(nansum(a, axis(1)).to_vector(), (Doubles{-1, 0, 9}));
    EXPECT_EQ(nanprod(a, axis(1)).to_vector(), (Doubles{-6, 1, 20}));
    expect_same_bits(nanmean(a, axis(1)).to_vector(), Doubles{-0.5, nan, 4.5});
    expect_same_bits(nanmin(a, axis(1)).to_vector(), Doubles{-3, nan, 4});
    expect_same_bits(nanmax(a, axis(1)).to_vector(), Doubles{2, nan, 5});
    expect_same_bits(nanmax(a, axis(0), keepdims).to_vector(), Doubles{4, 5, -3});
    EXPECT_EQ(nanargmin(a).item(), 2);
    EXPECT_EQ(nanargmax(a, axis(0)).to_vector(), (Ints{2, 2, 0}));
    EXPECT_EQ(nanmin(a * -1).item(), -5);
    EXPECT_EQ(nansum(cast<float>(array<double>({1, inf, nan}))).item(), inf);
    EXPECT_TRUE(std::isnan(nansum(array<double>({-inf, inf, nan})).item()));
    EXPECT_EQ(nansum(array<complex64>({complex64(1, 2), complex64(0, static_cast<float>(nan))})).item(),
              complex64(1, 2));
  });
}

TEST(NanReductions, OfIntegersAreTheOrdinaryOnes) {
  for_each_backend([](Backend) {
    const Array<std::int32_t> a = array<std::int32_t>({5, -7, -7});

    EXPECT_EQ(nansum(a).item(), -9);
    EXPECT_EQ(nanmean(a).item(), -3);
    EXPECT_EQ(nanargmin(a).item(), 1);
    EXPECT_EQ(nanmax(a).item(), 5);
  });
}

TEST(NanReductions, OfNothing) {
  for_each_backend([](Backend) {
    EXPECT_EQ(nansum(ones({0})).item(), 0);
    EXPECT_EQ(nanprod(ones({2, 0}), axis(1)).to_vector(), (Doubles{1, 1}));
    EXPECT_TRUE(std::isnan(nanmean(ones({0})).item()));
    EXPECT_EQ(nanmin(ones({0, 3}), axis(1)).shape(), Shape{0});
    expect_error<ValueError>([] { nanmin(ones({0})); }, "nanmin: nothing to reduce");
    expect_error<ValueError>([] { nanargmax(ones({0})); }, "nanargmax: nothing to reduce");
    expect_error<ValueError>(
        [] {
          nanargmin(array<double>({{1, 2}, {nan, nan}}), axis(1));
        },
        "nanargmin", "nothing but NaN");
    expect_error<AxisError>([] { nanargmin(ones({2, 2}), axes({0, 1})); }, "nanargmin", "one axis");
  });
}

TEST(NanReductions, FindOneNumberAmongManyNaN) {
  for_each_backend([](Backend) {
    const Array<double> a = full<double>({100'003}, nan);
    for (const std::int64_t place : {std::int64_t(0), std::int64_t(4097), std::int64_t(100'002)}) {
      a(place) = -2;
      EXPECT_EQ(nanmin(a).item(), -2);
      EXPECT_EQ(nanmax(a).item(), -2);
      EXPECT_EQ(nanargmax(a).item(), place);
      EXPECT_EQ(nanmean(a).item(), -2);
      a(place) = nan;
    }
  });
}

TEST(NanReductions, HaveTheSameBitsEverywhere) {
  for (const std::int64_t size : testing::awkward_sizes) {
    const auto a = testing::awkward_values<double>({size + 1}, 3, true);
    a(size) = 1;
    testing::expect_same_bits_everywhere([](const auto& x) { return nansum(x); }, a);
    testing::expect_same_bits_everywhere([](const auto& x) { return nanmean(x); }, a);
    testing::expect_same_bits_everywhere([](const auto& x) { return nanargmin(x); }, a);
  }
  for (const Shape& shape : testing::awkward_matrices) {
    const auto a = testing::awkward_values<double>(shape, 4, true);
    for (const Axes& choice : {axis(0), axis(1)}) {
      testing::expect_same_bits_everywhere([&](const auto& x) { return nanmean(x, choice); }, a);
      testing::expect_same_bits_everywhere([&](const auto& x) { return nanmax(transpose(x), choice); }, a);
    }
  }
}

TEST(Ptp, IsTheLargestLessTheSmallest) {
  for_each_backend([](Backend) {
    const Array<double> a = array<double>({{4, 9, 2}, {6, nan, 7}});

    EXPECT_EQ(ptp(a(0)).item(), 7);
    expect_same_bits(ptp(a, axis(0)).to_vector(), Doubles{2, nan, 5});
    EXPECT_EQ(ptp(array<std::int8_t>({-100, 100})).item(), -56);  // wraps, as NumPy's
    EXPECT_EQ(ptp(arange(100'000), all_axes, keepdims).to_vector(), (Ints{99'999}));
    expect_error<ValueError>([] { ptp(ones({0})); }, "ptp: nothing to reduce");
  });
}

}  // namespace
}  // namespace spica
