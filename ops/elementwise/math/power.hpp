#pragma once

// pow, cbrt, hypot.

#include <spica/ops/elementwise/math/bits.hpp>
#include <spica/ops/elementwise/math/exp.hpp>
#include <spica/ops/elementwise/math/log.hpp>

namespace spica::math {
namespace detail {

/// log(m) for m in [sqrt(1/2), sqrt(2)) with relative error 2^-65: 2 s + s z (2/3 + z p(z)), s = (m-1)/(m+1), z = s^2,
/// where all but p is computed in pairs. pow needs that much: its exponent goes up to 2^9.5, which eats as many bits.
KOKKOS_FORCEINLINE_FUNCTION Pair accurate_log_of_mantissa(double m) {
  constexpr double two_thirds = 0x1.5555555555555p-1, two_thirds_tail = 0x1.5555555555555p-55;
  const double f = m - 1;  // exact
  const Pair next = two_sum(1.0, m);
  const double reciprocal = 1 / next.hi;
  const double s = f * reciprocal;
  const double s_lo = (::fma(-s, next.hi, f) - s * next.lo) * reciprocal;
  const double z = s * s;
  const double z_lo = ::fma(s + s, s_lo, ::fma(s, s, -z));
  const double z2 = z * z;
  const double p = poly7(z, z2, z2 * z2, 0.40000000000002256, 0.2857142857009991, 0.22222222519852489,
                         0.1818178437403471, 0.15386756982976771, 0.13256826467097829, 0.13196242711735512);
  const Pair zp = two_product(z, p);
  const Pair sum = fast_two_sum(two_thirds, zp.hi);
  const double q_lo = sum.lo + (zp.lo + ::fma(z_lo, p, two_thirds_tail));
  const Pair zq = two_product(z, sum.hi);
  const double zq_lo = zq.lo + ::fma(z, q_lo, z_lo * sum.hi);
  const Pair cubic = two_product(s, zq.hi);
  const double cubic_lo = cubic.lo + ::fma(s, zq_lo, s_lo * zq.hi);
  const Pair result = fast_two_sum(2 * s, cubic.hi);
  return fast_two_sum(result.hi, result.lo + ::fma(2.0, s_lo, cubic_lo));
}

/// What pow(x, y) is beside exp(y log|x|): the sign of the result and the special cases of C Annex F.
KOKKOS_FORCEINLINE_FUNCTION double power_special_cases(double x, double y, double result) {
  const double half = 0.5 * y;
  const bool whole = ::trunc(y) == y;  // infinities count as even whole numbers
  const bool odd = whole && ::trunc(half) != half;
  const double with_odd_sign = odd ? with_sign(result, x) : result;
  const bool invalid = x != x || y != y || (x < 0 && x != -infinity && !whole);
  const double checked = invalid ? quiet_nan() : with_odd_sign;
  return y == 0 || x == 1 ? 1.0 : checked;
}

/// The exponent y log|x| in place of `exponent` where |x| is 0 or infinite (as large as it gets) or 1.
KOKKOS_FORCEINLINE_FUNCTION double exponent_at_limits(double ax, double y, double exponent) {
  const double down = y > 0 ? -1000.0 : 1000.0;
  const double with_zero = ax == 0 ? down : exponent;
  const double with_inf = ax == infinity ? -down : with_zero;
  return ax == 1 ? 0.0 : with_inf;
}

}  // namespace detail

/// x to the power y. Error below 1 ULP (float 0.51); gradual underflow. pow(x, 0) = pow(1, y) = 1 even for NaN,
/// pow(negative, not whole) = NaN, pow(-0.0, -odd) = -inf, pow(-1, +-inf) = 1.
/// Source of the method: Muller et al., Handbook of Floating-Point Arithmetic, 2nd ed., ch. 10.
KOKKOS_FORCEINLINE_FUNCTION double pow(double x, double y) {
  using namespace detail;
  const double ax = magnitude(x);
  const Split split_x = split(ax);
  const Pair l = accurate_log_of_mantissa(split_x.m);
  const Pair sum = fast_two_sum(split_x.k * ln2_high, l.hi);
  const Pair log_x = fast_two_sum(sum.hi, sum.lo + ::fma(split_x.k, ln2_low, l.lo));
  const Pair product = two_product(y, log_x.hi);
  const double exponent = exponent_at_limits(ax, y, product.hi);
  // Beyond +-800 only the sign counts. (An infinite y has no useful low part either.)
  const double bounded = clamped(exponent, -800.0, 800.0);
  const double exponent_lo = bounded == product.hi ? ::fma(y, log_x.lo, product.lo) : 0.0;
  return power_special_cases(x, y, exp_of_pair(bounded, exponent_lo));
}
KOKKOS_FORCEINLINE_FUNCTION float pow(float x, float y) {
  using namespace detail;
  const double ax = magnitude(static_cast<double>(x));
  // The error of y log|x|, at most 2^-43, is far below a float's: double is the pair here.
  const Split s = split_normal(ax);
  const Pair l = log_of_mantissa(s.m - 1, 0.0);
  const double product = y * ::fma(s.k, ln2, l.hi + l.lo);
  const double bounded = clamped(exponent_at_limits(ax, y, product), -120.0, 120.0);
  const double n = ::fma(bounded, log2e, round_shift) - round_shift;
  const double r = ::fma(n, -ln2, bounded);
  const double r2 = r * r;
  const double result = ::fma(r2, exp_tail_float(r, r2), 1 + r) * power_of_two(n);
  return narrow(power_special_cases(x, y, result));
}

/// Cube root. Error below 0.51 ULP; cbrt(-x) = -cbrt(x), cbrt(-0.0) = -0.0, cbrt(+-inf) = +-inf.
/// Method: m^(-1/3) by a polynomial (17 bits), one step of third order, then one Newton step with an exact residual.
KOKKOS_FORCEINLINE_FUNCTION double cbrt(double x) {
  using namespace detail;
  const double a = magnitude(x);
  const bool denormal = a < 0x1p-1022;
  const uint64_t bits = to_bits(denormal ? a * 0x1p54 : a);
  const double e = from_bits((bits >> 52) | 0x4330000000000000u) - (0x1p52 + 1023);
  const double m = from_bits((bits & mantissa_bits) | 0x3ff0000000000000u);  // in [1, 2)
  // e = 3 k + j, j = 0, 1, 2.
  const double k = (::fma(e, 1.0 / 3, -1.0 / 3) + round_shift) - round_shift;
  const double j = e - 3 * k;
  const double c = j == 0 ? m : (j == 1 ? 2 * m : 4 * m);
  const double guess_factor = j == 0 ? 1.0 : (j == 1 ? 0x1.965fea53d6e3dp-1 : 0x1.428a2f98d728bp-1);  // 2^(-j/3)
  const double m2 = m * m;
  const double guess = guess_factor * poly6(m, m2, m2 * m2, 1.7810586691474921, -1.5660321242183148, 1.2437902005972457,
                                            -0.59787590713226002, 0.15607257554878839, -0.017019162916246923);
  const double error = ::fma(-c * (guess * guess), guess, 1.0);
  const double r = ::fma(guess * error, ::fma(error, 2.0 / 9, 1.0 / 3), guess);  // c^(-1/3) to 2^-49
  const double r2 = r * r;
  const double y = c * r2;
  const Pair y2 = two_product(y, y);
  const double rest = ::fma(-y2.hi, y, c) - y2.lo * y;  // c - y^3
  const double root = ::fma(rest, r2 * (1.0 / 3), y);
  const double result = root * power_of_two(denormal ? k - 18 : k);
  const double finite_or_same = a == 0 || a == infinity ? a : result;
  return x == x ? with_sign(finite_or_same, x) : quiet_nan();
}
KOKKOS_FORCEINLINE_FUNCTION float cbrt(float x) { return detail::narrow(cbrt(static_cast<double>(x))); }

/// sqrt(x^2 + y^2) without overflow or underflow on the way. Error below 0.52 ULP (denormal results 0.8).
/// hypot(+-inf, y) = inf even for NaN.
KOKKOS_FORCEINLINE_FUNCTION double hypot(double x, double y) {
  using namespace detail;
  const double ax = magnitude(x), ay = magnitude(y);
  const double larger = ax > ay ? ax : ay, smaller = ax > ay ? ay : ax;
  const bool huge = larger > 0x1p500, tiny = larger < 0x1p-400;
  const double factor = huge ? 0x1p-600 : (tiny ? 0x1p600 : 1.0);
  const double back = huge ? 0x1p600 : (tiny ? 0x1p-600 : 1.0);
  const double a = larger * factor, b = smaller * factor;
  const Pair a2 = two_product(a, a), b2 = two_product(b, b);
  const Pair sum = fast_two_sum(a2.hi, b2.hi);
  const double root = ::sqrt(sum.hi);
  const double result = (root + sqrt_rest(sum.hi, sum.lo + (a2.lo + b2.lo), root)) * back;
  const double checked = canonical(larger == 0 ? 0.0 : result);
  return ax == infinity || ay == infinity ? infinity : (x == x && y == y ? checked : quiet_nan());
}
KOKKOS_FORCEINLINE_FUNCTION float hypot(float x, float y) {
  using namespace detail;
  const double wide_x = x, wide_y = y;
  const double result = ::sqrt(::fma(wide_x, wide_x, wide_y * wide_y));
  return narrow(magnitude(wide_x) == infinity || magnitude(wide_y) == infinity ? infinity : result);
}

}  // namespace spica::math
