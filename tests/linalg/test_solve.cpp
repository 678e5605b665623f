#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/linalg/products.hpp>
#include <spica/ops/linalg/solve.hpp>
#include <spica/ops/reduce/min_max.hpp>

#include "../support/errors.hpp"
#include "lapack_support.hpp"

namespace {

namespace sp = spica;
using sp::complex128;
using sp::testing::expect_close;
using sp::testing::expect_error;
using sp::testing::for_each_backend_with_lapack;
using sp::testing::random_matrices;
template <class T> using Values = std::vector<T>;

template <class T> class SolveOf : public ::testing::Test {};
using LapackTypes = ::testing::Types<float, double, sp::complex64, sp::complex128>;
TYPED_TEST_SUITE(SolveOf, LapackTypes);

TEST(Solve, IsTheExampleOfItsDocumentation) {
  for_each_backend_with_lapack([](sp::Backend) {
    // example-begin solve
    const auto a = sp::array<double>({{3, 1}, {1, 2}});
    const auto x = sp::linalg::solve(a, sp::array<double>({9, 8}));  // [2. 3.]
    const auto inverse = sp::linalg::inv(a);
    const double determinant = sp::linalg::det(a).item();  // 5
    // example-end

    expect_close(x, Values<double>{2, 3}, 1e-15);
    expect_close(inverse, Values<double>{0.4, -0.2, -0.2, 0.6}, 1e-15);
    EXPECT_NEAR(determinant, 5, 1e-14);
  });
}

TYPED_TEST(SolveOf, StacksTimesTheirSolutionsAreTheRightSides) {
  for_each_backend_with_lapack([](sp::Backend) {
    using T = TypeParam;
    const double tolerance = 200 * std::numeric_limits<sp::real_t<T>>::epsilon();
    for (const sp::Shape& stack : {sp::Shape{}, sp::Shape{3}, sp::Shape{2, 40}}) {
      const auto a = random_matrices<T>(stack, 5, 5, 1), b = random_matrices<T>(stack, 5, 2, 2);
      const auto vector = random_matrices<T>({}, 1, 5, 3);

      const auto x = sp::linalg::solve(a, b);
      const auto y = sp::linalg::solve(a, sp::reshape(vector, {5}));
      const auto inverse = sp::linalg::inv(a);

      EXPECT_EQ(x.shape(), b.shape());
      EXPECT_TRUE(x.is_contiguous());
      expect_close(sp::matmul(a, x), b, tolerance);
      EXPECT_EQ(y.rank(), stack.rank() + 1);
      expect_close(sp::matmul(a, sp::expand_dims(y, sp::axis(-1))),
                   sp::broadcast_to(sp::reshape(vector, {5, 1}), sp::expand_dims(y, sp::axis(-1)).shape()), tolerance);
      expect_close(sp::matmul(a, inverse), sp::broadcast_to(sp::eye<T>(5), a.shape()), tolerance);
    }
  });
}

TYPED_TEST(SolveOf, CholeskyFactorsGiveTheMatrixBack) {
  for_each_backend_with_lapack([](sp::Backend) {
    using T = TypeParam;
    const double tolerance = 100 * std::numeric_limits<sp::real_t<T>>::epsilon();
    const auto m = random_matrices<T>({2, 3}, 4, 6, 1);
    const sp::Array<T> a = sp::matmul(m, sp::conj(sp::swapaxes(m, -1, -2)));

    const auto lower = sp::linalg::cholesky(a), upper = sp::linalg::cholesky(a, true);

    expect_close(sp::matmul(lower, sp::conj(sp::swapaxes(lower, -1, -2))), a, tolerance);
    expect_close(upper, sp::Array<T>(sp::conj(sp::swapaxes(lower, -1, -2))), tolerance);
    expect_close(sp::triu(lower, 1), sp::zeros<T>(a.shape()), 0);
  });
}

TEST(Solve, AnswersAreNumPys) {
  for_each_backend_with_lapack([](sp::Backend) {
    const auto a = sp::array<double>({{2, 1, -1}, {-3, -1, 2}, {-2, 1, 2}});
    expect_close(sp::linalg::solve(a, sp::array<double>({8, -11, -3})), Values<double>{2, 3, -1}, 1e-13);
    expect_close(sp::linalg::solve(a, sp::array<double>({{8, 1}, {-11, 0}, {-3, 0}})),
                 Values<double>{2, 4, 3, -2, -1, 5}, 1e-13);
    expect_close(sp::linalg::inv(a), Values<double>{4, 3, -1, -2, -2, 1, 5, 4, -1}, 1e-13);
    EXPECT_NEAR(sp::linalg::det(a).item(), -1, 1e-14);
    // A complex matrix that is not symmetric: a transposed copy too many or too few shows.
    const auto c = sp::array<complex128>({{complex128(1, 1), complex128(2, 0)}, {complex128(0, 3), complex128(4, -1)}});
    expect_close(sp::eval(sp::linalg::inv(c) * 34),
                 Values<complex128>{complex128(23, 7), complex128(-10, -6), complex128(9, -15), complex128(2, 8)},
                 1e-14);
    EXPECT_NEAR(sp::linalg::det(c).item().real(), 5, 1e-14);
    EXPECT_NEAR(sp::linalg::det(c).item().imag(), -3, 1e-14);
  });
}

TEST(Solve, IntegersPromoteAndFormulasAreTaken) {
  for_each_backend_with_lapack([](sp::Backend) {
    const auto a = sp::array<int>({{3, 1}, {1, 2}});
    const auto x = sp::linalg::solve(a, sp::array<float>({9, 8}));
    static_assert(std::same_as<decltype(x), const sp::Array<double>>);
    static_assert(std::same_as<decltype(sp::linalg::inv(sp::ones<float>({1, 1}))), sp::Array<float>>);
    static_assert(std::same_as<decltype(sp::linalg::solve(sp::ones<float>({1, 1}), sp::ones<complex128>({1}))),
                               sp::Array<complex128>>);
    expect_close(x, Values<double>{2, 3}, 1e-14);
    expect_close(sp::linalg::solve(a + 0, a * 2), Values<double>{2, 0, 0, 2}, 1e-14);
    EXPECT_EQ(a.to_vector(), (Values<int>{3, 1, 1, 2}));
  });
}

TEST(Solve, OperandsOfAnyLayoutAreReadAndLeftAlone) {
  for_each_backend_with_lapack([](sp::Backend) {
    const auto a = random_matrices<double>({2}, 4, 4, 1), b = random_matrices<double>({2}, 4, 3, 2);
    const auto before = a.to_vector();
    const auto transposed = sp::swapaxes(a, -1, -2), backwards = sp::flip(a), once = sp::broadcast_to(a(0), {2, 4, 4});

    expect_close(sp::matmul(transposed, sp::linalg::solve(transposed, b)), b, 1e-12);
    expect_close(sp::matmul(backwards, sp::linalg::solve(backwards, b)), b, 1e-12);
    expect_close(sp::matmul(once, sp::linalg::solve(once, b)), b, 1e-12);
    expect_close(sp::matmul(a(0), sp::linalg::solve(a(0), b)), b, 1e-12);  // the matrix broadcasts
    EXPECT_EQ(a.to_vector(), before);
  });
}

TEST(Det, SignAndLogarithm) {
  for_each_backend_with_lapack([](sp::Backend) {
    const auto a = sp::array<double>({{0, 1, 0}, {0, 0, 2}, {3, 0, 0}});  // two exchanges of rows
    const auto [sign, logarithm] = sp::linalg::slogdet(a);
    EXPECT_EQ(sign.item(), 1);
    EXPECT_NEAR(logarithm.item(), std::log(6), 1e-15);
    EXPECT_NEAR(sp::linalg::det(sp::array<double>({{0, 1}, {1, 0}})).item(), -1, 0);
    // Beyond the range of a double.
    const auto huge = sp::linalg::slogdet(sp::eye(150) * -1000);
    EXPECT_EQ(huge.sign.item(), 1);
    EXPECT_NEAR(huge.logabsdet.item(), 150 * std::log(1000), 1e-9);
    // A stack, one of them singular.
    const auto stack = sp::from_host(Values<double>{1, 2, 3, 4, 1, 2, 2, 4}, {2, 2, 2});
    expect_close(sp::linalg::det(stack), Values<double>{-2, 0}, 1e-15);
    EXPECT_EQ(sp::linalg::slogdet(stack).logabsdet.to_vector()[1], -std::numeric_limits<double>::infinity());
    EXPECT_EQ(sp::linalg::slogdet(stack).sign.to_vector(), (Values<double>{-1, 0}));
  });
}

TEST(Solve, NothingIsSolvedByNothing) {
  for_each_backend_with_lapack([](sp::Backend) {
    const auto none = sp::empty({0, 0}), no_matrices = sp::empty({0, 3, 3});
    EXPECT_EQ(sp::linalg::det(none).item(), 1);
    EXPECT_EQ(sp::linalg::slogdet(none).logabsdet.item(), 0);
    EXPECT_EQ(sp::linalg::det(sp::empty({2, 0, 0})).to_vector(), (Values<double>{1, 1}));
    EXPECT_EQ(sp::linalg::det(no_matrices).shape(), (sp::Shape{0}));
    EXPECT_EQ(sp::linalg::inv(none).shape(), (sp::Shape{0, 0}));
    EXPECT_EQ(sp::linalg::inv(no_matrices).shape(), (sp::Shape{0, 3, 3}));
    EXPECT_EQ(sp::linalg::cholesky(no_matrices).shape(), (sp::Shape{0, 3, 3}));
    EXPECT_EQ(sp::linalg::solve(none, sp::empty({0})).shape(), (sp::Shape{0}));
    EXPECT_EQ(sp::linalg::solve(none, sp::empty({0, 4})).shape(), (sp::Shape{0, 4}));
    EXPECT_EQ(sp::linalg::solve(sp::eye(3), sp::empty({3, 0})).shape(), (sp::Shape{3, 0}));
    EXPECT_EQ(sp::linalg::solve(no_matrices, sp::ones({3})).shape(), (sp::Shape{0, 3}));
  });
}

TEST(Solve, MatricesWithoutAnAnswerAreNamed) {
  for_each_backend_with_lapack([](sp::Backend) {
    const auto singular = sp::array<double>({{1, 2}, {2, 4}});
    expect_error<sp::LinAlgError>([&] { sp::linalg::inv(singular); }, "inv: the matrix is singular: pivot 2");
    expect_error<sp::LinAlgError>([&] { sp::linalg::solve(singular, sp::ones({2})); }, "solve: the matrix is singular",
                                  "lstsq");
    const auto stack = sp::copy(sp::broadcast_to(sp::eye(2), {2, 3, 2, 2}));
    stack(1, 2) = 0.0;
    expect_error<sp::LinAlgError>([&] { sp::linalg::inv(stack); },
                                  "inv: the matrix at index (1, 2) of the stack of shape (2, 3) is singular: pivot 1");
    expect_error<sp::LinAlgError>([&] { sp::linalg::cholesky(-stack); }, "cholesky: the matrix at index (0, 0)",
                                  "not positive definite", "order 1");
  });
}

TEST(Solve, WithoutLapackTheErrorSaysHowToHaveIt) {
  if (sp::detail::host_lapack_built()) GTEST_SKIP() << "this build has a LAPACK";
  expect_error<sp::BackendNotBuilt>([] { sp::linalg::inv(sp::eye(2, -1, 0, sp::Backend::serial)); }, "inv", "no LAPACK",
                                    "liblapack-dev");
}

TEST(Solve, ShapesThatDoNotFitAreNamed) {
  for_each_backend_with_lapack([](sp::Backend) {
    expect_error<sp::ShapeError>([] { sp::linalg::inv(sp::ones({2, 3})); }, "inv: shape (2, 3)", "square");
    expect_error<sp::ShapeError>([] { sp::linalg::det(sp::ones({3})); }, "det: shape (3,)", "two axes");
    expect_error<sp::ShapeError>([] { sp::linalg::solve(sp::eye(2), sp::ones({3})); }, "solve: shapes (2, 2) and (3,)");
    expect_error<sp::ShapeError>([] { sp::linalg::solve(sp::eye(2), sp::ones({})); }, "solve: shapes (2, 2) and ()");
    expect_error<sp::ShapeError>(
        [] {
          sp::linalg::solve(sp::ones({3, 2, 2}), sp::ones({2, 2, 2}));
        },
        "solve", "(3,) and (2,)");
  });
}

TEST(Solve, ManyMatricesOnManyThreadsAreEachTheirOwn) {
  for_each_backend_with_lapack([](sp::Backend) {
    const auto a = random_matrices<double>({3000}, 6, 6, 1);
    expect_close(sp::matmul(a, sp::linalg::inv(a)), sp::broadcast_to(sp::eye(6), a.shape()), 1e-11);
    const auto large = random_matrices<double>({2}, 170, 170, 2);
    expect_close(sp::matmul(large, sp::linalg::inv(large)), sp::broadcast_to(sp::eye(170), large.shape()), 1e-10);
  });
}

}  // namespace
