#include <spica/ops/linalg/decompose.hpp>

#include <spica/ops/linalg/lapack_call.hpp>
#include <spica/ops/shape/triangle.hpp>

namespace spica::detail {

namespace {

/// rows x columns of the unit matrix, for each place of the stack.
template <class T>
Array<T> units(const char* op, const Shape& stack, std::int64_t rows, std::int64_t columns, Backend backend) {
  const auto result = Array<T>::uninitialized(op, joined(stack, {rows, columns}), backend);
  assign_elements(op, result, eye<T>(rows, columns, 0, backend));
  return result;
}

[[noreturn]] void does_not_converge(const char* op, const Shape& stack, const LapackFailure& failure) {
  throw LinAlgError(std::string(op) + ": the iteration does not converge for " + matrix_at(stack, failure.index) +
                    "; look for NaN and infinities in it");
}

}  // namespace

template <Element T> linalg::QRResult<T> qr_of(const Array<T>& a, linalg::QRMode mode) {
  constexpr const char* op = "qr";
  const Shape stack = stack_of_matrices(op, a.shape());
  const std::int64_t m = a.shape()[a.rank() - 2], n = a.shape()[a.rank() - 1], k = std::min(m, n);
  const std::int64_t columns = mode == linalg::QRMode::complete ? m : k;  // of q, rows of r
  if (a.size() == 0) {
    const auto r = Array<T>::uninitialized(op, joined(stack, {columns, n}), a.backend());
    fill_elements(op, r, T(0));
    return {units<T>(op, stack, m, columns, a.backend()), r};
  }
  const Array<T> factors = column_major(op, a, stack);
  const auto tau = Array<T>::uninitialized(op, joined(stack, {k}), a.backend());
  QrFactor factor;
  factor.dtype = dtype_of<T>;
  factor.count = size_of(stack);
  factor.rows = m;
  factor.columns = n;
  factor.a = factors.data();
  factor.tau = tau.data();
  call_lapack(op, a.backend(), factor, factors, tau);

  Geometry columns_first{0, factors.shape(), factors.strides()};  // of the column-major factors
  columns_first.shape[stack.rank()] = std::min(n, columns);
  const auto q = Array<T>::uninitialized(op, joined(stack, {columns, m}), a.backend());
  if (columns > n) fill_elements(op, q, T(0));
  assign_elements(op, q.view({0, columns_first.shape, q.strides()}), factors.view(columns_first));
  QrForm form;
  form.dtype = dtype_of<T>;
  form.count = factor.count;
  form.rows = m;
  form.columns = columns;
  form.reflectors = k;
  form.q = q.data();
  form.tau = tau.data();
  call_lapack(op, a.backend(), form, q, tau);

  Geometry rows_first{0, joined(stack, {columns, n}), matrix_transpose(factors).strides()};
  return {row_major(op, q), triu(factors.view(rows_first))};
}

template <Element T> linalg::SVDResult<T> svd_of(const char* op, const Array<T>& a, bool full_matrices, bool vectors) {
  const Shape stack = stack_of_matrices(op, a.shape());
  const std::int64_t m = a.shape()[a.rank() - 2], n = a.shape()[a.rank() - 1], k = std::min(m, n);
  linalg::SVDResult<T> result;
  result.s = Array<real_t<T>>::uninitialized(op, joined(stack, {k}), a.backend());
  if (a.size() == 0) {
    if (vectors) {
      result.u = units<T>(op, stack, m, full_matrices ? m : k, a.backend());
      result.vh = units<T>(op, stack, full_matrices ? n : k, n, a.backend());
    }
    return result;
  }
  // cuSOLVER takes no wide matrices. A C-order copy of one is its transpose in column-major order, a^T = u' s vh'; and
  // read in C order again, vh' is u and u' is vh. For all backends, so that the host's tests cover it.
  const bool wide = m < n;
  SvdFactor call;
  call.dtype = dtype_of<T>;
  call.count = size_of(stack);
  call.rows = wide ? n : m;
  call.columns = k;
  call.vectors = vectors;
  call.full = full_matrices;
  const Array<T> copy = wide ? contiguous_copy(op, a) : column_major(op, a, stack);
  Array<T> u, vh;
  if (vectors) {
    u = Array<T>::uninitialized(op, joined(stack, {full_matrices ? call.rows : k, call.rows}), a.backend());
    vh = Array<T>::uninitialized(op, joined(stack, {k, k}), a.backend());
    call.u = u.data();
    call.vh = vh.data();
  }
  call.a = copy.data();
  call.s = result.s.data();
  if (const LapackFailure failure = call_lapack(op, a.backend(), call, copy, result.s, u, vh))
    does_not_converge(op, stack, failure);
  if (vectors && wide) {
    result.u = vh;
    result.vh = u;
  } else if (vectors) {
    result.u = row_major(op, u);
    result.vh = row_major(op, vh);
  }
  return result;
}

template <Element T> linalg::EighResult<T> eigh_of(const char* op, const Array<T>& a, linalg::UPLO uplo, bool vectors) {
  const Shape stack = stack_of_squares(op, a.shape());
  const std::int64_t n = a.shape()[a.rank() - 1];
  linalg::EighResult<T> result;
  result.eigenvalues = Array<real_t<T>>::uninitialized(op, joined(stack, {n}), a.backend());
  if (a.size() == 0) {
    if (vectors) result.eigenvectors = Array<T>::uninitialized(op, a.shape(), a.backend());
    return result;
  }
  const Array<T> matrices = column_major(op, a, stack);
  EighFactor call;
  call.dtype = dtype_of<T>;
  call.count = size_of(stack);
  call.n = n;
  call.vectors = vectors;
  call.lower = uplo == linalg::UPLO::L;
  call.a = matrices.data();
  call.w = result.eigenvalues.data();
  if (const LapackFailure failure = call_lapack(op, a.backend(), call, matrices, result.eigenvalues))
    does_not_converge(op, stack, failure);
  if (vectors) result.eigenvectors = row_major(op, matrices);
  return result;
}

#define SPICA_DECOMPOSE(T)                                                                                      \
  template linalg::QRResult<T> qr_of<T>(const Array<T>& a, linalg::QRMode mode);                                \
  template linalg::SVDResult<T> svd_of<T>(const char* op, const Array<T>& a, bool full_matrices, bool vectors); \
  template linalg::EighResult<T> eigh_of<T>(const char* op, const Array<T>& a, linalg::UPLO uplo, bool vectors);
SPICA_FOR_LAPACK_TYPES(SPICA_DECOMPOSE)
#undef SPICA_DECOMPOSE

}  // namespace spica::detail
