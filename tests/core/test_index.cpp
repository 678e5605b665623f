// Positions and slices pick what Python picks: rules without kernels.
#include <spica/core/index.hpp>

#include "../support/errors.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace spica {
namespace {

using testing::expect_error;

constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();

using List = std::vector<std::int64_t>;

/// list(range(length))[entry]
List picked(std::int64_t length, const Index& entry) {
  const detail::Geometry view = detail::index_geometry({length}, {1}, std::span(&entry, 1));
  List elements;
  for (std::int64_t i = 0; i < view.shape[0]; ++i) elements.push_back(view.offset + i * view.strides[0]);
  return elements;
}

detail::Geometry index(const Shape& shape, std::initializer_list<Index> entries) {
  return detail::index_geometry(shape, detail::contiguous_strides(shape), std::span(entries.begin(), entries.size()));
}

TEST(Slice, WalksForwardsAndBackwards) {
  EXPECT_EQ(picked(6, slice(1, 5, 2)), (List{1, 3}));
  EXPECT_EQ(picked(6, slice(none, none, -1)), (List{5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(picked(6, slice(none, none, -2)), (List{5, 3, 1}));
  EXPECT_EQ(picked(6, slice(4, 1, -1)), (List{4, 3, 2}));
  EXPECT_EQ(picked(6, slice(5, none, -3)), (List{5, 2}));
  EXPECT_EQ(picked(6, slice(1, 4, -1)), List{});
}

TEST(Slice, NegativeBoundsCountFromTheEnd) {
  EXPECT_EQ(picked(6, slice(-2, none)), (List{4, 5}));
  EXPECT_EQ(picked(6, slice(none, -1)), (List{0, 1, 2, 3, 4}));
  EXPECT_EQ(picked(6, slice(-1, -6, -1)), (List{5, 4, 3, 2, 1}));
  EXPECT_EQ(picked(6, slice(none, 0, -1)), (List{5, 4, 3, 2, 1}));
}

TEST(Slice, BoundsOutOfRangeAreClamped) {
  EXPECT_EQ(picked(6, slice(-100, 100)), (List{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(picked(6, slice(100, -100, -1)), (List{5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(picked(6, slice(-1, -7, -1)), (List{5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(picked(6, slice(10, 20)), List{});
}

TEST(Slice, TheLargestIntegersAreBoundsAndStepsToo) {
  EXPECT_EQ(picked(6, slice(int64_min, int64_max)), (List{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(picked(6, slice(0, 6, int64_max)), List{0});
  EXPECT_EQ(picked(6, slice(5, none, -int64_max)), List{5});
}

/// Every slice with bounds in none, -10 … 10, folded into one number for each length and step (FNV-1a over the number
/// of elements and the elements). The table was made by Python:
///
///   bounds = [None, *range(-10, 11)]
///   for n in [0, 1, 2, 5, 8]:
///     for step in [-9, -3, -2, -1, 1, 2, 3, 9]:
///       h = 1469598103934665603
///       for start in bounds:
///         for stop in bounds:
///           l = list(range(n))[start:stop:step]
///           for v in [len(l), *l]: h = ((h ^ v) * 1099511628211) % 2**64
///       print(hex(h))
TEST(Slice, AgreesWithPythonForEveryBound) {
  constexpr std::int64_t lengths[] = {0, 1, 2, 5, 8}, steps[] = {-9, -3, -2, -1, 1, 2, 3, 9};
  constexpr std::uint64_t python[5][8] = {
      {0xb18d80c8df8b2fb3, 0xb18d80c8df8b2fb3, 0xb18d80c8df8b2fb3, 0xb18d80c8df8b2fb3, 0xb18d80c8df8b2fb3,
       0xb18d80c8df8b2fb3, 0xb18d80c8df8b2fb3, 0xb18d80c8df8b2fb3},
      {0x6fdc650d844cdd03, 0x6fdc650d844cdd03, 0x6fdc650d844cdd03, 0x6fdc650d844cdd03, 0xb0874f163aab282f,
       0xb0874f163aab282f, 0xb0874f163aab282f, 0xb0874f163aab282f},
      {0xd33e4a1e2227df73, 0xd33e4a1e2227df73, 0xd33e4a1e2227df73, 0x1d680991074c658b, 0x03b5dc744e84fa6b,
       0xd0e07b5edc863ce9, 0xd0e07b5edc863ce9, 0xd0e07b5edc863ce9},
      {0xe91a7e2bfa11b2a3, 0xb421e1310eae48c1, 0x59c53fbbc979cee3, 0x8a4a4fb3a32acb4f, 0x0630e7e7c921349b,
       0x611358ecf8a43859, 0xe9f276cd8653ffab, 0x7a168bb38e2e6a97},
      {0xdda607272a5b223b, 0x6d4f0fa2fb1d20e7, 0xf982e9992460975b, 0xa9c0d8303391e94b, 0x6111008774fbc313,
       0x45e3c071a33156c3, 0xc21b72b235e02b47, 0xb21a3467370d2499}};
  std::vector<std::optional<std::int64_t>> bounds{none};
  for (std::int64_t b = -10; b <= 10; ++b) bounds.emplace_back(b);

  for (std::size_t n = 0; n < std::size(lengths); ++n) {
    for (std::size_t s = 0; s < std::size(steps); ++s) {
      std::uint64_t hash = 1469598103934665603u;
      const auto add = [&](std::int64_t v) { hash = (hash ^ static_cast<std::uint64_t>(v)) * 1099511628211u; };
      for (const auto& start : bounds) {
        for (const auto& stop : bounds) {
          const List elements = picked(lengths[n], slice(start, stop, steps[s]));
          add(static_cast<std::int64_t>(elements.size()));
          for (const std::int64_t element : elements) add(element);
        }
      }
      EXPECT_EQ(hash, python[n][s]) << "length " << lengths[n] << ", step " << steps[s];
    }
  }
}

TEST(Slice, StepZeroIsRefused) {
  expect_error<ValueError>([] { picked(3, slice(0, 3, 0)); }, "index: the step of a slice cannot be 0");
}

TEST(Index, PositionDropsItsAxis) {
  const detail::Geometry view = index({3, 4}, {1});

  EXPECT_EQ(view.shape, Shape{4});
  EXPECT_EQ(view.offset, 4);
  EXPECT_EQ(index({3, 4}, {-1, -1}).offset, 11);
  EXPECT_EQ(index({3, 4}, {-1, -1}).shape, Shape{});
}

TEST(Index, PositionOutOfRangeIsRefused) {
  expect_error<IndexError>([] { index({3, 4}, {0, 4}); }, "index: position 4 is out of bounds for axis 1 of length 4");
  expect_error<IndexError>([] { index({3, 4}, {-4}); }, "position -4 is out of bounds for axis 0 of length 3");
  expect_error<IndexError>([] { index({0}, {0}); }, "length 0");
}

TEST(Index, NewaxisAddsLengthOneAndTakesNoAxis) {
  EXPECT_EQ(index({3, 4}, {newaxis}).shape, Shape({1, 3, 4}));
  EXPECT_EQ(index({3, 4}, {all, newaxis, 2, newaxis}).shape, Shape({3, 1, 1}));
}

TEST(Index, EllipsisStandsForTheMissingAxes) {
  EXPECT_EQ(index({2, 3, 4}, {ellipsis, 1}).shape, Shape({2, 3}));
  EXPECT_EQ(index({2, 3, 4}, {1, ellipsis, 1}).shape, Shape{3});
  EXPECT_EQ(index({2, 3, 4}, {0, 0, 0, ellipsis}).shape, Shape{});
  EXPECT_EQ(index({2, 3}, {ellipsis, newaxis}).shape, Shape({2, 3, 1}));
}

TEST(Index, SecondEllipsisIsRefused) {
  expect_error<IndexError>([] { index({2, 3}, {ellipsis, ellipsis}); }, "one ellipsis only");
}

TEST(Index, MoreEntriesThanAxesAreRefused) {
  expect_error<IndexError>(
      [] {
        index({2, 3}, {0, 0, 0});
      },
      "index: 3 indices for an array of shape (2, 3) with 2 axes");
  expect_error<IndexError>([] { index({}, {all}); }, "1 indices");
}

TEST(Index, NinthAxisIsRefused) {
  expect_error<ShapeError>([] { index({1, 1, 1, 1, 1, 1, 1, 1}, {newaxis}); }, "more than 8 axes");
}

TEST(Index, StridesOfASliceAreThoseOfTheAxisTimesTheStep) {
  const detail::Geometry view = index({4, 6}, {slice(none, none, -1), slice(1, none, 2)});

  EXPECT_EQ(view.shape, Shape({4, 3}));
  EXPECT_EQ(view.strides, Shape({-6, 2}));
  EXPECT_EQ(view.offset, 3 * 6 + 1);
}

}  // namespace
}  // namespace spica
