// Norms of vectors and matrices. Everything behind the contracts is compiled once, in the library.
#pragma once

#include <spica/ops/elementwise/cast.hpp>

#include <optional>
#include <string_view>

namespace spica {

namespace linalg {

/// Which norm: a number p (also inf and -inf), "fro", "nuc", or none.
struct Order {
  enum class What : std::uint8_t { none, number, fro, nuc };
  What what = What::none;
  double p = 2;

  constexpr Order(std::nullopt_t) {}  // NOLINT: implicit on purpose
  template <class P>
  requires(std::is_arithmetic_v<P> && !std::same_as<P, bool>) constexpr Order(P number)  // NOLINT: implicit on purpose
      : what(What::number), p(static_cast<double>(number)) {}
  /// @throws ValueError for another text than "fro" and "nuc".
  Order(const char* text);  // NOLINT: implicit on purpose
};

}  // namespace linalg

namespace detail {
template <class T>
using norm_compute_t =
    std::conditional_t<is_float16<T>, float, std::conditional_t<(kind_of(dtype_of<T>) < Kind::floating), double, T>>;
/// Defined in norm.cpp for float, double, complex64 and complex128.
template <Element T>
Array<real_t<T>> vector_norm_of(const char* op, const Array<T>& a, const Axes& axes, KeepDims keep,
                                const linalg::Order& order);
template <Element T>
Array<real_t<T>> matrix_norm_of(const char* op, const Array<T>& a, std::int64_t row_axis, std::int64_t column_axis,
                                KeepDims keep, const linalg::Order& order);
template <Element T>
Array<real_t<T>> norm_of(const Array<T>& a, const linalg::Order& order, const Axes& axes, KeepDims keep);

template <ArrayOrExpression A> Array<norm_compute_t<value_type_t<A>>> norm_operand(const A& a) {
  if constexpr (std::same_as<A, Array<norm_compute_t<value_type_t<A>>>>) return a;
  else return cast<norm_compute_t<value_type_t<A>>>(a);
}
/// In the type of the operand, if that is one of 16 bits.
template <ArrayOrExpression A, class R> auto norm_result(const Array<R>& result) {
  if constexpr (is_float16<value_type_t<A>>) return Array<value_type_t<A>>(cast<value_type_t<A>>(result));
  else return result;
}
}  // namespace detail

namespace linalg {

/// The real type of a norm: that of the elements; double for integers and bool.
template <class T> using norm_t = std::conditional_t<detail::is_float16<T>, T, real_t<detail::norm_compute_t<T>>>;

/// The norm of vectors along `axes`, or of all elements.
///
/// @param a     any rank, dtype and layout; an expression is evaluated first.
/// @param order p: (sum |a|^p)^(1/p); 0: the number of elements that are not 0; inf, -inf: the largest, the smallest
/// |a|.
/// @return      shape of `a` without the axes (`keepdims`: with length 1); real.
/// @throws AxisError; ValueError for an order that is not a number, and for inf and -inf of no elements.
/// @note  Made of reductions: the same bits on every backend. Squares are not scaled, so beyond 1e154 (float: 1e19)
/// they overflow,
///        as in NumPy; float32 accumulates in float64, but the square itself is a float.
/// Source: NumPy linalg.vector_norm.
template <ArrayOrExpression A>
Array<norm_t<value_type_t<A>>> vector_norm(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no,
                                           const Order& order = 2) {
  return detail::norm_result<A>(detail::vector_norm_of("vector_norm", detail::norm_operand(a), axes, keep, order));
}

/// The norm of the matrices in the last two axes.
///
/// @param a     rank >= 2; as for `vector_norm`.
/// @param order "fro": the root of the sum of squares; "nuc": the sum of the singular values; 1, -1: the largest, the
/// smallest sum
///              of a column of |a|; inf, -inf: of a row; 2, -2: the largest, the smallest singular value.
/// @return      shape (…), or (…, 1, 1) with `keepdims`; real.
/// @throws ShapeError for rank 0 and 1; ValueError for another order, or the largest of nothing; and as `svd` for those
/// that need
///          singular values, which are not the same bits everywhere.
/// Source: NumPy linalg.matrix_norm.
template <ArrayOrExpression A>
Array<norm_t<value_type_t<A>>> matrix_norm(const A& a, KeepDims keep = KeepDims::no, const Order& order = "fro") {
  return detail::norm_result<A>(detail::matrix_norm_of("matrix_norm", detail::norm_operand(a), -2, -1, keep, order));
}

/// A norm of vectors or matrices: of all elements (no order, no axes), of one axis, or of two.
///
/// @param order  none: of all elements and of vectors 2, of matrices "fro"; else as for `vector_norm` and
/// `matrix_norm`.
/// @param axes   one: vectors; two: matrices, rows first; all: `a` itself, which with an order must have rank 1 or 2.
/// @throws ShapeError for an order and another rank; AxisError; ValueError.
/// Source: NumPy linalg.norm.
/// Example: tests/linalg/test_norm.cpp, `example-begin norm`.
template <ArrayOrExpression A>
Array<norm_t<value_type_t<A>>> norm(const A& a, const Order& order = std::nullopt, const Axes& axes = all_axes,
                                    KeepDims keep = KeepDims::no) {
  return detail::norm_result<A>(detail::norm_of(detail::norm_operand(a), order, axes, keep));
}

}  // namespace linalg
}  // namespace spica
