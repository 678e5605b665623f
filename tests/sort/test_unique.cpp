// unique and its index, inverse and counts.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/sort/unique.hpp>

#include "../support/backends.hpp"
#include "../support/same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

using testing::expect_same_bits;
using testing::for_each_backend;
using testing::nan;
using Ints = std::vector<std::int64_t>;
using Doubles = std::vector<double>;

TEST(Unique, Example) {
  for_each_backend([](Backend) {
    // example-begin unique
    const auto found = unique_all(array<double>({2, nan, 1, nan, nan}));
    // found.values [1. 2. nan], counts [1 1 3], indices [2 0 1], inverse_indices [1 2 0 2 2]
    // example-end unique

    expect_same_bits(found.values.to_vector(), Doubles{1, 2, nan});  // TRAP-11
    EXPECT_EQ(found.counts.to_vector(), (Ints{1, 1, 3}));
    EXPECT_EQ(found.indices.to_vector(), (Ints{2, 0, 1}));
    EXPECT_EQ(found.inverse_indices.to_vector(), (Ints{1, 2, 0, 2, 2}));
  });
}

TEST(Unique, OfSeveralAxesAndViews) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> m = array<std::int64_t>({{3, 1}, {1, 3}});
    const auto found = unique_all(transpose(m)(all, slice(none, none, -1)));

    EXPECT_EQ(found.values.to_vector(), (Ints{1, 3}));
    EXPECT_EQ(found.inverse_indices.shape(), Shape({2, 2}));
    EXPECT_EQ(found.inverse_indices.to_vector(), (Ints{0, 1, 1, 0}));
    EXPECT_EQ(unique(array<bool>({true, false, true})).to_vector(), (std::vector<bool>{false, true}));
    EXPECT_EQ(unique(m + 1).to_vector(), (Ints{2, 4}));
    EXPECT_EQ(unique(full<std::int64_t>(Shape{}, 5)).to_vector(), (std::vector<std::int64_t>{5}));
  });
}

TEST(Unique, OfNothing) {
  for_each_backend([](Backend) {
    const auto found = unique_all(zeros({0, 3}));
    EXPECT_EQ(found.values.shape(), Shape{0});
    EXPECT_EQ(found.counts.shape(), Shape{0});
    EXPECT_EQ(found.inverse_indices.shape(), Shape({0, 3}));
  });
}

TEST(Unique, SameBitsEverywhere) {
  for (const std::int64_t n : testing::awkward_sizes) {
    const auto wide = testing::awkward_values<double>({n}, 8, true);
    const auto narrow = copy(testing::awkward_values<std::int32_t>({n}, 9) % 50);
    testing::expect_same_bits_everywhere([](const auto& a) { return unique(a); }, wide);
    testing::expect_same_bits_everywhere([](const auto& a) { return unique_all(a).inverse_indices; }, wide);
    testing::expect_same_bits_everywhere([](const auto& a) { return unique_all(a).indices; }, narrow);
    testing::expect_same_bits_everywhere([](const auto& a) { return unique_all(a).inverse_indices; }, narrow);
  }
}

}  // namespace
}  // namespace spica
