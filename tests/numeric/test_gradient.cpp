// gradient. Expected numbers are NumPy 2.4's.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/numeric/gradient.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

using testing::expect_error;
using testing::for_each_backend;
using Doubles = std::vector<double>;

const std::vector<double> heights{1, 2, 4, 7, 11, 16};
const std::vector<double> places{0, 1, 1.5, 3.5, 4, 6};

Array<double> column(const std::vector<double>& values) { return from_host(std::span<const double>(values), {6}); }

TEST(Gradient, Example) {
  // example-begin gradient
  const Array<double> f = array<double>({1, 2, 4, 7});

  const Array<double> slope = gradient(f);                                        // {1, 1.5, 2.5, 3}
  const Array<double> finer = gradient(f, 0.5);                                   // {2, 3, 5, 6}
  const Array<double> uneven = gradient(f, array<double>({0, 1, 3, 7}));          // {1, 1, 0.9166666666666666, 0.75}
  const Array<double> parabola = gradient(f, 1.0, axis(0), EdgeOrder::second);    // {0.5, 1.5, 2.5, 3.5}
  // example-end gradient

  EXPECT_EQ(slope.to_vector(), (Doubles{1, 1.5, 2.5, 3}));
  EXPECT_EQ(finer.to_vector(), (Doubles{2, 3, 5, 6}));
  EXPECT_EQ(uneven.to_vector(), (Doubles{1, 1, 0.9166666666666666, 0.75}));
  EXPECT_EQ(parabola.to_vector(), (Doubles{0.5, 1.5, 2.5, 3.5}));
}

TEST(Gradient, HasNumPysNumbers) {
  for_each_backend([](Backend) {
    const Array<double> f = column(heights), x = column(places);

    EXPECT_EQ(gradient(f, 2.0).to_vector(), (Doubles{0.5, 0.75, 1.25, 1.75, 2.25, 2.5}));
    EXPECT_EQ(gradient(f, 0.5, -1, EdgeOrder::second).to_vector(), (Doubles{1, 3, 5, 7, 9, 11}));
    EXPECT_EQ(gradient(f, x).to_vector(), (Doubles{1, 2.9999999999999996, 3.5, 6.700000000000001, 6.899999999999999, 2.5}));
    EXPECT_EQ(gradient(f, x, -1, EdgeOrder::second).to_vector(),
              (Doubles{-1, 2.9999999999999996, 3.5, 6.700000000000001, 6.899999999999999, -1.8999999999999968}));
  });
}

TEST(Gradient, AlongAnAxisOfAnyLayout) {
  for_each_backend([](Backend) {
    const Array<double> f = reshape(array<double>({1, 4, 9, 7, 2, -3}), {2, 3});
    const Array<double> uneven = array<double>({0, 1, 4});

    EXPECT_EQ(gradient(f, 1, 0).to_vector(), (Doubles{6, -2, -12, 6, -2, -12}));
    EXPECT_EQ(gradient(f).to_vector(), (Doubles{3, 4, 5, -5, -5, -5}));
    EXPECT_EQ(gradient(f, uneven, axis(1), EdgeOrder::second).to_vector(),
              (Doubles{3.333333333333333, 2.6666666666666665, 0.666666666666667, -5.833333333333334, -4.166666666666667, 0.8333333333333335}));
    EXPECT_EQ(transpose(gradient(copy(transpose(f)), uneven, 0)).to_vector(), gradient(f, uneven, 1).to_vector());
    EXPECT_EQ(gradient(transpose(f), uneven, 0).to_vector(), gradient(copy(transpose(f)), uneven, 0).to_vector());
  });
}

TEST(Gradient, TypesOfTheResult) {
  for_each_backend([](Backend) {
    EXPECT_EQ(gradient(array<std::uint8_t>({3, 1, 255})).to_vector(), (Doubles{-2, 126, 254}));
    EXPECT_EQ(gradient(array<bool>({true, false})).to_vector(), (Doubles{-1, -1}));
    const Array<float> single = gradient(array<float>({1, 4, 9, 16}), 0.1);
    EXPECT_EQ(single.to_vector(), (std::vector<float>{30, 40, 60, 70}));
    const Array<float> uneven = gradient(array<float>({1, 4, 9, 16}), array<double>({0, 0.1, 0.3, 0.7}));
    EXPECT_EQ(uneven.to_vector(), (std::vector<float>{30, 28.33333396911621F, 22.5F, 17.5F}));
    const Array<complex128> turning = gradient(array<complex128>({complex128(1, 2), complex128(4, 0), complex128(0, 9)}));
    EXPECT_EQ(turning.to_vector(), (std::vector<complex128>{{3, -2}, {-0.5, 3.5}, {-4, 9}}));
    EXPECT_EQ(gradient(array<double>({1, 2, 4, 7}), array<int>({1, 2, 3, 4})).to_vector(), (Doubles{1, 1.5, 2.5, 3}));
    const Array<double> f = array<double>({1, 2, 4});
    EXPECT_EQ(gradient(f + f).to_vector(), (Doubles{2, 3, 4}));
  });
}

TEST(Gradient, BadInputIsAnError) {
  const Array<double> f = array<double>({1, 2});
  expect_error<ShapeError>([&] { gradient(array<double>({1})); }, "gradient", "(1,)", "at least 2");
  expect_error<ShapeError>([&] { gradient(f, 1, 0, EdgeOrder::second); }, "gradient", "(2,)", "at least 3");
  expect_error<ShapeError>([&] { gradient(f, array<double>({1, 2, 3})); }, "gradient", "(3,)", "(2,)");
  expect_error<ShapeError>([&] { gradient(ones({0, 3}), 1, 0); }, "gradient", "(0, 3)");
  expect_error<AxisError>([&] { gradient(f, 1, 1); }, "gradient");
  expect_error<AxisError>([&] { gradient(full<double>({}, 1.0)); }, "gradient");
  EXPECT_EQ(gradient(ones({0, 3})).shape(), (Shape{0, 3}));
}

}  // namespace
}  // namespace spica
