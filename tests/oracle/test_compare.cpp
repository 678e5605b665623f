// The comparison must notice what it is there for.
#include "compare.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <limits>

namespace spica::oracle {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr Rule exact{}, two_ulp{Rule::Kind::ulp, 2, 0}, near{Rule::Kind::abs, 0, 0.25}, no_distance{Rule::Kind::abs, 0, 0.0};

template <class T> HostArray array(const std::vector<T>& values, const Shape& shape) {
  HostArray result{dtype_of<T>, shape, {}};
  result.bytes.resize(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(result.bytes.data(), values.data(), result.bytes.size());
  return result;
}
template <class T> HostArray array(const std::vector<T>& values) { return array(values, {static_cast<std::int64_t>(values.size())}); }

template <class T> bool agree(T got, T expected, const Rule& rule) {
  return !difference(array<T>({got}), array<T>({expected}), rule) && !difference(array<T>({expected}), array<T>({got}), rule);
}

TEST(Compare, WrongValueIsSeen) {
  EXPECT_TRUE(agree(0.1, 0.1, exact));
  EXPECT_FALSE(agree(0.1, std::nextafter(0.1, 1.0), exact));
  EXPECT_FALSE(agree(1, 2, exact));
  EXPECT_FALSE(agree(std::uint8_t(255), std::uint8_t(0), exact));
  EXPECT_FALSE(agree(std::int64_t(9007199254740993), std::int64_t(9007199254740992), exact)) << "one in float64";
  EXPECT_FALSE(agree(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), near));
  EXPECT_TRUE(agree(std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::uint64_t>::max(), exact));
}

TEST(Compare, WrongValueIsSeenAtEveryPlace) {
  const std::vector<float> right(101, 1.5f);
  for (std::size_t i = 0; i < right.size(); ++i) {
    std::vector<float> wrong = right;
    wrong[i] = 1.25f;
    EXPECT_TRUE(difference(array(wrong), array(right), exact)) << i;
  }
}

TEST(Compare, WrongDTypeIsSeen) {
  EXPECT_TRUE(difference(array<std::int32_t>({1}), array<std::int64_t>({1}), exact));
  EXPECT_TRUE(difference(array<std::int64_t>({1}), array<std::uint64_t>({1}), near));
  EXPECT_TRUE(difference(array<float>({}), array<double>({}), exact)) << "without elements too";
}

TEST(Compare, WrongShapeIsSeen) {
  EXPECT_TRUE(difference(array<int>({1, 2}, {2}), array<int>({1, 2}, {1, 2}), exact));
  EXPECT_TRUE(difference(array<int>({1}, {}), array<int>({1}, {1}), exact));
  EXPECT_TRUE(difference(array<int>({}, {0, 3}), array<int>({}, {0}), exact)) << "without elements too";
}

TEST(Compare, SignOfZeroIsSeen) {
  EXPECT_FALSE(agree(0.0, -0.0, exact));
  EXPECT_FALSE(agree(0.0f, -0.0f, two_ulp));
  EXPECT_TRUE(agree(0.0, -0.0, no_distance)) << "the one rule that leaves it open";
  EXPECT_TRUE(agree(-0.0, -0.0, exact));
}

TEST(Compare, AnyNaNIsAnyNaNAndNothingElse) {
  for (const Rule& rule : {exact, two_ulp, near}) {
    EXPECT_TRUE(agree(nan, -nan, rule));
    EXPECT_TRUE(agree(nan, std::nan("7"), rule));
    EXPECT_FALSE(agree(nan, 0.0, rule));
    EXPECT_FALSE(agree(nan, inf, rule));
  }
  EXPECT_FALSE(agree(nan, 1.0, Rule{Rule::Kind::abs, 0, inf}));
}

TEST(Compare, InfinityIsOnlyItself) {
  const double largest = std::numeric_limits<double>::max();
  for (const Rule& rule : {exact, two_ulp, near, Rule{Rule::Kind::abs, 0, inf}}) {
    EXPECT_TRUE(agree(inf, inf, rule));
    EXPECT_FALSE(agree(inf, -inf, rule));
    EXPECT_FALSE(agree(inf, largest, rule)) << "neighbours in the order of bits";
  }
}

TEST(Compare, UlpCountsRepresentableValues) {
  const double smallest = std::numeric_limits<double>::denorm_min();
  const auto steps = [](auto x, int n) {
    for (int i = 0; i < n; ++i) x = std::nextafter(x, decltype(x)(1e30));
    return x;
  };
  for (double x : {1.0, -1.0, 1.0 - 0x1p-53, 1e-310, -3.7e300}) {
    EXPECT_TRUE(agree(steps(x, 2), x, two_ulp)) << x;
    EXPECT_FALSE(agree(steps(x, 3), x, two_ulp)) << x;
    EXPECT_TRUE(agree(steps(static_cast<float>(x), 2), static_cast<float>(x), two_ulp) || std::isinf(static_cast<float>(x))) << x;
  }
  EXPECT_FALSE(agree(steps(1.0f, 3), 1.0f, two_ulp));
  EXPECT_TRUE(agree(smallest, -smallest, two_ulp)) << "across zero";
  EXPECT_TRUE(agree(smallest, -0.0, two_ulp)) << "only two zeros must have one sign";
  EXPECT_FALSE(agree(2 * smallest, -smallest, two_ulp));
  EXPECT_FALSE(agree(std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest(), two_ulp)) << "further apart than int64 counts";
}

TEST(Compare, AbsIsInclusive) {
  EXPECT_TRUE(agree(1.25, 1.0, near));
  EXPECT_FALSE(agree(std::nextafter(1.25, 2.0), 1.0, near));
  EXPECT_FALSE(agree(1.0, -1.0, near));
  EXPECT_FALSE(agree(1.0, std::nextafter(1.0, 2.0), no_distance));
}

TEST(Compare, ComplexPartByPart) {
  const complex128 z(1.0, 2.0);
  EXPECT_TRUE(agree(z, z, exact));
  EXPECT_FALSE(agree(z, complex128(1.0, 2.5), exact));
  EXPECT_FALSE(agree(z, complex128(1.5, 2.0), exact));
  EXPECT_FALSE(agree(complex128(0.0, -0.0), complex128(0.0, 0.0), exact));
  EXPECT_TRUE(agree(complex128(1.25, 2.25), z, near)) << "the distance is that of a part, not of the number";
  EXPECT_TRUE(agree(complex64(1, static_cast<float>(nan)), complex64(1, static_cast<float>(-nan)), exact));
  EXPECT_FALSE(agree(complex64(1, static_cast<float>(nan)), complex64(2, static_cast<float>(nan)), exact));
}

TEST(Compare, BoolIsItsByte) {
  HostArray two{DType::bool_, {1}, {std::byte{2}}};
  EXPECT_TRUE(difference(two, HostArray{DType::bool_, {1}, {std::byte{1}}}, exact));
}

TEST(Compare, MessageNamesTheFirstBadPlaces) {
  const auto message = difference(array<double>({1, 2, 3, -0.0}, {2, 2}), array<double>({1, 2.5, 3, 0.0}, {2, 2}), exact);

  ASSERT_TRUE(message);
  EXPECT_NE(message->find("2 of 4 elements differ (exact)"), std::string::npos) << *message;
  EXPECT_NE(message->find("at (0, 1): got 2, expected 2.5"), std::string::npos) << *message;
  EXPECT_NE(message->find("at (1, 1): got -0.0, expected 0.0"), std::string::npos) << *message;
}

TEST(Compare, RulesAreRead) {
  EXPECT_EQ(parse_rule(nlohmann::json::parse(R"({"kind":"ulp","ulp":4})")).ulp, 4);
  EXPECT_EQ(parse_rule(nlohmann::json::parse(R"({"kind":"abs","atol":0.5})")).atol, 0.5);
  EXPECT_EQ(parse_rule(nlohmann::json::parse(R"({"kind":"exact"})")).kind, Rule::Kind::exact);
  EXPECT_THROW(parse_rule(nlohmann::json::parse(R"({"kind":"close"})")), FormatError);
}

}  // namespace
}  // namespace spica::oracle
