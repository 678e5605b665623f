// The seam between linear algebra and the LAPACK of each backend: stacks of matrices without types, so that it is
// compiled once.
//
// LAPACK counts columns first: each matrix is contiguous and column-major, and they follow each other. An array of
// shape (…, columns, rows) in C order is that, so the ops hand over transposed copies: LAPACK overwrites its operands
// anyway. No length is 0.
#pragma once

#include <spica/backends/config.hpp>
#include <spica/backends/host/exec.hpp>
#include <spica/core/dtype.hpp>

#ifdef SPICA_HAS_CUDA
#include <spica/backends/cuda/queue.hpp>
#endif

namespace spica::detail {

/// The first matrix of a stack that a routine had no answer for, and LAPACK's `info`, which is positive.
struct LapackFailure {
  std::int64_t index = -1, info = 0;
  explicit operator bool() const { return index >= 0; }
};

/// float, double, complex64 or complex128; `count` matrices.
struct LapackStack {
  DType dtype{};
  std::int64_t count = 1;
};

/// x of a x = b. a: n x n, b: n x columns, which becomes x. Fails where a pivot is 0 (gesv).
struct LuSolve : LapackStack {
  std::int64_t n, columns;
  void *a, *b;
};
/// a: n x n, becomes its factors; row i (from 1) was exchanged with row pivots[i] >= i. A pivot 0 is no failure
/// (getrf).
struct LuFactor : LapackStack {
  std::int64_t n;
  void* a;
  std::int64_t* pivots;
};
/// a: n x n, whose lower (upper) triangle becomes the factor; the other triangle stays. Fails where a is not positive
/// definite (potrf).
struct CholeskyFactor : LapackStack {
  std::int64_t n;
  bool lower;
  void* a;
};
/// a: rows x columns, becomes r and the reflectors; tau: min(rows, columns) (geqrf).
struct QrFactor : LapackStack {
  std::int64_t rows, columns;
  void *a, *tau;
};
/// q: rows x columns, whose first `reflectors` columns come from QrFactor, becomes the matrix with orthonormal columns.
/// columns is at most rows; tau: reflectors (orgqr, ungqr).
struct QrForm : LapackStack {
  std::int64_t rows, columns, reflectors;
  void* q;
  const void* tau;
};
/// a: rows x columns with rows >= columns, overwritten. s: columns. With `vectors` u: rows x columns, or rows x rows if
/// `full`; vh: columns x columns. Fails where the iteration does not converge, as for NaN (gesdd, gesvd).
struct SvdFactor : LapackStack {
  std::int64_t rows, columns;
  bool vectors, full;
  void *a, *u, *s, *vh;
};
/// a: n x n, of which one triangle is read; becomes the eigenvectors with `vectors`. w: n. Fails as SvdFactor (syevd,
/// heevd).
struct EighFactor : LapackStack {
  std::int64_t n;
  bool vectors, lower;
  void *a, *w;
};

/// The largest workspace for which the host's faster methods for singular values and eigenvectors are taken. Lowered by tests only.
extern double host_lapack_limit;

/// Whether the hosts have a LAPACK; without one every call of `lapack` for them throws.
bool host_lapack_built();

// Each runs the routine on every matrix of the stack, also after one failed.
// @throws BackendNotBuilt (no LAPACK), ShapeError (lengths beyond its int), MemoryError, DeviceError.
// On CUDA those that can fail wait for the stream.
#define SPICA_LAPACK(Exec)                                                            \
  LapackFailure lapack(const Exec& exec, const char* op, const LuSolve& call);        \
  LapackFailure lapack(const Exec& exec, const char* op, const LuFactor& call);       \
  LapackFailure lapack(const Exec& exec, const char* op, const CholeskyFactor& call); \
  LapackFailure lapack(const Exec& exec, const char* op, const QrFactor& call);       \
  LapackFailure lapack(const Exec& exec, const char* op, const QrForm& call);         \
  LapackFailure lapack(const Exec& exec, const char* op, const SvdFactor& call);      \
  LapackFailure lapack(const Exec& exec, const char* op, const EighFactor& call);
SPICA_LAPACK(HostExec)
#ifdef SPICA_HAS_CUDA
SPICA_LAPACK(CudaExec)
#endif
#undef SPICA_LAPACK

template <class T>
concept LapackElement =
    std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, complex64> || std::same_as<T, complex128>;

/// Calls f(std::type_identity<T>{}) for the type of that number and returns what it returns.
template <class F> LapackFailure with_lapack_type(DType dtype, F&& f) {
  switch (dtype) {
    case DType::float32: return f(std::type_identity<float>{});
    case DType::float64: return f(std::type_identity<double>{});
    case DType::complex64: return f(std::type_identity<complex64>{});
    default: return f(std::type_identity<complex128>{});
  }
}

}  // namespace spica::detail
