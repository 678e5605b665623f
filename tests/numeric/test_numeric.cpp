// trapezoid, interp, convolve and correlate. Expected numbers are NumPy 2.4's.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/numeric/convolve.hpp>
#include <spica/ops/numeric/interp.hpp>
#include <spica/ops/numeric/trapezoid.hpp>

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
using Ints = std::vector<std::int64_t>;

TEST(Trapezoid, Example) {
  // example-begin trapezoid
  const Array<double> y = array<double>({1, 2, 4});

  const double even = trapezoid(y, 0.5).item();                         // 2.25
  const double uneven = trapezoid(y, array<double>({0, 1, 3})).item();  // 7.5
  // example-end trapezoid

  EXPECT_EQ(even, 2.25);
  EXPECT_EQ(uneven, 7.5);
}

TEST(Trapezoid, AlongAnAxis) {
  for_each_backend([](Backend) {
    const Array<double> y = reshape(arange<double>(6), {2, 3});

    EXPECT_EQ(trapezoid(y, 1, 0).to_vector(), (Doubles{1.5, 2.5, 3.5}));
    EXPECT_EQ(trapezoid(y, array<double>({0, 2}), axis(0)).to_vector(), (Doubles{3, 5, 7}));
    EXPECT_EQ(trapezoid(y, y).to_vector(), (Doubles{2, 8}));
    EXPECT_EQ(trapezoid(array<std::int64_t>({1, 2, 4})).item(), 4.5);
    EXPECT_EQ(trapezoid(array<double>({5})).item(), 0);
    EXPECT_EQ(trapezoid(ones({2, 0})).to_vector(), (Doubles{0, 0}));
    expect_error<ShapeError>([&] { trapezoid(y, ones({4})); }, "trapezoid", "(4,)", "(2, 3)");
    expect_error<AxisError>([&] { trapezoid(y, 1, 2); }, "trapezoid");
    expect_error<AxisError>([&] { trapezoid(full<double>({}, 1.0)); }, "trapezoid");
  });
}

TEST(Interp, Example) {
  // example-begin interp
  const Array<double> xp = array<double>({0, 1, 3}), fp = array<double>({10, 20, 0});

  const Array<double> values = interp(array<double>({0.5, 2.5, 9}), xp, fp);        // {15, 5, 0}
  const Array<double> outside = interp(array<double>({-1, 9}), xp, fp, -5.0, 7.0);  // {-5, 7}
  // example-end interp

  EXPECT_EQ(values.to_vector(), (Doubles{15, 5, 0}));
  EXPECT_EQ(outside.to_vector(), (Doubles{-5, 7}));
}

TEST(Interp, EdgesNaNAndInfinity) {
  for_each_backend([](Backend) {
    const Array<double> xp = array<double>({0, 1, 3}), fp = array<double>({10, 20, 0});

    expect_same_bits(interp(array<double>({-1, 0, 0.5, 1, 2.5, 3, 9, nan, inf, -inf}), xp, fp).to_vector(),
                     Doubles{10, 10, 15, 20, 5, 0, 0, nan, 0, 10});
    EXPECT_EQ(interp(array<float>({0.5F}), xp, fp).item(), 15);
    EXPECT_EQ(interp(arange(4) * 1, flip(array<double>({3, 1, 0})), flip(array<double>({0, 20, 10}))).to_vector(),
              (Doubles{10, 20, 10, 0}));
    EXPECT_EQ(interp(array<double>({-1, 5, 6}), array<double>({5}), array<double>({2})).to_vector(),
              (Doubles{2, 2, 2}));
    EXPECT_EQ(interp(ones({0, 2}), xp, fp).shape(), Shape({0, 2}));
    // Along a line to infinity; between two infinities of one sign.
    EXPECT_EQ(interp(array<double>({0.5, 1.5}), array<double>({0, 1, 2}), array<double>({1, inf, inf})).to_vector(),
              (Doubles{inf, inf}));
    expect_error<ShapeError>([&] { interp(xp, xp, ones({2})); }, "interp", "(3,)", "(2,)");
    expect_error<ValueError>([&] { interp(xp, ones({0}), ones({0})); }, "interp", "no points");
  });
  const Array<double> xp = arange<double>(0, 100, 1, Backend::serial);
  testing::expect_same_bits_everywhere([](const auto& x, const auto& p, const auto& f) { return interp(x, p, f); },
                                       testing::awkward_values<double>({100'003}, 1, true), xp,
                                       testing::awkward_values<double>({100}, 2));
}

TEST(Convolve, Example) {
  // example-begin convolve
  const Array<double> a = array<double>({1, 2, 3}), v = array<double>({0, 1, 0.5});

  const Array<double> full_one = convolve(a, v);                  // {0, 1, 2.5, 4, 1.5}
  const Array<double> middle = convolve(a, v, Overlap::same);     // {1, 2.5, 4}
  const Array<double> compared = correlate(a, v, Overlap::full);  // {0.5, 2, 3.5, 3, 0}
  // example-end convolve

  EXPECT_EQ(full_one.to_vector(), (Doubles{0, 1, 2.5, 4, 1.5}));
  EXPECT_EQ(middle.to_vector(), (Doubles{1, 2.5, 4}));
  EXPECT_EQ(convolve(a, v, Overlap::valid).to_vector(), (Doubles{2.5}));
  EXPECT_EQ(correlate(a, v).to_vector(), (Doubles{3.5}));
  EXPECT_EQ(compared.to_vector(), (Doubles{0.5, 2, 3.5, 3, 0}));
}

TEST(Convolve, ShorterFirstTypesAndErrors) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = array<std::int64_t>({1, 2}), v = array<std::int64_t>({3, 4, 5, 6});

    EXPECT_EQ(correlate(a, v, Overlap::full).to_vector(), (Ints{6, 17, 14, 11, 6}));
    EXPECT_EQ(correlate(a, v, Overlap::same).to_vector(), (Ints{17, 14, 11, 6}));
    EXPECT_EQ(correlate(a, v, Overlap::valid).to_vector(), (Ints{17, 14, 11}));
    EXPECT_EQ(convolve(a, v, Overlap::same).to_vector(), (Ints{3, 10, 13, 16}));
    EXPECT_EQ(convolve(flip(v), a(slice(none, none, -1)), Overlap::same).to_vector(), (Ints{12, 16, 13, 10}));
    EXPECT_EQ(convolve(array<std::uint8_t>({255, 1}), array<std::uint8_t>({2})).to_vector(),
              (std::vector<std::uint8_t>{254, 2}));
    EXPECT_EQ(convolve(array<bool>({true, false}), array<bool>({true, true})).to_vector(),
              (std::vector<bool>{true, true, false}));
    EXPECT_EQ(correlate(array<complex128>({complex128(1, 1), complex128(2, 0)}),
                        array<complex128>({complex128(0, 3), complex128(1, 0)}), Overlap::full)
                  .to_vector(),
              (std::vector<complex128>{complex128(1, 1), complex128(5, -3), complex128(0, -6)}));
    expect_error<ValueError>([] { convolve(ones({0}), ones({3})); }, "convolve", "no elements");
    expect_error<ShapeError>([] { correlate(ones({2, 2}), ones({3})); }, "correlate", "(2, 2)");
    expect_error<ShapeError>([] { correlate(ones({2}), full<double>({}, 3.0)); }, "correlate", "()");
  });
}

TEST(Convolve, AddsInTheOrderOfTheShorterOneEverywhere) {
  const Array<double> a = testing::awkward_values<double>({40'003}, 1);
  for (const std::int64_t n : {1, 2, 63, 64, 65, 300}) {
    const Array<double> v = testing::awkward_values<double>({n}, 2);
    const Doubles x = a.to_vector(), y = v.to_vector();
    Doubles expected;
    for (std::int64_t k = 0; k < a.size() + n - 1; ++k) {
      double sum = 0;
      bool first = true;
      for (std::int64_t j = std::max<std::int64_t>(0, k - a.size() + 1); j <= std::min(k, n - 1); ++j, first = false) {
        const double product = x[static_cast<std::size_t>(k - j)] * y[static_cast<std::size_t>(j)];
        sum = first ? product : sum + product;
      }
      expected.push_back(sum);
    }

    expect_same_bits(convolve(a, v).to_vector(), expected);
    testing::expect_same_bits_everywhere([](const auto& p, const auto& q) { return convolve(p, q); }, a, v);
    testing::expect_same_bits_everywhere([](const auto& p, const auto& q) { return correlate(q, p, Overlap::same); }, a,
                                         v);
  }
}

}  // namespace
}  // namespace spica
