#include <spica/ops/linalg/solve.hpp>

#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/elementwise/functions.hpp>
#include <spica/ops/elementwise/where.hpp>
#include <spica/ops/linalg/lapack_call.hpp>
#include <spica/ops/reduce/sum.hpp>
#include <spica/ops/shape/triangle.hpp>

namespace spica::detail {

Shape stack_of_matrices(const char* op, const Shape& shape) {
  if (shape.rank() < 2)
    throw ShapeError(std::string(op) + ": shape " + to_string(shape) +
                     " is not a matrix or a stack of them; it takes two axes or more");
  return Shape(std::span(shape.begin(), static_cast<std::size_t>(shape.rank() - 2)));
}

Shape stack_of_squares(const char* op, const Shape& shape) {
  const Shape stack = stack_of_matrices(op, shape);
  if (shape[shape.rank() - 1] != shape[shape.rank() - 2])
    throw ShapeError(std::string(op) + ": shape " + to_string(shape) +
                     ": the last two axes must be equal, that is the matrices square");
  return stack;
}

std::string matrix_at(const Shape& stack, std::int64_t index) {
  if (stack.rank() == 0) return "the matrix";
  Shape place = stack;
  for (int d = stack.rank() - 1; d >= 0; --d) {
    place[d] = index % stack[d];
    index /= stack[d];
  }
  return "the matrix at index " + to_string(place) + " of the stack of shape " + to_string(stack);
}

namespace {

[[noreturn]] void singular(const char* op, const Shape& stack, const LapackFailure& failure) {
  throw LinAlgError(std::string(op) + ": " + matrix_at(stack, failure.index) + " is singular: pivot " +
                    std::to_string(failure.info) +
                    " of its LU factors is 0; linalg::lstsq and linalg::pinv take such matrices");
}

/// x of a x = b, both column-major stacks; b becomes x.
template <class T> void solve_stack(const char* op, const Shape& stack, const Array<T>& a, const Array<T>& b) {
  LuSolve call;
  call.dtype = dtype_of<T>;
  call.count = size_of(stack);
  call.n = a.shape()[a.rank() - 1];
  call.columns = b.size() / (call.count * call.n);
  call.a = a.data();
  call.b = b.data();
  if (const LapackFailure failure = call_lapack(op, a.backend(), call, a, b)) singular(op, stack, failure);
}

}  // namespace

template <Element T> Array<T> solve_of(const Array<T>& a, const Array<T>& b) {
  constexpr const char* op = "solve";
  Shape stack = stack_of_squares(op, a.shape());
  const std::int64_t n = a.shape()[a.rank() - 1];
  const bool vector = b.rank() == 1;
  if (b.rank() == 0 || b.shape()[vector ? 0 : b.rank() - 2] != n)
    throw ShapeError("solve: shapes " + to_string(a.shape()) + " and " + to_string(b.shape()) +
                     " do not fit: the right side takes " + std::to_string(n) + " rows, that is shape (" +
                     std::to_string(n) + ",) or (…, " + std::to_string(n) + ", k)");
  if (!vector) stack = broadcast_shapes(op, stack, stack_of_matrices(op, b.shape()));
  const Array<T> columns = vector ? b.view({0, {n, 1}, {b.strides()[0], 0}}) : b;
  const std::int64_t k = columns.shape()[columns.rank() - 1];
  const Shape shape = vector ? joined(stack, {n}) : joined(stack, {n, k});
  if (checked_size(op, shape) == 0) return Array<T>::uninitialized(op, shape, a.backend());
  const Array<T> x = column_major(op, columns, stack);
  solve_stack(op, stack, column_major(op, a, stack), x);
  return vector ? reshape(x, shape) : row_major(op, x);
}

template <Element T> Array<T> inv_of(const Array<T>& a) {
  constexpr const char* op = "inv";
  const Shape stack = stack_of_squares(op, a.shape());
  if (a.size() == 0) return Array<T>::uninitialized(op, a.shape(), a.backend());
  const Array<T> x = column_major(op, eye<T>(a.shape()[a.rank() - 1], -1, 0, a.backend()), stack);
  solve_stack(op, stack, column_major(op, a, stack), x);
  return row_major(op, x);
}

template <Element T> std::pair<Array<T>, Array<real_t<T>>> slogdet_of(const char* op, const Array<T>& a) {
  const Shape stack = stack_of_squares(op, a.shape());
  const std::int64_t n = a.shape()[a.rank() - 1];
  const auto pivots = Array<std::int64_t>::uninitialized(op, joined(stack, {n}), a.backend());
  const Array<T> factors = column_major(op, a, stack);
  if (a.size() > 0) {
    LuFactor call;
    call.dtype = dtype_of<T>;
    call.count = size_of(stack);
    call.n = n;
    call.a = factors.data();
    call.pivots = pivots.data();
    call_lapack(op, a.backend(), call, factors, pivots);
  }
  Geometry on_diagonal{0, pivots.shape(), pivots.strides()};
  for (int d = 0; d < stack.rank(); ++d) on_diagonal.strides[d] = factors.strides()[d];
  on_diagonal.strides[stack.rank()] = n + 1;
  const Array<T> diagonal = factors.view(on_diagonal);
  // Each row that was exchanged turns the sign.
  const auto in_place = pivots == arange<std::int64_t>(1, n + 1, 1, a.backend());
  const Array<T> signs = sign(diagonal);
  return {prod(where(in_place, signs, -signs), axis(-1)), sum(log(abs(diagonal)), axis(-1))};
}

template <Element T> Array<T> det_of(const Array<T>& a) {
  const auto [sign, logarithm] = slogdet_of("det", a);
  return sign * exp(logarithm);
}

template <Element T> Array<T> cholesky_of(const Array<T>& a, bool upper) {
  constexpr const char* op = "cholesky";
  const Shape stack = stack_of_squares(op, a.shape());
  if (a.size() == 0) return Array<T>::uninitialized(op, a.shape(), a.backend());
  const Array<T> factor = column_major(op, a, stack);
  CholeskyFactor call;
  call.dtype = dtype_of<T>;
  call.count = size_of(stack);
  call.n = a.shape()[a.rank() - 1];
  call.lower = !upper;
  call.a = factor.data();
  if (const LapackFailure failure = call_lapack(op, a.backend(), call, factor))
    throw LinAlgError(std::string(op) + ": " + matrix_at(stack, failure.index) +
                      " is not positive definite: its leading minor of order " + std::to_string(failure.info) +
                      " is not positive");
  return upper ? triu(matrix_transpose(factor)) : tril(matrix_transpose(factor));
}

#define SPICA_SOLVE(T)                                                                             \
  template Array<T> solve_of<T>(const Array<T>& a, const Array<T>& b);                             \
  template Array<T> inv_of<T>(const Array<T>& a);                                                  \
  template std::pair<Array<T>, Array<real_t<T>>> slogdet_of<T>(const char* op, const Array<T>& a); \
  template Array<T> det_of<T>(const Array<T>& a);                                                  \
  template Array<T> cholesky_of<T>(const Array<T>& a, bool upper);
SPICA_FOR_LAPACK_TYPES(SPICA_SOLVE)
#undef SPICA_SOLVE

}  // namespace spica::detail
