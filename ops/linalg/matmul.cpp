#include <spica/ops/linalg/matmul.hpp>

#include <spica/backends/blas.hpp>

namespace spica::detail {

namespace {

Shape leading_axes(const Shape& shape, int count) { return Shape(std::span(shape.begin(), static_cast<std::size_t>(count))); }

[[noreturn]] void inner_lengths_differ(const char* op, const Shape& a, const Shape& b, std::int64_t inner_a, std::int64_t inner_b) {
  throw ShapeError(std::string(op) + ": shapes " + to_string(a) + " and " + to_string(b) + " do not fit: the last axis of the first has length " +
                   std::to_string(inner_a) + ", but the " + (b.rank() == 1 ? "axis" : "second last axis") + " of the second has length " +
                   std::to_string(inner_b) + "; transpose an operand if that is what is meant");
}

/// Whether a BLAS takes a matrix with these strides: one of them is 1, the other (the leading dimension) steps over whole
/// rows or columns. Strides of axes of length 1 say nothing, so they are set to what a BLAS wants to hear.
bool fits_blas(std::int64_t rows, std::int64_t columns, std::int64_t& row_stride, std::int64_t& column_stride) {
  if (columns == 1) column_stride = 1;
  if (rows == 1) {
    if (column_stride == 1) row_stride = columns;
    else row_stride = 1;
  }
  return (column_stride == 1 && row_stride >= columns) || (row_stride == 1 && column_stride >= rows);
}

/// `x`, whose last two axes are matrices, or a copy of it that a BLAS takes.
template <class T> Array<T> in_blas_layout(const char* op, const Array<T>& x) {
  const int rank = x.rank();
  std::int64_t row_stride = x.strides()[rank - 2], column_stride = x.strides()[rank - 1];
  if (fits_blas(x.shape()[rank - 2], x.shape()[rank - 1], row_stride, column_stride)) return x;
  Geometry once{0, x.shape(), x.strides()};  // a matrix that is seen several times is copied once
  for (int d = 0; d < rank - 2; ++d)
    if (once.strides[d] == 0) once.shape[d] = 1;
  return contiguous_copy(op, x.view(once));
}

template <class T> Gemm::Matrix matrix_of(const Array<T>& x) {
  const int rank = x.rank();
  Gemm::Matrix matrix;
  matrix.data = reinterpret_cast<char*>(x.data());
  matrix.row_stride = x.strides()[rank - 2];
  matrix.column_stride = x.strides()[rank - 1];
  fits_blas(x.shape()[rank - 2], x.shape()[rank - 1], matrix.row_stride, matrix.column_stride);
  return matrix;
}

/// A stack of rows times one matrix is one product with more rows.
void join_rows(Gemm& g) {
  while (g.batch_rank > 0) {
    const int last = g.batch_rank - 1;
    Gemm::Matrix a = g.a, c = g.c;
    if (g.m == 1) {  // any step from row to row will do
      a.row_stride = a.batch_stride[last];
      c.row_stride = c.batch_stride[last];
      if (a.column_stride != 1 || a.row_stride < g.k || c.row_stride < g.n) return;
    }
    if (g.b.batch_stride[last] != 0 || a.batch_stride[last] != g.m * a.row_stride || c.batch_stride[last] != g.m * c.row_stride ||
        a.column_stride != 1)
      return;
    g.a = a;
    g.c = c;
    g.m *= g.batch_extent[last];
    g.batch_size /= g.batch_extent[last];
    g.batch_rank = last;
  }
}

/// out = a b for the matrices in the last two axes, leading axes of a and b broadcast to those of out. No length is 0.
template <class T> void multiply_stacks(const char* op, const Array<T>& out, const Array<T>& a_any, const Array<T>& b_any) {
  const Array<T> a = in_blas_layout(op, a_any), b = in_blas_layout(op, b_any);
  Gemm g;
  g.dtype = dtype_of<T>;
  g.m = out.shape()[out.rank() - 2];
  g.n = out.shape()[out.rank() - 1];
  g.k = a.shape()[a.rank() - 1];

  Operands operands;
  Shape shape[3];
  Strides strides[3];
  const Array<T>* const arrays[] = {&out, &a, &b};
  Gemm::Matrix* const matrices[] = {&g.c, &g.a, &g.b};
  for (int i = 0; i < 3; ++i) {
    const Array<T>& x = *arrays[i];
    *matrices[i] = matrix_of(x);
    shape[i] = leading_axes(x.shape(), x.rank() - 2);
    strides[i] = leading_axes(x.strides(), x.rank() - 2);
    operands.add({x.data(), &shape[i], &strides[i], static_cast<int>(sizeof(T)), x.storage().get()});
  }
  const Loop loop = elementwise_loop(op, shape[0], operands);
  g.batch_rank = loop.rank;
  g.batch_size = loop.size;
  for (int d = 0; d < loop.rank; ++d) {
    g.batch_extent[d] = loop.extent[d];
    for (int i = 0; i < 3; ++i) matrices[i]->batch_stride[d] = loop.operand[i].stride[d] / static_cast<std::int64_t>(sizeof(T));
  }
  join_rows(g);
  mark_used(operands);
  dispatch(op, out.backend(), [&](const auto& exec) { gemm(exec, op, g); });
}

}  // namespace

Shape matmul_shape(const Shape& a, const Shape& b) {
  for (const Shape* x : {&a, &b})
    if (x->rank() == 0)
      throw ShapeError("matmul: shapes " + to_string(a) + " and " + to_string(b) +
                       ": an operand of rank 0 is not a matrix; multiply by a number with *");
  const std::int64_t inner_a = a[a.rank() - 1], inner_b = b[b.rank() == 1 ? 0 : b.rank() - 2];
  if (inner_a != inner_b) inner_lengths_differ("matmul", a, b, inner_a, inner_b);
  const Shape stack_a = leading_axes(a, std::max(a.rank() - 2, 0)), stack_b = leading_axes(b, std::max(b.rank() - 2, 0));
  for (int d = 1; d <= std::min(stack_a.rank(), stack_b.rank()); ++d) {
    const std::int64_t extent_a = stack_a[stack_a.rank() - d], extent_b = stack_b[stack_b.rank() - d];
    if (extent_a != extent_b && extent_a != 1 && extent_b != 1)
      throw ShapeError("matmul: shapes " + to_string(a) + " and " + to_string(b) + " do not fit: their leading axes " +
                       to_string(stack_a) + " and " + to_string(stack_b) + " do not broadcast");
  }
  Shape result = broadcast_shapes("matmul", stack_a, stack_b);
  if (a.rank() > 1) result.push_back(a[a.rank() - 2]);
  if (b.rank() > 1) result.push_back(b[b.rank() - 1]);
  return result;
}

Shape dot_shape(const Shape& a, const Shape& b) {
  if (a.rank() == 0) return b;
  if (b.rank() == 0) return a;
  const std::int64_t inner_a = a[a.rank() - 1], inner_b = b[b.rank() == 1 ? 0 : b.rank() - 2];
  if (inner_a != inner_b) inner_lengths_differ("dot", a, b, inner_a, inner_b);
  if (a.rank() - 1 + b.rank() - 1 > max_rank)
    throw ShapeError("dot: shapes " + to_string(a) + " and " + to_string(b) + " give more than " + std::to_string(max_rank) + " axes");
  Shape result = leading_axes(a, a.rank() - 1);
  for (int d = 0; d < b.rank(); ++d)
    if (d != std::max(b.rank() - 2, 0)) result.push_back(b[d]);
  return result;
}

template <Element T> void matmul_into(const Array<T>& out, const Array<T>& a, const Array<T>& b) {
  if (out.size() == 0) return;
  const std::int64_t k = a.shape()[a.rank() - 1];
  if (k == 0) return fill_elements("matmul", out, T(0));  // a BLAS may return early and leave `out` as it was (TRAP-13)
  const Array<T> rows = a.rank() > 1 ? a : a.view({0, {1, k}, {0, a.strides()[0]}});
  const Array<T> columns = b.rank() > 1 ? b : b.view({0, {k, 1}, {b.strides()[0], 0}});
  Shape shape = leading_axes(out.shape(), out.rank() - (a.rank() > 1) - (b.rank() > 1));
  shape.push_back(rows.shape()[rows.rank() - 2]);
  shape.push_back(columns.shape()[columns.rank() - 1]);
  multiply_stacks("matmul", out.view({0, shape, contiguous_strides(shape)}), rows, columns);
}

template <Element T> void dot_into(const Array<T>& out, const Array<T>& a, const Array<T>& b) {
  if (out.size() == 0) return;
  if (a.rank() == 0 || b.rank() == 0) {  // one row of products with one term each
    const Array<T>& scalar = a.rank() == 0 ? a : b;
    const Shape row{1, out.size()};
    return multiply_stacks("dot", reshape(out, row), reshape(scalar, {1, 1}), reshape(a.rank() == 0 ? b : a, row));
  }
  const std::int64_t k = a.shape()[a.rank() - 1];
  if (k == 0) return fill_elements("dot", out, T(0));
  const Array<T> rows = reshape(a, {a.size() / k, k});
  const Array<T> columns = b.rank() > 1 ? b : b.view({0, {k, 1}, {b.strides()[0], 0}});
  // All rows of a meet each matrix of b: out[i…, j…, n] seen as [j…, i, n].
  const int matrices = columns.rank() - 2;
  Geometry by_matrix{0, leading_axes(columns.shape(), matrices), {}};
  const std::int64_t m = rows.shape()[0], n = columns.shape()[matrices + 1];
  std::int64_t step = n;
  by_matrix.strides = by_matrix.shape;
  for (int d = matrices - 1; d >= 0; --d) {
    by_matrix.strides[d] = step;
    step *= by_matrix.shape[d];
  }
  by_matrix.shape.push_back(m);
  by_matrix.strides.push_back(step);
  by_matrix.shape.push_back(n);
  by_matrix.strides.push_back(1);
  multiply_stacks("dot", out.view(by_matrix), rows, columns);
}

#define SPICA_PRODUCTS(T)                                                                       \
  template void matmul_into<T>(const Array<T>& out, const Array<T>& a, const Array<T>& b);      \
  template void dot_into<T>(const Array<T>& out, const Array<T>& a, const Array<T>& b);
SPICA_PRODUCTS(bool)
SPICA_PRODUCTS(std::int8_t)
SPICA_PRODUCTS(std::int16_t)
SPICA_PRODUCTS(std::int32_t)
SPICA_PRODUCTS(std::int64_t)
SPICA_PRODUCTS(std::uint8_t)
SPICA_PRODUCTS(std::uint16_t)
SPICA_PRODUCTS(std::uint32_t)
SPICA_PRODUCTS(std::uint64_t)
SPICA_PRODUCTS(float)
SPICA_PRODUCTS(double)
SPICA_PRODUCTS(complex64)
SPICA_PRODUCTS(complex128)
#undef SPICA_PRODUCTS

}  // namespace spica::detail
