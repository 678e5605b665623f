// average, cov and corrcoef. Expected numbers are NumPy 2.4's unless they can be checked by hand.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/stats/average.hpp>
#include <spica/ops/stats/covariance.hpp>

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

TEST(Average, Example) {
  // example-begin average
  const Array<double> a = array<double>({{1, 2}, {3, 4}});

  const Array<double> columns = average(a, axis(0), array<double>({1, 3}));  // {2.5, 3.5}
  const double everything = average(a, all_axes, a).item();                  // weights of the shape of a: 3
  // example-end average

  EXPECT_EQ(columns.to_vector(), (Doubles{2.5, 3.5}));
  EXPECT_EQ(everything, 3);
}

TEST(Average, WeighsEveryElement) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = reshape(arange(6), {2, 3});

    EXPECT_EQ(average(a).item(), 2.5);
    EXPECT_EQ(average(a, axis(1), array<std::int64_t>({1, 1, 2})).to_vector(), (Doubles{1.25, 4.25}));
    EXPECT_EQ(average(a, axis(-1), a, keepdims).shape(), Shape({2, 1}));
    EXPECT_EQ(average(a, axis(-1), a).to_vector(), (Doubles{5.0 / 3, 50.0 / 12}));
    expect_same_bits(average(a, axis(0), array<std::int64_t>({1, -1})).to_vector(), Doubles{-inf, -inf, -inf});
    expect_error<ShapeError>([&] { average(a, axis(0), ones<std::int64_t>({3})); }, "average", "(3,)", "(2, 3)");
    expect_error<ShapeError>([&] { average(a, all_axes, ones<std::int64_t>({6})); }, "average");
    expect_error<AxisError>([&] { average(a, axis(2), a); }, "average: axis 2");
  });
}

TEST(Covariance, Example) {
  // example-begin cov
  const Array<double> x = array<double>({{1, 2, 4}, {2, 1, 0}});  // two variables, three observations

  const Array<double> covariances = cov(x);  // {{7/3, -1.5}, {-1.5, 1}}
  const Array<double> correlations = corrcoef(x);
  // example-end cov

  EXPECT_DOUBLE_EQ(covariances(0, 0).item(), 7.0 / 3);
  EXPECT_EQ(covariances(0, 1).item(), -1.5);
  EXPECT_EQ(covariances(1, 1).item(), 1);
  EXPECT_DOUBLE_EQ(correlations(1, 0).item(), -0.9819805060619656);
  EXPECT_DOUBLE_EQ(correlations(0, 0).item(), 1);
}

TEST(Covariance, ShapesAndDivisors) {
  for_each_backend([](Backend) {
    const Array<double> x = array<double>({{1, 2, 4}, {2, 1, 0}});

    EXPECT_EQ(cov(x, false).shape(), Shape({3, 3}));
    EXPECT_DOUBLE_EQ(cov(x, true, true)(1, 1).item(), 2.0 / 3);
    EXPECT_EQ(cov(x, true, false, 3.0)(1, 1).item(), inf);
    EXPECT_EQ(cov(x(0)).rank(), 0);
    EXPECT_DOUBLE_EQ(cov(x(0)).item(), 7.0 / 3);
    EXPECT_EQ(cov(x(0), x(1)).to_vector(), cov(x).to_vector());
    EXPECT_EQ(corrcoef(x(0)).item(), 1);
    EXPECT_TRUE(std::isnan(corrcoef(ones({4})).item()));
    expect_error<ShapeError>([] { cov(ones({2, 2, 2})); }, "cov", "(2, 2, 2)");
  });
}

}  // namespace
}  // namespace spica
