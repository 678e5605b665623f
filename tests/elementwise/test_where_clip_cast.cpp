#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>

#include "../support/backends.hpp"

#include <cmath>
#include <limits>

namespace {

namespace sp = spica;
using sp::testing::for_each_backend;
using std::int32_t, std::uint8_t;
template <class T> using Values = std::vector<T>;

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
constexpr int32_t smallest = std::numeric_limits<int32_t>::min();

template <class E> auto values(const E& expression) { return sp::eval(expression).to_vector(); }

TEST(Where, BroadcastsItsThreeOperands) {
  for_each_backend([](sp::Backend) {
    const auto column = sp::array<bool>({{true}, {false}});
    const auto row = sp::array<int32_t>({1, 2, 3});

    const auto chosen = sp::where(column, row, 0);

    EXPECT_EQ(chosen.shape(), (sp::Shape{2, 3}));
    EXPECT_EQ(values(chosen), (Values<int32_t>{1, 2, 3, 0, 0, 0}));
    EXPECT_THROW(sp::where(sp::ones<bool>({4}), row, 0), sp::ShapeError);
  });
}

TEST(Where, TheConditionTakesNoPartInPromotion) {
  for_each_backend([](sp::Backend) {
    const auto condition = sp::array<double>({nan, 0, 0.5});
    const auto bytes = sp::array<uint8_t>({1, 2, 3});

    const auto chosen = sp::where(condition, bytes, 7);

    static_assert(std::same_as<decltype(chosen)::value_type, uint8_t>);
    EXPECT_EQ(values(chosen), (Values<uint8_t>{1, 7, 3}));
    EXPECT_EQ(values(sp::where(condition > 0.1, 1.5, 2)), (Values<double>{2, 2, 1.5}));
  });
}

TEST(Clip, BoundsMayBeArraysNumbersOrAbsent) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<int32_t>({-5, 0, 5, 9});

    EXPECT_EQ(values(sp::clip(a, 0, 6)), (Values<int32_t>{0, 0, 5, 6}));
    EXPECT_EQ(values(sp::clip(a, 0, std::nullopt)), (Values<int32_t>{0, 0, 5, 9}));
    EXPECT_EQ(values(sp::clip(a, std::nullopt, 6)), (Values<int32_t>{-5, 0, 5, 6}));
    EXPECT_EQ(values(sp::clip(a, std::nullopt, std::nullopt)), a.to_vector());
    EXPECT_EQ(values(sp::clip(a, sp::array<int32_t>({-9, 1, 1, 1}), 6)), (Values<int32_t>{-5, 1, 5, 6}));
    EXPECT_EQ(values(sp::clip(a, -1.5, 2.5)), (Values<double>{-1.5, 0, 2.5, 2.5}));
  });
}

TEST(Clip, LowAboveHighGivesHighAndNaNWins) {
  for_each_backend([](sp::Backend) {
    EXPECT_EQ(values(sp::clip(sp::array<double>({1, 9}), 6, 2)), (Values<double>{2, 2}));
    EXPECT_TRUE(std::isnan(values(sp::clip(sp::array<double>({1}), nan, 2))[0]));
    EXPECT_TRUE(std::isnan(values(sp::clip(sp::array<double>({1}), 0, nan))[0]));
    EXPECT_TRUE(std::isnan(values(sp::clip(sp::array<double>({nan}), 0, 2))[0]));
  });
}

TEST(Extrema, NaNWinsInMaximumAndLosesInFmax) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<double>({nan, 1, 3}), b = sp::array<double>({2, nan, -1});

    EXPECT_TRUE(std::isnan(values(sp::maximum(a, b))[0]) && std::isnan(values(sp::maximum(a, b))[1]));
    EXPECT_TRUE(std::isnan(values(sp::minimum(a, b))[0]) && std::isnan(values(sp::minimum(a, b))[1]));
    EXPECT_EQ(values(sp::fmax(a, b)), (Values<double>{2, 1, 3}));
    EXPECT_EQ(values(sp::fmin(a, b)), (Values<double>{2, 1, -1}));
  });
}

TEST(Cast, HasOneRuleForWhatCppLeavesUndefined) {  // TRAP-02
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<double>({-1, -2, 255, 256, nan, inf}), b = sp::array<double>({nan, inf, -inf, 3e9});

    EXPECT_EQ(values(sp::cast<uint8_t>(a)), (Values<uint8_t>{255, 254, 255, 0, 0, 0}));
    EXPECT_EQ(values(sp::cast<int32_t>(b)), (Values<int32_t>(4, smallest)));
    EXPECT_EQ(values(sp::cast<bool>(b)), (Values<bool>(4, true)));
    EXPECT_EQ(values(sp::cast<float>(sp::array({sp::complex128(1.5, 2)}))), (Values<float>{1.5f}));
    EXPECT_EQ(sp::cast<int32_t>(2.9), 2);
  });
}

TEST(Cast, FusesIntoANarrowerArray) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<double>({1, 2});

    const sp::Array<float> f = sp::cast<float>(a / 3);

    EXPECT_EQ(f.to_vector(), (Values<float>{float(1.0 / 3), float(2.0 / 3)}));
  });
}

}  // namespace
