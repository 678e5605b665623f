// && || ! and exclusive or of truth values, element by element.
#pragma once

#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/elementwise/signature.hpp>

namespace spica {

namespace detail {

// Operands of any type arrive as bool: "not zero" is true, NaN too.
struct LogicalAnd {
  static constexpr const char* name = "logical_and";
  template <class A, class B> using signature = bool(bool, bool);
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(bool a, bool b) const { return a & b; }
};
struct LogicalOr {
  static constexpr const char* name = "logical_or";
  template <class A, class B> using signature = bool(bool, bool);
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(bool a, bool b) const { return a | b; }
};
struct LogicalXor {
  static constexpr const char* name = "logical_xor";
  template <class A, class B> using signature = bool(bool, bool);
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(bool a, bool b) const { return a != b; }
};
struct LogicalNot {
  static constexpr const char* name = "logical_not";
  template <class A> using signature = bool(bool);
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(bool a) const { return !a; }
};

}  // namespace detail

/// bool for each element, of any type: "not zero" is true, NaN too. Both sides are always computed: nothing short-circuits.
/// @throws ShapeError, BackendMismatch. Source: NumPy logical_and, logical_or, logical_xor, logical_not.
template <class A, class B> requires ArrayOperands<A, B> auto operator&&(const A& a, const B& b) { return detail::make_expression(detail::LogicalAnd{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator||(const A& a, const B& b) { return detail::make_expression(detail::LogicalOr{}, a, b); }
template <ArrayOrExpression A> auto operator!(const A& a) { return detail::make_expression(detail::LogicalNot{}, a); }
template <class A, class B> requires ArrayOperands<A, B> auto logical_and(const A& a, const B& b) { return a && b; }
template <class A, class B> requires ArrayOperands<A, B> auto logical_or(const A& a, const B& b) { return a || b; }
template <class A, class B> requires ArrayOperands<A, B> auto logical_xor(const A& a, const B& b) { return detail::make_expression(detail::LogicalXor{}, a, b); }
template <ArrayOrExpression A> auto logical_not(const A& a) { return !a; }

}  // namespace spica
