#pragma once

// sinh, cosh, tanh, asinh, acosh, atanh.
// sinh and cosh: x = n ln2 + r, and with a = 2^(n-1), b = 2^(-n-1)
//   sinh(x) = (a - b) cosh(r) + (a + b) sinh(r),   cosh(x) = (a + b) cosh(r) + (a - b) sinh(r):
// no exponential of -x, no division, and for n = 0 sinh(r) itself, so small arguments keep their relative accuracy.
// The inverses go through log1p of an unevaluated pair.

#include <spica/ops/elementwise/math/bits.hpp>
#include <spica/ops/elementwise/math/exp.hpp>
#include <spica/ops/elementwise/math/log.hpp>

namespace spica::math {
namespace detail {

/// sinh and cosh of a in [0, 710.6] (beyond both overflow), divided by 2, as pairs (lo up to a tenth of hi).
struct SinhCosh {
  Pair sinh;
  Pair cosh;
};
KOKKOS_FORCEINLINE_FUNCTION SinhCosh half_sinh_cosh(double a) {
  const ExpArgument e = reduce_by_ln2(a);
  const double z = e.r * e.r, z2 = z * z, z4 = z2 * z2;
  const double s = (e.r * z) * poly5(z, z2, z4, 0.16666666666666677, 0.0083333333333216186, 0.00019841269886151613,
                                     2.7557244190026875e-06, 2.5109041710448448e-08);
  const double c = z2 * poly5(z, z2, z4, 0.041666666666666685, 0.0013888888888873466, 2.4801587348786166e-05,
                              2.7557252213436411e-07, 2.0921638073912905e-09);
  const double sinh_tail = e.r_lo + s;                            // sinh(r) = r + sinh_tail
  const double cosh_tail = ::fma(0.5, z, ::fma(e.r, e.r_lo, c));  // cosh(r) = 1 + cosh_tail
  // Below 2^-500 the second power no longer matters (and would soon not be representable).
  const double up = power_of_two(e.n - 2), down = power_of_two(-2 - (e.n < 500 ? e.n : 500.0));
  const Pair plus = fast_two_sum(up, down), minus = fast_two_sum(up, -down);
  const Pair plus_r = two_product(plus.hi, e.r), minus_r = two_product(minus.hi, e.r);
  const Pair sinh_sum = two_sum(minus.hi, plus_r.hi), cosh_sum = fast_two_sum(plus.hi, minus_r.hi);
  // The rounding errors of plus and minus have opposite signs, which shows in tanh where it is close to 1.
  return {{sinh_sum.hi, (sinh_sum.lo + minus.lo) + (plus_r.lo + ::fma(minus.hi, cosh_tail, plus.hi * sinh_tail))},
          {cosh_sum.hi, (cosh_sum.lo + plus.lo) + (minus_r.lo + ::fma(plus.hi, cosh_tail, minus.hi * sinh_tail))}};
}

}  // namespace detail

/// Hyperbolic sine. Error below 0.8 ULP (float 0.51). sinh(-0.0) = -0.0, sinh(+-inf) = +-inf.
KOKKOS_FORCEINLINE_FUNCTION double sinh(double x) {
  using namespace detail;
  const double a = magnitude(x);
  const SinhCosh h = half_sinh_cosh(clamped(a, 0.0, 710.6));
  const double result = a < 0x1p-28 ? a : 2 * (h.sinh.hi + h.sinh.lo);
  return x == x ? with_sign(magnitude(result), x) : quiet_nan();
}

/// Hyperbolic cosine. Error below 0.8 ULP (float 0.51). cosh(+-inf) = inf.
KOKKOS_FORCEINLINE_FUNCTION double cosh(double x) {
  using namespace detail;
  const SinhCosh h = half_sinh_cosh(clamped(magnitude(x), 0.0, 710.6));
  return canonical(2 * (h.cosh.hi + h.cosh.lo));
}

/// Hyperbolic tangent. Error below 1.1 ULP (float 0.51). tanh(-0.0) = -0.0, tanh(+-inf) = +-1.
KOKKOS_FORCEINLINE_FUNCTION double tanh(double x) {
  using namespace detail;
  const double a = magnitude(x);
  const SinhCosh h = half_sinh_cosh(clamped(a, 0.0, 24.0));  // from 19.1 on tanh rounds to 1
  const double q = quotient(fast_two_sum(h.sinh.hi, h.sinh.lo), fast_two_sum(h.cosh.hi, h.cosh.lo));
  return x == x ? with_sign(magnitude(a < 0x1p-28 ? a : q), x) : quiet_nan();
}
KOKKOS_FORCEINLINE_FUNCTION float tanh(float x) {
  using namespace detail;
  const double wide = x;
  const double e = expm1_float(clamped(2 * wide, -50.0, 50.0));
  return narrow(magnitude(wide) < 0x1p-13 ? wide : e / (e + 2));
}

/// Inverse hyperbolic sine: log1p(a + a^2 / (1 + sqrt(1 + a^2))), a = |x|. Error below 1.2 ULP (float 0.51).
/// asinh(-0.0) = -0.0, asinh(+-inf) = +-inf.
KOKKOS_FORCEINLINE_FUNCTION double asinh(double x) {
  using namespace detail;
  const double a = magnitude(x);
  const bool large = a > 0x1p28;  // there asinh(x) rounds to log(2 a): the same logarithm with other arguments
  const double b = large ? 0.0 : a;
  const double square = b * b;
  const Pair u = fast_two_sum(b, square / (1 + ::sqrt(1 + square)));
  const double l = log_of_sum(large ? 1.0 : 0.0, large ? 0.0 : 1.0, large ? a : u.hi, u.lo).hi;
  const double finite = a < 0x1p-28 ? a : l;
  const double result = a == infinity ? infinity : finite;
  return x == x ? with_sign(result, x) : quiet_nan();
}

/// Inverse hyperbolic cosine: log1p(t + sqrt(t (t + 2))), t = x - 1. Error below 0.8 ULP (float 0.51). acosh(1) = +0,
/// NaN below 1.
KOKKOS_FORCEINLINE_FUNCTION double acosh(double x) {
  using namespace detail;
  const bool large = x > 0x1p28;  // there acosh(x) rounds to log(2 x)
  const double b = large ? 1.0 : x;
  const double t = b - 1;  // exact
  const Pair next = fast_two_sum(b, 1.0);
  const Pair product = two_product(t, next.hi);
  const double product_lo = ::fma(t, next.lo, product.lo);
  const double root = ::sqrt(product.hi);
  const double rest = sqrt_rest(product.hi, product_lo, root);
  const Pair u = two_sum(t, root);
  const double l = log_of_sum(large ? 1.0 : 0.0, large ? 0.0 : 1.0, large ? x : u.hi, u.lo + rest).hi;
  const double result = x == infinity ? infinity : l;
  return x >= 1 ? result : quiet_nan();
}

/// Inverse hyperbolic tangent: log1p(2 a / (1 - a)) / 2, a = |x|. Error below 1 ULP (float 0.51). atanh(+-1) = +-inf,
/// NaN beyond, atanh(-0.0) = -0.0.
KOKKOS_FORCEINLINE_FUNCTION double atanh(double x) {
  using namespace detail;
  const double a = magnitude(x);
  const double b = a < 1 ? a : 0.0;
  const Pair bottom = fast_two_sum(1.0, -b);
  const double reciprocal = 1 / bottom.hi;
  const double t = 2 * b * reciprocal;
  const double t_lo = (::fma(-t, bottom.hi, 2 * b) - t * bottom.lo) * reciprocal;
  const double inner = 0.5 * log1p_pair(t, t_lo).hi;
  const double finite = a < 0x1p-28 ? a : inner;
  const double with_pole = a == 1 ? infinity : finite;
  return a <= 1 ? with_sign(with_pole, x) : quiet_nan();
}

KOKKOS_FORCEINLINE_FUNCTION float sinh(float x) { return detail::narrow(sinh(static_cast<double>(x))); }
KOKKOS_FORCEINLINE_FUNCTION float cosh(float x) { return detail::narrow(cosh(static_cast<double>(x))); }
KOKKOS_FORCEINLINE_FUNCTION float asinh(float x) { return detail::narrow(asinh(static_cast<double>(x))); }
KOKKOS_FORCEINLINE_FUNCTION float acosh(float x) { return detail::narrow(acosh(static_cast<double>(x))); }
KOKKOS_FORCEINLINE_FUNCTION float atanh(float x) { return detail::narrow(atanh(static_cast<double>(x))); }

}  // namespace spica::math
