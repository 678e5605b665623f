#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/linalg/least_squares.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/errors.hpp"
#include "lapack_support.hpp"

namespace {

namespace sp = spica;
using sp::testing::expect_close;
using sp::testing::expect_error;
using sp::testing::for_each_backend_with_lapack;
using sp::testing::random_matrices;
template <class T> using Values = std::vector<T>;

template <class T> class LeastSquaresOf : public ::testing::Test {
 protected:
  static constexpr double tolerance = 100 * std::numeric_limits<sp::real_t<T>>::epsilon();
};
using LapackTypes = ::testing::Types<float, double, sp::complex64, sp::complex128>;
TYPED_TEST_SUITE(LeastSquaresOf, LapackTypes);

template <class T> sp::Array<T> adjoint(const sp::Array<T>& a) { return sp::conj(sp::swapaxes(a, -1, -2)); }

TEST(Lstsq, IsTheExampleOfItsDocumentation) {
  for_each_backend_with_lapack([](sp::Backend) {
    // example-begin lstsq
    const auto a = sp::array<double>({{0, 1}, {1, 1}, {2, 1}, {3, 1}});  // a line through four points
    const auto fit = sp::linalg::lstsq(a, sp::array<double>({-1, 0.2, 0.9, 2.1}));
    // fit.x: [1. -0.95], fit.residuals: [0.05], fit.rank: 2, fit.s: [4.10003045 1.09075677]
    // example-end

    expect_close(fit.x, Values<double>{1, -0.95}, 1e-14);
    expect_close(fit.residuals, Values<double>{0.05}, 1e-14);
    EXPECT_EQ(fit.rank, 2);
    expect_close(fit.s, Values<double>{4.10003045, 1.09075677}, 1e-8);
  });
}

TYPED_TEST(LeastSquaresOf, TheRestIsOrthogonalToTheColumns) {
  for_each_backend_with_lapack([&](sp::Backend) {
    using T = TypeParam;
    const auto a = random_matrices<T>({}, 7, 3, 1), b = random_matrices<T>({}, 7, 2, 2);

    const auto fit = sp::linalg::lstsq(a, b);

    const sp::Array<T> rest = b - sp::matmul(a, fit.x);
    expect_close(sp::matmul(adjoint(a), rest), sp::zeros<T>({3, 2}), 10 * this->tolerance);
    EXPECT_EQ(fit.residuals.shape(), (sp::Shape{2}));
    const sp::Array<sp::real_t<T>> squares = sp::square(sp::abs(rest));
    expect_close(fit.residuals, sp::sum(squares, sp::axis(0)), this->tolerance);
  });
}

TYPED_TEST(LeastSquaresOf, PinvHasItsFourProperties) {
  for_each_backend_with_lapack([&](sp::Backend) {
    using T = TypeParam;
    for (const sp::Shape& stack : {sp::Shape{}, sp::Shape{2, 3}})
      for (const auto& [m, n] : {std::pair{5, 3}, std::pair{3, 5}, std::pair{4, 4}}) {
        const auto a = random_matrices<T>(stack, m, n, 1);

        const auto p = sp::linalg::pinv(a, 1e-6);

        const auto ap = sp::matmul(a, p), pa = sp::matmul(p, a);
        expect_close(sp::matmul(ap, a), a, this->tolerance);
        expect_close(sp::matmul(pa, p), p, this->tolerance);
        expect_close(adjoint(ap), ap, this->tolerance);
        expect_close(adjoint(pa), pa, this->tolerance);
      }
  });
}

TEST(Lstsq, WithoutFullRankTheShortestIsGiven) {
  for_each_backend_with_lapack([](sp::Backend) {
    // x + y = 2 three times over: (1, 1) is the shortest solution.
    const auto fit = sp::linalg::lstsq(sp::ones({3, 2}), sp::array<double>({2, 2, 2}));
    expect_close(fit.x, Values<double>{1, 1}, 1e-14);
    EXPECT_EQ(fit.rank, 1);
    EXPECT_EQ(fit.residuals.shape(), (sp::Shape{0}));
    // More unknowns than equations.
    const auto under = sp::linalg::lstsq(sp::array<double>({{1, 1, 1}}), sp::array<double>({6}));
    expect_close(under.x, Values<double>{2, 2, 2}, 1e-14);
    EXPECT_EQ(under.residuals.shape(), (sp::Shape{0}));
    // rcond decides what counts as rank.
    const auto weak = sp::array<double>({{1, 0}, {0, 1e-5}, {0, 0}});
    EXPECT_EQ(sp::linalg::lstsq(weak, sp::ones({3}), 1e-4).rank, 1);
    EXPECT_EQ(sp::linalg::lstsq(weak, sp::ones({3})).rank, 2);
    EXPECT_EQ(sp::linalg::lstsq(weak, sp::ones({3}), -1).rank, 2);
    expect_close(sp::linalg::lstsq(weak, sp::ones({3}), 1e-4).x, Values<double>{1, 0}, 1e-14);
  });
}

TEST(MatrixRank, CountsWhatIsNotRounding) {
  for_each_backend_with_lapack([](sp::Backend) {
    using sp::linalg::matrix_rank;
    EXPECT_EQ(matrix_rank(sp::eye(4)).item(), 4);
    EXPECT_EQ(matrix_rank(sp::array<double>({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})).item(), 2);
    EXPECT_EQ(matrix_rank(sp::zeros({3, 3})).item(), 0);
    EXPECT_EQ(matrix_rank(sp::ones({5})).item(), 1);
    EXPECT_EQ(matrix_rank(sp::zeros({5})).item(), 0);
    EXPECT_EQ(matrix_rank(sp::eye(3) * 0.1, 0.5).item(), 0);
    const auto stack = sp::zeros<float>({2, 3, 4});
    stack(1, 0, 0) = 1.0F;
    EXPECT_EQ(matrix_rank(stack).to_vector(), (Values<std::int64_t>{0, 1}));
  });
}

TEST(Lstsq, NothingIsFittedByNothing) {
  for_each_backend_with_lapack([](sp::Backend) {
    EXPECT_EQ(sp::linalg::lstsq(sp::empty({0, 3}), sp::empty({0, 2})).x.to_vector(), Values<double>(6, 0));
    EXPECT_EQ(sp::linalg::lstsq(sp::empty({3, 0}), sp::ones({3})).x.shape(), (sp::Shape{0}));
    EXPECT_EQ(sp::linalg::lstsq(sp::empty({3, 0}), sp::ones({3})).rank, 0);
    EXPECT_EQ(sp::linalg::lstsq(sp::eye(3), sp::empty({3, 0})).x.shape(), (sp::Shape{3, 0}));
    EXPECT_EQ(sp::linalg::pinv(sp::empty({2, 3, 0})).shape(), (sp::Shape{2, 0, 3}));
    EXPECT_EQ(sp::linalg::matrix_rank(sp::empty({2, 3, 0})).to_vector(), (Values<std::int64_t>{0, 0}));
  });
}

TEST(Lstsq, ShapesThatDoNotFitAreNamed) {
  for_each_backend_with_lapack([](sp::Backend) {
    expect_error<sp::ShapeError>(
        [] {
          sp::linalg::lstsq(sp::ones({3, 2}), sp::ones({2}));
        },
        "lstsq: shapes (3, 2) and (2,)");
    expect_error<sp::ShapeError>([] { sp::linalg::lstsq(sp::ones({1, 3, 2}), sp::ones({3})); }, "no stacks");
    expect_error<sp::ShapeError>([] { sp::linalg::pinv(sp::ones({3})); }, "pinv: shape (3,)");
  });
}

}  // namespace
