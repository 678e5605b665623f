// any, all and count_nonzero.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/reduce/any_all.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/values.hpp"
#include "naive.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

using testing::for_each_backend;
using testing::Ints;
using Bools = std::vector<bool>;

TEST(AnyAll, AlongEachAxis) {
  for_each_backend([](Backend) {
    const Array<bool> a = array<bool>({{true, false, false}, {true, true, false}});

    EXPECT_TRUE(any(a).item());
    EXPECT_FALSE(all(a).item());
    EXPECT_EQ(any(a, axis(0)).to_vector(), (Bools{true, true, false}));
    EXPECT_EQ(all(a, axis(0)).to_vector(), (Bools{true, false, false}));
    EXPECT_EQ(all(a, axis(1), keepdims).shape(), Shape({2, 1}));
    EXPECT_EQ(count_nonzero(a).item(), 3);
    EXPECT_EQ(count_nonzero(a, axis(1)).to_vector(), (Ints{1, 2}));
  });
}

TEST(AnyAll, OfNoElements) {
  for_each_backend([](Backend) {
    EXPECT_FALSE(any(zeros<bool>({0})).item());
    EXPECT_TRUE(all(zeros<bool>({0})).item());
    EXPECT_EQ(count_nonzero(zeros({0})).item(), 0);
    EXPECT_EQ(all(zeros({2, 0}), axis(1)).to_vector(), (Bools{true, true}));
    EXPECT_EQ(any(zeros({2, 0}), axis(0)).shape(), Shape{0});
  });
}

TEST(AnyAll, NaNIsTrueAndNegativeZeroIsFalse) {
  for_each_backend([](Backend) {
    EXPECT_EQ(all(array<double>({testing::nan, -testing::inf, 1e-308})).item(), true);
    EXPECT_EQ(any(array<float>({0.0F, -0.0F})).item(), false);
    EXPECT_EQ(count_nonzero(array<complex64>({complex64(0, 1), complex64(0, 0), complex64(1, 0)})).item(), 2);
  });
}

TEST(AnyAll, TakeExpressions) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = arange(100'000);

    EXPECT_TRUE(any(a == 99'999).item());
    EXPECT_FALSE(any(a == 100'000).item());
    EXPECT_TRUE(all(a < 100'000).item());
    EXPECT_EQ(count_nonzero(a >= 50'000).item(), 50'000);
  });
}

TEST(AnyAll, OneElementDecidesWhereverItIs) {
  for_each_backend([](Backend) {
    constexpr std::int64_t n = 70'001;
    for (const std::int64_t place :
         {std::int64_t(0), std::int64_t(63), std::int64_t(4096), std::int64_t(40'000), n - 1}) {
      const Array<std::uint8_t> a = zeros<std::uint8_t>({n});
      a(place) = 128;

      EXPECT_TRUE(any(a).item()) << place;
      EXPECT_FALSE(all(a == 0).item()) << place;
      EXPECT_EQ(count_nonzero(a).item(), 1) << place;
    }
  });
}

TEST(CountNonzero, EveryChoiceOfAxesAndLayoutAgreesWithPlainLoops) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> numbers = arange(5 * 7 * 6 * 9);
    const Array<bool> a = reshape(eval(numbers * 7919 % 11 % 3 == 0), {5, 7, 6, 9});
    for (const auto& [layout, b] : testing::layouts(a)) {
      const Bools bits = b.to_vector();
      const Ints values(bits.begin(), bits.end());
      for (const Axes& choice : testing::every_choice_of_axes(4)) {
        SCOPED_TRACE(::testing::Message() << layout << ", axes " << to_string(choice.list));
        const auto flags = detail::axis_flags("count_nonzero", choice, 4);
        const Ints expected = testing::naive_reduce(values, b.shape(), flags, std::plus<>());
        const Ints product = testing::naive_reduce(values, b.shape(), flags, std::multiplies<>());

        ASSERT_EQ(count_nonzero(b, choice).to_vector(), expected);
        ASSERT_EQ(any(b, choice).to_vector(),
                  eval(from_host(expected, {static_cast<std::int64_t>(expected.size())}) != 0).to_vector());
        ASSERT_EQ(all(b, choice).to_vector(),
                  eval(from_host(product, {static_cast<std::int64_t>(product.size())}) != 0).to_vector());
      }
    }
  });
}

TEST(AnyAll, WrongAxesAreRefused) {
  for_each_backend([](Backend) {
    testing::expect_error<AxisError>([] { any(ones({2, 3}), axis(2)); }, "any: axis 2 is out of range");
    testing::expect_error<AxisError>([] { all(ones({2, 3}), axes({1, 1})); }, "all: axis 1 is given twice");
  });
}

}  // namespace
}  // namespace spica
