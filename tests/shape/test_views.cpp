// swapaxes, rot90, diagonal, split, meshgrid: other views of the same elements. Numbers from NumPy 2.4.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/shape/triangle.hpp>
#include <spica/ops/shape/views.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"

namespace {

namespace sp = spica;
using sp::testing::expect_error;
using sp::testing::for_each_backend;
using Ints = std::vector<std::int64_t>;

/// 0, 1, 2, … in that shape.
sp::Array<std::int64_t> counting(const sp::Shape& shape) {
  return sp::reshape(sp::arange(sp::detail::size_of(shape)), shape);
}

TEST(Swapaxes, ExchangesTwo) {
  for_each_backend([](sp::Backend) {
    const auto a = counting({2, 3, 4});

    const auto b = sp::swapaxes(a, 0, -1);

    EXPECT_EQ(b.shape(), sp::Shape({4, 3, 2}));
    EXPECT_EQ(b.data(), a.data());
    EXPECT_EQ(b(3, 1, 0).item(), a(0, 1, 3).item());
    EXPECT_EQ(sp::swapaxes(a, 1, 1).shape(), a.shape());
    expect_error<sp::AxisError>([&] { sp::swapaxes(a, 0, 3); }, "swapaxes", "axis 3", "rank 3");
    expect_error<sp::AxisError>([&] { sp::swapaxes(sp::ones({}), 0, 0); }, "swapaxes");
  });
}

TEST(MatrixTranspose, ExchangesTheLastTwo) {
  for_each_backend([](sp::Backend) {
    const auto a = counting({2, 3, 4});

    const auto b = sp::matrix_transpose(a);

    EXPECT_EQ(b.shape(), sp::Shape({2, 4, 3}));
    EXPECT_EQ(b.data(), a.data());
    EXPECT_EQ(b(1, 3, 2).item(), a(1, 2, 3).item());
    expect_error<sp::ShapeError>([&] { sp::matrix_transpose(a(0, 0)); }, "matrix_transpose: shape (4,)");
  });
}

TEST(Rot90, TurnsFromTheFirstAxisToTheSecond) {
  for_each_backend([](sp::Backend) {
    const auto a = counting({2, 3});

    EXPECT_EQ(sp::rot90(a).to_vector(), (Ints{2, 5, 1, 4, 0, 3}));
    EXPECT_EQ(sp::rot90(a, 2).to_vector(), (Ints{5, 4, 3, 2, 1, 0}));
    EXPECT_EQ(sp::rot90(a, 3).to_vector(), (Ints{3, 0, 4, 1, 5, 2}));
    EXPECT_EQ(sp::rot90(a, -1).to_vector(), sp::rot90(a, 3).to_vector());
    EXPECT_EQ(sp::rot90(a, 4).data(), a.data());
    EXPECT_EQ(sp::rot90(a, 1).shape(), sp::Shape({3, 2}));
    const auto turned = sp::rot90(counting({2, 2, 3}), 1, {2, 0});
    EXPECT_EQ(turned.shape(), sp::Shape({3, 2, 2}));
    EXPECT_EQ(turned.to_vector(), (Ints{6, 0, 9, 3, 7, 1, 10, 4, 8, 2, 11, 5}));
    for (const std::int64_t k : {0, 1, 2, 3}) {
      EXPECT_EQ(sp::rot90(sp::ones({0, 3}), k).shape(), k % 2 ? sp::Shape({3, 0}) : sp::Shape({0, 3}));
      EXPECT_EQ(sp::rot90(sp::rot90(a, k), 4 - k).to_vector(), a.to_vector());
    }
    expect_error<sp::AxisError>([&] { sp::rot90(a, 1, {0, -2}); }, "rot90", "same axis");
    expect_error<sp::AxisError>([&] { sp::rot90(a, 1, {0}); }, "rot90", "two axes");
    expect_error<sp::AxisError>([&] { sp::rot90(sp::arange(3)); }, "rot90", "axis 1");
  });
}

TEST(Diagonal, IsAViewThatCanBeWritten) {
  for_each_backend([](sp::Backend) {
    // example-begin diagonal
    const auto m = sp::zeros({3, 3});
    sp::diagonal(m) = 1.0;      // the unit matrix
    sp::diagonal(m, 1) += 5.0;  // and fives above its diagonal
    // example-end

    EXPECT_EQ(m.to_vector(), (std::vector<double>{1, 5, 0, 0, 1, 5, 0, 0, 1}));
  });
}

TEST(Diagonal, OfTwoAxesIsTheLastAxis) {
  for_each_backend([](sp::Backend) {
    const auto a = counting({2, 3, 4});

    const auto of_0_and_2 = sp::diagonal(a, 1, 0, 2), of_1_and_2 = sp::diagonal(a, -1, 1, -1);

    EXPECT_EQ(of_0_and_2.shape(), sp::Shape({3, 2}));
    EXPECT_EQ(of_0_and_2.to_vector(), (Ints{1, 14, 5, 18, 9, 22}));
    EXPECT_EQ(of_1_and_2.to_vector(), (Ints{4, 9, 16, 21}));
    EXPECT_EQ(sp::diagonal(sp::flip(counting({3, 3}), sp::axis(1))).to_vector(), (Ints{2, 4, 6}));
    for (const std::int64_t far : {std::int64_t(4), std::int64_t(-2), std::numeric_limits<std::int64_t>::max(),
                                   std::numeric_limits<std::int64_t>::min()})
      EXPECT_EQ(sp::diagonal(a, far, 0, 2).shape(), sp::Shape({3, 0})) << far;
    EXPECT_EQ(sp::diagonal(sp::ones({0, 3})).shape(), sp::Shape{0});
    EXPECT_EQ(sp::diagonal(sp::ones({3, 0}), -1).shape(), sp::Shape{0});
    expect_error<sp::AxisError>([&] { sp::diagonal(a, 0, 1, -2); }, "diagonal", "axis 1 and axis -2", "same axis");
    expect_error<sp::AxisError>([&] { sp::diagonal(sp::arange(3)); }, "diagonal", "axis 1");
  });
}

TEST(Split, GivesViews) {
  for_each_backend([](sp::Backend) {
    // example-begin split
    const auto a = sp::arange(6);
    const auto thirds = sp::split(a, 3);      // [0 1], [2 3], [4 5]
    const auto parts = sp::split(a, {1, 4});  // [0], [1 2 3], [4 5]
    thirds[1] += 10;                          // a is now [0 1 12 13 4 5]
    // example-end

    ASSERT_EQ(thirds.size(), 3u);
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_EQ(parts[1].to_vector(), (Ints{1, 12, 13}));
    EXPECT_EQ(parts[2].to_vector(), (Ints{4, 5}));
    EXPECT_EQ(a.to_vector(), (Ints{0, 1, 12, 13, 4, 5}));
  });
}

TEST(Split, PositionsAreThoseOfASlice) {
  for_each_backend([](sp::Backend) {
    const auto lengths = [](const auto& parts) {
      Ints result;
      for (const auto& part : parts) result.push_back(part.size());
      return result;
    };

    EXPECT_EQ(lengths(sp::split(sp::arange(5), {-2, 9})), (Ints{3, 2, 0}));
    EXPECT_EQ(lengths(sp::split(sp::arange(5), {3, 1})), (Ints{3, 0, 4}));
    EXPECT_EQ(lengths(sp::split(sp::arange(5), Ints{})), (Ints{5}));
    EXPECT_EQ(lengths(sp::array_split(sp::arange(5), {2})), (Ints{2, 3}));
    EXPECT_EQ(lengths(sp::array_split(sp::arange(7), 3)), (Ints{3, 2, 2}));
    EXPECT_EQ(lengths(sp::array_split(sp::arange(2), 4)), (Ints{1, 1, 0, 0}));
    EXPECT_EQ(lengths(sp::split(sp::arange(0), 2)), (Ints{0, 0}));
    const auto columns = sp::split(counting({2, 4}), 2, sp::axis(-1));
    EXPECT_EQ(columns[1].to_vector(), (Ints{2, 3, 6, 7}));
  });
}

TEST(Split, ErrorsNameTheAxisAndTheRemedy) {
  expect_error<sp::ShapeError>([] { sp::split(sp::arange(5), 2); }, "split: an axis of length 5", "2 equal sections",
                               "array_split");
  expect_error<sp::ValueError>([] { sp::split(sp::arange(5), 0); }, "split", "at least one section, not 0");
  expect_error<sp::ValueError>([] { sp::array_split(sp::arange(5), -1); }, "array_split");
  expect_error<sp::AxisError>([] { sp::split(sp::arange(6), 2, 1); }, "split: axis 1");
  expect_error<sp::AxisError>([] { sp::split(sp::ones({}), 1); }, "split");
  expect_error<sp::AxisError>([] { sp::split(sp::arange(6), {2}, sp::all_axes); }, "split", "one axis");
}

TEST(Meshgrid, GivesOneViewForEachCoordinate) {
  for_each_backend([](sp::Backend) {
    // example-begin meshgrid
    const auto [x, y] = sp::meshgrid(sp::arange(3), sp::array<double>({10, 20}));
    const sp::Array<double> sums = x + y;  // [[10. 11. 12.] [20. 21. 22.]]
    // example-end

    EXPECT_EQ(x.to_vector(), (Ints{0, 1, 2, 0, 1, 2}));
    EXPECT_EQ(sums.shape(), sp::Shape({2, 3}));
    EXPECT_EQ(sums.to_vector(), (std::vector<double>{10, 11, 12, 20, 21, 22}));
    expect_error<sp::ValueError>([&x = x] { x += 1; }, "broadcast view");
  });
}

TEST(Meshgrid, ShapesFollowTheIndexing) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::arange(2), b = sp::arange(3), c = sp::arange(4);

    const auto xy = sp::meshgrid({a, b, c});
    const auto ij = sp::meshgrid({a, b, c}, sp::Indexing::ij);

    for (const auto& grid : xy) EXPECT_EQ(grid.shape(), sp::Shape({3, 2, 4}));
    for (const auto& grid : ij) EXPECT_EQ(grid.shape(), sp::Shape({2, 3, 4}));
    for (std::int64_t i = 0; i < 2; ++i)
      for (std::int64_t j = 0; j < 3; ++j)
        for (std::int64_t k = 0; k < 4; ++k) {
          EXPECT_EQ(xy[0](j, i, k).item() * 100 + xy[1](j, i, k).item() * 10 + xy[2](j, i, k).item(),
                    i * 100 + j * 10 + k);
          EXPECT_EQ(ij[0](i, j, k).item() * 100 + ij[1](i, j, k).item() * 10 + ij[2](i, j, k).item(),
                    i * 100 + j * 10 + k);
        }
    EXPECT_EQ(std::get<1>(sp::meshgrid(a, b * 2, sp::Indexing::ij))(1, 2).item(), 4);
    EXPECT_EQ(std::get<0>(sp::meshgrid(a, b, c, sp::Indexing::ij)).shape(), sp::Shape({2, 3, 4}));
    EXPECT_EQ(std::get<0>(sp::meshgrid(counting({2, 2}), sp::Indexing::ij)).to_vector(), (Ints{0, 1, 2, 3}));
    EXPECT_EQ(std::get<0>(sp::meshgrid(sp::arange(0), b)).shape(), sp::Shape({3, 0}));
    EXPECT_EQ(std::get<0>(sp::meshgrid(sp::full<double>({}, 7.0))).to_vector(), (std::vector<double>{7}));
    EXPECT_TRUE(sp::meshgrid(std::vector<sp::Array<double>>()).empty());
    expect_error<sp::ShapeError>([&] { sp::meshgrid(std::vector(9, a)); }, "meshgrid: 9 arrays");
  });
}

TEST(AtLeast, AddsAxesWhereNumPyDoes) {
  for_each_backend([](sp::Backend) {
    const auto shapes = [](const auto& a) {
      return std::vector{sp::atleast_1d(a).shape(), sp::atleast_2d(a).shape(), sp::atleast_3d(a).shape()};
    };

    EXPECT_EQ(shapes(sp::ones({})), (std::vector<sp::Shape>{{1}, {1, 1}, {1, 1, 1}}));
    EXPECT_EQ(shapes(sp::ones({2})), (std::vector<sp::Shape>{{2}, {1, 2}, {1, 2, 1}}));
    EXPECT_EQ(shapes(sp::ones({2, 3})), (std::vector<sp::Shape>{{2, 3}, {2, 3}, {2, 3, 1}}));
    EXPECT_EQ(shapes(sp::ones({2, 3, 4, 0})), (std::vector<sp::Shape>(3, {2, 3, 4, 0})));
  });
}

TEST(Ravel, IsAViewWhereItCan) {
  for_each_backend([](sp::Backend) {
    const auto a = counting({2, 3});

    EXPECT_EQ(sp::ravel(a).data(), a.data());
    EXPECT_EQ(sp::ravel(sp::transpose(a)).to_vector(), (Ints{0, 3, 1, 4, 2, 5}));
    EXPECT_EQ(sp::ravel(sp::ones({2, 0})).shape(), sp::Shape{0});
    EXPECT_EQ(sp::ravel(sp::ones({})).shape(), sp::Shape{1});
  });
}

}  // namespace
