// That each function reaches the right formula; test_math.cpp checks the formulas themselves.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>

#include "../support/backends.hpp"

#include <cmath>
#include <complex>
#include <limits>

namespace {

namespace sp = spica;
using sp::testing::for_each_backend;
using C = std::complex<double>;
template <class T> using Values = std::vector<T>;

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

template <class E> auto values(const E& expression) { return sp::eval(expression).to_vector(); }

TEST(Functions, AgreeWithTheCLibrary) {
  for_each_backend([](sp::Backend) {
    const std::vector<double> x = {0.125, 0.3, 0.7, 0.9};
    const auto a = sp::from_host(x, {4});
#define EXPECT_FUNCTION(name, std_name) \
  for (int i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(values(sp::name(a))[i], std::std_name(x[i])) << #name;
    EXPECT_FUNCTION(sqrt, sqrt)
    EXPECT_FUNCTION(cbrt, cbrt)
    EXPECT_FUNCTION(exp, exp)
    EXPECT_FUNCTION(exp2, exp2)
    EXPECT_FUNCTION(expm1, expm1)
    EXPECT_FUNCTION(log, log)
    EXPECT_FUNCTION(log2, log2)
    EXPECT_FUNCTION(log10, log10)
    EXPECT_FUNCTION(log1p, log1p)
    EXPECT_FUNCTION(sin, sin)
    EXPECT_FUNCTION(cos, cos)
    EXPECT_FUNCTION(tan, tan)
    EXPECT_FUNCTION(arcsin, asin)
    EXPECT_FUNCTION(arccos, acos)
    EXPECT_FUNCTION(arctan, atan)
    EXPECT_FUNCTION(sinh, sinh)
    EXPECT_FUNCTION(cosh, cosh)
    EXPECT_FUNCTION(tanh, tanh)
    EXPECT_FUNCTION(arcsinh, asinh)
    EXPECT_FUNCTION(arctanh, atanh)
#undef EXPECT_FUNCTION
    for (int i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(values(sp::arccosh(a + 1))[i], std::acosh(x[i] + 1));
  });
}

TEST(Functions, OfTwoArguments) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<double>({1, -3, inf}), b = sp::array<double>({-1, 4, nan});

    EXPECT_DOUBLE_EQ(values(sp::arctan2(a, b))[0], std::atan2(1.0, -1.0));
    EXPECT_EQ(values(sp::hypot(a, b))[1], 5);
    EXPECT_EQ(values(sp::hypot(a, b))[2], inf) << "infinite whatever the other is";
    EXPECT_DOUBLE_EQ(values(sp::logaddexp(a, a))[0], 1 + std::log(2.0));
    EXPECT_EQ(values(sp::power(sp::array<double>({nan, 1}), sp::array<double>({0, nan}))), (Values<double>{1, 1}));
  });
}

TEST(Functions, ComplexAgreesWithTheStandardLibrary) {
  for_each_backend([](sp::Backend) {
    const std::vector<C> x = {{3, -4}, {-1, 1e-3}, {0.6, 0.8}, {1e300, 1e300}, {-1e-310, 0}};
    std::vector<sp::complex128> z(x.begin(), x.end());
    const auto a = sp::from_host(z, {5});
    const auto expect_near = [](sp::complex128 got, C want) {
      EXPECT_LE(std::abs(C(got.real(), got.imag()) - want), 8 * std::numeric_limits<double>::epsilon() * std::abs(want)) << want;
    };

    for (int i = 0; i < 5; ++i) {
      expect_near(values(sp::sqrt(a))[i], std::sqrt(x[i]));
      expect_near(values(sp::log(a))[i], std::log(x[i]));
      if (i < 3) {
        expect_near(values(sp::exp(a))[i], std::exp(x[i]));
        expect_near(values(a / sp::complex128(1, -2))[i], x[i] / C(1, -2));
        expect_near(values(sp::reciprocal(a))[i], 1.0 / x[i]);
        expect_near(values(sp::power(a, 2))[i], x[i] * x[i]);
      }
    }
    EXPECT_DOUBLE_EQ(values(sp::abs(a))[3], std::abs(x[3])) << "no overflow on the way";
    EXPECT_DOUBLE_EQ(values(sp::exp(sp::array({sp::complex128(710, 1.57)})))[0].real(), std::exp(709) * (std::exp(1.0) * std::cos(1.57)));
    EXPECT_EQ(values(sp::conj(a))[0].imag(), 4);
    EXPECT_EQ(values(sp::real(a) + sp::imag(a))[0], -1);
  });
}

TEST(Functions, IntegersComputeInDouble) {
  for_each_backend([](sp::Backend) {
    EXPECT_EQ(values(sp::sqrt(sp::array<std::int64_t>({(std::int64_t(1) << 52) + 0, 4}))), (Values<double>{67108864, 2}));
    EXPECT_EQ(values(sp::rint(sp::array<int>({3}))), (Values<double>{3}));
  });
}

TEST(Rounding, KeepsSignsOfZeroAndHalvesGoToEven) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<double>({-0.5, 0.5, 1.5, 2.5});

    EXPECT_TRUE(std::signbit(values(sp::ceil(a))[0]));
    EXPECT_EQ(values(sp::rint(a)), (Values<double>{-0.0, 0, 2, 2}));
    EXPECT_EQ(values(sp::floor(a)), (Values<double>{-1, 0, 1, 2}));
    EXPECT_EQ(values(sp::trunc(a)), (Values<double>{-0.0, 0, 1, 2}));
    EXPECT_EQ(values(sp::floor(sp::array<int>({7}))), (Values<int>{7}));
    EXPECT_EQ(values(sp::signbit(sp::copysign(a, -0.0))), (Values<bool>{true, true, true, true}));
    EXPECT_EQ(values(sp::nextafter(sp::array<float>({1}), 2)), (Values<float>{std::nextafter(1.0f, 2.0f)}));
  });
}

TEST(Classification, OfSpecialValuesAndTypes) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<float>({1, float(nan), -float(inf), -0.0f});

    EXPECT_EQ(values(sp::isnan(a)), (Values<bool>{false, true, false, false}));
    EXPECT_EQ(values(sp::isinf(a)), (Values<bool>{false, false, true, false}));
    EXPECT_EQ(values(sp::isfinite(a)), (Values<bool>{true, false, false, true}));
    EXPECT_EQ(values(sp::signbit(a))[3], true);
    EXPECT_EQ(values(sp::isinf(sp::array({sp::complex64(nan, inf)}))), (Values<bool>{true}));
    EXPECT_EQ(values(sp::isfinite(sp::array<int>({1}))), (Values<bool>{true}));
  });
}

}  // namespace
