// What singular values give: lstsq, pinv, matrix_rank. Everything behind the contracts is compiled once, in the
// library.
#pragma once

#include <spica/ops/linalg/lapack_operands.hpp>

#include <optional>

namespace spica {

namespace linalg {

template <class T> struct LstsqResult {
  Array<T> x;
  Array<real_t<T>> residuals;
  std::int64_t rank;
  Array<real_t<T>> s;
};

}  // namespace linalg

namespace detail {
// Defined in least_squares.cpp for float, double, complex64 and complex128.
template <Element T> linalg::LstsqResult<T> lstsq_of(const Array<T>& a, const Array<T>& b, std::optional<double> rcond);
template <Element T> Array<T> pinv_of(const Array<T>& a, double rcond);
template <Element T> Array<std::int64_t> matrix_rank_of(const Array<T>& a, std::optional<double> tol);
}  // namespace detail

namespace linalg {

/// The x with the smallest |b - a x|, and the smallest |x| where there are several (2-norms).
///
/// @param a      shape (m, n); any dtype and layout but floats of 16 bits. Integers and bool promote to double.
/// @param b      shape (m,) or (m, k).
/// @param rcond  singular values up to rcond times the largest count as 0; none: eps * max(m, n); negative: eps.
/// @return       x of shape (n,) or (n, k); residuals, the sums of |b - a x|^2 for each right side, shape (k,), or (0,)
/// where the
///               rank is below n or m <= n; the rank; the singular values.
/// @throws LinAlgError where the singular values do not converge, as for NaN; ShapeError; BackendMismatch;
/// BackendNotBuilt
///          without LAPACK. Waits for the rank.
/// @note  By `svd`, on every backend; residuals are computed from b - a x.
/// Source: NumPy linalg.lstsq; Golub and Van Loan, Matrix Computations, 5.5.
/// Example: tests/linalg/test_least_squares.cpp, `example-begin lstsq`.
template <ArrayOrExpression A, ArrayOrExpression B>
LstsqResult<lapack_t<value_type_t<A>, value_type_t<B>>> lstsq(const A& a, const B& b,
                                                              std::optional<double> rcond = std::nullopt) {
  using T = lapack_t<value_type_t<A>, value_type_t<B>>;
  detail::check_same_backend("lstsq", a.backend(), b.backend());
  return detail::lstsq_of<T>(detail::product_operand<T>("lstsq", a), detail::product_operand<T>("lstsq", b), rcond);
}

/// The Moore-Penrose inverse: of v diag(1 / s) u^H the part with singular values above rcond times the largest.
/// @param a  shape (…, m, n), as for `lstsq`. @return shape (…, n, m). @throws as `svd`.
/// @note  The default is NumPy's, also for float; 1e-6 or so is what float matrices need that have no full rank.
/// Source: NumPy linalg.pinv.
template <ArrayOrExpression A> Array<lapack_t<value_type_t<A>>> pinv(const A& a, double rcond = 1e-15) {
  using T = lapack_t<value_type_t<A>>;
  return detail::pinv_of<T>(detail::product_operand<T>("pinv", a), rcond);
}

/// How many singular values are above `tol`; none: the largest times eps * max(m, n). Of a vector or a number: 1 unless
/// all is 0.
/// @param a  shape (…, m, n), as for `lstsq`, or lower rank. @return shape (…), int64. @throws as `svd`.
/// Source: NumPy linalg.matrix_rank.
template <ArrayOrExpression A> Array<std::int64_t> matrix_rank(const A& a, std::optional<double> tol = std::nullopt) {
  using T = lapack_t<value_type_t<A>>;
  return detail::matrix_rank_of<T>(detail::product_operand<T>("matrix_rank", a), tol);
}

}  // namespace linalg
}  // namespace spica
