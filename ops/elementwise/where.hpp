// where: one of two, element by element.
#pragma once

#include <spica/ops/elementwise/cast.hpp>

namespace spica {

namespace detail {

struct Where {
  static constexpr const char* name = "where";
  template <class C, class A, class B> using signature = promote_t<A, B>(bool, promote_t<A, B>, promote_t<A, B>);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(bool condition, T a, T b) const { return condition ? a : b; }
};

/// The condition takes no part in promotion: bool, which promotes to anything, stands in for other types.
template <class C> decltype(auto) truth(const C& condition) {
  if constexpr (Scalar<C>) return convert<bool>(condition);
  else if constexpr (std::same_as<value_type_t<C>, bool>) return (condition);
  else return cast<bool>(condition);
}

}  // namespace detail

/// `a` where `condition` is not zero, else `b`; the three broadcast together, `a` and `b` promote. Both are computed everywhere.
/// @throws ShapeError, BackendMismatch, ValueError (an integer literal that does not fit). Source: NumPy where.
template <class C, class A, class B> requires ArrayOperands<C, A, B>
auto where(const C& condition, const A& a, const B& b) { return detail::make_expression(detail::Where{}, detail::truth(condition), a, b); }

}  // namespace spica
