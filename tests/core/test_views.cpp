// reshape, transpose and their like: other views of the same elements.
#include <spica/ops/creation/creation.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace spica {
namespace {

using testing::expect_error;
using testing::for_each_backend;
using Ints = std::vector<std::int64_t>;

/// 0, 1, 2, … in that shape.
Array<std::int64_t> counting(const Shape& shape) { return reshape(arange(detail::size_of(shape)), shape); }

TEST(Reshape, OfContiguousElementsIsAView) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = arange(12);

    const Array<std::int64_t> b = reshape(a, {3, 4});
    b(1, 2) = 99;

    EXPECT_EQ(a(6).item(), 99);
    EXPECT_EQ(reshape(b, {2, -1}).shape(), Shape({2, 6}));
  });
}

TEST(Reshape, SplitsAndJoinsAxesOfAStridedArrayWithoutACopyWhereItCan) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = counting({4, 6})(slice(none, none, 2), all);  // rows 0 and 2

    const Array<std::int64_t> split = reshape(a, {2, 1, 2, 3});

    EXPECT_EQ(split.data(), a.data());
    EXPECT_EQ(split.strides()[0], 12);
    EXPECT_EQ(split.to_vector(), a.to_vector());
    EXPECT_EQ(reshape(flip(arange(6)), {2, 3}).to_vector(), (Ints{5, 4, 3, 2, 1, 0}));
  });
}

TEST(Reshape, IsACopyWhereTheStridesDoNotAllowAView) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = counting({2, 3});

    const Array<std::int64_t> b = reshape(transpose(a), {6});
    b(0) = 99;

    EXPECT_EQ(b.to_vector(), (Ints{99, 3, 1, 4, 2, 5}));
    EXPECT_EQ(a(0, 0).item(), 0);
  });
}

TEST(Reshape, KeepsRankZeroAndEmptyArrays) {
  for_each_backend([](Backend) {
    EXPECT_EQ(reshape(full<std::int64_t>({}, 5), {1, 1}).to_vector(), Ints{5});
    EXPECT_EQ(reshape(arange(1), {}).rank(), 0);
    EXPECT_EQ(reshape(zeros({3, 0}), {0, 7}).shape(), Shape({0, 7}));
    EXPECT_EQ(reshape(zeros({0}), {5, -1}).shape(), Shape({5, 0}));
  });
}

TEST(Reshape, ToAnotherSizeIsRefused) {
  expect_error<ShapeError>(
      [] {
        reshape(arange(6), {4, 2});
      },
      "reshape: an array of shape (6,) (6 elements) cannot become shape (4, 2)");
  expect_error<ShapeError>([] { reshape(arange(6), {4, -1}); }, "cannot become shape (4, -1)");
  expect_error<ShapeError>([] { reshape(arange(6), {-1, -1}); }, "one may be -1");
  expect_error<ShapeError>([] { reshape(arange(6), {-2, 3}); }, "negative extent");
  expect_error<ShapeError>([] { reshape(zeros({0}), {0, -1}); }, "cannot become");
}

TEST(Transpose, ReversesTheAxesOrOrdersThemAsGiven) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = counting({2, 3, 4});

    EXPECT_EQ(transpose(a).shape(), Shape({4, 3, 2}));
    EXPECT_EQ(transpose(a)(3, 2, 1).item(), 23);
    EXPECT_EQ(transpose(a, {1, 0, -1}).shape(), Shape({3, 2, 4}));
    EXPECT_EQ(transpose(a, {1, 0, -1})(2, 1, 0).item(), 20);
    EXPECT_EQ(transpose(a).data(), a.data());
  });
}

TEST(Transpose, RefusesAnOrderThatIsNone) {
  const Array<std::int64_t> a = counting({2, 3});

  expect_error<AxisError>([&] { transpose(a, {0}); }, "transpose: 1 axes given for an array of rank 2");
  expect_error<AxisError>([&] { transpose(a, {0, 0}); }, "given twice");
  expect_error<AxisError>([&] { transpose(a, {0, 2}); }, "axis 2 is out of range");
}

TEST(Squeeze, DropsAxesOfLengthOne) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = counting({1, 3, 1});

    EXPECT_EQ(squeeze(a).shape(), Shape{3});
    EXPECT_EQ(squeeze(a, axis(-1)).shape(), Shape({1, 3}));
    EXPECT_EQ(squeeze(a).data(), a.data());
    EXPECT_EQ(squeeze(zeros({0, 1})).shape(), Shape{0});

    expect_error<ShapeError>([&] { squeeze(a, axis(1)); }, "squeeze: axis 1 of shape (1, 3, 1) has length 3");
    expect_error<AxisError>([&] { squeeze(a, axis(3)); }, "squeeze: axis 3");
  });
}

TEST(ExpandDims, AddsAxesAtPlacesOfTheResult) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = counting({2, 3});

    EXPECT_EQ(expand_dims(a, axis(0)).shape(), Shape({1, 2, 3}));
    EXPECT_EQ(expand_dims(a, axis(-1)).shape(), Shape({2, 3, 1}));
    EXPECT_EQ(expand_dims(a, axes({0, 2})).shape(), Shape({1, 2, 1, 3}));
    EXPECT_EQ(expand_dims(a, axes({0, 2})).to_vector(), a.to_vector());

    expect_error<AxisError>([&] { expand_dims(a, axis(3)); }, "expand_dims: axis 3");
  });
}

TEST(Moveaxis, MovesThemAndKeepsTheOthersInOrder) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = counting({2, 3, 4, 5});

    EXPECT_EQ(moveaxis(a, {0}, {-1}).shape(), Shape({3, 4, 5, 2}));
    EXPECT_EQ(moveaxis(a, {0, 1}, {-1, 0}).shape(), Shape({3, 4, 5, 2}));
    EXPECT_EQ(moveaxis(a, {3, 2}, {0, 1}).shape(), Shape({5, 4, 2, 3}));
    EXPECT_EQ(moveaxis(a, {3}, {0})(4, 1, 2, 3).item(), a(1, 2, 3, 4).item());

    expect_error<AxisError>([&] { moveaxis(a, {0, 1}, {0}); }, "2 source axes but 1 destinations");
    expect_error<AxisError>([&] { moveaxis(a, {0, 0}, {0, 1}); }, "given twice");
  });
}

TEST(Flip, ReversesAllOrTheNamedAxes) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = counting({2, 3});

    EXPECT_EQ(flip(a).to_vector(), (Ints{5, 4, 3, 2, 1, 0}));
    EXPECT_EQ(flip(a, axis(1)).to_vector(), (Ints{2, 1, 0, 5, 4, 3}));
    EXPECT_EQ(flip(flip(a)).to_vector(), a.to_vector());
    EXPECT_TRUE(flip(zeros({0, 3})).to_vector().empty());
  });
}

TEST(BroadcastTo, RepeatsElementsWithoutACopy) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = arange(2);

    const Array<std::int64_t> b = broadcast_to(reshape(a, {2, 1}), {3, 2, 2});

    EXPECT_EQ(b.data(), a.data());
    EXPECT_EQ(b.to_vector(), (Ints{0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1}));
    EXPECT_EQ(broadcast_to(zeros({1}), {0}).shape(), Shape{0});

    expect_error<ShapeError>([&] { broadcast_to(a, {3}); }, "broadcast_to: shape (2,) does not broadcast to (3,)");
  });
}

TEST(Views, OfViewsWriteThroughToTheFirstArray) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = zeros<std::int64_t>({4, 4});

    flip(transpose(a)(slice(1, none, 2), all), axis(1))(0, 0) = 7;  // column 1, last row

    EXPECT_EQ(a(3, 1).item(), 7);
  });
}

}  // namespace
}  // namespace spica
