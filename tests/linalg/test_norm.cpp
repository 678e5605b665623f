#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/linalg/norm.hpp>

#include "../support/errors.hpp"
#include "lapack_support.hpp"

namespace {

namespace sp = spica;
using sp::testing::expect_close;
using sp::testing::expect_error;
using sp::testing::for_each_backend;
using sp::testing::for_each_backend_with_lapack;
using sp::testing::inf;
using sp::testing::random_matrices;
using namespace sp::linalg;
template <class T> using Values = std::vector<T>;

TEST(Norm, IsTheExampleOfItsDocumentation) {
  for_each_backend([](sp::Backend) {
    // example-begin norm
    const auto a = sp::array<double>({{3, 4}, {0, -12}});
    const auto all = norm(a);                          // 13
    const auto rows = norm(a, sp::none, sp::axis(1));  // [5. 12.]
    const auto longest = norm(a, 1);                   // 16: the largest sum of a column
    // example-end

    EXPECT_EQ(all.item(), 13);
    EXPECT_EQ(rows.to_vector(), (Values<double>{5, 12}));
    EXPECT_EQ(longest.item(), 16);
  });
}

TEST(Norm, OfVectorsIsNumPys) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<double>({{1, -2, 0}, {0, 3, -4}});
    const auto along = [&](const Order& order) { return norm(a, order, sp::axis(1)).to_vector(); };
    EXPECT_EQ(along(1), (Values<double>{3, 7}));
    EXPECT_EQ(along(0), (Values<double>{2, 2}));
    EXPECT_EQ(along(inf), (Values<double>{2, 4}));
    EXPECT_EQ(along(-inf), (Values<double>{0, 0}));
    EXPECT_EQ(along(2), (Values<double>{std::sqrt(5), 5}));
    expect_close(norm(a, 3, sp::axis(1)), Values<double>{2.080083823051904, 4.497941445275415}, 1e-15);
    expect_close(norm(a(0, sp::slice(0, 2)), -1), Values<double>{2.0 / 3}, 1e-15);
    EXPECT_EQ(norm(a, 1, sp::axis(0), sp::keepdims).shape(), (sp::Shape{1, 3}));
    EXPECT_EQ(vector_norm(a, sp::axes({0, 1}), sp::keepdims, 1).shape(), (sp::Shape{1, 1}));
    EXPECT_EQ(vector_norm(a).item(), std::sqrt(30));
    EXPECT_EQ(vector_norm(a, sp::all_axes, sp::KeepDims::no, 1).item(), 10);
  });
}

TEST(Norm, OfMatricesIsNumPys) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<double>({{1, -2, 0}, {0, 3, -4}});
    EXPECT_EQ(norm(a, 1).item(), 5);
    EXPECT_EQ(norm(a, -1).item(), 1);
    EXPECT_EQ(norm(a, inf).item(), 7);
    EXPECT_EQ(norm(a, -inf).item(), 3);
    EXPECT_EQ(norm(a, "fro").item(), std::sqrt(30));
    EXPECT_EQ(matrix_norm(a).item(), std::sqrt(30));
    // Rows and columns change places with the axes.
    EXPECT_EQ(norm(a, 1, sp::axes({1, 0})).item(), 7);
    const auto stack = sp::from_host(Values<double>{1, -2, 0, 3, 5, 0, 0, 0}, {2, 2, 2});
    EXPECT_EQ(matrix_norm(stack, sp::KeepDims::no, 1).to_vector(), (Values<double>{5, 5}));
    EXPECT_EQ(matrix_norm(stack, sp::keepdims, inf).to_vector(), (Values<double>{3, 5}));
    EXPECT_EQ(matrix_norm(stack, sp::keepdims).shape(), (sp::Shape{2, 1, 1}));
    EXPECT_EQ(norm(stack, inf, sp::axes({0, 2}), sp::keepdims).shape(), (sp::Shape{1, 2, 1}));
    EXPECT_EQ(norm(stack, inf, sp::axes({0, 2})).to_vector(),
              (Values<double>{5, 3}));  // rows (1 -2), (5 0); (0 3), (0 0)
    EXPECT_EQ(norm(stack).item(), std::sqrt(39));
  });
}

TEST(Norm, TypesAreReal) {
  for_each_backend([](sp::Backend) {
    const auto z = sp::array({sp::complex64(3, 4), sp::complex64(0, -12)});
    static_assert(std::same_as<decltype(norm(z)), sp::Array<float>>);
    static_assert(std::same_as<decltype(norm(sp::ones<int>({2}))), sp::Array<double>>);
    static_assert(std::same_as<decltype(norm(sp::ones<sp::float16>({2}))), sp::Array<sp::float16>>);
    EXPECT_EQ(norm(z).item(), 13);
    EXPECT_EQ(norm(z, 1).item(), 17);
    EXPECT_EQ(norm(z, inf).item(), 12);
    EXPECT_EQ(norm(z, 0).item(), 2);
    EXPECT_EQ(norm(sp::array<int>({3, 4}) * 2).item(), 10);
    EXPECT_EQ(norm(sp::full<sp::float16>({4}, 100)).item(), sp::float16(200));  // the squares are beyond float16
    EXPECT_EQ(norm(sp::full<float>({4}, 1e10F)).item(), 2e10F);
  });
}

TEST(Norm, OfNothingIsZeroOrAnError) {
  for_each_backend([](sp::Backend) {
    EXPECT_EQ(norm(sp::empty({0})).item(), 0);
    EXPECT_EQ(norm(sp::empty({2, 0}), 1, sp::axis(1)).to_vector(), (Values<double>{0, 0}));
    EXPECT_EQ(norm(sp::full<double>({}, -2)).item(), 2);
    EXPECT_THROW(norm(sp::empty({0}), inf), sp::ValueError);
    EXPECT_THROW(norm(sp::empty({2, 0}), 1), sp::ValueError);
  });
}

TEST(Norm, WhatIsNoNormIsNamed) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::ones({2, 3});
    expect_error<sp::ValueError>([&] { norm(a, "max"); }, "unknown order \"max\"");
    expect_error<sp::ValueError>([&] { norm(a, "fro", sp::axis(0)); }, "norm", "\"fro\"", "of vectors");
    expect_error<sp::ValueError>([&] { norm(a, 3); }, "norm: the order 3 is none of matrices");
    expect_error<sp::ShapeError>([&] { norm(sp::ones({2, 2, 2}), 1); }, "norm: shape (2, 2, 2)");
    expect_error<sp::ShapeError>([&] { matrix_norm(sp::ones({2})); }, "matrix_norm: shape (2,)");
    expect_error<sp::AxisError>([&] { norm(sp::ones({2, 2, 2}), 1, sp::axes({0, 1, 2})); }, "not 3");
    expect_error<sp::AxisError>([&] { norm(a, 1, sp::axes({1, -1})); }, "twice");
    expect_error<sp::AxisError>([&] { norm(a, 1, sp::axis(2)); }, "out of range");
  });
}

TEST(Norm, BySingularValuesIsNumPys) {
  for_each_backend_with_lapack([](sp::Backend) {
    const auto a = sp::array<double>({{1, -2, 0}, {0, 3, -4}});
    expect_close(norm(a, 2), Values<double>{5.163516610769311}, 1e-14);
    expect_close(norm(a, -2), Values<double>{1.8270457603216734}, 1e-14);
    expect_close(norm(a, "nuc"), Values<double>{6.990562371090984}, 1e-14);
  });
}

}  // namespace
