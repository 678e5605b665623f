// Formulas that NumPy has a name for: isposinf, isneginf, nan_to_num, heaviside, deg2rad, rad2deg, sinc.
#pragma once

#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/classification.hpp>
#include <spica/ops/elementwise/math/math.hpp>

#include <limits>
#include <optional>

namespace spica {

namespace detail {

template <bool Negative> struct IsInfinityOfSign {
  static constexpr const char* name = Negative ? "isneginf" : "isposinf";
  template <class A>
  requires RealElement<A>
  using signature = bool(A);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION bool operator()(T x) const {
    if constexpr (std::floating_point<T>) return x == T(Negative ? -math::detail::infinity : math::detail::infinity);
    else return false;
  }
};

template <class R> struct NanToNum {
  static constexpr const char* name = "nan_to_num";
  template <class A> using signature = A(A);
  R nan, posinf, neginf;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x) const {
    if constexpr (ComplexElement<T>) {
      return T((*this)(x.real()), (*this)(x.imag()));
    } else if constexpr (std::floating_point<T>) {
      const T low = x == T(-math::detail::infinity) ? neginf : x;
      const T finite = x == T(math::detail::infinity) ? posinf : low;
      return x != x ? nan : finite;
    } else {
      return x;
    }
  }
};

struct Heaviside {
  static constexpr const char* name = "heaviside";
  template <class A, class B>
  requires RealElement<promote_t<A, B>>
  using signature = function2_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x, T at_zero) const {
    const T step = x > 0 ? T(1) : T(0);
    const T finite = x == 0 ? at_zero : step;
    return x != x ? x : finite;
  }
};

template <bool ToDegrees> struct Angle {
  static constexpr const char* name = ToDegrees ? "rad2deg" : "deg2rad";
  template <class A>
  requires RealElement<A>
  using signature = function_type<A>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x) const {
    constexpr T pi = static_cast<T>(3.14159265358979323846);
    return x * (ToDegrees ? T(180) / pi : pi / T(180));
  }
};

struct Sinc {
  static constexpr const char* name = "sinc";
  template <class A>
  requires RealElement<A>
  using signature = function_type<A>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x) const {
    const T y = static_cast<T>(3.14159265358979323846) * (x == 0 ? T(1e-20) : x);
    return math::sin(y) / y;
  }
};

}  // namespace detail

/// Whether x is the positive (negative) infinity; bool, real dtypes. Source: NumPy isposinf, isneginf.
template <ArrayOrExpression A> auto isposinf(const A& x) {
  return detail::make_expression(detail::IsInfinityOfSign<false>{}, x);
}
template <ArrayOrExpression A> auto isneginf(const A& x) {
  return detail::make_expression(detail::IsInfinityOfSign<true>{}, x);
}

/// `x` with `nan` in place of NaN, and the largest and the smallest finite number of its type (or `posinf`, `neginf`)
/// in place of the infinities; both parts of complex numbers. Integers and bool unchanged. Source: NumPy nan_to_num.
template <ArrayOrExpression A>
auto nan_to_num(const A& x, double nan = 0, std::optional<double> posinf = std::nullopt,
                std::optional<double> neginf = std::nullopt) {
  detail::check_not_float16<value_type_t<A>>();
  using R = std::conditional_t<FloatingElement<real_t<value_type_t<A>>>, real_t<value_type_t<A>>, double>;
  constexpr R most = std::numeric_limits<R>::max();
  return detail::make_expression(detail::NanToNum<R>{static_cast<R>(nan), posinf ? static_cast<R>(*posinf) : most,
                                                     neginf ? static_cast<R>(*neginf) : -most},
                                 x);
}

/// 0 where x is negative, 1 where it is positive, `at_zero` where it is 0, NaN for NaN; real dtypes, in the floating
/// type of both.
/// @throws ShapeError, BackendMismatch. Source: NumPy heaviside.
template <class A, class B>
requires ArrayOperands<A, B>
auto heaviside(const A& x, const B& at_zero) { return detail::make_expression(detail::Heaviside{}, x, at_zero); }

/// x * (pi / 180) and x * (180 / pi), rounded as written; real dtypes. Source: NumPy deg2rad, rad2deg.
template <ArrayOrExpression A> auto deg2rad(const A& x) { return detail::make_expression(detail::Angle<false>{}, x); }
template <ArrayOrExpression A> auto rad2deg(const A& x) { return detail::make_expression(detail::Angle<true>{}, x); }

/// sin(pi x) / (pi x), 1 at 0; real dtypes. Source: NumPy sinc.
template <ArrayOrExpression A> auto sinc(const A& x) { return detail::make_expression(detail::Sinc{}, x); }

}  // namespace spica
