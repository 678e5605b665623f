#pragma once

// exp, exp2, expm1. Method: x = n ln 2 + r with |r| <= ln 2 / 2, exp(x) = 2^n (1 + r + r^2 q(r)).
// Source of the method: Cody & Waite, Software Manual for the Elementary Functions, 1980; Muller, Elementary Functions,
// ch. 11. The polynomials are our own Remez fits (weight r^2, so the figure is the absolute error of exp(r)).

#include <spica/ops/elementwise/math/bits.hpp>

namespace spica::math {
namespace detail {

/// q with exp(r) = 1 + r + r^2 q(r) for |r| <= 0.34659; error 2^-64.
KOKKOS_FORCEINLINE_FUNCTION double exp_tail(double r, double r2) {
  const double r4 = r2 * r2;
  return ::fma(r4 * r4, poly3(r, r2, 2.7557233779415647e-07, 2.5112232141678067e-08, 2.0926822041590428e-09),
               poly8(r, r2, r4, 0.5, 0.16666666666666685, 0.041666666666666727, 0.0083333333333167475,
                     0.0013888888888858811, 0.00019841269897036655, 2.4801587373175951e-05, 2.7557234258944015e-06));
}
/// The same, error 2^-58: enough for exp itself.
KOKKOS_FORCEINLINE_FUNCTION double exp_tail_short(double r, double r2) {
  const double r4 = r2 * r2;
  return ::fma(r4 * r4, poly2(r, 2.7631271995872492e-07, 2.5117775141398163e-08),
               poly8(r, r2, r4, 0.50000000000000122, 0.16666666666666699, 0.041666666666515487, 0.0083333333333073471,
                     0.0013888888946996501, 0.00019841269917073181, 2.4801489964050088e-05, 2.7557216575690476e-06));
}
/// The same for float results: error 2^-34.
KOKKOS_FORCEINLINE_FUNCTION double exp_tail_float(double r, double r2) {
  return poly6(r, r2, r2 * r2, 0.50000000778650844, 0.16666666861464538, 0.041666270037996563, 0.0083332642383570649,
               0.0013946067192562822, 0.00019918426421239703);
}

/// x = n ln2 + r + r_lo, |r| <= 0.34658, for |x| < 2^20; r + r_lo is good to 2^-85 at least.
struct ExpArgument {
  double shifted;  // n + round_shift
  double n;
  double r;
  double r_lo;
};
KOKKOS_FORCEINLINE_FUNCTION ExpArgument reduce_by_ln2(double x) {
  const double shifted = ::fma(x, log2e, round_shift);
  const double n = shifted - round_shift;
  const double rough = ::fma(n, -ln2_high, x);  // exact
  const double r = ::fma(n, -ln2_low, rough);
  return {shifted, n, r, ::fma(n, -ln2_low, rough - r)};
}
/// The same for x + x_lo. The tail of a large x is not small against r, hence the normalisation.
KOKKOS_FORCEINLINE_FUNCTION ExpArgument reduce_by_ln2(double x, double x_lo) {
  const ExpArgument a = reduce_by_ln2(x);
  const Pair sum = fast_two_sum(a.r, a.r_lo + x_lo);
  return {a.shifted, a.n, sum.hi, sum.lo};
}

/// exp(x + x_lo) for |x| <= 1000; error below 0.9 ULP.
KOKKOS_FORCEINLINE_FUNCTION double exp_of_pair(double x, double x_lo) {
  const ExpArgument a = reduce_by_ln2(x, x_lo);
  const double r2 = a.r * a.r;
  return scale(1 + (a.r + ::fma(r2, exp_tail(a.r, r2), a.r_lo)), a.shifted);
}

KOKKOS_FORCEINLINE_FUNCTION double clamped(double x, double low, double high) {
  const double y = x < low ? low : x;  // a NaN stays
  return y > high ? high : y;
}

/// expm1 for float results, |x| <= 128: relative error 2^-32.
KOKKOS_FORCEINLINE_FUNCTION double expm1_float(double x) {
  const double n = ::fma(x, log2e, round_shift) - round_shift;
  const double r = ::fma(n, -ln2, x);
  const double r2 = r * r;
  const double two_n = power_of_two(n);
  return ::fma(two_n, ::fma(r2, exp_tail_float(r, r2), r), two_n - 1);
}

}  // namespace detail

/// e to the power x. Error below 1 ULP (float 0.51). exp(-inf) = 0, exp(inf) = inf; gradual underflow, no early cut.
KOKKOS_FORCEINLINE_FUNCTION double exp(double x) {
  using namespace detail;
  const double y = clamped(x, -746.0, 710.0);
  const ExpArgument a = reduce_by_ln2(y);
  const double r2 = a.r * a.r;
  const double result = scale(1 + (a.r + ::fma(r2, exp_tail_short(a.r, r2), a.r_lo)), a.shifted);
  return x == x ? result : quiet_nan();
}
KOKKOS_FORCEINLINE_FUNCTION float exp(float x) {
  using namespace detail;
  const double y = clamped(x, -105.0, 90.0);  // both ends round to what is beyond them
  const double n = ::fma(y, log2e, round_shift) - round_shift;
  const double r = ::fma(n, -ln2, y);
  const double r2 = r * r;
  return narrow(::fma(r2, exp_tail_float(r, r2), 1 + r) * power_of_two(n));
}

/// 2 to the power x. Error below 1 ULP (float 0.51); exact for whole x.
KOKKOS_FORCEINLINE_FUNCTION double exp2(double x) {
  using namespace detail;
  const double y = clamped(x, -1080.0, 1026.0);
  const double shifted = y + round_shift;
  const double d = y - (shifted - round_shift);  // exact
  const double r = d * ln2;
  const double r_lo = ::fma(d, ln2, -r) + d * ln2_tail;
  const double r2 = r * r;
  const double result = scale(1 + (r + ::fma(r2, exp_tail_short(r, r2), r_lo)), shifted);
  return x == x ? result : quiet_nan();
}
KOKKOS_FORCEINLINE_FUNCTION float exp2(float x) {
  using namespace detail;
  const double y = clamped(x, -152.0, 130.0);
  const double n = (y + round_shift) - round_shift;
  const double r = (y - n) * ln2;
  const double r2 = r * r;
  return narrow(::fma(r2, exp_tail_float(r, r2), 1 + r) * power_of_two(n));
}

/// exp(x) - 1 without cancellation. Error below 1.3 ULP (float 0.51). expm1(-0.0) = -0.0, expm1(-inf) = -1.
KOKKOS_FORCEINLINE_FUNCTION double expm1(double x) {
  using namespace detail;
  const double y = clamped(x, -50.0, 710.0);  // below -38 the result is -1
  const ExpArgument a = reduce_by_ln2(y);
  const double r2 = a.r * a.r;
  const double tail = ::fma(r2, exp_tail(a.r, r2), a.r_lo);
  // 2^n (1 + r + tail) - 1, halved so that 2^n cannot overflow (n <= 1024).
  const double half_power = power_of_two(a.n - 1);
  const Pair sum = two_sum(half_power - 0.5, half_power * a.r);
  const double result = 2 * (sum.hi + (sum.lo + half_power * tail));
  return canonical(magnitude(x) < 0x1p-54 ? x : result);
}
KOKKOS_FORCEINLINE_FUNCTION float expm1(float x) {
  using namespace detail;
  const double wide = x;
  const double result = expm1_float(clamped(wide, -50.0, 90.0));
  return narrow(magnitude(wide) < 0x1p-26 ? wide : result);
}

}  // namespace spica::math
