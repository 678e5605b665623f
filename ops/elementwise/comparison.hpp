// == != < <= > >= element by element.
#pragma once

#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/elementwise/signature.hpp>

namespace spica {

namespace detail {

struct Equal {
  static constexpr const char* name = "equal";
  template <class A, class B> using signature = comparison_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION bool operator()(T a, T b) const { return a == b; }
};
struct NotEqual {
  static constexpr const char* name = "not_equal";
  template <class A, class B> using signature = comparison_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION bool operator()(T a, T b) const { return !(a == b); }
};
// Complex numbers have no order.
struct Less {
  static constexpr const char* name = "less";
  template <class A, class B> requires RealElement<promote_t<A, B>> using signature = comparison_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION bool operator()(T a, T b) const { return a < b; }
};
struct LessEqual {
  static constexpr const char* name = "less_equal";
  template <class A, class B> requires RealElement<promote_t<A, B>> using signature = comparison_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION bool operator()(T a, T b) const { return a <= b; }
};
struct Greater {
  static constexpr const char* name = "greater";
  template <class A, class B> requires RealElement<promote_t<A, B>> using signature = comparison_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION bool operator()(T a, T b) const { return a > b; }
};
struct GreaterEqual {
  static constexpr const char* name = "greater_equal";
  template <class A, class B> requires RealElement<promote_t<A, B>> using signature = comparison_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION bool operator()(T a, T b) const { return a >= b; }
};

}  // namespace detail

/// bool for each element, broadcast together. Both sides are converted to the promoted type first, as in NumPy: a float array
/// == 0.1 compares with 0.1f, int64 with uint64 in float64. NaN is unequal to everything; complex numbers have only == and !=.
/// @throws ShapeError, BackendMismatch, ValueError (an integer literal that does not fit the array's type).
/// Source: NumPy equal, not_equal, less, less_equal, greater, greater_equal.
template <class A, class B> requires ArrayOperands<A, B> auto operator==(const A& a, const B& b) { return detail::make_expression(detail::Equal{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator!=(const A& a, const B& b) { return detail::make_expression(detail::NotEqual{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator<(const A& a, const B& b) { return detail::make_expression(detail::Less{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator<=(const A& a, const B& b) { return detail::make_expression(detail::LessEqual{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator>(const A& a, const B& b) { return detail::make_expression(detail::Greater{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator>=(const A& a, const B& b) { return detail::make_expression(detail::GreaterEqual{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto equal(const A& a, const B& b) { return a == b; }
template <class A, class B> requires ArrayOperands<A, B> auto not_equal(const A& a, const B& b) { return a != b; }
template <class A, class B> requires ArrayOperands<A, B> auto less(const A& a, const B& b) { return a < b; }
template <class A, class B> requires ArrayOperands<A, B> auto less_equal(const A& a, const B& b) { return a <= b; }
template <class A, class B> requires ArrayOperands<A, B> auto greater(const A& a, const B& b) { return a > b; }
template <class A, class B> requires ArrayOperands<A, B> auto greater_equal(const A& a, const B& b) { return a >= b; }

}  // namespace spica
