// The parts of complex numbers, and conj. (Real elements are taken too: they are their own real part.)
#pragma once

#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/elementwise/signature.hpp>

namespace spica {

namespace detail {

struct Conj {
  static constexpr const char* name = "conj";
  template <class A> using signature = A(A);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T z) const {
    if constexpr (ComplexElement<T>) return T(z.real(), -z.imag());
    else return z;
  }
};
struct Real {
  static constexpr const char* name = "real";
  template <class A> using signature = real_t<A>(A);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION real_t<T> operator()(T z) const {
    if constexpr (ComplexElement<T>) return z.real();
    else return z;
  }
};
struct Imag {
  static constexpr const char* name = "imag";
  template <class A> using signature = real_t<A>(A);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION real_t<T> operator()(T z) const {
    if constexpr (ComplexElement<T>) return z.imag();
    else return T(0);
  }
};

}  // namespace detail

/// The complex conjugate, in the type of `z`; real elements unchanged. Source: NumPy conj.
template <ArrayOrExpression A> auto conj(const A& z) { return detail::make_expression(detail::Conj{}, z); }
/// The parts, in the real type of the same precision; the imaginary part of real elements is 0. Expressions, not views as in
/// NumPy. Source: NumPy real, imag.
template <ArrayOrExpression A> auto real(const A& z) { return detail::make_expression(detail::Real{}, z); }
template <ArrayOrExpression A> auto imag(const A& z) { return detail::make_expression(detail::Imag{}, z); }

}  // namespace spica
