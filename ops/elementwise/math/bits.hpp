#pragma once

// Building blocks of the elementary functions: bits of floating-point numbers, exact sums and products, polynomials.
//
// Every file in this folder keeps to one rule, from which "the same bits on every backend" follows: only operations
// that IEEE 754 rounds in one way (+ - * / sqrt fma, comparisons, integers) may touch a value. The C library's and
// CUDA's exp, sin, ... round differently from each other, so they are not called. The rule holds as long as the
// compiler fuses nothing by itself: -ffp-contract=off on hosts, -fmad=false for nvcc.
//
// The second rule is for speed: no branches and no tables. A condition is a select of two computed values, so that the
// compiler turns a loop over any of these functions into SIMD code (g++ needs -fno-math-errno -fno-trapping-math for
// that) and a GPU warp never diverges. sin, cos and tan of large arguments are the one exception: see
// trigonometric.hpp.
//
// Functions are force-inlined: a function that is called rather than inlined stops the vectoriser, and the size limit
// of g++ for inlining (200 instructions) is below the size of pow.

#include <Kokkos_Macros.hpp>
#include <cmath>
#include <cstdint>

namespace spica::math::detail {

using std::int64_t;
using std::uint32_t;
using std::uint64_t;

// The builtin rather than std::bit_cast: nvcc takes it in device code without --expt-relaxed-constexpr.
KOKKOS_FORCEINLINE_FUNCTION uint64_t to_bits(double x) { return __builtin_bit_cast(uint64_t, x); }
KOKKOS_FORCEINLINE_FUNCTION uint32_t to_bits(float x) { return __builtin_bit_cast(uint32_t, x); }
KOKKOS_FORCEINLINE_FUNCTION double from_bits(uint64_t bits) { return __builtin_bit_cast(double, bits); }
KOKKOS_FORCEINLINE_FUNCTION float from_bits(uint32_t bits) { return __builtin_bit_cast(float, bits); }

inline constexpr uint64_t sign_bit = 0x8000000000000000u;
inline constexpr uint64_t mantissa_bits = 0x000fffffffffffffu;
inline constexpr double infinity = __builtin_huge_val();
// Adding 1.5 * 2^52 rounds a double below 2^51 to an integer (half to even) and leaves that integer, in two's
// complement, in the low bits of the sum: rint and conversion to integer for one addition, on every instruction set.
inline constexpr double round_shift = 0x1.8p52;
inline constexpr double ln2 = 0x1.62e42fefa39efp-1;
inline constexpr double ln2_tail = 0x1.abc9e3b39803fp-56;
// 42 bits, so that its product with an exponent (11 bits) is exact; and the rest. (Cody & Waite's reduction.)
inline constexpr double ln2_high = 0x1.62e42fefa3800p-1;
inline constexpr double ln2_low = 0x1.ef35793c76730p-45;
inline constexpr double log2e = 0x1.71547652b82fep+0;
inline constexpr double log2e_tail = 0x1.777d0ffda0d24p-56;
inline constexpr double pi_over_2 = 0x1.921fb54442d18p+0;
inline constexpr double pi_over_2_tail = 0x1.1a62633145c07p-54;

// NaN results are always this one: x86 makes negative NaNs and keeps payloads, NVIDIA's GPUs make 0x7fff..., so bits
// would differ otherwise.
KOKKOS_FORCEINLINE_FUNCTION double quiet_nan() { return from_bits(uint64_t{0x7ff8000000000000u}); }
KOKKOS_FORCEINLINE_FUNCTION double canonical(double x) { return x == x ? x : quiet_nan(); }
KOKKOS_FORCEINLINE_FUNCTION float canonical(float x) { return x == x ? x : from_bits(uint32_t{0x7fc00000u}); }

/// Result of a float function computed in double: one rounding, NaN made canonical after it (the conversion changes
/// NaNs).
KOKKOS_FORCEINLINE_FUNCTION float narrow(double x) { return canonical(static_cast<float>(x)); }

KOKKOS_FORCEINLINE_FUNCTION double magnitude(double x) { return from_bits(to_bits(x) & ~sign_bit); }
/// `magnitude`, which has no sign bit of its own, with the sign of `sign`.
KOKKOS_FORCEINLINE_FUNCTION double with_sign(double magnitude, double sign) {
  return from_bits(to_bits(magnitude) | (to_bits(sign) & sign_bit));
}

/// 2^n for a whole number n in [-1022, 1023].
KOKKOS_FORCEINLINE_FUNCTION double power_of_two(double n) { return from_bits((to_bits(n + round_shift) + 1023) << 52); }

/// v * 2^n, rounded once, for v in [0.5, 4), shifted = n + round_shift with a whole number |n| <= 2000. Two steps,
/// because 2^n alone may overflow or lose bits; the first, which adds floor(n / 2) to the exponent of v, is exact. The
/// bits of round_shift itself do not get into the low 12 bits, here or halved.
KOKKOS_FORCEINLINE_FUNCTION double scale(double v, double shifted) {
  const uint64_t n = to_bits(shifted), half = n >> 1;
  return from_bits(to_bits(v) + (half << 52)) * from_bits((n - half + 1023) << 52);
}

/// An unevaluated sum hi + lo with |lo| far below |hi|: about 106 bits.
struct Pair {
  double hi;
  double lo;
};

/// a + b exactly, if |a| >= |b| or a == 0. Source: Dekker 1971; Muller et al., Handbook of Floating-Point
/// Arithmetic, 4.3.
KOKKOS_FORCEINLINE_FUNCTION Pair fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}
/// a + b exactly, whichever is larger. Source: Knuth, TAOCP vol. 2, 4.2.2.
KOKKOS_FORCEINLINE_FUNCTION Pair two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}
/// a * b exactly (barring underflow).
KOKKOS_FORCEINLINE_FUNCTION Pair two_product(double a, double b) {
  const double product = a * b;
  return {product, ::fma(a, b, -product)};
}
/// (a.hi + a.lo) / (b.hi + b.lo) to about 0.51 ULP, with one division; both normalised.
KOKKOS_FORCEINLINE_FUNCTION double quotient(Pair a, Pair b) {
  const double reciprocal = 1 / b.hi;
  const double q = a.hi * reciprocal;
  return ::fma(::fma(-q, b.hi, a.hi) + (a.lo - q * b.lo), reciprocal, q);
}

/// 1 / sqrt(x) to 4 %, for the correction terms that need no more: half the exponent and a linear guess of the
/// mantissa, both in one subtraction. Source of the constant: Lomont, Fast Inverse Square Root, 2003 (double
/// precision).
KOKKOS_FORCEINLINE_FUNCTION double reciprocal_sqrt_guess(double x) {
  return from_bits(0x5fe6eb50c7b537a9u - (to_bits(x) >> 1));
}
/// The rest of sqrt(x + x_lo) that root = sqrt(x) lost to rounding.
KOKKOS_FORCEINLINE_FUNCTION double sqrt_rest(double x, double x_lo, double root) {
  return (::fma(-root, root, x) + x_lo) * (0.5 * reciprocal_sqrt_guess(x));
}

// Polynomials c0 + c1 x + ... by Estrin's scheme: the depth grows with the logarithm of the degree, where Horner's
// waits four cycles for every coefficient. Fixed sizes rather than a template: cheap to compile, and the order of
// operations, which the bits depend on, can be read.
KOKKOS_FORCEINLINE_FUNCTION double poly2(double x, double c0, double c1) { return ::fma(x, c1, c0); }
KOKKOS_FORCEINLINE_FUNCTION double poly3(double x, double x2, double c0, double c1, double c2) {
  return ::fma(x2, c2, ::fma(x, c1, c0));
}
KOKKOS_FORCEINLINE_FUNCTION double poly4(double x, double x2, double c0, double c1, double c2, double c3) {
  return ::fma(x2, ::fma(x, c3, c2), ::fma(x, c1, c0));
}
KOKKOS_FORCEINLINE_FUNCTION double poly5(double x, double x2, double x4, double c0, double c1, double c2, double c3,
                                         double c4) {
  return ::fma(x4, c4, poly4(x, x2, c0, c1, c2, c3));
}
KOKKOS_FORCEINLINE_FUNCTION double poly6(double x, double x2, double x4, double c0, double c1, double c2, double c3,
                                         double c4, double c5) {
  return ::fma(x4, poly2(x, c4, c5), poly4(x, x2, c0, c1, c2, c3));
}
KOKKOS_FORCEINLINE_FUNCTION double poly7(double x, double x2, double x4, double c0, double c1, double c2, double c3,
                                         double c4, double c5, double c6) {
  return ::fma(x4, poly3(x, x2, c4, c5, c6), poly4(x, x2, c0, c1, c2, c3));
}
KOKKOS_FORCEINLINE_FUNCTION double poly8(double x, double x2, double x4, double c0, double c1, double c2, double c3,
                                         double c4, double c5, double c6, double c7) {
  return ::fma(x4, poly4(x, x2, c4, c5, c6, c7), poly4(x, x2, c0, c1, c2, c3));
}

}  // namespace spica::math::detail
