// Whether numbers are close, whether arrays are equal.
#pragma once

#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/classification.hpp>
#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/reduce/any_all.hpp>

namespace spica {

/// Whether NaN is equal (close) to NaN.
enum class EqualNan : bool { no, yes };
inline constexpr EqualNan equal_nan = EqualNan::yes;

namespace detail {

/// Integers and bool are compared in float64, as NumPy's are.
template <class A, class B>
using closeness_t = std::conditional_t<(kind_of(dtype_of<promote_t<A, B>>) < Kind::floating), double, promote_t<A, B>>;

struct Isclose {
  static constexpr const char* name = "isclose";
  template <class A, class B> using signature = bool(closeness_t<A, B>, closeness_t<A, B>);
  double rtol, atol;
  bool nan_is_equal;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION bool operator()(T a, T b) const {
    using R = real_t<T>;
    const R distance = Absolute{}(Subtract{}(a, b)), allowed = R(atol) + R(rtol) * Absolute{}(b);
    const bool near = ((distance <= allowed) & Isfinite{}(b)) | (a == b);
    return near | (nan_is_equal & Isnan{}(a)&Isnan{}(b));
  }
};

struct EqualOrNan {
  static constexpr const char* name = "array_equal";
  template <class A, class B> using signature = comparison_type<A, B>;
  bool nan_is_equal;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION bool operator()(T a, T b) const {
    return (a == b) | (nan_is_equal & Isnan{}(a)&Isnan{}(b));
  }
};

}  // namespace detail

/// |a - b| <= atol + rtol |b|, element by element: close to `b`, not to each other. An expression.
///
/// @param a, b  arrays, expressions or numbers, at least one not a number; they broadcast. float32 computes in float32,
/// integers
///              and bool in float64; complex distances are absolute values.
/// @param nans  `equal_nan`: NaN is close to NaN. Infinities are close to themselves only.
/// @throws ShapeError, BackendMismatch.
/// Source: NumPy isclose.
template <class A, class B>
requires ArrayOperands<A, B>
auto isclose(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8, EqualNan nans = EqualNan::no) {
  return detail::make_expression(detail::Isclose{rtol, atol, nans == EqualNan::yes}, a, b);
}

/// Whether all elements of `a` and `b` are close, by the rule of `isclose`; true for no elements. One kernel.
/// @note Waits for the answer, so that it can stand in an `if`.
/// Source: NumPy allclose.
template <class A, class B>
requires ArrayOperands<A, B>
bool allclose(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8, EqualNan nans = EqualNan::no) {
  return reduce_all(isclose(a, b, rtol, atol, nans)).item();
}

/// Whether `a` and `b` have the same shape and equal elements (`equal_nan`: NaN equals NaN). One kernel; waits for the
/// answer.
/// @throws BackendMismatch. Source: NumPy array_equal.
/// Example: tests/elementwise/test_close.cpp, `example-begin allclose`.
template <ArrayOrExpression A, ArrayOrExpression B>
bool array_equal(const A& a, const B& b, EqualNan nans = EqualNan::no) {
  detail::check_same_backend("array_equal", a.backend(), b.backend());
  if (!(a.shape() == b.shape())) return false;
  return reduce_all(detail::make_expression(detail::EqualOrNan{nans == EqualNan::yes}, a, b)).item();
}

namespace detail {
inline bool broadcastable(const Shape& a, const Shape& b) {
  for (int d = 1; d <= a.rank() && d <= b.rank(); ++d) {
    const std::int64_t m = a[a.rank() - d], n = b[b.rank() - d];
    if (m != n && m != 1 && n != 1) return false;
  }
  return true;
}
}  // namespace detail

/// Whether the shapes broadcast and all elements are then equal. Waits for the answer.
/// @throws BackendMismatch. Source: NumPy array_equiv.
template <ArrayOrExpression A, ArrayOrExpression B> bool array_equiv(const A& a, const B& b) {
  detail::check_same_backend("array_equiv", a.backend(), b.backend());
  return detail::broadcastable(a.shape(), b.shape()) && reduce_all(a == b).item();
}

}  // namespace spica
