// The checks of spica-speedup must find what is wrong.
#include <spica/apps/speedup/check.hpp>
#include <spica/spica.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace {

using namespace speedup;
namespace sp = spica;

TEST(Check, ConstantArrayPasses) { EXPECT_EQ(check_constant(sp::full<double>({3'000'000}, 2.0), 2), ""); }

TEST(Check, OneWrongElementAmongMillionsIsFound) {
  const auto a = sp::full<double>({3'000'000}, 2.0);
  a(2'345'678) = 2.5;

  EXPECT_NE(check_constant(a, 2).find("element 2345678 is 2.5, expected 2"), std::string::npos) << check_constant(a, 2);
}

TEST(Check, NanIsWrong) {
  const auto a = sp::ones<double>({3});
  a(1) = std::numeric_limits<double>::quiet_NaN();

  EXPECT_NE(check_constant(a, 1), "");
}

TEST(Check, FusedExpressionIsCompared) {
  sp::random::Generator generator(1);
  const auto x = generator.random<double>({1'500'000}), y = generator.random<double>({1'500'000});
  const sp::Array<double> r = sp::sqrt(x * x + y * y) * 0.5 + 1;
  EXPECT_EQ(check_fused(x, y, r), "");

  r(1'400'000) = r(1'400'000).item() * (1 + 1e-14);

  EXPECT_NE(check_fused(x, y, r).find("element 1400000"), std::string::npos);
}

template <class T> class CheckMatmul : public testing::Test {};
using Types = testing::Types<double, float>;
TYPED_TEST_SUITE(CheckMatmul, Types);

TYPED_TEST(CheckMatmul, ProductPassesAndAWrongElementAnywhereIsFound) {
  sp::random::Generator generator(2);
  const auto a = generator.uniform<TypeParam>({60, 60}, 1, 100), b = generator.uniform<TypeParam>({60, 60}, 1, 100);
  const sp::Array<TypeParam> c = sp::matmul(a, b);
  EXPECT_EQ(check_matmul(a, b, c), "");

  for (const auto& [i, j] : {std::pair(0, 0), std::pair(4, 3), std::pair(30, 41), std::pair(59, 59)}) {
    const TypeParam right = c(i, j).item();
    c(i, j) = right * TypeParam(1.01);
    EXPECT_NE(check_matmul(a, b, c), "") << i << ", " << j;
    c(i, j) = right;
  }
}

DailyUsage two_days() { return usage_by_day({5, 4, 5, 5}, {1.5, 0.25, 0.5, 1.0}); }

TEST(Check, UsageByDayIsOrderedByDay) {
  const DailyUsage usage = two_days();

  EXPECT_EQ(usage.days, (std::vector<std::int32_t>{4, 5}));
  EXPECT_EQ(usage.min, (std::vector<double>{0.25, 0.5}));
  EXPECT_EQ(usage.max, (std::vector<double>{0.25, 1.5}));
  EXPECT_EQ(usage.mean, (std::vector<double>{0.25, 1.0}));
  EXPECT_EQ(usage.count, (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(check_usage(usage, two_days()), "");
}

TEST(Check, EveryWrongFigureOfADayIsFound) {
  const auto verdict = [](const auto& spoil) {
    DailyUsage usage = two_days();
    spoil(usage);
    return check_usage(usage, two_days());
  };
  EXPECT_NE(verdict([](DailyUsage& u) { u.days[1] = 6; }).find("day 1 is 6, expected 5"), std::string::npos);
  EXPECT_NE(verdict([](DailyUsage& u) {
              u.count[0] = 2;
            }).find("the count of day 0 (4 days after 1970-01-01) is 2, expected 1"),
            std::string::npos);
  EXPECT_NE(verdict([](DailyUsage& u) { u.min[1] *= 1 + 3e-16; }).find("the minimum of day 1"), std::string::npos);
  EXPECT_NE(verdict([](DailyUsage& u) { u.max[1] *= 1 + 3e-16; }).find("the maximum of day 1"), std::string::npos);
  EXPECT_NE(verdict([](DailyUsage& u) { u.mean[1] += 2e-12; }).find("the mean of day 1"), std::string::npos);
  EXPECT_EQ(verdict([](DailyUsage& u) { u.mean[1] += 5e-13; }), "");
  EXPECT_NE(verdict([](DailyUsage& u) { u.mean[0] = std::numeric_limits<double>::quiet_NaN(); }), "");
  EXPECT_NE(verdict([](DailyUsage& u) { u.mean.pop_back(); }), "");
  EXPECT_NE(verdict([](DailyUsage& u) { u = {}; }), "");
}

TEST(Check, ADayWithANanHasNanFigures) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const DailyUsage usage = usage_by_day({1, 1, 1}, {1, nan, 2});

  EXPECT_NE(usage.min[0], usage.min[0]);
  EXPECT_NE(usage.max[0], usage.max[0]);
  EXPECT_NE(usage.mean[0], usage.mean[0]);
  EXPECT_EQ(check_usage(usage, usage), "");
}

TEST(Check, CornersAgreeToTheGivenTolerance) {
  Corner corner = article_corner("float64");
  EXPECT_EQ(check_corner(corner, article_corner("float64"), 0), "");
  EXPECT_EQ(check_corner(article_corner("float32"), corner, 1e-6), "");

  corner[3][2] *= 1 + 1e-12;

  EXPECT_NE(check_corner(corner, article_corner("float64"), 1e-13).find("element (3, 2)"), std::string::npos);
  EXPECT_NE(check_corner({{1, 2}}, article_corner("float64"), 1), "");
}

TEST(Check, CornerOfASmallMatrixIsAllOfIt) {
  EXPECT_EQ(corner_of(sp::array<double>({{1, 2}, {3, 4}})), (Corner{{1, 2}, {3, 4}}));
  EXPECT_EQ(corner_of(sp::eye(7)).size(), 5u);
}

}  // namespace
