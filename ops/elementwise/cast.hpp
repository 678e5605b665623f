// cast<T>: the one way to a narrower element type.
#pragma once

#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/elementwise/signature.hpp>

namespace spica {

namespace detail {

/// Arguments are converted to their type in the signature, and that is all there is to do.
template <Element T> struct Cast {
  static constexpr const char* name = "cast";
  template <class A> using signature = T(T);
  KOKKOS_FORCEINLINE_FUNCTION T operator()(T x) const { return x; }
};

}  // namespace detail

/// The elements as T, by the rule of core/convert.hpp: floats truncate, integers wrap, "not zero" (NaN too) is true, a complex
/// number gives its real part to a real type; the same bits on every backend. An expression, so it fuses:
///   Array<float> f = cast<float>(a * b);
/// A number is converted at once. Source: NumPy astype.
template <Element T, ArrayOrExpression A> auto cast(const A& a) { return detail::make_expression(detail::Cast<T>{}, a); }
template <Element T, Scalar X> T cast(const X& x) { return convert<T>(x); }

}  // namespace spica
