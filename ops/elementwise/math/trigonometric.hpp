#pragma once

// sin, cos, tan. Method: x = n pi/2 + r + r_lo with |r| <= pi/4, polynomials for sin(r) and cos(r), the quadrant n
// mod 4.
//
// Two reductions. Up to 2^30 a Cody-Waite reduction with three parts of pi/2 and fma, without branches. Above, 192 bits
// of 2/pi chosen by the exponent of x (Payne & Hanek, ACM SIGNUM 18(1), 1983): integer work with a table, hence a
// branch. A branch cannot be turned into selects here (the large path costs ten times the small one, for arguments
// nobody has), and a loop with it is not vectorised. So a host loop over many elements is meant to be split: run
// `sin_moderate` over a block of elements while or-ing together `!is_moderate(x)`, and redo the block with `sin` if one
// was set. On moderate arguments `sin` and `sin_moderate` give the same bits; tests/elementwise/test_math.cpp shows the
// loop.

#include <spica/ops/elementwise/math/bits.hpp>

namespace spica::math {
namespace detail {

inline constexpr double moderate_limit = 0x1p30;

/// x = (quadrant mod 4) pi/2 + r + r_lo (mod 2 pi); the upper bits of quadrant are meaningless.
struct QuadrantAngle {
  double r;
  double r_lo;
  uint64_t quadrant;
};

/// |x| <= 2^30. The first step is exact: n pi/2 and x are multiples of 2^-53 there and the difference is below 1.
/// Closest to a multiple of pi/2 a double of that size comes within 2^-60, and r + r_lo is good to 2^-130.
KOKKOS_FORCEINLINE_FUNCTION QuadrantAngle reduce_moderate(double x) {
  constexpr double two_over_pi = 0x1.45f306dc9c883p-1, pi_over_2_third = -0x1.f1976b7ed8fbcp-110;
  const double shifted = ::fma(x, two_over_pi, round_shift);
  const double n = shifted - round_shift;
  const double rough = ::fma(n, -pi_over_2, x);
  const Pair second = two_product(n, pi_over_2_tail);
  const Pair r = two_sum(rough, -second.hi);
  const Pair sum = fast_two_sum(r.hi, (r.lo - second.lo) - n * pi_over_2_third);
  return {sum.hi, sum.lo, to_bits(shifted)};
}

/// For float results: |x| <= 2^30, absolute error 2^-76 where r can be no smaller than 2^-34.
KOKKOS_FORCEINLINE_FUNCTION QuadrantAngle reduce_moderate_float(double x) {
  constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
  const double shifted = ::fma(x, two_over_pi, round_shift);
  const double n = shifted - round_shift;
  return {::fma(n, -pi_over_2_tail, ::fma(n, -pi_over_2, x)), 0.0, to_bits(shifted)};
}

/// low 64 bits of a * b, and the high ones in `high`. By 32-bit halves: __int128 is not C++ and its device support
/// young.
KOKKOS_INLINE_FUNCTION uint64_t multiply_wide(uint64_t a, uint64_t b, uint64_t& high) {
  const uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  const uint64_t low = a0 * b0;
  const uint64_t middle = a1 * b0 + (low >> 32);
  const uint64_t other = a0 * b1 + (middle & 0xffffffffu);
  high = a1 * b1 + (middle >> 32) + (other >> 32);
  return (other << 32) | (low & 0xffffffffu);
}

/// 2^22 <= |x| < inf. With x = m 2^e, bits of 2/pi of weight above 2^(1-e) add multiples of 4 to m 2^e 2/pi and are
/// skipped; the next 192 leave an error of 2^-137, and |r| >= 2^-62 for every double.
KOKKOS_INLINE_FUNCTION QuadrantAngle reduce_large(double x) {
  // 64 zeros (so that small exponents need no case of their own), then 1216 bits of 2/pi.
  constexpr uint64_t table[20] = {0x0000000000000000u, 0xa2f9836e4e441529u, 0xfc2757d1f534ddc0u, 0xdb6295993c439041u,
                                  0xfe5163abdebbc561u, 0xb7246e3a424dd2e0u, 0x06492eea09d1921cu, 0xfe1deb1cb129a73eu,
                                  0xe88235f52ebb4484u, 0xe99c7026b45f7e41u, 0x3991d639835339f4u, 0x9c845f8bbdf9283bu,
                                  0x1ff897ffde05980fu, 0xef2f118b5a0a6d1fu, 0x6d367ecf27cb09b7u, 0x4f463f669e5fea2du,
                                  0x7527bac7ebe5f17bu, 0x3d0739f78a5292eau, 0x6bfb5fb11f8d5d08u, 0x56033046fc7b6babu};
  const uint64_t bits = to_bits(x);
  const uint64_t m = (bits & mantissa_bits) | 0x0010000000000000u;
  const int e = static_cast<int>((bits >> 52) & 0x7ff) - 1075;
  const int position = e - 2 + 64;  // of the first bit of weight 2^(1-e), counted from 0; 32 to 1033
  const int word = position >> 6, shift = position & 63;
  // The double shift keeps shift = 0 defined.
  const uint64_t w2 = (table[word] << shift) | ((table[word + 1] >> 1) >> (63 - shift));
  const uint64_t w1 = (table[word + 1] << shift) | ((table[word + 2] >> 1) >> (63 - shift));
  const uint64_t w0 = (table[word + 2] << shift) | ((table[word + 3] >> 1) >> (63 - shift));
  // p2 p1 p0 = m * w2 w1 w0 mod 2^192, in units of 2^-190 quarter turns.
  uint64_t carry0, carry1;
  const uint64_t p0 = multiply_wide(m, w0, carry0);
  const uint64_t low1 = multiply_wide(m, w1, carry1);
  const uint64_t p1 = low1 + carry0;
  const uint64_t p2 = m * w2 + carry1 + (p1 < low1 ? 1 : 0);
  // Nearest multiple: fractions of one half and more count from above, negatively.
  const bool from_above = (p2 >> 61) & 1;
  uint64_t quadrant = (p2 >> 62) + (from_above ? 1 : 0);
  uint64_t f1 = (p2 << 2) | (p1 >> 62), f0 = (p1 << 2) | (p0 >> 62);
  if (from_above) {
    f1 = ~f1;
    f0 = ~f0;  // one unit of 2^-128 short of the negative: far below what matters
  }
  // 32 bits at a time are exact doubles; (integers below 2^52 convert exactly everywhere).
  const Pair top =
      fast_two_sum(static_cast<double>(f1 >> 32) * 0x1p-32, static_cast<double>(f1 & 0xffffffffu) * 0x1p-64);
  const double bottom = static_cast<double>(f0 >> 32) * 0x1p-96 + static_cast<double>(f0 & 0xffffffffu) * 0x1p-128;
  const Pair turn = two_sum(top.hi, top.lo + bottom);
  const Pair product = two_product(turn.hi, pi_over_2);
  Pair r = fast_two_sum(product.hi, product.lo + ::fma(turn.hi, pi_over_2_tail, turn.lo * pi_over_2));
  if (from_above != ((bits & sign_bit) != 0)) {
    r.hi = -r.hi;
    r.lo = -r.lo;
  }
  return {r.hi, r.lo, (bits & sign_bit) != 0 ? 0 - quadrant : quadrant};
}

KOKKOS_FORCEINLINE_FUNCTION QuadrantAngle reduce_any(double x) {
  if (!(magnitude(x) > moderate_limit)) return reduce_moderate(x);
  if (magnitude(x) == infinity) return {quiet_nan(), quiet_nan(), 0};
  return reduce_large(x);
}

/// sin and cos of r + r_lo as pairs (not normalised), error 2^-57.
struct SinCos {
  Pair sin;
  Pair cos;
};
KOKKOS_FORCEINLINE_FUNCTION SinCos sin_cos(const QuadrantAngle& a) {
  const double z = a.r * a.r, z2 = z * z, z4 = z2 * z2;
  const double s = poly6(z, z2, z4, -0.16666666666666632, 0.0083333333333224253, -0.00019841269829817308,
                         2.7557313695350651e-06, -2.5050758672968976e-08, 1.5896829065129968e-10);
  const double c = poly6(z, z2, z4, 0.041666666666666602, -0.0013888888888874138, 2.4801587289491068e-05,
                         -2.7557314355018781e-07, 2.0875723653729101e-09, -1.1359668261837014e-11);
  const double half_z = 0.5 * z;
  const double w = 1 - half_z;
  const double half_z_lo = ::fma(0.5 * a.r, a.r, -half_z);
  const double cos_lo = ((1 - w) - half_z) + ::fma(z2, c, -half_z_lo) - a.r * a.r_lo;
  return {{a.r, ::fma(a.r_lo, w, (a.r * z) * s)}, {w, cos_lo}};
}

/// +-sin or +-cos of the angle: quadrant 0 sin, 1 cos, 2 -sin, 3 -cos.
KOKKOS_FORCEINLINE_FUNCTION double sin_of_quadrant(const QuadrantAngle& a, uint64_t quadrant) {
  const SinCos v = sin_cos(a);
  const double value = (quadrant & 1) != 0 ? v.cos.hi + v.cos.lo : v.sin.hi + v.sin.lo;
  return from_bits(to_bits(value) ^ ((quadrant & 2) << 62));
}
KOKKOS_FORCEINLINE_FUNCTION double sin_of_quadrant_float(double r, uint64_t quadrant) {
  const double z = r * r, z2 = z * z;
  const double s =
      poly4(z, z2, -0.16666666641626576, 0.0083333293858891041, -0.00019839334833531886, 2.718311447652176e-06);
  const double c = poly3(z, z2, 0.041666646864514781, -0.0013887367461926461, 2.4438447166948061e-05);
  const double value = (quadrant & 1) != 0 ? ::fma(z2, c, ::fma(z, -0.5, 1.0)) : ::fma(r * z, s, r);
  return from_bits(to_bits(value) ^ ((quadrant & 2) << 62));
}

KOKKOS_FORCEINLINE_FUNCTION double sin_from(double x, const QuadrantAngle& a) {
  // Below 2^-27 sin(x) rounds to x; this also keeps the sign of zero.
  return canonical(magnitude(x) < 0x1p-27 ? x : sin_of_quadrant(a, a.quadrant));
}
KOKKOS_FORCEINLINE_FUNCTION double cos_from(const QuadrantAngle& a) {
  return canonical(sin_of_quadrant(a, a.quadrant + 1));
}
KOKKOS_FORCEINLINE_FUNCTION double tan_from(double x, const QuadrantAngle& a) {
  const SinCos v = sin_cos(a);
  const bool odd = (a.quadrant & 1) != 0;
  const Pair s = fast_two_sum(v.sin.hi, v.sin.lo), c = fast_two_sum(v.cos.hi, v.cos.lo);
  const Pair top = {odd ? -c.hi : s.hi, odd ? -c.lo : s.lo};
  const Pair bottom = {odd ? s.hi : c.hi, odd ? s.lo : c.lo};
  return canonical(magnitude(x) < 0x1p-27 ? x : quotient(top, bottom));
}
KOKKOS_FORCEINLINE_FUNCTION float sin_from_float(double x, double r, uint64_t quadrant) {
  return narrow(x == 0 ? x : sin_of_quadrant_float(r, quadrant));
}
KOKKOS_FORCEINLINE_FUNCTION float cos_from_float(double r, uint64_t quadrant) {
  return narrow(sin_of_quadrant_float(r, quadrant + 1));
}
KOKKOS_FORCEINLINE_FUNCTION float tan_from_float(double x, double r, uint64_t quadrant) {
  const double s = sin_of_quadrant_float(r, quadrant & 1), c = sin_of_quadrant_float(r, (quadrant & 1) + 1);
  return narrow(x == 0 ? x : s / c);
}

}  // namespace detail

/// True where `sin_moderate`, `cos_moderate` and `tan_moderate` may be used: |x| <= 2^30, and NaN.
KOKKOS_FORCEINLINE_FUNCTION bool is_moderate(double x) { return !(detail::magnitude(x) > detail::moderate_limit); }
KOKKOS_FORCEINLINE_FUNCTION bool is_moderate(float x) { return is_moderate(static_cast<double>(x)); }

/// The branch-free part of `sin`, `cos`, `tan` for is_moderate(x); the same bits. Elsewhere a number without meaning.
KOKKOS_FORCEINLINE_FUNCTION double sin_moderate(double x) { return detail::sin_from(x, detail::reduce_moderate(x)); }
KOKKOS_FORCEINLINE_FUNCTION double cos_moderate(double x) { return detail::cos_from(detail::reduce_moderate(x)); }
KOKKOS_FORCEINLINE_FUNCTION double tan_moderate(double x) { return detail::tan_from(x, detail::reduce_moderate(x)); }
KOKKOS_FORCEINLINE_FUNCTION float sin_moderate(float x) {
  const detail::QuadrantAngle a = detail::reduce_moderate_float(x);
  return detail::sin_from_float(x, a.r, a.quadrant);
}
KOKKOS_FORCEINLINE_FUNCTION float cos_moderate(float x) {
  const detail::QuadrantAngle a = detail::reduce_moderate_float(x);
  return detail::cos_from_float(a.r, a.quadrant);
}
KOKKOS_FORCEINLINE_FUNCTION float tan_moderate(float x) {
  const detail::QuadrantAngle a = detail::reduce_moderate_float(x);
  return detail::tan_from_float(x, a.r, a.quadrant);
}

/// Sine of x radians, x of any size. Error below 0.9 ULP (float 0.52). sin(-0.0) = -0.0, sin(+-inf) = NaN.
KOKKOS_INLINE_FUNCTION double sin(double x) { return detail::sin_from(x, detail::reduce_any(x)); }
KOKKOS_INLINE_FUNCTION float sin(float x) {
  if (is_moderate(x)) return sin_moderate(x);
  const detail::QuadrantAngle a = detail::reduce_any(x);
  return detail::sin_from_float(x, a.r, a.quadrant);
}

/// Cosine of x radians, x of any size. Error below 0.9 ULP (float 0.52). cos(+-inf) = NaN.
KOKKOS_INLINE_FUNCTION double cos(double x) { return detail::cos_from(detail::reduce_any(x)); }
KOKKOS_INLINE_FUNCTION float cos(float x) {
  if (is_moderate(x)) return cos_moderate(x);
  const detail::QuadrantAngle a = detail::reduce_any(x);
  return detail::cos_from_float(a.r, a.quadrant);
}

/// Tangent of x radians, x of any size. Error below 1 ULP (float 0.52). tan(-0.0) = -0.0, tan(+-inf) = NaN.
KOKKOS_INLINE_FUNCTION double tan(double x) { return detail::tan_from(x, detail::reduce_any(x)); }
KOKKOS_INLINE_FUNCTION float tan(float x) {
  if (is_moderate(x)) return tan_moderate(x);
  const detail::QuadrantAngle a = detail::reduce_any(x);
  return detail::tan_from_float(x, a.r, a.quadrant);
}

}  // namespace spica::math
