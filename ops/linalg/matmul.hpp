// Matrix products. Everything behind the two contracts is compiled once, in the library.
#pragma once

#include <spica/ops/elementwise/cast.hpp>

namespace spica {

namespace detail {

/// The shape of a product. @throws ShapeError naming both shapes.
Shape matmul_shape(const Shape& a, const Shape& b);
Shape dot_shape(const Shape& a, const Shape& b);

/// Write the product into `out`, a fresh contiguous array of the shape above. Defined in matmul.cpp for every element type.
template <Element T> void matmul_into(const Array<T>& out, const Array<T>& a, const Array<T>& b);
template <Element T> void dot_into(const Array<T>& out, const Array<T>& a, const Array<T>& b);

/// An operand as an array of the product's type: an array of that type as it is, anything else computed.
template <Element T, ArrayOrExpression X> Array<T> product_operand(const char* op, const X& x) {
  if constexpr (std::same_as<X, Array<T>>) {
    return x;
  } else {
    const Array<T> result = Array<T>::uninitialized(op, x.shape(), x.backend());
    assign_elements(op, result, x);
    return result;
  }
}

}  // namespace detail

/// Matrix product of `a` and `b`, NumPy's `a @ b`.
///
/// @param a  shape (…, m, k), or (k,), which counts as one row. Any dtype and layout, views and expressions included
///           (an expression is evaluated first).
/// @param b  shape (…, k, n), or (k,), which counts as one column.
/// @return   shape (…, m, n) without the axis of a vector; leading axes broadcast; dtype promoted, same backend. Integers wrap
///           in their type (uint8 times uint8 stays uint8); bool is or of ands. Floats of 16 bits are multiplied as float32.
/// @throws ShapeError for a rank-0 operand and for lengths that do not fit; BackendMismatch.
/// @note  k = 0 gives zeros. 0 times inf is NaN. An element is off by at most k * eps * sum|a||b|; unlike Spica's other ops, a
///        vendor's BLAS chooses the order of additions, in the full precision of the type (no TF32). Transposed views and
///        views with a row stride go to the BLAS as they are; other strides (negative, both above 1) are copied first.
/// Source: NumPy `matmul` (semantics); Higham, Accuracy and Stability of Numerical Algorithms, ch. 3 (error bound).
/// Example: tests/linalg/test_matmul.cpp, `example-begin matmul`.
template <ArrayOrExpression A, ArrayOrExpression B>
Array<promote_t<value_type_t<A>, value_type_t<B>>> matmul(const A& a, const B& b) {
  using T = promote_t<value_type_t<A>, value_type_t<B>>;
  if constexpr (detail::is_float16<T>) {
    return cast<T>(matmul(cast<float>(a), cast<float>(b)));
  } else {
    detail::check_same_backend("matmul", a.backend(), b.backend());
    const auto out = Array<T>::uninitialized("matmul", detail::matmul_shape(a.shape(), b.shape()), a.backend());
    detail::matmul_into<T>(out, detail::product_operand<T>("matmul", a), detail::product_operand<T>("matmul", b));
    return out;
  }
}

/// NumPy's `dot`: as `matmul` for vectors and matrices, but a rank-0 operand multiplies every element of the other, and
/// leading axes are combined with each other instead of broadcast.
///
/// @param a  shape (i…, k) or ().
/// @param b  shape (j…, k, n), (k,) or ().
/// @return   shape (i…, j…, n): the sum over the last axis of `a` and the second last of `b` (the only one of a vector).
/// @throws ShapeError for lengths that do not fit or a result of more than 8 axes; BackendMismatch.
/// @note  dtype, zeros and error bound as in `matmul`.
/// Source: NumPy `dot`.
template <ArrayOrExpression A, ArrayOrExpression B>
Array<promote_t<value_type_t<A>, value_type_t<B>>> dot(const A& a, const B& b) {
  using T = promote_t<value_type_t<A>, value_type_t<B>>;
  if constexpr (detail::is_float16<T>) {
    return cast<T>(dot(cast<float>(a), cast<float>(b)));
  } else {
    detail::check_same_backend("dot", a.backend(), b.backend());
    const auto out = Array<T>::uninitialized("dot", detail::dot_shape(a.shape(), b.shape()), a.backend());
    detail::dot_into<T>(out, detail::product_operand<T>("dot", a), detail::product_operand<T>("dot", b));
    return out;
  }
}

}  // namespace spica
