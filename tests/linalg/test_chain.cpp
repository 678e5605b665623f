#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/linalg/chain.hpp>

#include "../support/errors.hpp"
#include "lapack_support.hpp"

namespace {

namespace sp = spica;
using sp::linalg::matrix_power;
using sp::linalg::multi_dot;
using sp::testing::expect_close;
using sp::testing::expect_error;
using sp::testing::for_each_backend;
using sp::testing::for_each_backend_with_lapack;
using sp::testing::random_matrices;
template <class T> using Values = std::vector<T>;

TEST(MatrixPower, IsRepeatedProduct) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<int>({{1, 1}, {1, 0}});  // Fibonacci numbers
    EXPECT_EQ(matrix_power(a, 10).to_vector(), (Values<int>{89, 55, 55, 34}));
    EXPECT_EQ(matrix_power(a, 7).to_vector(), (Values<int>{21, 13, 13, 8}));
    EXPECT_EQ(matrix_power(a, 0).to_vector(), (Values<int>{1, 0, 0, 1}));
    EXPECT_EQ(matrix_power(a, 1).to_vector(), a.to_vector());
    EXPECT_NE(matrix_power(a, 1).storage(), a.storage());
    const auto stack = sp::broadcast_to(a, {3, 2, 2});
    EXPECT_EQ(matrix_power(stack, 2)(2).to_vector(), (Values<int>{2, 1, 1, 1}));
    EXPECT_EQ(matrix_power(stack, 0)(1).to_vector(), (Values<int>{1, 0, 0, 1}));
    EXPECT_EQ(matrix_power(sp::empty({0, 0}), 3).shape(), (sp::Shape{0, 0}));
    expect_error<sp::ValueError>([&] { matrix_power(a, -1); }, "matrix_power", "cast<double>");
    expect_error<sp::ShapeError>([&] { matrix_power(sp::ones({2, 3}), 2); }, "matrix_power: shape (2, 3)", "square");
  });
}

TEST(MatrixPower, NegativeIsOfTheInverse) {
  for_each_backend_with_lapack([](sp::Backend) {
    expect_close(matrix_power(sp::array<double>({{1, 1}, {1, 0}}), -3), Values<double>{-1, 2, 2, -3}, 1e-14);
    expect_error<sp::LinAlgError>([] { matrix_power(sp::ones({2, 2}), -1); }, "singular");
  });
}

TEST(MultiDot, IsTheProductInTheCheapestOrder) {
  // Cormen et al.: 10 x 100, 100 x 5, 5 x 50 are multiplied from the left.
  const auto order = sp::detail::cheapest_chain({10, 100, 5, 50});
  EXPECT_EQ(order[0][2], 1U);
  EXPECT_EQ(sp::detail::cheapest_chain({50, 5, 100, 10})[0][2], 0U);
  for_each_backend([](sp::Backend) {
    const auto a = random_matrices<double>({}, 3, 5, 1), b = random_matrices<double>({}, 5, 2, 2),
               c = random_matrices<double>({}, 2, 6, 3);
    const auto v = sp::array<double>({1, 2, 3}), w = sp::array<double>({1, 0, 0, 2, 0, 0});
    expect_close(multi_dot({a, b, c}), sp::matmul(sp::matmul(a, b), c), 1e-13);
    expect_close(multi_dot({a, b}), sp::matmul(a, b), 0);
    expect_close(multi_dot({v, a, b, c, w}), sp::matmul(sp::matmul(sp::matmul(sp::matmul(v, a), b), c), w), 1e-13);
    EXPECT_EQ(multi_dot({v, a, b, c, w}).rank(), 0);
    expect_error<sp::ValueError>([&] { multi_dot({a}); }, "multi_dot", "not 1");
    expect_error<sp::ShapeError>([&] { multi_dot({a, c}); }, "operands 0 and 1", "(3, 5)", "(2, 6)");
    expect_error<sp::ShapeError>([&] { multi_dot({a, v, c}); }, "operand 1 of shape (3,)");
  });
}

}  // namespace
