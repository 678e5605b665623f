#include "../support/backends.hpp"
#include "../support/errors.hpp"

#include <spica/ops/linalg/products.hpp>
#include <spica/spica.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace spica;
using spica::testing::expect_error;
using spica::testing::for_each_backend;

// example-begin outer
TEST(Outer, EachElementWithEach) {
  for_each_backend([](Backend) {
    const Array<int> product = outer(array<int>({1, 2, 3}), array<int>({{10}, {20}}));

    EXPECT_EQ(product.shape(), (Shape{3, 2}));
    EXPECT_EQ(product.to_vector(), (std::vector<int>{10, 20, 20, 40, 30, 60}));
    EXPECT_EQ(outer(array<bool>({true, false}), array<bool>({true})).to_vector(), (std::vector<bool>{true, false}));
    EXPECT_EQ(outer(empty<double>({0}), ones({2})).shape(), (Shape{0, 2}));
  });
}
// example-end outer

// example-begin tensordot
TEST(Tensordot, SumsOverPairsOfAxes) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = reshape(arange(60), {3, 4, 5}), b = reshape(arange(24), {4, 3, 2});

    const Array<std::int64_t> c = tensordot(a, b, {1, 0}, {0, 1});

    EXPECT_EQ(c.to_vector(), (std::vector<std::int64_t>{4400, 4730, 4532, 4874, 4664, 5018, 4796, 5162, 4928,
                                                        5306}));  // NumPy's manual
    EXPECT_EQ(c.shape(), (Shape{5, 2}));
    EXPECT_EQ(tensordot(a, reshape(arange(40), {4, 5, 2})).shape(), (Shape{3, 2}));
  });
}
// example-end tensordot

TEST(Tensordot, WithoutAxesAndWithoutElements) {
  for_each_backend([](Backend) {
    EXPECT_EQ(tensordot(array<double>({1, 2}), array<double>({3, 4}), 0).to_vector(),
              (std::vector<double>{3, 4, 6, 8}));
    EXPECT_EQ(tensordot(array<double>({1, 2}), array<double>({3, 4}), 1).item(), 11);
    EXPECT_EQ(tensordot(empty<double>({2, 0}), empty<double>({0, 3}), 1).to_vector(), (std::vector<double>(6, 0)));
    EXPECT_EQ(tensordot(empty<double>({0, 2}), ones({2, 3}), 1).shape(), (Shape{0, 3}));
  });
}

TEST(Tensordot, RefusesAxesThatDoNotFit) {
  const Array<double> a = ones({2, 3}), b = ones({3, 4});
  expect_error<ShapeError>([&] { tensordot(a, b, {0}, {0}); }, "tensordot", "(2, 3)", "(3, 4)");
  expect_error<AxisError>([&] { tensordot(a, b, {0, 1}, {0}); }, "tensordot", "2", "1");
  expect_error<AxisError>([&] { tensordot(a, transpose(a), {1, 1}, {0, 0}); }, "twice");
  expect_error<AxisError>([&] { tensordot(a, b, {2}, {0}); }, "tensordot");
  expect_error<AxisError>([&] { tensordot(a, b, 3); }, "3");
  expect_error<ValueError>([&] { tensordot(a, b, -1); }, "-1");
}

TEST(Inner, OverTheLastAxes) {
  for_each_backend([](Backend) {
    const Array<double> a = array<double>({{1, 2}, {3, 4}});
    EXPECT_EQ(inner(a, array<double>({{5, 6}, {7, 8}})).to_vector(), (std::vector<double>{17, 23, 39, 53}));
    EXPECT_EQ(inner(a, full<double>({}, 2)).to_vector(), (std::vector<double>{2, 4, 6, 8}));
    EXPECT_EQ(vdot(array<complex128>({complex128(0, 1), complex128(2, 0)}),
                   array<complex128>({complex128(0, 1), complex128(1, 1)}))
                  .item(),
              complex128(3, 2));
    expect_error<ShapeError>([&] { vdot(a, ones({3})); }, "vdot");
  });
}

TEST(Kron, BlocksOfTheSecond) {
  for_each_backend([](Backend) {
    const Array<int> a = array<int>({{1, 2}}), b = array<int>({{1, 0}, {0, 1}});
    const Array<int> c = kron(a, b);
    EXPECT_EQ(c.shape(), (Shape{2, 4}));
    EXPECT_EQ(c.to_vector(), (std::vector<int>{1, 0, 2, 0, 0, 1, 0, 2}));
    EXPECT_EQ(kron(array<int>({1, 10}), array<int>({5, 6, 7})).to_vector(), (std::vector<int>{5, 6, 7, 50, 60, 70}));
    EXPECT_EQ(kron(array<int>({1, 10}), b).shape(), (Shape{2, 4}));
    expect_error<ShapeError>([] { kron(ones({1, 1, 1, 1, 1}), ones({1})); }, "kron", "4 axes");
  });
}

}  // namespace
