// tril, triu, trace and diag: what lies on one side of a diagonal, or on it.
#pragma once

#include <spica/ops/reduce/sum.hpp>
#include <spica/ops/shape/views.hpp>
#include <spica/ops/shape/words.hpp>

namespace spica {

namespace detail {
/// Defined in triangle.cpp for every word. @throws ShapeError.
template <Element W> Array<W> triangle_words(const char* op, const Array<W>& a, std::int64_t k, bool lower);
template <Element W> Array<W> diagonal_matrix_words(const Array<W>& a, std::int64_t k);
}  // namespace detail

/// `a` with zeros above (tril) or below (triu) diagonal `k` of its last two axes.
///
/// @param a  rank >= 1, any dtype and layout; an expression is evaluated first. Of a vector all rows of a square matrix
///           are that vector.
/// @param k  above (positive) or below the main diagonal.
/// @return   a new array of the shape of `a`. One kernel.
/// @throws ShapeError for rank 0.
/// Source: NumPy tril, triu. Example: tests/shape/test_triangle.cpp, `example-begin tril`.
template <ArrayOrExpression A> Array<value_type_t<A>> tril(const A& a, std::int64_t k = 0) {
  using T = value_type_t<A>;
  return detail::same_memory<T>(detail::triangle_words("tril", detail::as_words<T>(a), k, true));
}
template <ArrayOrExpression A> Array<value_type_t<A>> triu(const A& a, std::int64_t k = 0) {
  using T = value_type_t<A>;
  return detail::same_memory<T>(detail::triangle_words("triu", detail::as_words<T>(a), k, false));
}

/// The sum of the elements on a diagonal: sum(diagonal(a, offset, axis1, axis2), axis(-1)).
/// @throws AxisError if an axis is out of range or both are the same. Source: NumPy trace.
template <ArrayOrExpression A>
Array<sum_type_t<value_type_t<A>>> trace(const A& a, std::int64_t offset = 0, std::int64_t axis1 = 0,
                                         std::int64_t axis2 = 1) {
  const Array<value_type_t<A>> matrix = a;
  return sum(matrix.view(detail::diagonal_geometry("trace", matrix.shape(), matrix.strides(), offset, axis1, axis2)),
             axis(-1));
}

/// Of a vector a new square matrix with it on diagonal `k` and zeros elsewhere; of a matrix its diagonal `k`, a view.
/// @throws ShapeError for another rank. Source: NumPy diag.
template <ArrayOrExpression A> Array<value_type_t<A>> diag(const A& a, std::int64_t k = 0) {
  using T = value_type_t<A>;
  const Array<T> array = a;
  if (array.rank() == 2) return array.view(detail::diagonal_geometry("diag", array.shape(), array.strides(), k, 0, 1));
  return detail::same_memory<T>(detail::diagonal_matrix_words(detail::as_words(array), k));
}

}  // namespace spica
