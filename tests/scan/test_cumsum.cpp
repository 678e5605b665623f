// cumsum, cumprod, cummax and cummin against numbers one can check by hand.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/cast.hpp>
#include <spica/ops/scan/scan.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/kernels.hpp"
#include "../support/values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace spica {
namespace {

using testing::expect_error;
using testing::expect_same_bits;
using testing::for_each_backend;
using testing::inf;
using testing::nan;
using Ints = std::vector<std::int64_t>;
using Doubles = std::vector<double>;

Array<std::int64_t> counting(const Shape& shape) { return reshape(arange(detail::size_of(shape)), shape); }

TEST(Cumsum, Example) {
  // example-begin cumsum
  const Array<double> a = array<double>({{1, 2, 3}, {4, 5, 6}});

  const Array<double> everything = cumsum(a);  // {1, 3, 6, 10, 15, 21}: rank 1
  const Array<double> down = cumsum(a, 0);     // {{1, 2, 3}, {5, 7, 9}}
  const Array<double> along = cumsum(a, -1);   // {{1, 3, 6}, {4, 9, 15}}
  const Array<double> squares = cumsum(a * a, 1);
  // example-end cumsum

  EXPECT_EQ(everything.to_vector(), (Doubles{1, 3, 6, 10, 15, 21}));
  EXPECT_EQ(down.to_vector(), (Doubles{1, 2, 3, 5, 7, 9}));
  EXPECT_EQ(along.to_vector(), (Doubles{1, 3, 6, 4, 9, 15}));
  EXPECT_EQ(squares.to_vector(), (Doubles{1, 5, 14, 16, 41, 77}));
}

TEST(Cumsum, AlongEachAxisOfRankThree) {
  for_each_backend([](Backend backend) {
    const Array<std::int64_t> a = counting({2, 3, 4});

    EXPECT_EQ(cumsum(a, 0).to_vector(),
              (Ints{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34}));
    EXPECT_EQ(cumsum(a, 1).to_vector(),
              (Ints{0, 1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 21, 12, 13, 14, 15, 28, 30, 32, 34, 48, 51, 54, 57}));
    EXPECT_EQ(cumsum(a, -1).to_vector(),
              (Ints{0, 1, 3, 6, 4, 9, 15, 22, 8, 17, 27, 38, 12, 25, 39, 54, 16, 33, 51, 70, 20, 41, 63, 86}));
    EXPECT_EQ(cumsum(a, 1).shape(), Shape({2, 3, 4}));
    EXPECT_TRUE(cumsum(a, 0).is_contiguous());
    EXPECT_EQ(cumsum(a, 0).backend(), backend);
  });
}

TEST(Cumsum, OfManyOnesCountsThem) {
  for_each_backend([](Backend) {
    for (const std::int64_t size : {1, 16, 17, 512, 513, 4096, 4097, 70'000, 4096 * 300 + 5}) {
      EXPECT_EQ(cumsum(ones({size})).to_vector(), eval(cast<double>(arange(1, size + 1))).to_vector()) << size;
      EXPECT_EQ(cumsum(ones<std::int32_t>({size})).to_vector(), arange(1, size + 1).to_vector()) << size;
    }
  });
}

TEST(Cumsum, OfRankZeroIsOneElement) {
  for_each_backend([](Backend) {
    EXPECT_EQ(cumsum(full<double>({}, 2.5)).shape(), Shape{1});
    EXPECT_EQ(cumsum(full<double>({}, 2.5)).item(), 2.5);
    EXPECT_EQ(cumsum(full<double>({}, 2.5), -1).shape(), Shape{1});
    EXPECT_EQ(cumprod(full<double>({}, 2.5) * 2).item(), 5);
  });
}

TEST(Cumsum, OfNoElementsHasTheShapeOfItsOperand) {
  for_each_backend([](Backend) {
    EXPECT_EQ(cumsum(ones({0})).shape(), Shape{0});
    EXPECT_EQ(cumsum(ones({3, 0}), 0).shape(), Shape({3, 0}));
    EXPECT_EQ(cumsum(ones({3, 0}), 1).shape(), Shape({3, 0}));
    EXPECT_EQ(cumprod(ones({2, 0, 4}), 0).shape(), Shape({2, 0, 4}));
    EXPECT_EQ(cumsum(ones({2, 0, 4})).shape(), Shape{0});
    EXPECT_EQ(cummax(ones({0, 5}), 1).shape(), Shape({0, 5}));
  });
}

TEST(Cumsum, AlongAnAxisOfLengthOneCopies) {
  for_each_backend([](Backend) {
    const Array<double> a = array<double>({{1, -2, 3}});
    const Array<double> sums = cumsum(a, 0);
    a(0, 0) = 7.0;

    EXPECT_EQ(sums.to_vector(), (Doubles{1, -2, 3}));
    EXPECT_EQ(cumprod(transpose(a), 1).to_vector(), (Doubles{7, -2, 3}));
  });
}

TEST(Cumsum, OfViewsFollowsTheirOrder) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = counting({4, 6});

    EXPECT_EQ(cumsum(flip(a(0, all))).to_vector(), (Ints{5, 9, 12, 14, 15, 15}));
    EXPECT_EQ(cumsum(a(slice(none, none, 3), slice(none, none, -2)), 1).to_vector(), (Ints{5, 8, 9, 23, 44, 63}));
    EXPECT_EQ(cumsum(a(slice(none, none, 3), slice(none, none, -2)), 0).to_vector(), (Ints{5, 3, 1, 28, 24, 20}));
    EXPECT_EQ(cumsum(transpose(a)(slice(0, 2))).to_vector(), (Ints{0, 6, 18, 36, 37, 44, 57, 76}));
    EXPECT_EQ(cumsum(broadcast_to(arange(3), {2, 3}), 0).to_vector(), (Ints{0, 1, 2, 0, 2, 4}));
  });
}

TEST(Cumsum, LeavesItsOperandAlone) {
  for_each_backend([](Backend) {
    const Array<double> a = ones({5000});
    const Array<double> sums = cumsum(a);

    EXPECT_EQ(a(4999).item(), 1);
    EXPECT_EQ(sums(4999).item(), 5000);
  });
}

TEST(Cumsum, WidensIntegersTo64BitsAndWraps) {
  static_assert(std::is_same_v<decltype(cumsum(Array<bool>())), Array<std::int64_t>>);
  static_assert(std::is_same_v<decltype(cumsum(Array<std::int8_t>())), Array<std::int64_t>>);
  static_assert(std::is_same_v<decltype(cumprod(Array<std::uint16_t>())), Array<std::uint64_t>>);
  static_assert(std::is_same_v<decltype(cumsum(Array<float>())), Array<float>>);
  static_assert(std::is_same_v<decltype(cummax(Array<std::int8_t>())), Array<std::int8_t>>);
  for_each_backend([](Backend) {
    const std::int64_t largest = std::numeric_limits<std::int64_t>::max(),
                       smallest = std::numeric_limits<std::int64_t>::min();

    EXPECT_EQ(cumsum(array<bool>({true, false, true, true})).to_vector(), (Ints{1, 1, 2, 3}));
    EXPECT_EQ(cumsum(array<std::int8_t>({127, 127, -1})).to_vector(), (Ints{127, 254, 253}));
    EXPECT_EQ(cumsum(array<std::uint8_t>({255, 255})).to_vector(), (std::vector<std::uint64_t>{255, 510}));
    EXPECT_EQ(cumsum(array<std::int64_t>({largest, 1, -1})).to_vector(), (Ints{largest, smallest, largest}));
    EXPECT_EQ(cumprod(full<std::int64_t>({65}, 2))(slice(62, none)).to_vector(), (Ints{smallest, 0, 0}));
  });
}

TEST(Cumsum, NaNAndInfinityStay) {
  for_each_backend([](Backend) {
    const Array<double> a = ones({10'000});
    a(5000) = nan;
    const Doubles sums = cumsum(a).to_vector(), products = cumprod(a).to_vector();

    EXPECT_EQ(sums[4999], 5000);
    EXPECT_TRUE(std::all_of(sums.begin() + 5000, sums.end(), [](double x) { return std::isnan(x); }));
    EXPECT_EQ(products[4999], 1);
    EXPECT_TRUE(std::isnan(products[5000]) && std::isnan(products[9999]));
    expect_same_bits(cumsum(array<double>({1, inf, 2, -inf, 3})).to_vector(), Doubles{1, inf, inf, nan, nan});
  });
}

TEST(Cumsum, NegativeZeroStays) {
  for_each_backend([](Backend) { EXPECT_TRUE(std::signbit(cumsum(full<double>({40}, -0.0))(39).item())); });
}

// TRAP-04: float32 that stops counting at 2^24.
TEST(Cumsum, Float32CountsBeyondTwoToThe24) {
  for_each_backend([](Backend) {
    const Array<float> a = ones<float>({5001});
    a(0) = 16777216;

    EXPECT_EQ(cumsum(a)(slice(none, none, 1000)).to_vector(),
              (std::vector<float>{16777216, 16778216, 16779216, 16780216, 16781216, 16782216}));
  });
}

TEST(Cumsum, OfComplexNumbersAddsBothParts) {
  for_each_backend([](Backend) {
    const Array<complex64> a = array<complex64>({complex64(1, 2), complex64(3, -4), complex64(0.5F, 0.25F)});

    EXPECT_EQ(cumsum(a).to_vector(), (std::vector<complex64>{{1, 2}, {4, -2}, {4.5F, -1.75F}}));
    EXPECT_EQ(cumprod(a).to_vector(), (std::vector<complex64>{{1, 2}, {11, 2}, {5, 3.75F}}));
  });
}

TEST(Cumsum, ErrorStaysWithinTheBoundOfAPlainLoop) {
  for_each_backend([](Backend backend) {
    testing::Numbers numbers(11);
    std::vector<double> values(50'000);
    for (double& value : values) value = numbers.unit();
    const Doubles sums = cumsum(from_host(std::span<const double>(values), {50'000}, backend)).to_vector();

    long double exact = 0, magnitude = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      exact += static_cast<long double>(values[i]);
      magnitude += std::abs(static_cast<long double>(values[i]));
      // 15 in a run, 5 between runs, 7 between groups, 3 to bring them together; twice for two levels of chunks
      ASSERT_LE(std::abs(static_cast<long double>(sums[i]) - exact), 60 * 0x1p-53L * magnitude) << i;
    }
  });
}

TEST(Cummax, FollowsTheLargestAndNaNWins) {
  for_each_backend([](Backend) {
    const Array<double> a = array<double>({{1, 3, 2}, {4, nan, 9}});

    expect_same_bits(cummax(a, 1).to_vector(), Doubles{1, 3, 3, 4, nan, nan});
    expect_same_bits(cummin(a, 0).to_vector(), Doubles{1, 3, 2, 1, nan, 2});
    EXPECT_EQ(cummin(array<std::int32_t>({3, 4, -1, 0})).to_vector(), (std::vector<std::int32_t>{3, 3, -1, -1}));
    EXPECT_EQ(cummax(array<bool>({false, true, false})).to_vector(), (std::vector<bool>{false, true, true}));
    EXPECT_EQ(cummax(arange(100'000)).to_vector(), arange(100'000).to_vector());
  });
}

TEST(Cumsum, WrongAxesAreRefused) {
  for_each_backend([](Backend) {
    expect_error<AxisError>([] { cumsum(ones({2, 3}), 2); }, "cumsum: axis 2 is out of range for rank 2");
    expect_error<AxisError>([] { cumprod(ones({2, 3}), -3); }, "cumprod: axis -3");
    expect_error<AxisError>([] { cummax(ones({}), 1); }, "cummax: axis 1");
    expect_error<AxisError>([] { cummin(ones({0}), 1); }, "cummin: axis 1");
  });
}

TEST(Cumsum, IsOneScanForKokkosTools) {
  for_each_backend([](Backend) {
    const Array<double> a = ones({10'000});
    const testing::KernelLog log;
    const Array<double> sums = cumsum(a);

    EXPECT_EQ(log.names(), std::vector<std::string>{"spica::cumsum"});
  });
}

}  // namespace
}  // namespace spica
