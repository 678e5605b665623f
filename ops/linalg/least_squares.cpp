#include <spica/ops/linalg/least_squares.hpp>

#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/elementwise/complex.hpp>
#include <spica/ops/elementwise/where.hpp>
#include <spica/ops/linalg/decompose.hpp>
#include <spica/ops/linalg/lapack_call.hpp>
#include <spica/ops/reduce/any_all.hpp>
#include <spica/ops/reduce/sum.hpp>

#include <limits>

namespace spica::detail {

namespace {

/// Conjugated and transposed; of real matrices a view.
template <class T> Array<T> adjoint(const Array<T>& a) {
  if constexpr (ComplexElement<T>) return conj(matrix_transpose(a));
  else return matrix_transpose(a);
}

/// The largest singular value of each matrix, with an axis of length 1 (0 where there are none): they are in order.
template <class R> Array<R> largest(const Array<R>& s) { return s(ellipsis, slice(0, 1)); }

/// 1 / s, and 0 where s is not above `relative` times the largest.
template <class R> Array<R> inverted(const Array<R>& s, double relative) {
  const auto counts = s > largest(s) * static_cast<R>(relative);
  return where(counts, R(1) / s, R(0));
}

}  // namespace

template <Element T>
linalg::LstsqResult<T> lstsq_of(const Array<T>& a, const Array<T>& b, std::optional<double> rcond) {
  using R = real_t<T>;
  if (a.rank() != 2 || (b.rank() != 1 && b.rank() != 2) || b.shape()[0] != a.shape()[0])
    throw ShapeError("lstsq: shapes " + to_string(a.shape()) + " and " + to_string(b.shape()) +
                     " do not fit; it takes (m, n) and (m,) or (m, k), no stacks");
  const std::int64_t m = a.shape()[0], n = a.shape()[1];
  constexpr double eps = std::numeric_limits<R>::epsilon();
  const double relative = !rcond ? eps * static_cast<double>(std::max(m, n)) : *rcond < 0 ? eps : *rcond;
  const Array<T> columns = b.rank() == 1 ? b.view({0, {m, 1}, {b.strides()[0], 0}}) : b;

  const auto [u, s, vh] = svd_of("lstsq", a, false, true);
  const Array<T> weighted = matmul(adjoint(u), columns) * expand_dims(inverted(s, relative), axis(-1));
  const Array<T> x = matmul(adjoint(vh), weighted);
  const std::int64_t rank = count_nonzero(s > largest(s) * static_cast<R>(relative)).item();
  Array<R> residuals = Array<R>::uninitialized("lstsq", {0}, a.backend());
  if (rank == n && m > n) {
    const Array<T> rest = columns - matmul(a, x);
    residuals = sum(real(rest) * real(rest) + imag(rest) * imag(rest), axis(0));
  }
  return {b.rank() == 1 ? reshape(x, {n}) : x, residuals, rank, s};
}

template <Element T> Array<T> pinv_of(const Array<T>& a, double rcond) {
  const auto [u, s, vh] = svd_of("pinv", a, false, true);
  const Array<T> weighted = adjoint(u) * expand_dims(inverted(s, rcond), axis(-1));
  return matmul(adjoint(vh), weighted);
}

template <Element T> Array<std::int64_t> matrix_rank_of(const Array<T>& a, std::optional<double> tol) {
  using R = real_t<T>;
  if (a.rank() < 2) return cast<std::int64_t>(any(a));
  const Array<R> s = svd_of("matrix_rank", a, false, false).s;
  if (tol) return count_nonzero(s > static_cast<R>(*tol), axis(-1));
  const std::int64_t longer = std::max(a.shape()[a.rank() - 1], a.shape()[a.rank() - 2]);
  return count_nonzero(s > largest(s) * (static_cast<R>(longer) * std::numeric_limits<R>::epsilon()), axis(-1));
}

#define SPICA_LEAST_SQUARES(T)                                                                                    \
  template linalg::LstsqResult<T> lstsq_of<T>(const Array<T>& a, const Array<T>& b, std::optional<double> rcond); \
  template Array<T> pinv_of<T>(const Array<T>& a, double rcond);                                                  \
  template Array<std::int64_t> matrix_rank_of<T>(const Array<T>& a, std::optional<double> tol);
SPICA_FOR_LAPACK_TYPES(SPICA_LEAST_SQUARES)
#undef SPICA_LEAST_SQUARES

}  // namespace spica::detail
