#include "../support/backends.hpp"

#include <spica/spica.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace spica;
using spica::testing::for_each_backend;

/// What the format means, by its definition: exponent and fraction of one number.
double meaning(std::uint16_t bits, int exponent_bits) {
  const int fraction_bits = 15 - exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = (bits & 0x7fff) >> fraction_bits, fraction = bits & ((1 << fraction_bits) - 1);
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1)
    return fraction ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
  return sign * std::ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
}

template <class T> struct Format;
template <> struct Format<float16> { static constexpr int exponent_bits = 5; };
template <> struct Format<bfloat16> { static constexpr int exponent_bits = 8; };

template <class T> class Float16Of : public ::testing::Test {
 protected:
  static double meaning_of(std::uint32_t bits) { return meaning(static_cast<std::uint16_t>(bits), Format<T>::exponent_bits); }
  static constexpr std::uint32_t infinity = T(std::numeric_limits<float>::infinity()).bits;
  /// Every element there is, NaNs included.
  static Array<T> all_numbers() {
    std::vector<T> values;
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) values.push_back(T::from_bits(static_cast<std::uint16_t>(bits)));
    return from_host(values, {0x10000});
  }
};
struct ElementName {
  template <class T> static std::string GetName(int) { return dtype_name<T>(); }
};
using Elements = ::testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(Float16Of, Elements, ElementName);

TYPED_TEST(Float16Of, EveryNumberIsTheFloatThatItsBitsSay) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = TypeParam::from_bits(static_cast<std::uint16_t>(bits));
    const double right = this->meaning_of(bits);
    ASSERT_TRUE(value == right || (std::isnan(value) && std::isnan(right))) << bits;
    ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << bits;
    ASSERT_TRUE(std::isnan(value) || TypeParam(value).bits == bits);
  }
}

// Between two neighbours lies the one double where rounding turns; on it the even one wins, a hair beside it the nearer one.
TYPED_TEST(Float16Of, RoundsToTheNearestAndHalfToEvenInOneStep) {
  using T = TypeParam;
  for (std::uint32_t bits = 0; bits < this->infinity; ++bits) {
    const double low = this->meaning_of(bits);
    const double high = bits + 1 < this->infinity ? this->meaning_of(bits + 1) : 2 * low - this->meaning_of(bits - 1);
    const double middle = low + (high - low) / 2;  // exact
    ASSERT_EQ(T(middle).bits, bits % 2 ? bits + 1 : bits);
    ASSERT_EQ(T(std::nextafter(middle, low)).bits, bits);
    ASSERT_EQ(T(std::nextafter(middle, high)).bits, bits + 1);
    ASSERT_EQ(T(-std::nextafter(middle, high)).bits, 0x8000 | (bits + 1));
    ASSERT_EQ(T(static_cast<float>(middle)).bits, T(static_cast<double>(static_cast<float>(middle))).bits);
  }
}

TYPED_TEST(Float16Of, PromotesAsTheSmallestFloat) {
  using T = TypeParam;
  using Other = std::conditional_t<std::same_as<T, float16>, bfloat16, float16>;
  static_assert(std::same_as<promote_t<T, bool>, T> && std::same_as<promote_t<std::int8_t, T>, T> && std::same_as<promote_t<T, std::uint8_t>, T>);
  static_assert(std::same_as<promote_t<T, std::int16_t>, float> && std::same_as<promote_t<T, std::uint16_t>, float>);
  static_assert(std::same_as<promote_t<T, std::int32_t>, double> && std::same_as<promote_t<T, std::uint64_t>, double>);
  static_assert(std::same_as<promote_t<T, float>, float> && std::same_as<promote_t<T, double>, double>);
  static_assert(std::same_as<promote_t<T, complex64>, complex64> && std::same_as<promote_t<T, Other>, float>);
  static_assert(std::same_as<weak_t<T, double>, T> && std::same_as<weak_t<T, int>, T>);
  static_assert(std::same_as<value_type_t<decltype(std::declval<Array<T>>() * 2.5 + 1)>, T>);
  static_assert(std::same_as<value_type_t<decltype(sqrt(std::declval<Array<T>>()))>, T>);
  static_assert(!spica::detail::widens<T, double> && !spica::detail::widens<T, float> && spica::detail::widens<float, T>);
}

TYPED_TEST(Float16Of, EachOperationRoundsItsFloatResultOnce) {
  using T = TypeParam;
  for_each_backend([&](Backend) {
    const Array<T> x = this->all_numbers(), y = flip(x);
    const Array<T> sum = x + y, quotient = x / y, root = sqrt(abs(x)), chain = (x + 1) * y;
    const auto a = x.to_vector(), b = y.to_vector(), s = sum.to_vector(), q = quotient.to_vector(), r = root.to_vector(), c = chain.to_vector();
    const auto same = [](T result, float right) { return result.bits == T(right).bits || (result != result && right != right); };
    for (std::size_t i = 0; i < a.size(); ++i) {
      const float left = a[i], right = b[i];
      ASSERT_TRUE(same(s[i], left + right)) << i;
      ASSERT_TRUE(same(q[i], left / right)) << i;
      ASSERT_TRUE(same(r[i], std::sqrt(std::abs(left)))) << i;
      ASSERT_TRUE(same(c[i], static_cast<float>(T(left + 1)) * right)) << i;
    }
  });
}

TYPED_TEST(Float16Of, ReductionsAccumulateWider) {
  using T = TypeParam;
  for_each_backend([](Backend) {
    const Array<T> tenths = full<T>({60'000}, 0.5);
    const Array<T> ones_and_nan = ones<T>({3, 5});

    EXPECT_EQ(sum(tenths).item(), T(30'000.0));  // in 16 bits it would stop at 1024 or 128
    EXPECT_EQ(mean(full<T>({100'000}, 60'000.0)).item(), T(60'000.0));
    ones_and_nan(1, 2) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(max(ones_and_nan).item()));
    EXPECT_EQ(min(ones_and_nan, axis(0)).to_vector()[0], T(1));
    EXPECT_EQ(argmax(ones_and_nan).item(), 7);
    EXPECT_EQ(count_nonzero(ones_and_nan).item(), 15);
    EXPECT_EQ(cumsum(tenths)(-1).item(), T(30'000.0));
  });
}

TYPED_TEST(Float16Of, SortPutsNumbersInOrderAndNanLast) {
  using T = TypeParam;
  for_each_backend([&](Backend) {
    const Array<T> x = this->all_numbers();
    const auto sorted = sort(x).to_vector(), taken = take(x, argsort(x)).to_vector();
    std::int64_t nans = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      ASSERT_TRUE(sorted[i] == taken[i] || (std::isnan(sorted[i]) && std::isnan(taken[i]))) << i;
      nans += std::isnan(sorted[i]);
      ASSERT_TRUE(i == 0 || sorted[i - 1] <= sorted[i] || std::isnan(sorted[i])) << i;
    }
    EXPECT_EQ(nans, sum(isnan(x)).item());
    EXPECT_GT(nans, 0);
  });
}

TYPED_TEST(Float16Of, MovesThroughSelectJoinAndProducts) {
  using T = TypeParam;
  for_each_backend([](Backend) {
    const Array<T> x = array<T>({1, -2, 0.5, 4});
    const Array<T> positive = x[x > 0];

    EXPECT_EQ(positive.to_vector(), (std::vector<T>{1, 0.5, 4}));
    EXPECT_EQ(concatenate({x, positive})(-1).item(), T(4));
    EXPECT_EQ(diff(x).to_vector(), (std::vector<T>{-3, 2.5, 3.5}));
    EXPECT_EQ(dot(x, x).item(), T(21.25));
    EXPECT_EQ(matmul(reshape(x, {2, 2}), reshape(x, {2, 2})).to_vector(), (std::vector<T>{0, -10, 2.5, 15}));
    EXPECT_EQ(eval(cast<std::int32_t>(x)).to_vector(), (std::vector<std::int32_t>{1, -2, 0, 4}));
    EXPECT_EQ(Array<double>(x).to_vector(), (std::vector<double>{1, -2, 0.5, 4}));
  });
}

TEST(Float16, PrintsAsNumPy) {
  EXPECT_EQ(to_string(array<float16>({65504, 1.5})), "[6.55e+04 1.50e+00]");
  EXPECT_EQ(to_string(array<float16>({65504})), "[65504.]");
  EXPECT_EQ(to_string(full<float16>({}, 65504)), "65500.0");
  EXPECT_EQ(to_string(array<float16>({0.1, 0.25, 3})), "[0.1  0.25 3.  ]");
  EXPECT_EQ(to_string(array<float16>({6e-8})), "[6.e-08]");
  EXPECT_EQ(to_string(full<float16>({}, 1e-5)), "1e-05");
  EXPECT_EQ(to_string(full<float16>({}, 0.015625)), "0.01563");
}

}  // namespace
