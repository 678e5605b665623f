// var and std against numbers one can check by hand and against plain loops in long double.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/reduce/variance.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/same_bits.hpp"
#include "naive.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>

namespace spica {
namespace {

using testing::expect_error;
using testing::for_each_backend;
using testing::inf;
using testing::nan;
using Doubles = std::vector<double>;

TEST(Variance, Example) {
  // example-begin var
  const Array<double> a = array<double>({{1, 2, 3, 4}, {10, 10, 10, 14}});

  const Array<double> all_of_them = var(a);                           // rank 0
  const Array<double> rows = var(a, axis(1));                         // {1.25, 3}
  const Array<double> sample = var(a, axis(1), 1);                    // divided by n - 1: {5/3, 4}
  const Array<double> spread = spica::std(a, axis(1), 0, keepdims);   // {{sqrt(1.25)}, {sqrt(3)}}
  const Array<double> z = (a - mean(a, axis(1), keepdims)) / spread;  // one kernel
  // example-end var

  EXPECT_EQ(all_of_them.item(), 20.1875);
  EXPECT_EQ(rows.to_vector(), (Doubles{1.25, 3}));
  EXPECT_EQ(sample.to_vector(), (Doubles{5.0 / 3, 4}));
  EXPECT_EQ(spread.shape(), Shape({2, 1}));
  EXPECT_EQ(spread.to_vector(), (Doubles{std::sqrt(1.25), std::sqrt(3.0)}));
  EXPECT_EQ(z(1, 3).item(), 3 / std::sqrt(3.0));
}

TEST(Variance, TypesAreNumPys) {  // their values: the oracle
  static_assert(std::is_same_v<var_type_t<bool>, double>);
  static_assert(std::is_same_v<var_type_t<std::int8_t>, double>);
  static_assert(std::is_same_v<var_type_t<float>, float>);
  static_assert(std::is_same_v<var_type_t<complex64>, float>);
  static_assert(std::is_same_v<var_type_t<complex128>, double>);
}

TEST(Variance, DivisorsThatAreNotPositiveAreZero) {
  for_each_backend([](Backend) {
    EXPECT_TRUE(std::isnan(var(ones({1}), all_axes, 1).item()));        // 0 / 0
    EXPECT_EQ(var(arange<double>(3), all_axes, 3).item(), inf);         // 2 / 0
    EXPECT_EQ(spica::std(arange<double>(3), all_axes, 7).item(), inf);  // not 2 / -4
    EXPECT_EQ(var(arange<double>(3), all_axes, 0.5).item(), 2 / 2.5);
    EXPECT_TRUE(std::isnan(var(ones({0})).item()));
    EXPECT_TRUE(std::isnan(spica::std(ones({3, 0}), axis(1))(2).item()));
    EXPECT_EQ(var(ones({3, 0}), axis(0)).shape(), Shape{0});
    EXPECT_EQ(var(full<double>({}, 7.0)).item(), 0);
    EXPECT_EQ(var(array<double>({1, 5}), axes({})).to_vector(), (Doubles{0, 0}));
  });
}

TEST(Variance, NaNAndInfinityGiveNaN) {
  for_each_backend([](Backend) {
    const Array<double> a = ones({10'000});
    a(5000) = inf;
    EXPECT_TRUE(std::isnan(var(a).item()));
    a(5000) = nan;
    EXPECT_TRUE(std::isnan(spica::std(a).item()));
  });
}

// E[x^2] - E[x]^2 would lose every digit here.
TEST(Variance, OfSmallSpreadAboutALargeMean) {
  for_each_backend([](Backend) {
    const Array<double> a = full<double>({100'000}, 1e9);
    a(slice(0, none, 2)) = 1e9 + 1;
    EXPECT_EQ(var(a).item(), 0.25);
    const Array<float> b = full<float>({100'000}, 8388608);  // 2^23: the mean is not a float
    b(slice(0, none, 2)) = 8388609.0F;
    EXPECT_EQ(var(b).item(), 0.25F);
  });
}

TEST(Variance, EveryChoiceOfAxesAndLayoutAgreesWithPlainLoops) {
  for_each_backend([](Backend backend) {
    const Array<double> a = testing::awkward_values<double>({4, 66, 3, 5}, 1).to(backend);
    for (const auto& [layout, b] : testing::layouts(a)) {
      for (const Axes& choice : testing::every_choice_of_axes(4)) {
        SCOPED_TRACE(::testing::Message() << layout << ", axes " << to_string(choice.list));
        const Array<double> squares = sum(square(b - mean(b, choice, keepdims)), choice);
        const double n = static_cast<double>(b.size()) / static_cast<double>(squares.size());

        testing::expect_same_bits(var(b, choice, 1).to_vector(), eval(squares / (n - 1)).to_vector());
      }
    }
  });
}

TEST(Variance, HasTheSameBitsEverywhere) {
  for (const std::int64_t size : testing::awkward_sizes)
    testing::expect_same_bits_everywhere([](const auto& a) { return var(a); },
                                         testing::awkward_values<double>({size}, 1));
  for (const Shape& shape : testing::awkward_matrices) {
    const Array<float> a = testing::awkward_values<float>(shape, 2);
    for (const Axes& choice : {all_axes, axis(0), axis(1)}) {
      testing::expect_same_bits_everywhere([&](const auto& x) { return spica::std(x, choice, 1); }, a);
      testing::expect_same_bits_everywhere([&](const auto& x) { return var(transpose(x), choice); }, a);
    }
  }
}

TEST(Variance, TakesExpressionsAndSaysItsName) {
  for_each_backend([](Backend) {
    const Array<double> a = arange<double>(4);
    EXPECT_EQ(var(a * 2).item(), 5);
    expect_error<AxisError>([&] { var(a, axis(1)); }, "var: axis 1 is out of range");
    expect_error<AxisError>([&] { nanstd(a, axes({0, 0})); }, "nanstd: axis 0 is given twice");
  });
}

TEST(NanVariance, LeavesNaNOut) {
  for_each_backend([](Backend) {
    const Array<double> a = array<double>({{1, nan, 3}, {nan, nan, 5}, {nan, nan, nan}, {1, inf, nan}});

    testing::expect_same_bits(nanvar(a, axis(1)).to_vector(), Doubles{1, 0, nan, nan});
    testing::expect_same_bits(nanvar(a, axis(1), 1).to_vector(), Doubles{2, nan, nan, nan});
    EXPECT_EQ(nanstd(a(slice(0, 2)), axes({0, 1})).item(), std::sqrt(8.0 / 3));
    EXPECT_TRUE(std::isnan(nanvar(ones({0})).item()));
  });
}

}  // namespace
}  // namespace spica
