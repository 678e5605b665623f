#pragma once

// Functions whose result IEEE 754 and C define to the last bit: fmod, nextafter, copysign, rint, floor, ceil, trunc,
// sqrt.
//
// These do call the C library on hosts and CUDA's on the device. There is nothing to round in any of them but sqrt and
// rint (fmod's remainder is always representable; C Annex F and the CUDA C++ Programming Guide, Mathematical Functions,
// both give 0 ULP), and those two are correctly rounded on both, rint because the rounding mode is never changed, sqrt
// because nvcc's -prec-sqrt stays at its default. Only NaNs differ, and are made canonical here.

#include <spica/ops/elementwise/math/bits.hpp>

namespace spica::math {

KOKKOS_FORCEINLINE_FUNCTION double sqrt(double x) { return detail::canonical(::sqrt(x)); }
KOKKOS_FORCEINLINE_FUNCTION float sqrt(float x) { return detail::canonical(::sqrtf(x)); }

/// To the nearest whole number, half to even.
KOKKOS_FORCEINLINE_FUNCTION double rint(double x) { return detail::canonical(::rint(x)); }
KOKKOS_FORCEINLINE_FUNCTION float rint(float x) { return detail::canonical(::rintf(x)); }

KOKKOS_FORCEINLINE_FUNCTION double floor(double x) { return detail::canonical(::floor(x)); }
KOKKOS_FORCEINLINE_FUNCTION float floor(float x) { return detail::canonical(::floorf(x)); }

KOKKOS_FORCEINLINE_FUNCTION double ceil(double x) { return detail::canonical(::ceil(x)); }
KOKKOS_FORCEINLINE_FUNCTION float ceil(float x) { return detail::canonical(::ceilf(x)); }

KOKKOS_FORCEINLINE_FUNCTION double trunc(double x) { return detail::canonical(::trunc(x)); }
KOKKOS_FORCEINLINE_FUNCTION float trunc(float x) { return detail::canonical(::truncf(x)); }

/// x - n y with n = x / y rounded towards zero, exactly; the sign of x. NaN for infinite x or y = 0.
KOKKOS_FORCEINLINE_FUNCTION double fmod(double x, double y) { return detail::canonical(::fmod(x, y)); }
KOKKOS_FORCEINLINE_FUNCTION float fmod(float x, float y) { return detail::canonical(::fmodf(x, y)); }

/// Bits only, so that a NaN keeps its sign and payload apart from the sign given.
KOKKOS_FORCEINLINE_FUNCTION double copysign(double x, double sign) {
  return detail::from_bits((detail::to_bits(x) & ~detail::sign_bit) | (detail::to_bits(sign) & detail::sign_bit));
}
KOKKOS_FORCEINLINE_FUNCTION float copysign(float x, float sign) {
  return detail::from_bits((detail::to_bits(x) & 0x7fffffffu) | (detail::to_bits(sign) & 0x80000000u));
}

/// The representable value next to x in the direction of y; y itself if they are equal (so the sign of a zero is y's).
/// In integers, because the bits of a magnitude count its values: branch-free, and the library's would not vectorise.
KOKKOS_FORCEINLINE_FUNCTION double nextafter(double x, double y) {
  using namespace detail;
  const uint64_t bits = to_bits(x);
  const bool away_from_zero = (x < y) == ((bits & sign_bit) == 0);
  const double stepped = from_bits(away_from_zero ? bits + 1 : bits - 1);
  const double result = x == 0 ? from_bits((to_bits(y) & sign_bit) | 1u) : stepped;
  const double equal = x == y ? y : result;
  return x == x && y == y ? equal : quiet_nan();
}
KOKKOS_FORCEINLINE_FUNCTION float nextafter(float x, float y) {
  using namespace detail;
  const uint32_t bits = to_bits(x);
  const bool away_from_zero = (x < y) == ((bits & 0x80000000u) == 0);
  const float stepped = from_bits(away_from_zero ? bits + 1 : bits - 1);
  const float result = x == 0 ? from_bits((to_bits(y) & 0x80000000u) | 1u) : stepped;
  const float equal = x == y ? y : result;
  return x == x && y == y ? equal : from_bits(uint32_t{0x7fc00000u});
}

}  // namespace spica::math
