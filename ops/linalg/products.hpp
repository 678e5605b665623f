// Products that are made of matmul or of one formula: outer, inner, vdot, kron, tensordot.
#pragma once

#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/complex.hpp>
#include <spica/ops/linalg/matmul.hpp>

namespace spica {

namespace detail {

/// A contraction as one product of matrices.
struct Contraction {
  Shape order_a, order_b;  ///< axes of a: kept, summed; of b: summed, kept
  std::int64_t m, k, n;    ///< sizes of the kept axes of a, of the summed ones, of the kept axes of b
  Shape shape;             ///< of the result: kept axes of a, then of b
};
/// @throws AxisError (out of range, twice, not as many of a as of b), ShapeError (lengths that differ, more than 8
/// axes).
Contraction plan_contraction(const char* op, const Shape& a, const Shape& b, const Shape& axes_a, const Shape& axes_b);
/// The last axes of a and the first of b. @throws AxisError, ValueError (a negative count).
std::pair<Shape, Shape> counted_axes(const char* op, std::int64_t count, int rank_a, int rank_b);

template <Element T>
Array<T> contract(const char* op, const Array<T>& a, const Array<T>& b, const Shape& axes_a, const Shape& axes_b) {
  const Contraction plan = plan_contraction(op, a.shape(), b.shape(), axes_a, axes_b);
  const Array<T> rows =
      reshape(transpose(a, std::span<const std::int64_t>(plan.order_a.begin(), plan.order_a.end())), {plan.m, plan.k});
  const Array<T> columns =
      reshape(transpose(b, std::span<const std::int64_t>(plan.order_b.begin(), plan.order_b.end())), {plan.k, plan.n});
  return reshape(matmul(rows, columns), plan.shape);
}

/// Axes of length 1 in front (`behind` false) or behind, up to twice the rank: {a0, 1, a1, 1} beside {1, b0, 1, b1}.
template <Element T> Array<T> interleaved(const Array<T>& a, int rank, bool behind) {
  Geometry geometry{0, {}, {}};
  for (int d = 0; d < rank; ++d) {
    const int own = d - (rank - a.rank());
    const std::int64_t length = own < 0 ? 1 : a.shape()[own], stride = own < 0 ? 0 : a.strides()[own];
    for (const bool one : {!behind, behind}) {
      geometry.shape.push_back(one ? 1 : length);
      geometry.strides.push_back(one ? 0 : stride);
    }
  }
  return a.view(geometry);
}

}  // namespace detail

/// a[i] * b[j] for the elements of both in C order: shape (size of a, size of b), dtype promoted (bool: and). One
/// kernel.
/// @throws BackendMismatch. Source: NumPy outer. Example: tests/linalg/test_products.cpp, `example-begin outer`.
template <ArrayOrExpression A, ArrayOrExpression B>
Array<promote_t<value_type_t<A>, value_type_t<B>>> outer(const A& a, const B& b) {
  return Array<promote_t<value_type_t<A>, value_type_t<B>>>(reshape(eval(a), {-1, 1}) * reshape(eval(b), {1, -1}));
}

/// Sums of products over axes of `a` and of `b`, in pairs: tensordot(a, b, {1, 0}, {0, 1}) sums a's axis 1 with b's
/// axis 0, and a's axis 0 with b's axis 1. With a number, the last axes of `a` and the first of `b`, in their order.
///
/// @param a, b  any rank, dtype and layout; expressions are evaluated first.
/// @return      the axes of `a` that are left, then those of `b`; dtype promoted, same backend; no axes: all products.
/// @throws AxisError (out of range, named twice, not as many of `a` as of `b`); ShapeError (lengths that differ, a
/// result of more
///         than 8 axes); ValueError (a negative number); BackendMismatch.
/// @note  One matrix product; operands whose axes must change places are copied first. Error bound and order as in
/// `matmul`. Source: NumPy tensordot. Example: tests/linalg/test_products.cpp, `example-begin tensordot`.
template <ArrayOrExpression A, ArrayOrExpression B>
Array<promote_t<value_type_t<A>, value_type_t<B>>> tensordot(const A& a, const B& b, const Shape& axes_a,
                                                             const Shape& axes_b) {
  using T = promote_t<value_type_t<A>, value_type_t<B>>;
  detail::check_same_backend("tensordot", a.backend(), b.backend());
  return detail::contract<T>("tensordot", detail::product_operand<T>("tensordot", a),
                             detail::product_operand<T>("tensordot", b), axes_a, axes_b);
}
template <ArrayOrExpression A, ArrayOrExpression B>
Array<promote_t<value_type_t<A>, value_type_t<B>>> tensordot(const A& a, const B& b, std::int64_t axes = 2) {
  const auto [last, first] = detail::counted_axes("tensordot", axes, a.rank(), b.rank());
  return tensordot(a, b, last, first);
}

/// Sums of products over the last axes of both. A rank-0 operand multiplies the other. Source: NumPy inner.
template <ArrayOrExpression A, ArrayOrExpression B>
Array<promote_t<value_type_t<A>, value_type_t<B>>> inner(const A& a, const B& b) {
  using T = promote_t<value_type_t<A>, value_type_t<B>>;
  if (a.rank() == 0 || b.rank() == 0) return Array<T>(a * b);
  detail::check_same_backend("inner", a.backend(), b.backend());
  return detail::contract<T>("inner", detail::product_operand<T>("inner", a), detail::product_operand<T>("inner", b),
                             {a.rank() - 1}, {b.rank() - 1});
}

/// The sum of conj(a) * b over all elements in C order, rank 0. @throws ShapeError (sizes that differ). Source: NumPy
/// vdot.
template <ArrayOrExpression A, ArrayOrExpression B>
Array<promote_t<value_type_t<A>, value_type_t<B>>> vdot(const A& a, const B& b) {
  using T = promote_t<value_type_t<A>, value_type_t<B>>;
  detail::check_same_backend("vdot", a.backend(), b.backend());
  const auto flat = [](const auto& x) { return reshape(x, {-1}); };
  if constexpr (ComplexElement<value_type_t<A>>)
    return detail::contract<T>("vdot", flat(Array<T>(conj(a))), flat(detail::product_operand<T>("vdot", b)), {0}, {0});
  else
    return detail::contract<T>("vdot", flat(detail::product_operand<T>("vdot", a)),
                               flat(detail::product_operand<T>("vdot", b)), {0}, {0});
}

/// Kronecker product: each element of `a` times the whole of `b`, as blocks. The shorter shape is filled up with ones
/// in front; each length is the product of both. One kernel.
/// @throws ShapeError for more than 4 axes; BackendMismatch. Source: NumPy kron.
template <ArrayOrExpression A, ArrayOrExpression B>
Array<promote_t<value_type_t<A>, value_type_t<B>>> kron(const A& a, const B& b) {
  using T = promote_t<value_type_t<A>, value_type_t<B>>;
  const int rank = std::max(a.rank(), b.rank());
  if (2 * rank > max_rank)
    throw ShapeError("kron: shapes " + to_string(a.shape()) + " and " + to_string(b.shape()) + " have more than " +
                     std::to_string(max_rank / 2) + " axes");
  const Array<T> blocks = detail::interleaved(eval(a), rank, true) * detail::interleaved(eval(b), rank, false);
  Shape shape;
  for (int d = 0; d < rank; ++d) shape.push_back(blocks.shape()[2 * d] * blocks.shape()[2 * d + 1]);
  return reshape(blocks, shape);
}

}  // namespace spica
