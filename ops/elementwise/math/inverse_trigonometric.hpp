#pragma once

// asin, acos, atan, atan2. Polynomials: own Remez fits; the rest of the argument that a division or square root lost is
// carried along, so that errors stay well below 1 ULP.

#include <spica/ops/elementwise/math/bits.hpp>

namespace spica::math {
namespace detail {

inline constexpr double pi_over_4 = 0x1.921fb54442d18p-1;
inline constexpr double pi_over_4_tail = 0x1.1a62633145c07p-55;
inline constexpr double tan_pi_over_8 = 0x1.a827999fcef32p-2;

/// p with asin(s) = s + s z p(z), z = s^2 <= 1/4; relative error of asin 2^-59.
KOKKOS_FORCEINLINE_FUNCTION double asin_tail(double z) {
  const double z2 = z * z, z4 = z2 * z2;
  return ::fma(z4 * z4,
               poly5(z, z2, z4, 0.010786511926712926, 0.0036831263790816898, 0.02176325183762275, -0.021076888174529487,
                     0.032676605413064871),
               poly8(z, z2, z4, 0.16666666666666763, 0.074999999999702527, 0.044642857175126609, 0.030381942683455929,
                     0.022372215662617455, 0.017351600077671794, 0.013980961388178012, 0.011397777925211816));
}

/// For |x| > 1/2, asin|x| = pi/2 - 2 asin(s) with s = sqrt((1 - |x|) / 2); for the others s = |x|. asin(s) = s + tail.
struct HalfAngle {
  bool large;
  double s;
  double tail;
};
KOKKOS_FORCEINLINE_FUNCTION HalfAngle half_angle(double a) {
  const bool large = a > 0.5;
  const double z = large ? 0.5 * (1 - a) : a * a;  // exact if large
  const double root = ::sqrt(z);
  const double rest = sqrt_rest(z, 0.0, root);
  const double s = large ? root : a;
  return {large, s, ::fma(s * z, asin_tail(z), large ? rest : 0.0)};
}

/// base + base_lo + sign(t) atan|t| for |t| <= tan(pi/8), t + t_lo being the argument; base is 0 or at least pi/4.
KOKKOS_FORCEINLINE_FUNCTION double atan_from(double base, double base_lo, double t, double t_lo) {
  const double z = t * t, z2 = z * z, z4 = z2 * z2;
  const double p = ::fma(
      z4 * z4, poly4(z, z2, -0.052185466573970107, 0.04504128732673876, -0.033487963180701331, 0.015208890801778766),
      poly8(z, z2, z4, -0.33333333333333326, 0.19999999999997692, -0.14285714285390994, 0.11111111088363977,
            -0.090909081512530243, 0.076922829108928226, -0.066662290082628028, 0.058770438688660068));
  const Pair sum = fast_two_sum(base, t);
  return sum.hi + (sum.lo + (::fma(t * z, p, t_lo) + base_lo));
}

}  // namespace detail

/// Arc sine. Error below 0.7 ULP (float 0.51). NaN for |x| > 1; asin(-0.0) = -0.0.
KOKKOS_FORCEINLINE_FUNCTION double asin(double x) {
  using namespace detail;
  const double a = magnitude(x);
  const HalfAngle h = half_angle(a);
  const Pair sum = fast_two_sum(pi_over_2, -2 * h.s);
  const double large = sum.hi + (sum.lo + ::fma(-2.0, h.tail, pi_over_2_tail));
  const double result = with_sign(h.large ? large : h.s + h.tail, x);
  return a <= 1 ? result : quiet_nan();
}

/// Arc cosine. Error below 0.7 ULP (float 0.51). NaN for |x| > 1; acos(1) = +0.
KOKKOS_FORCEINLINE_FUNCTION double acos(double x) {
  using namespace detail;
  const double a = magnitude(x);
  const HalfAngle h = half_angle(a);
  const bool negative = x < 0;
  // |x| <= 1/2: pi/2 -+ asin|x|;  x > 1/2: 2 asin(s);  x < -1/2: pi - 2 asin(s).
  const double base = h.large ? (negative ? 2 * pi_over_2 : 0.0) : pi_over_2;
  const double base_lo = h.large ? (negative ? 2 * pi_over_2_tail : 0.0) : pi_over_2_tail;
  const double factor = h.large ? (negative ? -2.0 : 2.0) : (negative ? 1.0 : -1.0);
  const Pair sum = fast_two_sum(base, factor * h.s);
  const double result = sum.hi + (sum.lo + ::fma(factor, h.tail, base_lo));
  return a <= 1 ? result : quiet_nan();
}

/// Arc tangent. Error below 0.9 ULP (float 0.51). atan(+-inf) = +-pi/2, atan(-0.0) = -0.0.
KOKKOS_FORCEINLINE_FUNCTION double atan(double x) {
  using namespace detail;
  const double a = magnitude(x);
  // t = a, (a - 1) / (a + 1) or -1 / a: always |t| <= tan(pi/8), one division.
  const bool middle = a > tan_pi_over_8, high = a > 1 / tan_pi_over_8;
  const Pair above = two_sum(a, 1.0), below = two_sum(a, -1.0);
  const double bounded = a > 0x1p60 ? 0x1p60 : a;  // atan rounds to pi/2 from 2^54 on; inf would make NaNs below
  const Pair top = {high ? -1.0 : (middle ? below.hi : a), high || !middle ? 0.0 : below.lo};
  const Pair bottom = {high ? bounded : (middle ? above.hi : 1.0), high || !middle ? 0.0 : above.lo};
  const double reciprocal = 1 / bottom.hi;
  const double t = top.hi * reciprocal;
  const double t_lo = (::fma(-t, bottom.hi, top.hi) + (top.lo - t * bottom.lo)) * reciprocal;
  const double base = high ? pi_over_2 : (middle ? pi_over_4 : 0.0);
  const double base_lo = high ? pi_over_2_tail : (middle ? pi_over_4_tail : 0.0);
  const double result = with_sign(magnitude(atan_from(base, base_lo, t, t_lo)), x);
  return x == x ? result : quiet_nan();
}

/// Angle of the point (x, y): atan(y / x) in the right quadrant. Error below 0.9 ULP (float 0.51), gradual underflow
/// kept. Special values as C Annex F: atan2(+-0, -0) = +-pi, atan2(+-inf, -inf) = +-3pi/4, atan2(y, -inf) = +-pi, ...
KOKKOS_FORCEINLINE_FUNCTION double atan2(double y, double x) {
  using namespace detail;
  const double ay = magnitude(y), ax = magnitude(x);
  const bool steep = ay > ax;
  const double larger = steep ? ay : ax, smaller = steep ? ax : ay;
  // Both to where sums and reciprocals are safe. Infinities and zeros become ones that give the angles of Annex F.
  const double factor = larger > 0x1p500 ? 0x1p-600 : (larger < 0x1p-400 ? 0x1p600 : 1.0);
  const bool infinite = larger == infinity;
  const double b = infinite || larger == 0 ? 1.0 : larger * factor;
  const double a = infinite ? (smaller == infinity ? 1.0 : 0.0) : smaller * factor;
  // t = a / b or (a - b) / (a + b), as in atan.
  const bool middle = a > tan_pi_over_8 * b;
  const Pair below = two_sum(a, -b), above = fast_two_sum(b, a);
  const Pair top = {middle ? below.hi : a, middle ? below.lo : 0.0};
  const Pair bottom = {middle ? above.hi : b, middle ? above.lo : 0.0};
  const double reciprocal = 1 / bottom.hi;
  const double t = top.hi * reciprocal;
  const double t_lo = (::fma(-t, bottom.hi, top.hi) + (top.lo - t * bottom.lo)) * reciprocal;
  // The angle is base + turn * atan(t): octants counted in multiples of pi/4, which scale pi/4 and its tail exactly
  // enough (3 pi/4 is off by its rounding, so that one has constants of its own).
  const bool left = (to_bits(x) & sign_bit) != 0;
  const double in_octant = middle ? 1.0 : 0.0;
  const double steep_multiple = steep ? 2 - in_octant : in_octant;
  const double multiple = left ? 4 - steep_multiple : steep_multiple;
  const double base = multiple == 3 ? 0x1.2d97c7f3321d2p+1 : multiple * pi_over_4;
  const double base_lo = multiple == 3 ? 0x1.a79394c9e8a0ap-54 : multiple * pi_over_4_tail;
  const double turn = steep != left ? -1.0 : 1.0;
  const double general = atan_from(base, base_lo, turn * t, turn * t_lo);
  // Next to the positive x axis the angle is y / x, which may be denormal: one division of the unscaled values.
  const bool flat = !steep && !left && !infinite && larger != 0 && ay < 0x1p-30 * ax;
  const double result = with_sign(magnitude(flat ? ay / ax : general), y);
  return x == x && y == y ? result : quiet_nan();
}

KOKKOS_FORCEINLINE_FUNCTION float asin(float x) { return detail::narrow(asin(static_cast<double>(x))); }
KOKKOS_FORCEINLINE_FUNCTION float acos(float x) { return detail::narrow(acos(static_cast<double>(x))); }
KOKKOS_FORCEINLINE_FUNCTION float atan(float x) { return detail::narrow(atan(static_cast<double>(x))); }
KOKKOS_FORCEINLINE_FUNCTION float atan2(float y, float x) {
  return detail::narrow(atan2(static_cast<double>(y), static_cast<double>(x)));
}

}  // namespace spica::math
