// isnan, isinf, isfinite, signbit.
#pragma once

#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/elementwise/math/bits.hpp>
#include <spica/ops/elementwise/signature.hpp>

namespace spica {

namespace detail {

// A complex number is NaN or infinite if one of its parts is, finite if both are; integers and bool are finite.
struct Isnan {
  static constexpr const char* name = "isnan";
  template <class A> using signature = bool(A);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION bool operator()(T x) const {
    if constexpr (ComplexElement<T>) return (*this)(x.real()) | (*this)(x.imag());
    else return x != x;
  }
};
struct Isinf {
  static constexpr const char* name = "isinf";
  template <class A> using signature = bool(A);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION bool operator()(T x) const {
    if constexpr (ComplexElement<T>) return (*this)(x.real()) | (*this)(x.imag());
    else if constexpr (std::floating_point<T>) return (x == T(math::detail::infinity)) | (x == -T(math::detail::infinity));
    else return false;
  }
};
struct Isfinite {
  static constexpr const char* name = "isfinite";
  template <class A> using signature = bool(A);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION bool operator()(T x) const {
    if constexpr (ComplexElement<T>) return (*this)(x.real()) & (*this)(x.imag());
    else if constexpr (std::floating_point<T>) return (x < T(math::detail::infinity)) & (x > -T(math::detail::infinity));
    else return true;
  }
};
struct Signbit {
  static constexpr const char* name = "signbit";
  template <class A> requires RealElement<A> using signature = bool(A);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION bool operator()(T x) const {
    if constexpr (std::floating_point<T>) return math::detail::to_bits(x) >> (8 * sizeof(T) - 1) != 0;
    else if constexpr (std::is_signed_v<T>) return x < 0;
    else return false;
  }
};

}  // namespace detail

/// bool for each element of any type; a complex number is NaN or infinite if one of its parts is. Source: NumPy isnan, isinf, isfinite.
template <ArrayOrExpression A> auto isnan(const A& x) { return detail::make_expression(detail::Isnan{}, x); }
template <ArrayOrExpression A> auto isinf(const A& x) { return detail::make_expression(detail::Isinf{}, x); }
template <ArrayOrExpression A> auto isfinite(const A& x) { return detail::make_expression(detail::Isfinite{}, x); }
/// Whether the sign is negative, that of -0.0 and of NaN included (the sign of a NaN that arithmetic made is the machine's
/// choice); not for complex elements. Source: NumPy signbit.
template <ArrayOrExpression A> auto signbit(const A& x) { return detail::make_expression(detail::Signbit{}, x); }

}  // namespace spica
