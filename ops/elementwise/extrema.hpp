// The larger or smaller of two, and clip. Complex numbers have no order.
#pragma once

#include <spica/ops/elementwise/cast.hpp>

#include <optional>

namespace spica {

namespace detail {

// Conditions look at `a` or at both, never at `b` alone: `b` is the literal of maximum(x, 0), and g++ (12) does not vectorise
// a loop in which a condition is the same for all elements. (x != x of integers costs nothing.)

// NaN wins: where b is NaN the comparison is false and b is taken.
struct Maximum {
  static constexpr const char* name = "maximum";
  template <class A, class B> requires RealElement<promote_t<A, B>> using signature = same_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const { return (a >= b) | (a != a) ? a : b; }
};
struct Minimum {
  static constexpr const char* name = "minimum";
  template <class A, class B> requires RealElement<promote_t<A, B>> using signature = same_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const { return (a <= b) | (a != a) ? a : b; }
};
// NaN loses: where b is NaN the comparison is false and a is taken.
struct Fmax {
  static constexpr const char* name = "fmax";
  template <class A, class B> requires RealElement<promote_t<A, B>> using signature = same_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const { return (b >= a) | (a != a) ? b : a; }
};
struct Fmin {
  static constexpr const char* name = "fmin";
  template <class A, class B> requires RealElement<promote_t<A, B>> using signature = same_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const { return (b <= a) | (a != a) ? b : a; }
};

/// The four are commutative (but for the sign of a zero, which is open), so a number may as well come second.
template <class Op, class A, class B> auto extremum(Op op, const A& a, const B& b) {
  if constexpr (Scalar<A>) return make_expression(op, b, a);
  else return make_expression(op, a, b);
}

struct Clip {
  static constexpr const char* name = "clip";
  template <class A, class L, class H> requires RealElement<promote_t<A, L, H>>
  using signature = promote_t<A, L, H>(promote_t<A, L, H>, promote_t<A, L, H>, promote_t<A, L, H>);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x, T low, T high) const {
    const T top = low != low ? low : high;  // so a NaN among the bounds is the top
    const T raised = x >= low ? x : low;
    const T result = raised <= top ? raised : top;
    return x != x ? x : result;
  }
};
struct ClipLow : Maximum { static constexpr const char* name = "clip"; };
struct ClipHigh : Minimum { static constexpr const char* name = "clip"; };

}  // namespace detail

/// The larger, the smaller; NaN if either is NaN. bool: or, and. Types promote; not for complex elements.
/// @throws ShapeError, BackendMismatch, ValueError (an integer literal that does not fit). Source: NumPy maximum, minimum.
template <class A, class B> requires ArrayOperands<A, B> auto maximum(const A& a, const B& b) { return detail::extremum(detail::Maximum{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto minimum(const A& a, const B& b) { return detail::extremum(detail::Minimum{}, a, b); }
/// The same, but the number where one of the two is NaN. Source: NumPy fmax, fmin.
template <class A, class B> requires ArrayOperands<A, B> auto fmax(const A& a, const B& b) { return detail::extremum(detail::Fmax{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto fmin(const A& a, const B& b) { return detail::extremum(detail::Fmin{}, a, b); }

/// minimum(maximum(x, low), high): so low above high gives high, and a NaN anywhere gives NaN. A bound may be an array, a
/// number or std::nullopt for none; types promote over those given.
/// @throws ShapeError, BackendMismatch, ValueError (an integer literal that does not fit). Source: NumPy clip.
template <class X, class L, class H> requires ArrayOperands<X, L, H>
auto clip(const X& x, const L& low, const H& high) { return detail::make_expression(detail::Clip{}, x, low, high); }
template <class X, class L> requires ArrayOperands<X, L>
auto clip(const X& x, const L& low, std::nullopt_t) { return detail::make_expression(detail::ClipLow{}, x, low); }
template <class X, class H> requires ArrayOperands<X, H>
auto clip(const X& x, std::nullopt_t, const H& high) { return detail::make_expression(detail::ClipHigh{}, x, high); }
template <ArrayOrExpression X> auto clip(const X& x, std::nullopt_t, std::nullopt_t) { return cast<value_type_t<X>>(x); }

}  // namespace spica
