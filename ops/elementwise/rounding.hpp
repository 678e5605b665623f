// floor, ceil, trunc, rint, and two functions that change a number by its representation: copysign, nextafter.
#pragma once

#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/elementwise/math/exact.hpp>
#include <spica/ops/elementwise/signature.hpp>

namespace spica {

namespace detail {

// Integers and bool are whole already and keep their type.
struct Floor {
  static constexpr const char* name = "floor";
  template <class A> requires RealElement<A> using signature = A(A);
  template <std::integral T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x) const { return x; }
  template <std::floating_point T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x) const { return math::floor(x); }
};
struct Ceil {
  static constexpr const char* name = "ceil";
  template <class A> requires RealElement<A> using signature = A(A);
  template <std::integral T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x) const { return x; }
  template <std::floating_point T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x) const { return math::ceil(x); }
};
struct Trunc {
  static constexpr const char* name = "trunc";
  template <class A> requires RealElement<A> using signature = A(A);
  template <std::integral T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x) const { return x; }
  template <std::floating_point T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x) const { return math::trunc(x); }
};
/// Unlike the three above this is a function in NumPy: integers become floating.
struct Rint {
  static constexpr const char* name = "rint";
  template <class A> requires RealElement<A> using signature = function_type<A>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x) const { return math::rint(x); }
};
struct Copysign {
  static constexpr const char* name = "copysign";
  template <class A, class B> requires RealElement<promote_t<A, B>> using signature = function2_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x, T sign) const { return math::copysign(x, sign); }
};
struct Nextafter {
  static constexpr const char* name = "nextafter";
  template <class A, class B> requires(RealElement<promote_t<A, B>> && !is_float16<promote_t<A, B>>) using signature = function2_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x, T towards) const { return math::nextafter(x, towards); }
};

}  // namespace detail

/// Rounded down, up, towards zero; the sign of a zero result is that of `x`. Integers and bool come back unchanged; not for
/// complex elements. Source: NumPy floor, ceil, trunc.
template <ArrayOrExpression A> auto floor(const A& x) { return detail::make_expression(detail::Floor{}, x); }
template <ArrayOrExpression A> auto ceil(const A& x) { return detail::make_expression(detail::Ceil{}, x); }
template <ArrayOrExpression A> auto trunc(const A& x) { return detail::make_expression(detail::Trunc{}, x); }
/// To the nearest whole number, half to even, in a floating type. Source: NumPy rint.
template <ArrayOrExpression A> auto rint(const A& x) { return detail::make_expression(detail::Rint{}, x); }

/// |x| with the sign of `sign`, that of a zero or NaN included; in a floating type. @throws ShapeError, BackendMismatch.
/// Source: NumPy copysign.
template <class A, class B> requires ArrayOperands<A, B> auto copysign(const A& x, const B& sign) { return detail::make_expression(detail::Copysign{}, x, sign); }
/// The representable number next to `x` in the direction of `towards`; not for floats of 16 bits. @throws ShapeError, BackendMismatch.
/// Source: NumPy nextafter.
template <class A, class B> requires ArrayOperands<A, B> auto nextafter(const A& x, const B& towards) { return detail::make_expression(detail::Nextafter{}, x, towards); }

}  // namespace spica
