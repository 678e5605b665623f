// Linear systems: solve, inv, det, slogdet, cholesky. Everything behind the contracts is compiled once, in the library.
#pragma once

#include <spica/ops/linalg/lapack_operands.hpp>

namespace spica {

namespace detail {
// Defined in solve.cpp for float, double, complex64 and complex128.
template <Element T> Array<T> solve_of(const Array<T>& a, const Array<T>& b);
template <Element T> Array<T> inv_of(const Array<T>& a);
/// Sign and logarithm of the absolute value.
template <Element T> std::pair<Array<T>, Array<real_t<T>>> slogdet_of(const char* op, const Array<T>& a);
template <Element T> Array<T> det_of(const Array<T>& a);
template <Element T> Array<T> cholesky_of(const Array<T>& a, bool upper);
}  // namespace detail

namespace linalg {

/// x of a x = b.
///
/// @param a  shape (…, n, n); any dtype and layout but floats of 16 bits. Integers and bool promote to double.
/// @param b  shape (n,), one right side for all matrices; or (…, n, k), whose leading axes broadcast with those of `a`.
/// @return   the shape of `b` broadcast: (…, n) or (…, n, k); dtype promoted, same backend.
/// @throws LinAlgError naming the first matrix of the stack that is singular, that is where elimination meets a pivot
/// that is
///          exactly 0; ShapeError; BackendMismatch; BackendNotBuilt without LAPACK.
/// @note  LU factors with partial pivoting, by LAPACK on hosts and cuSOLVER on CUDA, which waits. Last bits depend on
/// the
///        library, the backend and the number of threads (docs/numerics.md).
/// Source: NumPy linalg.solve; LAPACK gesv.
/// Example: tests/linalg/test_solve.cpp, `example-begin solve`.
template <ArrayOrExpression A, ArrayOrExpression B>
Array<lapack_t<value_type_t<A>, value_type_t<B>>> solve(const A& a, const B& b) {
  using T = lapack_t<value_type_t<A>, value_type_t<B>>;
  detail::check_same_backend("solve", a.backend(), b.backend());
  return detail::solve_of<T>(detail::product_operand<T>("solve", a), detail::product_operand<T>("solve", b));
}

/// The inverse: solve with the unit matrix as right side. To solve a system, `solve` is faster and more accurate.
/// @param a  shape (…, n, n), as for `solve`. @return the same shape. @throws as `solve`.
/// Source: NumPy linalg.inv.
template <ArrayOrExpression A> Array<lapack_t<value_type_t<A>>> inv(const A& a) {
  using T = lapack_t<value_type_t<A>>;
  return detail::inv_of<T>(detail::product_operand<T>("inv", a));
}

/// Sign (of complex matrices a number of length 1) and logarithm of the absolute value of a determinant.
template <class T> struct SlogdetResult {
  Array<T> sign;
  Array<real_t<T>> logabsdet;
};

/// A determinant that may be too large or too small for its type: sign * exp(logabsdet).
///
/// @param a  shape (…, n, n), as for `solve`.
/// @return   both of shape (…); the logarithm real. A singular matrix has sign 0 and logarithm -inf; n = 0 gives 1 and
/// 0.
/// @throws ShapeError; BackendNotBuilt without LAPACK. Does not wait.
/// Source: NumPy linalg.slogdet; LAPACK getrf.
template <ArrayOrExpression A> SlogdetResult<lapack_t<value_type_t<A>>> slogdet(const A& a) {
  using T = lapack_t<value_type_t<A>>;
  auto [sign, logarithm] = detail::slogdet_of<T>("slogdet", detail::product_operand<T>("slogdet", a));
  return {std::move(sign), std::move(logarithm)};
}

/// The determinant, from `slogdet`: a singular matrix has 0, n = 0 gives 1.
/// @param a  shape (…, n, n), as for `solve`. @return shape (…). @throws as `slogdet`.
/// Source: NumPy linalg.det.
template <ArrayOrExpression A> Array<lapack_t<value_type_t<A>>> det(const A& a) {
  using T = lapack_t<value_type_t<A>>;
  return detail::det_of<T>(detail::product_operand<T>("det", a));
}

/// The triangular factor of a positive definite matrix: a = l l^H, or a = u^H u with `upper`.
///
/// @param a      shape (…, n, n), as for `solve`, symmetric or Hermitian; only the lower (upper) triangle is read.
/// @return       the same shape, zeros in the other triangle.
/// @throws LinAlgError naming the first matrix of the stack that is not positive definite; ShapeError; BackendNotBuilt
///          without LAPACK. Waits on CUDA.
/// Source: NumPy linalg.cholesky; LAPACK potrf.
template <ArrayOrExpression A> Array<lapack_t<value_type_t<A>>> cholesky(const A& a, bool upper = false) {
  using T = lapack_t<value_type_t<A>>;
  return detail::cholesky_of<T>(detail::product_operand<T>("cholesky", a), upper);
}

}  // namespace linalg
}  // namespace spica
