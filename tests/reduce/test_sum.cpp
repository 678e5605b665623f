// sum, prod and mean against numbers one can check by hand and against plain loops.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "naive.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>

namespace spica {
namespace {

using testing::expect_error;
using testing::for_each_backend;
using testing::Ints;
using Doubles = std::vector<double>;

/// 0, 1, 2, … in that shape.
Array<std::int64_t> counting(const Shape& shape) { return reshape(arange(detail::size_of(shape)), shape); }

TEST(Sum, AListInBracesNamesAxes) {
  const Array<std::int64_t> a = reshape(arange(6), {2, 3});

  EXPECT_EQ(sum(a, {0}).to_vector(), (std::vector<std::int64_t>{3, 5, 7}));
  EXPECT_EQ(sum(a, {1}).to_vector(), (std::vector<std::int64_t>{3, 12}));
  EXPECT_EQ(sum(a, {-1, 0}).item(), 15);
  EXPECT_EQ(flip(a, {1}).to_vector(), (std::vector<std::int64_t>{2, 1, 0, 5, 4, 3}));
}

TEST(Sum, Example) {
  // example-begin sum
  const Array<double> a = array<double>({{1, 2, 3}, {4, 5, 6}});

  const Array<double> everything = sum(a);               // rank 0; .item() brings the number to the host
  const Array<double> columns = sum(a, axis(0));         // {5, 7, 9}
  const Array<double> rows = sum(a, axis(1), keepdims);  // {{6}, {15}}: still broadcasts against a
  const double squares = sum(a * a).item();              // one kernel, no temporary
  const Array<double> shares = a / rows;
  // example-end sum

  EXPECT_EQ(everything.item(), 21);
  EXPECT_EQ(columns.to_vector(), (Doubles{5, 7, 9}));
  EXPECT_EQ(rows.shape(), Shape({2, 1}));
  EXPECT_EQ(squares, 91);
  EXPECT_EQ(shares(1, 2).item(), 6.0 / 15);
}

TEST(Sum, AlongEachAxis) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = counting({2, 3, 4});

    EXPECT_EQ(sum(a).item(), 276);
    EXPECT_EQ(sum(a, axis(0)).to_vector(), (Ints{12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34}));
    EXPECT_EQ(sum(a, axis(1)).to_vector(), (Ints{12, 15, 18, 21, 48, 51, 54, 57}));
    EXPECT_EQ(sum(a, axis(-1)).to_vector(), (Ints{6, 22, 38, 54, 70, 86}));
    EXPECT_EQ(sum(a, axes({0, 2})).to_vector(), (Ints{60, 92, 124}));
    EXPECT_EQ(sum(a, axes({-1, 0})).to_vector(), (Ints{60, 92, 124}));
  });
}

TEST(Sum, KeepdimsLeavesTheAxesWithLengthOne) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = counting({2, 3, 4});

    EXPECT_EQ(sum(a, axis(1), keepdims).shape(), Shape({2, 1, 4}));
    EXPECT_EQ(sum(a, all_axes, keepdims).shape(), Shape({1, 1, 1}));
    EXPECT_EQ(sum(a, axes({0, 2}), keepdims).to_vector(), (Ints{60, 92, 124}));
  });
}

TEST(Sum, EmptyListOfAxesReducesNothing) {
  for_each_backend([](Backend) {
    const Array<std::int32_t> a = array<std::int32_t>({{1, 2}, {3, 4}});

    EXPECT_EQ(sum(a, axes({})).shape(), Shape({2, 2}));
    EXPECT_EQ(sum(a, axes({})).to_vector(), (Ints{1, 2, 3, 4}));
  });
}

TEST(Sum, OfRankZeroIsItsElement) {
  for_each_backend([](Backend) {
    EXPECT_EQ(sum(full<double>({}, 2.5)).item(), 2.5);
    EXPECT_EQ(sum(full<double>({}, 2.5), axes({})).item(), 2.5);
    EXPECT_EQ(sum(full<double>({}, 2.5) * 2, all_axes, keepdims).rank(), 0);
  });
}

TEST(Sum, AlongEmptyAxisIsZero) {
  for_each_backend([](Backend) {
    EXPECT_EQ(sum(ones({0})).item(), 0);
    EXPECT_EQ(sum(ones({3, 0}), axis(1)).to_vector(), (Doubles{0, 0, 0}));
    EXPECT_EQ(sum(ones({3, 0}), axis(0)).shape(), Shape{0});
    EXPECT_EQ(sum(ones({0, 3, 0}), axes({0, 2})).to_vector(), (Doubles{0, 0, 0}));
    EXPECT_EQ(prod(ones({3, 0}), axis(1)).to_vector(), (Doubles{1, 1, 1}));
    EXPECT_TRUE(std::isnan(mean(ones({0})).item()));
    const complex64 of_no_complex = mean(zeros<complex64>({0})).item();
    EXPECT_TRUE(std::isnan(of_no_complex.real()) && std::isnan(of_no_complex.imag())) << "both parts, as 0/0 of NumPy";
  });
}

TEST(Sum, IntegersAccumulateIn64Bits) {
  static_assert(std::is_same_v<sum_type_t<bool>, std::int64_t>);
  static_assert(std::is_same_v<sum_type_t<std::int8_t>, std::int64_t>);
  static_assert(std::is_same_v<sum_type_t<std::uint32_t>, std::uint64_t>);
  static_assert(std::is_same_v<sum_type_t<float>, float>);
  static_assert(std::is_same_v<sum_type_t<complex64>, complex64>);
  static_assert(std::is_same_v<mean_type_t<std::int32_t>, double>);
  for_each_backend([](Backend) {
    EXPECT_EQ(sum(full<std::int8_t>({100'000}, 127)).item(), 12'700'000);
    EXPECT_EQ(sum(full<std::int32_t>({3}, 2'147'483'647)).item(), 6'442'450'941);
    EXPECT_EQ(sum(full<std::int64_t>({3}, (std::int64_t(1) << 53) + 1)).item(), 3 * ((std::int64_t(1) << 53) + 1));
    EXPECT_EQ(sum(full<std::uint64_t>({2}, std::uint64_t(1) << 63)).item(), 0U);  // wraps
    EXPECT_EQ(sum(array<bool>({true, false, true, true})).item(), 3);
    EXPECT_EQ(prod(full<std::int32_t>({40}, 2)).item(), std::int64_t(1) << 40);
  });
}

TEST(Sum, OfComplexNumbersAddsBothParts) {
  for_each_backend([](Backend) {
    const Array<complex64> a = array<complex64>({complex64(1, 2), complex64(3, -4), complex64(0.5F, 0.25F)});

    EXPECT_EQ(sum(a).item(), complex64(4.5F, -1.75F));
    EXPECT_EQ(prod(a).item(), complex64(5, 3.75F));
    EXPECT_EQ(mean(a(slice(0, 2))).item(), complex64(2, -1));
  });
}

TEST(Mean, DividesByTheNumberOfElementsReduced) {
  for_each_backend([](Backend) {
    EXPECT_EQ(mean(counting({2, 3})).item(), 2.5);
    EXPECT_EQ(mean(counting({2, 3}), axis(0)).to_vector(), (Doubles{1.5, 2.5, 3.5}));
    EXPECT_EQ(mean(array<bool>({true, false})).item(), 0.5);
    EXPECT_EQ(mean(full<float>({4}, 0.5F)).item(), 0.5F);
  });
}

TEST(Sum, EveryChoiceOfAxesAndLayoutAgreesWithPlainLoops) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = counting({5, 7, 6, 9});
    for (const auto& [layout, b] : testing::layouts(a)) {
      const Ints values = b.to_vector();
      for (const Axes& choice : testing::every_choice_of_axes(4)) {
        SCOPED_TRACE(::testing::Message() << layout << ", axes " << to_string(choice.list));
        const auto flags = detail::axis_flags("sum", choice, 4);

        ASSERT_EQ(sum(b, choice).to_vector(), testing::naive_reduce(values, b.shape(), flags, std::plus<>()));
      }
    }
  });
}

TEST(Sum, LongAxesInEveryPlaceAgreeWithPlainLoops) {
  for_each_backend([](Backend) {
    for (const Shape& shape : {Shape{3, 20'011}, Shape{20'011, 3}, Shape{2, 9000, 5}, Shape{517, 129}}) {
      for (const auto& [layout, b] : testing::layouts(counting(shape))) {
        const Ints values = b.to_vector();
        for (const Axes& choice : testing::every_choice_of_axes(b.rank())) {
          SCOPED_TRACE(::testing::Message()
                       << to_string(shape) << ' ' << layout << ", axes " << to_string(choice.list));
          const auto flags = detail::axis_flags("sum", choice, b.rank());

          ASSERT_EQ(sum(b, choice).to_vector(), testing::naive_reduce(values, b.shape(), flags, std::plus<>()));
        }
      }
    }
  });
}

TEST(Sum, OperandsThatBroadcastAreReadAgain) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> column = reshape(arange(300), {300, 1}), row = arange(200);

    EXPECT_EQ(sum(column * row).item(), 44850 * 19900);
    EXPECT_EQ(sum(column + row, axis(0)).to_vector(), eval(row * 300 + 44850).to_vector());
    EXPECT_EQ(sum(column + row, axis(1)).to_vector(), eval(reshape(column, {300}) * 200 + 19900).to_vector());
    EXPECT_EQ(sum(broadcast_to(row, {1000, 200})).item(), 19'900'000);
    // One element for all: a short chunk ends each row, and a whole one begins the next (threads may begin with either).
    EXPECT_EQ(sum(ones<std::int64_t>({7, 5000}) * full<std::int64_t>({}, 3), axis(1)).to_vector(), Ints(7, 15000));
  });
}

// TRAP-04: float32 that stops counting at 2^24.
TEST(Sum, Float32CountsBeyondTwoToThe24AlongEveryAxis) {
  for_each_backend([](Backend) {
    const Array<float> a = ones<float>({1001, 2});
    a(0, all) = 16777216;

    EXPECT_EQ(sum(a, axis(0)).to_vector(), (std::vector<float>{16778216, 16778216}));
    EXPECT_EQ(sum(copy(transpose(a)), axis(1)).to_vector(), (std::vector<float>{16778216, 16778216}));
    EXPECT_EQ(mean(ones<float>({10'000'000, 4, 2}), axes({0, 1})).to_vector(), (std::vector<float>{1, 1}));
  });
}

TEST(Sum, NaNAndInfinityPropagate) {
  for_each_backend([](Backend) {
    const Array<double> a = ones({100'000});
    a(54'321) = INFINITY;
    EXPECT_EQ(sum(a).item(), INFINITY);
    a(99'999) = -INFINITY;
    EXPECT_TRUE(std::isnan(sum(a).item()));
    a(slice(50'000, none)) = NAN;
    EXPECT_TRUE(std::isnan(sum(a).item()));
    EXPECT_EQ(sum(a(slice(none, 50'000))).item(), 50'000);
  });
}

TEST(Sum, WrongAxesAreRefused) {
  for_each_backend([](Backend) {
    expect_error<AxisError>([] { sum(ones({2, 3}), axis(2)); }, "sum: axis 2 is out of range for rank 2");
    expect_error<AxisError>([] { mean(ones({2, 3}), axes({0, 0})); }, "mean: axis 0 is given twice");
    expect_error<AxisError>([] { prod(ones({}), axis(0)); }, "prod: axis 0");
  });
}

}  // namespace
}  // namespace spica
