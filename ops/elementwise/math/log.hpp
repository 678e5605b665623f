#pragma once

// log, log2, log10, log1p. Method: x = 2^k m with m in [sqrt(1/2), sqrt(2)), f = m - 1, s = f / (2 + f),
//   log(m) = f - f^2/2 + s (f^2/2 + R(s^2)),   R(z) = log((1+s)/(1-s))/s - 2.
// Source of the method: Ng (in Tang 1990, ACM TOMS 16(4), and Muller, Elementary Functions, ch. 11). Here f - f^2/2 is
// kept as an exact pair, which takes the error from 0.9 to below 0.7 ULP and serves all bases alike. R is our own Remez
// fit.

#include <spica/ops/elementwise/math/bits.hpp>

namespace spica::math {
namespace detail {

inline constexpr uint64_t sqrt_half_bits = 0x3fe6a09e667f3bcdu;

/// x = 2^k m, m in [sqrt(1/2), sqrt(2)); x > 0 and finite, else both are meaningless numbers.
struct Split {
  double k;
  double m;
};
/// For normal x only (every positive float is one, as a double).
KOKKOS_FORCEINLINE_FUNCTION Split split_normal(double x) {
  const uint64_t shifted = to_bits(x) + (0x3ff0000000000000u - sqrt_half_bits);
  // Under the exponent of 2^52, an integer in the low bits is a double plus 2^52: AVX2 cannot convert 64-bit integers.
  const double k = from_bits((shifted >> 52) | 0x4330000000000000u) - (0x1p52 + 1023);
  return {k, from_bits((shifted & mantissa_bits) + sqrt_half_bits)};
}
KOKKOS_FORCEINLINE_FUNCTION Split split(double x) {
  const bool denormal = x < 0x1p-1022;
  const Split s = split_normal(denormal ? x * 0x1p54 : x);
  return {denormal ? s.k - 54 : s.k, s.m};
}

/// log(1 + f + f_lo) for f in [sqrt(1/2) - 1, sqrt(2) - 1], good to 2^-59 relative to f; lo is below f^2 / 16.
KOKKOS_FORCEINLINE_FUNCTION Pair log_of_mantissa(double f, double f_lo) {
  const double s = f / (2 + f);
  const double z = s * s, z2 = z * z;
  const double rest = z * poly7(z, z2, z2 * z2, 0.6666666666666734, 0.39999999999414643, 0.28571428742400307,
                                0.22222198571672416, 0.18183564411300279, 0.15314048238007189, 0.14795974142297441);
  const double half = 0.5 * f;
  const double square = half * f;
  const double square_lo = ::fma(half, f, -square);
  const double hi = f - square;
  const double lo = ((f - hi) - square) + (::fma(s, square + rest, -square_lo) + ::fma(-f, f_lo, f_lo));
  return {hi, lo};
}

/// log(2^k (1 + f + f_lo)) as a pair.
KOKKOS_FORCEINLINE_FUNCTION Pair log_with_exponent(double k, double f, double f_lo) {
  const Pair l = log_of_mantissa(f, f_lo);
  const Pair sum = fast_two_sum(k * ln2_high, l.hi);  // the product is exact and above |l.hi|, or 0
  return fast_two_sum(sum.hi, sum.lo + ::fma(k, ln2_low, l.lo));
}

/// log(2^k (c + u + u_lo)) as a pair, relative error 2^-58, for c = 1, u > -1 or c = 0, u > 0; finite, |u_lo| <= ULP(u)
/// / 2. With c = 1 and k = 0 no bit of a tiny u is lost.
KOKKOS_FORCEINLINE_FUNCTION Pair log_of_sum(double k, double c, double u, double u_lo) {
  const Pair sum = two_sum(c, u);
  const Split s = split(sum.hi);
  // What c + u lost, in units of 2^k. Above 2^60 it no longer matters, and 2^-k may not be representable.
  const bool keep = u < 0x1p60;
  const double back = power_of_two(keep ? -s.k : 0.0);
  const double lost = keep ? sum.lo * back : 0.0;
  const Pair f = fast_two_sum(s.m - 1, lost);
  return log_with_exponent(s.k + k, f.hi, ::fma(keep ? u_lo : 0.0, back, f.lo));
}
KOKKOS_FORCEINLINE_FUNCTION Pair log1p_pair(double u, double u_lo) { return log_of_sum(0.0, 1.0, u, u_lo); }

KOKKOS_FORCEINLINE_FUNCTION double log_special_cases(double x, double result) {
  const double finite_or_inf = x == infinity ? infinity : result;
  const double with_zero = x == 0 ? -infinity : finite_or_inf;
  return x >= 0 ? with_zero : quiet_nan();
}

/// log(1 + f) for float results, f as above, relative error 2^-33. A longer polynomial in f instead of the division.
KOKKOS_FORCEINLINE_FUNCTION double log_of_mantissa_float(double f) {
  const double f2 = f * f, f4 = f2 * f2;
  const double p =
      ::fma(f4 * f4, poly2(f, 0.10743459703140062, -0.06151340713562195),
            poly8(f, f2, f4, 0.333333328643802, -0.24999966032449519, 0.20000035730269491, -0.16669434995649593,
                  0.14286945602005785, -0.1242508328517941, 0.11012036706318844, -0.10794113862230807));
  return ::fma(f2, ::fma(f, p, -0.5), f);
}

}  // namespace detail

/// Natural logarithm. Error below 0.7 ULP (float 0.52). log(+-0) = -inf, log(x < 0) = NaN, log(1) = +0.
KOKKOS_FORCEINLINE_FUNCTION double log(double x) {
  using namespace detail;
  const Split s = split(x);
  const Pair l = log_of_mantissa(s.m - 1, 0.0);
  const Pair sum = fast_two_sum(s.k * ln2_high, l.hi);
  return log_special_cases(x, sum.hi + (sum.lo + ::fma(s.k, ln2_low, l.lo)));
}
KOKKOS_FORCEINLINE_FUNCTION float log(float x) {
  using namespace detail;
  const double wide = x;
  const Split s = split_normal(wide);
  return narrow(log_special_cases(wide, ::fma(s.k, ln2, log_of_mantissa_float(s.m - 1))));
}

/// Base-2 logarithm. Error below 0.7 ULP (float 0.52); exact for powers of two.
KOKKOS_FORCEINLINE_FUNCTION double log2(double x) {
  using namespace detail;
  const Split s = split(x);
  const Pair l = log_of_mantissa(s.m - 1, 0.0);
  const Pair product = two_product(l.hi, log2e);
  const Pair sum = fast_two_sum(s.k, product.hi);
  const double lo = product.lo + ::fma(l.hi, log2e_tail, l.lo * log2e);
  return log_special_cases(x, sum.hi + (sum.lo + lo));
}
KOKKOS_FORCEINLINE_FUNCTION float log2(float x) {
  using namespace detail;
  const double wide = x;
  const Split s = split_normal(wide);
  return narrow(log_special_cases(wide, ::fma(log_of_mantissa_float(s.m - 1), log2e, s.k)));
}

/// Base-10 logarithm. Error below 0.7 ULP (float 0.52).
KOKKOS_FORCEINLINE_FUNCTION double log10(double x) {
  using namespace detail;
  constexpr double log10e = 0x1.bcb7b1526e50ep-2, log10e_tail = 0x1.95355baaafad3p-57;
  constexpr double log10_2_high = 0x1.34413509f8000p-2, log10_2_low = -0x1.80433b83b532ap-44;  // high: 40 bits
  const Split s = split(x);
  const Pair l = log_of_mantissa(s.m - 1, 0.0);
  const Pair product = two_product(l.hi, log10e);
  const Pair sum = fast_two_sum(s.k * log10_2_high, product.hi);
  const double lo = product.lo + ::fma(l.hi, log10e_tail, l.lo * log10e);
  return log_special_cases(x, sum.hi + (sum.lo + ::fma(s.k, log10_2_low, lo)));
}
KOKKOS_FORCEINLINE_FUNCTION float log10(float x) {
  using namespace detail;
  constexpr double log10e = 0x1.bcb7b1526e50ep-2, log10_2 = 0x1.34413509f79ffp-2;
  const double wide = x;
  const Split s = split_normal(wide);
  return narrow(log_special_cases(wide, ::fma(s.k, log10_2, log10e * log_of_mantissa_float(s.m - 1))));
}

/// log(1 + x) without cancellation. Error below 0.7 ULP (float 0.52). log1p(-1) = -inf, log1p(-0.0) = -0.0.
KOKKOS_FORCEINLINE_FUNCTION double log1p(double x) {
  using namespace detail;
  const double result = log1p_pair(x, 0.0).hi;
  const double with_tiny = magnitude(x) < 0x1p-54 ? x : result;
  const double with_inf = x == infinity ? infinity : with_tiny;
  const double with_pole = x == -1 ? -infinity : with_inf;
  return x >= -1 ? with_pole : quiet_nan();
}
KOKKOS_FORCEINLINE_FUNCTION float log1p(float x) {
  using namespace detail;
  const double wide = x;
  const Split s = split_normal(1 + wide);
  const double f = s.k == 0 ? wide : s.m - 1;  // for k = 0, 1 + x would have lost the low bits of x
  const double result = ::fma(s.k, ln2, log_of_mantissa_float(f));
  const double with_tiny = wide == 0 ? wide : result;
  return narrow(log_special_cases(1 + wide, with_tiny));
}

}  // namespace spica::math
