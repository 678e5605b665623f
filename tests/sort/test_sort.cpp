// sort, argsort, partition and top_k.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/sort/sort.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace spica {
namespace {

using testing::expect_error;
using testing::expect_same_bits;
using testing::for_each_backend;
using testing::inf;
using testing::nan;
using Ints = std::vector<std::int64_t>;
using Doubles = std::vector<double>;

TEST(Sort, Example) {
  for_each_backend([](Backend) {
    // example-begin sort
    const Array<double> x = array<double>({0.77, 0, nan, 0.5, 0.85});

    const Array<double> sorted = sort(x);               // [0. 0.5 0.77 0.85 nan]
    const Array<std::int64_t> order = argsort(x);       // [1 3 0 4 2]
    // example-end sort

    expect_same_bits(sorted.to_vector(), Doubles{0, 0.5, 0.77, 0.85, nan});  // TRAP-11
    EXPECT_EQ(order.to_vector(), (Ints{1, 3, 0, 4, 2}));
  });
}

TEST(Sort, NaNOfEitherSignComesLast) {
  constexpr float nan_f = std::numeric_limits<float>::quiet_NaN(), inf_f = std::numeric_limits<float>::infinity();
  for_each_backend([](Backend) {
    std::vector<double> values;
    for (int i = 0; i < 3000; ++i) values.push_back(i % 7 == 0 ? (i % 2 ? nan : -nan) : static_cast<double>((i * 7919) % 3000 - 1500));
    std::vector<double> expected(values);
    std::stable_sort(expected.begin(), expected.end(), [](double a, double b) { return a < b || (b != b && a == a); });

    const Array<double> x = from_host(values, {3000});

    expect_same_bits(sort(x).to_vector(), expected);
    expect_same_bits(sort(array<float>({-nan_f, -1, inf_f, -inf_f, nan_f})).to_vector(),
                     std::vector<float>{-inf_f, -1, inf_f, nan_f, nan_f});
  });
}

TEST(Sort, EqualElementsKeepTheirOrderAlsoZerosOfEitherSign) {
  for_each_backend([](Backend) {
    const Array<double> zeros_mixed = array<double>({0.0, -0.0, -1, 0.0, -0.0});
    EXPECT_EQ(argsort(zeros_mixed).to_vector(), (Ints{2, 0, 1, 3, 4}));
    expect_same_bits(sort(zeros_mixed).to_vector(), Doubles{-1, 0.0, -0.0, 0.0, -0.0});

    const std::int64_t n = 100'000;
    std::vector<std::int32_t> keys(static_cast<std::size_t>(n));
    testing::Numbers numbers(3);
    for (auto& key : keys) key = static_cast<std::int32_t>(numbers.next() % 10) - 5;
    std::vector<std::int64_t> expected(keys.size());
    std::iota(expected.begin(), expected.end(), 0);
    std::stable_sort(expected.begin(), expected.end(), [&](std::int64_t a, std::int64_t b) { return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)]; });

    EXPECT_EQ(argsort(from_host(keys, {n})).to_vector(), expected);
  });
}

template <class T> class SortOfType : public ::testing::Test {};
using Types = ::testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t,
                               std::uint64_t, float, double>;
TYPED_TEST_SUITE(SortOfType, Types);

TYPED_TEST(SortOfType, AgreesWithTheStandardLibrary) {
  using T = TypeParam;
  for_each_backend([](Backend backend) {
    for (const std::int64_t n : {0, 1, 2, 33, 511, 512, 513, 4097, 32769, 100'003}) {
      SCOPED_TRACE(n);
      const Array<T> x = testing::awkward_values<T>({n}, static_cast<std::uint64_t>(n) + 1).to(backend);
      std::vector<T> expected = x.to_vector();
      std::stable_sort(expected.begin(), expected.end());

      expect_same_bits(sort(x).to_vector(), expected);

      const Ints order = argsort(x).to_vector();
      const std::vector<T> values = x.to_vector();
      std::vector<T> taken;
      for (const std::int64_t i : order) taken.push_back(values[static_cast<std::size_t>(i)]);
      expect_same_bits(taken, expected);
    }
  });
}

TEST(Sort, AlongEachAxisAndThroughViews) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> m = array<std::int64_t>({{3, 1, 2}, {0, 5, 4}});

    EXPECT_EQ(sort(m).to_vector(), (Ints{1, 2, 3, 0, 4, 5}));
    EXPECT_EQ(sort(m, 0).to_vector(), (Ints{0, 1, 2, 3, 5, 4}));
    EXPECT_EQ(argsort(m, 0).to_vector(), (Ints{1, 0, 0, 0, 1, 1}));
    EXPECT_EQ(sort(transpose(m)).to_vector(), (Ints{0, 3, 1, 5, 2, 4}));
    EXPECT_EQ(sort(m(all, slice(none, none, -1))).to_vector(), (Ints{1, 2, 3, 0, 4, 5}));
    EXPECT_EQ(sort(broadcast_to(m(0), {2, 3})).to_vector(), (Ints{1, 2, 3, 1, 2, 3}));
    EXPECT_EQ(sort(m * -1).to_vector(), (Ints{-3, -2, -1, -5, -4, 0}));
    EXPECT_EQ(m.to_vector(), (Ints{3, 1, 2, 0, 5, 4}));  // the source is as it was
  });
}

TEST(Sort, OfBools) {
  for_each_backend([](Backend) {
    const Array<bool> x = array<bool>({true, false, true, false});
    EXPECT_EQ(sort(x).to_vector(), (std::vector<bool>{false, false, true, true}));
    EXPECT_EQ(argsort(x).to_vector(), (Ints{1, 3, 0, 2}));
  });
}

TEST(Sort, OfNothing) {
  for_each_backend([](Backend) {
    EXPECT_EQ(sort(zeros({0})).shape(), Shape{0});
    EXPECT_EQ(sort(zeros({3, 0})).shape(), Shape({3, 0}));
    EXPECT_EQ(argsort(zeros({0, 3}), 0).shape(), Shape({0, 3}));
    expect_error<AxisError>([] { sort(full<double>(Shape{}, 1)); }, "sort");
    expect_error<AxisError>([] { argsort(zeros({3}), 1); }, "argsort");
  });
}

TEST(Sort, SameBitsEverywhere) {
  for (const std::int64_t n : testing::awkward_sizes) {
    const auto x = testing::awkward_values<double>({n}, 5, true);
    testing::expect_same_bits_everywhere([](const auto& a) { return sort(a); }, x);
    testing::expect_same_bits_everywhere([](const auto& a) { return argsort(a); }, x);
  }
  for (const Shape& shape : testing::awkward_matrices) {
    const auto x = testing::awkward_values<float>(shape, 6, true);
    testing::expect_same_bits_everywhere([](const auto& a) { return sort(a, 0); }, x);
    testing::expect_same_bits_everywhere([](const auto& a) { return argsort(a, 1); }, x);
  }
}

TEST(Partition, PutsTheElementInItsPlace) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> x = array<std::int64_t>({7, 1, 5, 3, 9});

    EXPECT_EQ(partition(x, 2)(2).item(), 5);
    EXPECT_EQ(argpartition(x, -1)(4).item(), 4);
    expect_error<ValueError>([&] { partition(x, 5); }, "partition", "kth = 5", "length 5");
  });
}

TEST(TopK, LargestFirst) {
  for_each_backend([](Backend) {
    const auto found = top_k(array<double>({3, 1, 4, 1, 5, 9, 2, 6}), 3);

    EXPECT_EQ(found.values.to_vector(), (Doubles{9, 6, 5}));
    EXPECT_EQ(found.places.to_vector(), (Ints{5, 7, 4}));

    const auto columns = top_k(array<std::int32_t>({{1, 9}, {8, 2}, {3, 7}}), 2, 0);
    EXPECT_EQ(columns.values.to_vector(), (std::vector<std::int32_t>{8, 9, 3, 7}));
    EXPECT_EQ(columns.places.to_vector(), (Ints{1, 0, 2, 2}));
    EXPECT_EQ(top_k(zeros({3}), 0).values.shape(), Shape{0});
    expect_error<ValueError>([] { top_k(zeros({3}), 4); }, "top_k", "4", "(3,)");
  });
}

}  // namespace
}  // namespace spica
