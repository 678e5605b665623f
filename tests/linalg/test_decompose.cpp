#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/linalg/decompose.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/errors.hpp"
#include "lapack_support.hpp"

#include <utility>

namespace {

namespace sp = spica;
using sp::linalg::QRMode;
using sp::linalg::UPLO;
using sp::testing::expect_close;
using sp::testing::expect_error;
using sp::testing::for_each_backend_with_lapack;
using sp::testing::random_matrices;
template <class T> using Values = std::vector<T>;

template <class T> sp::Array<T> adjoint(const sp::Array<T>& a) { return sp::conj(sp::swapaxes(a, -1, -2)); }
template <class T> sp::Array<T> units(const sp::Shape& stack, std::int64_t n) {
  sp::Shape shape = stack;
  shape.push_back(n);
  shape.push_back(n);
  return sp::broadcast_to(sp::eye<T>(n), shape);
}
template <class T> void expect_orthonormal_columns(const sp::Array<T>& q, const sp::Shape& stack, double tolerance) {
  expect_close(sp::matmul(adjoint(q), q), units<T>(stack, q.shape()[q.rank() - 1]), tolerance);
}
/// u diag(s) vh with as many columns of u and rows of vh as there are singular values.
template <class T>
sp::Array<T> product(const sp::Array<T>& u, const sp::Array<sp::real_t<T>>& s, const sp::Array<T>& vh) {
  const std::int64_t k = s.shape()[s.rank() - 1];
  const sp::Array<T> weighted = u(sp::ellipsis, sp::slice(0, k)) * sp::expand_dims(s, sp::axis(-2));
  return sp::matmul(weighted, vh(sp::ellipsis, sp::slice(0, k), sp::all));
}

const sp::Shape stacks[] = {{}, {2, 3}, {0}};
const std::pair<std::int64_t, std::int64_t> sizes[] = {{5, 3}, {3, 5}, {4, 4}, {1, 6}, {6, 1}};

template <class T> class DecomposeOf : public ::testing::Test {
 protected:
  static constexpr double tolerance = 60 * std::numeric_limits<sp::real_t<T>>::epsilon();
};
using LapackTypes = ::testing::Types<float, double, sp::complex64, sp::complex128>;
TYPED_TEST_SUITE(DecomposeOf, LapackTypes);

TYPED_TEST(DecomposeOf, QrFactorsGiveTheMatrixBack) {
  for_each_backend_with_lapack([&](sp::Backend) {
    using T = TypeParam;
    for (const sp::Shape& stack : stacks)
      for (const auto& [m, n] : sizes)
        for (const QRMode mode : {QRMode::reduced, QRMode::complete}) {
          const auto a = random_matrices<T>(stack, m, n, 1);

          const auto [q, r] = sp::linalg::qr(a, mode);

          const std::int64_t k = mode == QRMode::complete ? m : std::min(m, n);
          EXPECT_EQ(q.shape()[q.rank() - 1], k);
          expect_close(sp::matmul(q, r), a, this->tolerance);
          expect_orthonormal_columns(q, stack, this->tolerance);
          expect_close(sp::tril(r, -1), sp::zeros<T>(r.shape()), 0);
          EXPECT_TRUE(q.is_contiguous() && r.is_contiguous());
        }
  });
}

TYPED_TEST(DecomposeOf, SingularVectorsAndValuesGiveTheMatrixBack) {
  for_each_backend_with_lapack([&](sp::Backend) {
    using T = TypeParam;
    for (const sp::Shape& stack : stacks)
      for (const auto& [m, n] : sizes)
        for (const bool full : {true, false}) {
          const auto a = random_matrices<T>(stack, m, n, 1);

          const auto [u, s, vh] = sp::linalg::svd(a, full);

          const std::int64_t k = std::min(m, n);
          ASSERT_EQ(s.shape()[s.rank() - 1], k);
          EXPECT_EQ(u.shape()[u.rank() - 1], full ? m : k);
          EXPECT_EQ(vh.shape()[vh.rank() - 2], full ? n : k);
          expect_close(product(u, s, vh), a, this->tolerance);
          expect_orthonormal_columns(u, stack, this->tolerance);
          expect_orthonormal_columns(adjoint(vh), stack, this->tolerance);
          expect_close(sp::linalg::svdvals(a), s, this->tolerance);
          EXPECT_TRUE(sp::all(s >= 0).item());
          if (k > 1) {
            EXPECT_TRUE(sp::all(s(sp::ellipsis, sp::slice(1, sp::none)) <= s(sp::ellipsis, sp::slice(0, -1))).item());
          }
          EXPECT_TRUE(u.is_contiguous() && vh.is_contiguous());
        }
  });
}

TYPED_TEST(DecomposeOf, EigenvectorsTimesEigenvaluesGiveTheMatrixBack) {
  for_each_backend_with_lapack([&](sp::Backend) {
    using T = TypeParam;
    for (const sp::Shape& stack : stacks) {
      const auto m = random_matrices<T>(stack, 5, 5, 1);
      const sp::Array<T> a = m + adjoint(m);
      for (const UPLO uplo : {UPLO::L, UPLO::U}) {
        // The other triangle is not read.
        const sp::Array<T> half = uplo == UPLO::L ? sp::tril(a) : sp::triu(a);

        const auto [w, v] = sp::linalg::eigh(half, uplo);

        const sp::Array<T> weighted = v * sp::expand_dims(w, sp::axis(-2));
        expect_close(sp::matmul(weighted, adjoint(v)), a, this->tolerance);
        expect_orthonormal_columns(v, stack, this->tolerance);
        EXPECT_TRUE(sp::all(w(sp::ellipsis, sp::slice(1, sp::none)) >= w(sp::ellipsis, sp::slice(0, -1))).item());
        expect_close(sp::linalg::eigvalsh(half, uplo), w, this->tolerance);
      }
    }
  });
}

TYPED_TEST(DecomposeOf, MethodsForHugeMatricesGiveTheMatrixBack) {
  const double limit = std::exchange(sp::detail::host_lapack_limit, 0);
  for_each_backend_with_lapack([&](sp::Backend) {
    using T = TypeParam;
    for (const auto& [m, n] : sizes)
      for (const bool full : {true, false}) {
        const auto a = random_matrices<T>({2}, m, n, 1);
        const auto [u, s, vh] = sp::linalg::svd(a, full);
        expect_close(product(u, s, vh), a, this->tolerance);
        expect_close(sp::linalg::svdvals(a), s, this->tolerance);
        expect_orthonormal_columns(u, {2}, this->tolerance);
      }
    const auto m = random_matrices<T>({2}, 5, 5, 1);
    const sp::Array<T> a = m + adjoint(m);
    const auto [w, v] = sp::linalg::eigh(a);
    const sp::Array<T> weighted = v * sp::expand_dims(w, sp::axis(-2));
    expect_close(sp::matmul(weighted, adjoint(v)), a, this->tolerance);
  });
  sp::detail::host_lapack_limit = limit;
}

TEST(Decompose, IsTheExampleOfItsDocumentation) {
  for_each_backend_with_lapack([](sp::Backend) {
    // example-begin svd
    const auto a = sp::array<double>({{3, 0}, {4, 5}});
    const auto [u, s, vh] = sp::linalg::svd(a);  // s: [6.70820393 2.23606798]
    // example-end

    expect_close(s, Values<double>{std::sqrt(45), std::sqrt(5)}, 1e-15);
    expect_close(product(u, s, vh), a, 1e-15);
  });
}

TEST(Decompose, AnswersAreNumPys) {
  for_each_backend_with_lapack([](sp::Backend) {
    const auto [q, r] = sp::linalg::qr(sp::array<int>({{12, -51, 4}, {6, 167, -68}, {-4, 24, -41}}));
    expect_close(sp::eval(sp::abs(r)), Values<double>{14, 21, 14, 0, 175, 70, 0, 0, 35}, 1e-15);
    const auto [w, v] = sp::linalg::eigh(sp::array<double>({{2, 1}, {1, 2}}));
    expect_close(w, Values<double>{1, 3}, 1e-15);
    expect_close(sp::eval(sp::abs(v)), Values<double>(4, std::sqrt(0.5)), 1e-15);
    const auto c = sp::array<sp::complex128>(
        {{sp::complex128(2, 0), sp::complex128(0, 1)}, {sp::complex128(0, -1), sp::complex128(2, 0)}});
    expect_close(sp::linalg::eigvalsh(c), Values<double>{1, 3}, 1e-15);
    expect_close(sp::linalg::svdvals(sp::array<float>({{1, 2, 3}, {4, 5, 6}})), Values<float>{9.508032F, 0.77286964F},
                 1e-6);
  });
}

TEST(Decompose, NothingHasUnitFactors) {
  for_each_backend_with_lapack([](sp::Backend) {
    const auto tall = sp::empty({3, 0}), wide = sp::empty({0, 3});
    const auto svd = sp::linalg::svd(tall);
    EXPECT_EQ(svd.u.to_vector(), sp::eye(3).to_vector());
    EXPECT_EQ(svd.s.shape(), (sp::Shape{0}));
    EXPECT_EQ(svd.vh.shape(), (sp::Shape{0, 0}));
    EXPECT_EQ(sp::linalg::svd(wide).vh.to_vector(), sp::eye(3).to_vector());
    EXPECT_EQ(sp::linalg::svd(tall, false).u.shape(), (sp::Shape{3, 0}));
    EXPECT_EQ(sp::linalg::svdvals(sp::empty({2, 0, 3})).shape(), (sp::Shape{2, 0}));
    EXPECT_EQ(sp::linalg::qr(tall).q.shape(), (sp::Shape{3, 0}));
    EXPECT_EQ(sp::linalg::qr(tall, QRMode::complete).q.to_vector(), sp::eye(3).to_vector());
    EXPECT_EQ(sp::linalg::qr(tall, QRMode::complete).r.shape(), (sp::Shape{3, 0}));
    EXPECT_EQ(sp::linalg::qr(wide).r.shape(), (sp::Shape{0, 3}));
    EXPECT_EQ(sp::linalg::eigh(sp::empty({0, 0})).eigenvectors.shape(), (sp::Shape{0, 0}));
    EXPECT_EQ(sp::linalg::eigvalsh(sp::empty({2, 0, 0})).shape(), (sp::Shape{2, 0}));
  });
}

TEST(Decompose, LargerThanABlockAndManyAtOnce) {
  for_each_backend_with_lapack([](sp::Backend) {
    for (const auto& [stack, m, n] :
         {std::tuple{sp::Shape{}, 150, 90}, std::tuple{sp::Shape{}, 90, 150}, std::tuple{sp::Shape{500}, 4, 3}}) {
      const auto a = random_matrices<double>(stack, m, n, 3);
      const auto [q, r] = sp::linalg::qr(a);
      expect_close(sp::matmul(q, r), a, 1e-13);
      const auto [u, s, vh] = sp::linalg::svd(a);
      expect_close(product(u, s, vh), a, 1e-12);
    }
  });
}

TEST(Decompose, WithoutAnAnswerTheMatrixIsNamed) {
  for_each_backend_with_lapack([](sp::Backend backend) {
    const auto stack = sp::ones({2, 3, 3});
    stack(1, 1, 1) = sp::testing::nan;
    if (backend != sp::Backend::cuda)  // cuSOLVER may answer with NaN
      expect_error<sp::LinAlgError>([&] { sp::linalg::svd(stack); },
                                    "svd: the iteration does not converge for the matrix at index (1,)", "NaN");
    expect_error<sp::ShapeError>([] { sp::linalg::eigh(sp::ones({2, 3})); }, "eigh: shape (2, 3)", "square");
    expect_error<sp::ShapeError>([] { sp::linalg::qr(sp::ones({3})); }, "qr: shape (3,)", "two axes");
    expect_error<sp::ShapeError>([] { sp::linalg::svd(sp::ones({})); }, "svd: shape ()");
  });
}

}  // namespace
