// What the ops on LAPACK share: element types, checks and copies. docs/design.md, "linear algebra", says why copies.
#pragma once

#include <spica/ops/linalg/matmul.hpp>

namespace spica {

namespace detail {

template <Element T> struct LapackType {
  static_assert(!is_float16<T>, "linear algebra takes float32, float64 and complex numbers: cast<float>(a) first");
  using type = std::conditional_t<(kind_of(dtype_of<T>) < Kind::floating), double, T>;
};

/// The shape of the stack in front of the matrices. @throws ShapeError naming `op` for rank 0 and 1.
Shape stack_of_matrices(const char* op, const Shape& shape);
/// The same for square matrices. @throws ShapeError.
Shape stack_of_squares(const char* op, const Shape& shape);

}  // namespace detail

/// The type in which linear algebra computes: integers and bool promote to double.
template <Element... T> using lapack_t = promote_t<typename detail::LapackType<T>::type...>;

}  // namespace spica
