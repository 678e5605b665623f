// nonzero, compress and indexing by a mask.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/index/select.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

using testing::expect_error;
using testing::for_each_backend;
using testing::nan;
using Ints = std::vector<std::int64_t>;

TEST(Nonzero, Example) {
  for_each_backend([](Backend) {
    // example-begin nonzero
    const auto places = nonzero(array<double>({{3, 0, 0}, {0, nan, -0.0}}));
    // places[0] is [0 1], places[1] is [0 1]
    // example-end nonzero

    ASSERT_EQ(places.size(), 2u);
    EXPECT_EQ(places[0].to_vector(), (Ints{0, 1}));
    EXPECT_EQ(places[1].to_vector(), (Ints{0, 1}));
    EXPECT_EQ(flatnonzero(array<complex64>({complex64(0, 1), complex64(0, 0)})).to_vector(), (Ints{0}));
    EXPECT_EQ(nonzero(zeros({0, 3})).at(1).shape(), Shape{0});
    expect_error<ValueError>([] { nonzero(full<double>(Shape{}, 1)); }, "nonzero", "rank 0");
  });
}

TEST(Mask, SelectsElementsAndRows) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> m = array<std::int64_t>({{1, 2}, {3, 4}, {5, 6}});

    EXPECT_EQ(m[m > 2].to_vector(), (Ints{3, 4, 5, 6}));
    EXPECT_EQ(m[m > 9].shape(), Shape{0});
    const Array<std::int64_t> rows = m[array<bool>({true, false, true})];
    EXPECT_EQ(rows.shape(), Shape({2, 2}));
    EXPECT_EQ(rows.to_vector(), (Ints{1, 2, 5, 6}));
    EXPECT_EQ(transpose(m)[array<bool>({false, true})].to_vector(), (Ints{2, 4, 6}));
    EXPECT_EQ(m[full<bool>(Shape{}, true)].shape(), Shape({1, 3, 2}));
    EXPECT_EQ(m[full<bool>(Shape{}, false)].shape(), Shape({0, 3, 2}));
    expect_error<IndexError>([&] { m[array<bool>({true, false})]; }, "(2,)", "(3, 2)");
    expect_error<IndexError>([&] { m(0)[m > 0]; }, "(3, 2)", "(2,)");
  });
}

TEST(Compress, ConditionMayBeShorter) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> m = array<std::int64_t>({{1, 2, 3}, {4, 5, 6}});

    EXPECT_EQ(compress(array<bool>({false, true}), m, 1).to_vector(), (Ints{2, 5}));
    EXPECT_EQ(compress(array<bool>({false, true}), m, 0).to_vector(), (Ints{4, 5, 6}));
    EXPECT_EQ(compress(array<bool>({false, true, false, true}), m).to_vector(), (Ints{2, 4}));
    EXPECT_EQ(compress(array<bool>({false, true, false, false, false}), m, 0).shape(), Shape({1, 3}));
    expect_error<IndexError>([&] { compress(array<bool>({true, true, true}), m, 0); }, "compress", "place 2", "length 2");
    expect_error<AxisError>([&] { compress(array<bool>({true}), m, 2); }, "compress");
    expect_error<ShapeError>([&] { compress(m > 1, m, 0); }, "compress", "(2, 3)");
  });
}

TEST(Mask, KeepsTheOrderInLargeArrays) {
  for (const std::int64_t n : testing::awkward_sizes) {
    const auto x = testing::awkward_values<double>({n}, 11, true);
    testing::expect_same_bits_everywhere([](const auto& a) { return a[a > 0]; }, x);
    testing::expect_same_bits_everywhere([](const auto& a) { return flatnonzero(a < 0); }, x);
  }
  const auto big = arange<std::int64_t>(1'000'000);
  EXPECT_EQ(sum(big[big % 3 == 0]).item(), 166'666'833'333);
}

TEST(Mask, OnAnotherBackendIsAnError) {
  for (const Backend backend : backends()) {
    if (!usable(backend) || backend == Backend::serial) continue;
    const auto a = ones({3}, Backend::serial);
    expect_error<BackendMismatch>([&] { a[ones<bool>({3}, backend)]; }, "serial", name(backend));
    expect_error<BackendMismatch>([&] { compress(ones<bool>({0}, backend), a); }, "compress", "serial", name(backend));
  }
}

}  // namespace
}  // namespace spica
