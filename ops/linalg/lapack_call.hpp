// Inside the library: how the ops on LAPACK make their operands and say what went wrong.
#pragma once

#include <spica/backends/lapack.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/linalg/lapack_operands.hpp>
#include <spica/ops/shape/views.hpp>

namespace spica::detail {

/// `stack` with more axes behind.
inline Shape joined(Shape stack, std::initializer_list<std::int64_t> behind) {
  for (const std::int64_t extent : behind) stack.push_back(extent);
  return stack;
}

/// A column-major copy of the matrices of `a`, broadcast to `stack`: shape stack + (columns, rows), in C order.
template <class T> Array<T> column_major(const char* op, const Array<T>& a, const Shape& stack) {
  const std::int64_t rows = a.shape()[a.rank() - 2], columns = a.shape()[a.rank() - 1];
  const auto copy = Array<T>::uninitialized(op, joined(stack, {columns, rows}), a.backend());
  assign_elements(op, matrix_transpose(copy), a);
  return copy;
}
/// The matrices of a column-major result, in C order.
template <class T> Array<T> row_major(const char* op, const Array<T>& a) {
  return contiguous_copy(op, matrix_transpose(a));
}

/// Calls LAPACK on the backend of the arrays that `call` points into.
template <class Call, class... A>
LapackFailure call_lapack(const char* op, Backend backend, const Call& call, const A&... arrays) {
  (..., (arrays.storage() ? arrays.storage()->mark_used() : void()));
  LapackFailure failure;
  dispatch(op, backend, [&](const auto& exec) { failure = lapack(exec, op, call); });
  return failure;
}

/// "the matrix", or "the matrix at index (1, 2) of the stack of shape (3, 4)". Defined in solve.cpp.
std::string matrix_at(const Shape& stack, std::int64_t index);

#define SPICA_FOR_LAPACK_TYPES(what) what(float) what(double) what(complex64) what(complex128)

}  // namespace spica::detail
