// isclose and its like, and the small formulas of helpers.hpp.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/close.hpp>
#include <spica/ops/elementwise/helpers.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

using testing::expect_error;
using testing::expect_same_bits;
using testing::for_each_backend;
using testing::inf;
using testing::nan;
using Doubles = std::vector<double>;
using Bools = std::vector<bool>;

TEST(Close, Example) {
  // example-begin allclose
  const Array<double> a = array<double>({1, 2, 3});

  const bool close = allclose(a, a * (1 + 1e-9));         // true
  const bool equal = array_equal(a, a * (1 + 1e-9));      // false
  const Array<bool> where_close = isclose(a, 2.0, 0, 1);  // |a - 2| <= 1: all true
  // example-end allclose

  EXPECT_TRUE(close);
  EXPECT_FALSE(equal);
  EXPECT_TRUE(reduce_all(where_close).item());
}

// Expected: NumPy 2.4.
TEST(Close, IscloseIsNumPys) {
  for_each_backend([](Backend) {
    const Array<double> a = array<double>({1, 1.00001, 1.0001, inf, -inf, nan, 0, 1e-9, 1e300});
    const Array<double> b = array<double>({1, 1, 1, inf, inf, nan, 1e-8, 0, inf});

    EXPECT_EQ(isclose(a, b).shape(), Shape{9});
    EXPECT_EQ(eval(isclose(a, b)).to_vector(), (Bools{true, true, false, true, false, false, true, true, false}));
    EXPECT_EQ(eval(isclose(a, b, 1e-5, 1e-8, equal_nan)).to_vector(),
              (Bools{true, true, false, true, false, true, true, true, false}));
    EXPECT_FALSE(allclose(a, a));
    EXPECT_TRUE(allclose(a, a, 0, 0, equal_nan));
    EXPECT_TRUE(allclose(array<int>({10'000'000, -5}), array<int>({10'000'001, -5})));
    EXPECT_TRUE(allclose(ones({0}), ones({3, 1, 1}) * 2));  // broadcasts to no elements
    EXPECT_TRUE(allclose(array<complex128>({complex128(3, 4)}), complex128(3, 4 + 4e-5)));
    EXPECT_FALSE(allclose(array<complex128>({complex128(3, 4)}), complex128(3, 4 + 6e-5)));
    // Not symmetric: the tolerance is a part of b.
    EXPECT_TRUE(allclose(full<double>({}, 0.95), 1.0, 0.05, 1e-15));
    EXPECT_FALSE(allclose(full<double>({}, 1.0), 0.95, 0.05, 0));
    expect_error<ShapeError>([] { (void)allclose(ones({3}), ones({2})); }, "isclose", "(3,)", "(2,)");
  });
}

TEST(Close, EqualShapesAndElements) {
  for_each_backend([](Backend) {
    const Array<double> a = array<double>({1, nan});

    EXPECT_FALSE(array_equal(a, a));
    EXPECT_TRUE(array_equal(a, a, equal_nan));
    EXPECT_FALSE(array_equal(array<double>({1, 2}), a, equal_nan));
    EXPECT_FALSE(array_equal(ones({2, 1}), ones({2})));
    EXPECT_TRUE(array_equal(ones({0, 3}), zeros({0, 3})));
    EXPECT_TRUE(array_equal(array<int>({1, 2}), array<double>({1, 2})));
    EXPECT_TRUE(array_equiv(ones({2, 1}), ones({3})));
    EXPECT_FALSE(array_equiv(ones({2}), ones({3})));
    EXPECT_FALSE(array_equiv(a, a));
  });
}

TEST(Helpers, KnowInfinities) {
  for_each_backend([](Backend) {
    const Array<double> a = array<double>({-inf, inf, nan, 3});
    constexpr double most = std::numeric_limits<double>::max();

    EXPECT_EQ(eval(isposinf(a)).to_vector(), (Bools{false, true, false, false}));
    EXPECT_EQ(eval(isneginf(a)).to_vector(), (Bools{true, false, false, false}));
    EXPECT_EQ(eval(nan_to_num(a)).to_vector(), (Doubles{-most, most, 0, 3}));
    EXPECT_EQ(eval(nan_to_num(a, -1, 10, -10)).to_vector(), (Doubles{-10, 10, -1, 3}));
    EXPECT_EQ(eval(nan_to_num(array<complex128>({complex128(nan, inf)}))).item(), complex128(0, most));
    EXPECT_EQ(eval(nan_to_num(array<int>({3}))).item(), 3);
  });
}

// Expected: NumPy 2.4, to the bit but for sinc (2 ULP).
TEST(Helpers, AreNumPysFormulas) {
  for_each_backend([](Backend) {
    const Array<double> a = array<double>({-2.5, -0.0, 0, 1.5, nan});

    expect_same_bits(eval(heaviside(a, 0.5)).to_vector(), Doubles{0, 0.5, 0.5, 1, nan});
    expect_same_bits(eval(deg2rad(array<double>({180, 30, 1}))).to_vector(),
                     Doubles{0x1.921fb54442d18p+1, 0x1.0c152382d7365p-1, 0x1.1df46a2529d39p-6});
    expect_same_bits(eval(rad2deg(array<double>({1, 3}))).to_vector(),
                     Doubles{0x1.ca5dc1a63c1f8p+5, 0x1.57c6513cad17ap+7});
    EXPECT_DOUBLE_EQ(eval(sinc(a))(3).item(), -0.2122065907891938);
    EXPECT_EQ(eval(sinc(a))(1).item(), 1);
    EXPECT_EQ(eval(sinc(a))(2).item(), 1);
  });
  testing::expect_same_bits_everywhere([](const auto& x) { return eval(sinc(x)); },
                                       testing::awkward_values<double>({100'003}, 1, true));
}

}  // namespace
}  // namespace spica
