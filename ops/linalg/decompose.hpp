// Decompositions: qr, svd, svdvals, eigh, eigvalsh. Everything behind the contracts is compiled once, in the library.
#pragma once

#include <spica/ops/linalg/lapack_operands.hpp>

namespace spica {

namespace linalg {

/// How many columns q has: min(m, n), or m.
enum class QRMode : std::uint8_t { reduced, complete };
/// Which triangle of a symmetric or Hermitian matrix is read.
enum class UPLO : std::uint8_t { L, U };

template <class T> struct QRResult { Array<T> q, r; };
template <class T> struct SVDResult {
  Array<T> u;
  Array<real_t<T>> s;
  Array<T> vh;
};
template <class T> struct EighResult {
  Array<real_t<T>> eigenvalues;
  Array<T> eigenvectors;
};

}  // namespace linalg

namespace detail {
// Defined in decompose.cpp for float, double, complex64 and complex128. Without vectors only s, or the eigenvalues, are
// set.
template <Element T> linalg::QRResult<T> qr_of(const Array<T>& a, linalg::QRMode mode);
template <Element T> linalg::SVDResult<T> svd_of(const char* op, const Array<T>& a, bool full_matrices, bool vectors);
template <Element T> linalg::EighResult<T> eigh_of(const char* op, const Array<T>& a, linalg::UPLO uplo, bool vectors);
}  // namespace detail

namespace linalg {

/// a = q r with orthonormal columns of q and an upper triangular r.
///
/// @param a     shape (…, m, n); any dtype and layout but floats of 16 bits. Integers and bool promote to double.
/// @param mode  `QRMode::reduced`: q (…, m, k), r (…, k, n) with k = min(m, n); `QRMode::complete`: q (…, m, m), r (…,
/// m, n).
/// @return      both, dtype promoted, same backend. Signs are LAPACK's, so diagonal elements of r may be negative.
/// @throws ShapeError; BackendNotBuilt without LAPACK. Does not wait.
/// @note  Householder reflections, by LAPACK on hosts and cuSOLVER on CUDA. Last bits, and signs between hosts and
/// CUDA, depend
///        on the library (docs/numerics.md).
/// Source: NumPy linalg.qr; LAPACK geqrf, orgqr.
template <ArrayOrExpression A> QRResult<lapack_t<value_type_t<A>>> qr(const A& a, QRMode mode = QRMode::reduced) {
  using T = lapack_t<value_type_t<A>>;
  return detail::qr_of<T>(detail::product_operand<T>("qr", a), mode);
}

/// Singular values and vectors: a = u diag(s) vh.
///
/// @param a              shape (…, m, n), as for `qr`; k = min(m, n).
/// @param full_matrices  u (…, m, m) and vh (…, n, n); false: (…, m, k) and (…, k, n).
/// @return               u, s of shape (…, k), real and in descending order, and vh; same backend.
/// @throws LinAlgError naming the first matrix of the stack for which the iteration does not converge, as for NaN;
///          ShapeError; BackendNotBuilt without LAPACK. Waits on CUDA.
/// @note  LAPACK gesdd on hosts (gesvd beyond n = 23000, where gesdd's int overflows), cuSOLVER gesvd on CUDA. A wide
/// matrix is
///        handed over transposed. The signs of the vectors are the library's choice.
/// Source: NumPy linalg.svd.
/// Example: tests/linalg/test_decompose.cpp, `example-begin svd`.
template <ArrayOrExpression A> SVDResult<lapack_t<value_type_t<A>>> svd(const A& a, bool full_matrices = true) {
  using T = lapack_t<value_type_t<A>>;
  return detail::svd_of<T>("svd", detail::product_operand<T>("svd", a), full_matrices, true);
}
/// The singular values alone. @return shape (…, min(m, n)). @throws as `svd`. Source: NumPy linalg.svdvals.
template <ArrayOrExpression A> Array<real_t<lapack_t<value_type_t<A>>>> svdvals(const A& a) {
  using T = lapack_t<value_type_t<A>>;
  return detail::svd_of<T>("svdvals", detail::product_operand<T>("svdvals", a), false, false).s;
}

/// Eigenvalues and eigenvectors of symmetric or Hermitian matrices: a v = v diag(w).
///
/// @param a     shape (…, n, n), as for `qr`.
/// @param uplo  `UPLO::L` reads the lower triangle only, `UPLO::U` the upper.
/// @return      eigenvalues of shape (…, n), real and in ascending order; eigenvectors of shape (…, n, n), one in each
/// column,
///              of length 1; same backend.
/// @throws LinAlgError naming the first matrix of the stack for which the iteration does not converge; ShapeError;
///          BackendNotBuilt without LAPACK. Waits on CUDA.
/// @note  LAPACK syevd and heevd on hosts (syev and heev beyond n = 32000), cuSOLVER syevd on CUDA. The signs of the
/// vectors are
///        the library's choice.
/// Source: NumPy linalg.eigh.
template <ArrayOrExpression A> EighResult<lapack_t<value_type_t<A>>> eigh(const A& a, UPLO uplo = UPLO::L) {
  using T = lapack_t<value_type_t<A>>;
  return detail::eigh_of<T>("eigh", detail::product_operand<T>("eigh", a), uplo, true);
}
/// The eigenvalues alone. @return shape (…, n). @throws as `eigh`. Source: NumPy linalg.eigvalsh.
template <ArrayOrExpression A> Array<real_t<lapack_t<value_type_t<A>>>> eigvalsh(const A& a, UPLO uplo = UPLO::L) {
  using T = lapack_t<value_type_t<A>>;
  return detail::eigh_of<T>("eigvalsh", detail::product_operand<T>("eigvalsh", a), uplo, false).eigenvalues;
}

}  // namespace linalg
}  // namespace spica
