// Shapes, strides and axes: rules without kernels.
#include <spica/core/shape.hpp>

#include "../support/errors.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

using testing::expect_error;

constexpr std::int64_t two_to_40 = std::int64_t(1) << 40;

TEST(Shape, PrintsAsAPythonTuple) {
  EXPECT_EQ(to_string(Shape{}), "()");
  EXPECT_EQ(to_string(Shape{5}), "(5,)");
  EXPECT_EQ(to_string(Shape{3, 4}), "(3, 4)");
}

TEST(Shape, HoldsEightExtentsAndNoMore) {
  EXPECT_EQ(Shape({1, 2, 3, 4, 5, 6, 7, 8}).rank(), 8);

  expect_error<ShapeError>([] { Shape({1, 2, 3, 4, 5, 6, 7, 8, 9}); }, "more than 8 axes");
}

TEST(Shape, EqualsOnlyTheSameExtentsInTheSameOrder) {
  EXPECT_EQ(Shape({2, 3}), Shape({2, 3}));
  EXPECT_FALSE(Shape({2, 3}) == Shape({3, 2}));
  EXPECT_FALSE(Shape({2}) == Shape({2, 1}));
}

TEST(Shape, SizeIsTheProductAndOneForRankZero) {
  EXPECT_EQ(detail::checked_size("op", {}), 1);
  EXPECT_EQ(detail::checked_size("op", {3, 4}), 12);
  EXPECT_EQ(detail::checked_size("op", {3, 0, 4}), 0);
}

TEST(Shape, SizeBeyondInt64IsRefusedAlsoNextToAZero) {
  expect_error<ShapeError>(
      [] {
        detail::checked_size("op", {two_to_40, two_to_40});
      },
      "op: ", "(1099511627776, 1099511627776) has more elements than int64 can count");
  expect_error<ShapeError>([] { detail::checked_size("op", {0, two_to_40, two_to_40}); }, "more elements");
  EXPECT_EQ(detail::checked_size("op", {two_to_40, (std::int64_t(1) << 23) - 1}),
            two_to_40 * ((std::int64_t(1) << 23) - 1));
}

TEST(Shape, NegativeExtentIsRefused) {
  expect_error<ShapeError>([] { detail::checked_size("op", {3, -1}); }, "op: negative extent in shape (3, -1)");
}

TEST(Shape, FreshStridesMakeTheLastAxisContiguous) {
  EXPECT_EQ(detail::contiguous_strides({2, 3, 4}), Shape({12, 4, 1}));
  EXPECT_EQ(detail::contiguous_strides({}), Shape{});
}

TEST(Shape, ContiguityIgnoresAxesOfLengthOneAndEmptyArrays) {
  EXPECT_TRUE(detail::is_contiguous({2, 3}, {3, 1}));
  EXPECT_TRUE(detail::is_contiguous({2, 1, 3}, {3, 99, 1}));
  EXPECT_TRUE(detail::is_contiguous({0, 3}, {7, 7}));
  EXPECT_TRUE(detail::is_contiguous({}, {}));
  EXPECT_FALSE(detail::is_contiguous({2, 3}, {1, 2}));
  EXPECT_FALSE(detail::is_contiguous({3}, {-1}));
  EXPECT_FALSE(detail::is_contiguous({3}, {0}));
}

// TRAP-07: lengths 0 and 1 next to each other.
TEST(Broadcast, LengthOneGivesWayToAnyLengthZeroIncluded) {
  EXPECT_EQ(detail::broadcast_shapes("op", {1}, {0}), Shape{0});
  EXPECT_EQ(detail::broadcast_shapes("op", {3, 1}, {1, 0}), Shape({3, 0}));
  EXPECT_EQ(detail::broadcast_shapes("op", {4, 1, 3}, {2, 1}), Shape({4, 2, 3}));
  EXPECT_EQ(detail::broadcast_shapes("op", {}, {2, 3}), Shape({2, 3}));
}

TEST(Broadcast, OtherLengthsAreRefusedWithBothShapesAndTheAxis) {
  expect_error<ShapeError>([] { detail::broadcast_shapes("add", {0}, {2}); }, "add: shapes (0,) and (2,)");
  expect_error<ShapeError>(
      [] {
        detail::broadcast_shapes("add", {2, 3}, {3, 3});
      },
      "add: shapes (2, 3) and (3, 3) do not broadcast at axis -2");
}

TEST(Broadcast, RepeatedAxesHaveStrideZero) {
  EXPECT_EQ(detail::broadcast_strides("op", {3, 1}, {7, 5}, {2, 3, 4}), Shape({0, 7, 0}));
}

TEST(Broadcast, ToFewerAxesOrOtherLengthsIsRefused) {
  expect_error<ShapeError>(
      [] {
        detail::broadcast_strides("op", {2, 3}, {3, 1}, {3});
      },
      "(2, 3) does not broadcast to (3,)");
  expect_error<ShapeError>([] { detail::broadcast_strides("op", {2}, {1}, {3}); }, "(2,) does not broadcast to (3,)");
}

TEST(Axes, CountFromTheEndWhenNegative) {
  EXPECT_EQ(detail::normalize_axis("op", 1, 3), 1);
  EXPECT_EQ(detail::normalize_axis("op", -1, 3), 2);
  EXPECT_EQ(detail::normalize_axis("op", -3, 3), 0);
}

TEST(Axes, OutOfRangeIsRefusedAndSaysWhatIsValid) {
  expect_error<AxisError>([] { detail::normalize_axis("sum", 2, 2); },
                          "sum: axis 2 is out of range for rank 2; valid are -2 to 1");
  expect_error<AxisError>([] { detail::normalize_axis("sum", -3, 2); }, "axis -3");
  expect_error<AxisError>([] { detail::normalize_axis("sum", 0, 0); }, "a rank-0 array has no axes");
}

TEST(Axes, GivenTwiceIsRefusedAlsoUnderTwoNames) {
  expect_error<AxisError>([] { detail::axis_flags("sum", axes({0, 0}), 2); }, "sum: axis 0 is given twice");
  expect_error<AxisError>([] { detail::axis_flags("sum", axes({1, -1}), 2); }, "axis -1 is given twice");
}

TEST(Axes, ReducedShapeDropsThemOrKeepsThemWithLengthOne) {
  const auto flags = detail::axis_flags("sum", axes({0, 2}), 3);

  EXPECT_EQ(detail::reduced_shape({2, 3, 4}, flags, KeepDims::no), Shape{3});
  EXPECT_EQ(detail::reduced_shape({2, 3, 4}, flags, KeepDims::yes), Shape({1, 3, 1}));
}

TEST(Axes, NoneNamedMeansAllAndAnEmptyListMeansNone) {
  EXPECT_EQ(detail::reduced_shape({2, 3}, detail::axis_flags("sum", all_axes, 2), KeepDims::no), Shape{});
  EXPECT_EQ(detail::reduced_shape({2, 3}, detail::axis_flags("sum", axes({}), 2), KeepDims::no), Shape({2, 3}));
}

}  // namespace
}  // namespace spica
