// median, quantile and percentile. Expected numbers are NumPy 2.4's unless they can be checked by hand.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/stats/quantile.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <type_traits>

namespace spica {
namespace {

using testing::expect_error;
using testing::expect_same_bits;
using testing::for_each_backend;
using testing::inf;
using testing::nan;
using Doubles = std::vector<double>;

TEST(Quantile, Example) {
  // example-begin quantile
  const Array<double> a = array<double>({{7, 1, 4, 10}, {2, 8, 3, 3}});

  const double middle = median(a).item();                        // 3.5
  const Array<double> rows = median(a, axis(1));                 // {5.5, 3}
  const Array<double> ends = quantile(a, {0, 0.5, 1}, axis(1));  // shape (3, 2)
  const double below = percentile(a, 30, all_axes, QuantileMethod::lower).item();
  // example-end quantile

  EXPECT_EQ(middle, 3.5);
  EXPECT_EQ(rows.to_vector(), (Doubles{5.5, 3}));
  EXPECT_EQ(ends.shape(), Shape({3, 2}));
  EXPECT_EQ(ends.to_vector(), (Doubles{1, 2, 5.5, 3, 10, 8}));
  EXPECT_EQ(below, 3);
}

TEST(Quantile, MethodsAreNumPys) {
  for_each_backend([](Backend) {
    const Array<double> a = array<double>({{7, 1, 4, 10}, {2, 8, 3, 3}});
    const Array<double> b = array<double>({{1, nan, 5, 2}, {nan, nan, nan, nan}, {4, 3, 2, 1}});
    const struct {
      QuantileMethod method;
      Doubles of_a, of_b;
    } cases[] = {
        {QuantileMethod::linear,
         {1.9000000000000001, 2.3, 5.5, 3, 9.100000000000001, 6.500000000000001},
         {1.8, nan, 2.2}},
        {QuantileMethod::lower, {1, 2, 4, 3, 7, 3}, {1, nan, 2}},
        {QuantileMethod::higher, {4, 3, 7, 3, 10, 8}, {2, nan, 3}},
        {QuantileMethod::nearest, {1, 2, 7, 3, 10, 8}, {2, nan, 2}},
        {QuantileMethod::midpoint, {2.5, 2.5, 5.5, 3, 8.5, 5.5}, {1.5, nan, 2.5}},
    };
    for (const auto& [method, of_a, of_b] : cases) {
      SCOPED_TRACE(static_cast<int>(method));
      expect_same_bits(quantile(a, {0.1, 0.5, 0.9}, axis(1), method).to_vector(), of_a);
      expect_same_bits(nanquantile(b, 0.4, axis(1), method).to_vector(), of_b);
    }
  });
}

TEST(Quantile, AxesShapesAndTypes) {
  static_assert(std::is_same_v<decltype(median(Array<float>())), Array<float>>);
  static_assert(std::is_same_v<decltype(quantile(Array<int>(), 0.5)), Array<double>>);
  for_each_backend([](Backend) {
    const Array<std::int32_t> a = reshape(arange<std::int32_t>(24), {2, 3, 4});

    EXPECT_EQ(median(a, axes({0, 2})).to_vector(), (Doubles{7.5, 11.5, 15.5}));
    EXPECT_EQ(median(a, axes({0, 2}), keepdims).shape(), Shape({1, 3, 1}));
    EXPECT_EQ(median(transpose(a), axis(0)).to_vector(), (Doubles{1.5, 13.5, 5.5, 17.5, 9.5, 21.5}));
    EXPECT_EQ(quantile(a, {0.5}, axis(1)).shape(), Shape({1, 2, 4}));
    EXPECT_EQ(quantile(a, Doubles{}, axis(1)).shape(), Shape({0, 2, 4}));
    EXPECT_EQ(percentile(flip(a), {25, 75}, all_axes, QuantileMethod::linear, keepdims).to_vector(),
              (Doubles{5.75, 17.25}));
    EXPECT_EQ(median(array<bool>({true, false, true})).item(), 1);
    EXPECT_EQ(median(full<double>({}, 3.0)).item(), 3);
    EXPECT_EQ(median(a * 2).item(), 23);
  });
}

TEST(Quantile, NaNAndInfinity) {
  for_each_backend([](Backend) {
    const Array<double> a = array<double>({{1, nan, 3}, {5, 1, 2}, {nan, nan, nan}});

    expect_same_bits(median(a, axis(1)).to_vector(), Doubles{nan, 2, nan});
    expect_same_bits(nanmedian(a, axis(1)).to_vector(), Doubles{2, 2, nan});
    expect_same_bits(quantile(a, 0.2, axis(1)).to_vector(), Doubles{nan, 1.4, nan});
    expect_same_bits(nanpercentile(a, 50, axis(0)).to_vector(), Doubles{3, 1, 2.5});
    EXPECT_EQ(median(array<double>({inf, inf})).item(), inf);
    expect_same_bits(quantile(array<double>({1, inf}), {0.0, 0.25, 0.5, 1.0}).to_vector(), Doubles{nan, inf, nan, nan});
  });
}

TEST(Quantile, OfNothing) {
  for_each_backend([](Backend) {
    expect_same_bits(median(ones({2, 0}), axis(1)).to_vector(), Doubles{nan, nan});
    expect_same_bits(nanquantile(ones({0}), 0.5).to_vector(), Doubles{nan});
    EXPECT_EQ(median(ones({2, 0}), axis(0)).shape(), Shape{0});
    expect_error<ValueError>(
        [] {
          quantile(ones({2, 0}), 0.5, axis(1));
        },
        "quantile: nothing to choose from", "(2, 0)");
    expect_error<ValueError>([] { quantile(ones({2}), {0.5, 1.5}); }, "quantile: probabilities", "[0, 1]", "1.5");
    expect_error<ValueError>([] { quantile(ones({2}), nan); }, "quantile: probabilities");
    expect_error<AxisError>([] { median(ones({2}), axis(1)); }, "median: axis 1");
  });
}

TEST(Quantile, AgreesWithASortOfTheHost) {
  for (const std::int64_t n : testing::awkward_sizes) {
    if (n > 40000) continue;
    const Array<double> a = testing::awkward_values<double>({n}, 5);
    Doubles sorted = a.to_vector();
    std::sort(sorted.begin(), sorted.end());
    const auto m = static_cast<std::size_t>(n);

    EXPECT_EQ(median(a).item(), n % 2 ? sorted[m / 2] : (sorted[m / 2 - 1] + sorted[m / 2]) / 2);
    testing::expect_same_bits_everywhere([](const auto& x) { return quantile(x, {0.0, 0.1, 0.77, 1.0}); }, a);
  }
  testing::expect_same_bits_everywhere([](const auto& x) { return nanmedian(x, axis(0)); },
                                       testing::awkward_values<float>({513, 517}, 6, true));
}

}  // namespace
}  // namespace spica
