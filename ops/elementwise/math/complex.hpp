#pragma once

// Products, quotients and elementary functions of complex numbers, from the real ones and so with the same bits everywhere.
//
// complex<float> is computed in double where that is not a plain product: nothing overflows on the way and only the last
// rounding counts. complex<double> is scaled by powers of two where a square could overflow or underflow. Errors are some
// eps of the magnitude of the result, as is usual for complex numbers; one part alone may lose more.

#include "exact.hpp"
#include "exp.hpp"
#include "inverse_trigonometric.hpp"
#include "log.hpp"
#include "power.hpp"
#include "trigonometric.hpp"

#include <Kokkos_Complex.hpp>

namespace spica::math {

namespace detail {
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<double> widen(Kokkos::complex<float> z) { return {z.real(), z.imag()}; }
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<float> narrow(Kokkos::complex<double> z) { return {narrow(z.real()), narrow(z.imag())}; }

/// a - b, for a difference that stands beside a sum. g++ 12 makes one fused operation (vfmaddsub) of the two if products go
/// into them, -ffp-contract=off or not, and hosts would have other bits than a GPU. It sees no difference here.
KOKKOS_FORCEINLINE_FUNCTION double minus(double a, double b) { return a + from_bits(to_bits(b) ^ sign_bit); }
KOKKOS_FORCEINLINE_FUNCTION float minus(float a, float b) { return a + from_bits(to_bits(b) ^ 0x80000000u); }
}  // namespace detail

template <class T> KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<T> multiply(Kokkos::complex<T> a, Kokkos::complex<T> b) {
  return {detail::minus(a.real() * b.real(), a.imag() * b.imag()), a.real() * b.imag() + a.imag() * b.real()};
}

/// a / b. Division by zero divides each part of a by zero.
/// Source of the method: Smith, Algorithm 116: Complex division, CACM 5 (1962), without its branch.
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<double> divide(Kokkos::complex<double> a, Kokkos::complex<double> b) {
  using namespace detail;
  const bool swap = magnitude(b.real()) < magnitude(b.imag());
  const double larger = swap ? b.imag() : b.real(), smaller = swap ? b.real() : b.imag();
  const double ratio = larger == 0 ? 0.0 : smaller / larger;
  const double divisor = larger + smaller * ratio;
  const double real = swap ? a.real() * ratio + a.imag() : a.real() + a.imag() * ratio;
  const double imag = swap ? minus(a.imag() * ratio, a.real()) : minus(a.imag(), a.real() * ratio);
  const double by = larger == 0 ? magnitude(larger) : divisor;
  return {real / by, imag / by};
}
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<float> divide(Kokkos::complex<float> a, Kokkos::complex<float> b) {
  return detail::narrow(divide(detail::widen(a), detail::widen(b)));
}

/// The root with real part >= 0; the sign of the imaginary part is z's. sqrt(x +- i inf) = inf +- i inf even for NaN x.
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<double> sqrt(Kokkos::complex<double> z) {
  using namespace detail;
  const double x = magnitude(z.real()), y = magnitude(z.imag());
  const double larger = x > y ? x : y;
  const bool huge = larger > 0x1p1000, tiny = larger < 0x1p-900;
  const double factor = huge ? 0x1p-4 : (tiny ? 0x1p120 : 1.0), back = huge ? 0x1p2 : (tiny ? 0x1p-60 : 1.0);
  const double a = x * factor, b = y * factor;
  const double root = math::sqrt(0.5 * (a + hypot(a, b)));  // no cancellation: the other part comes from 2 root other = b
  const double other = larger == 0 ? 0.0 : b / (2 * root);
  const bool left = z.real() < 0;
  const double real = (left ? other : root) * back, imag = (left ? root : other) * back;
  const bool infinite = y == infinity;
  return {infinite ? infinity : canonical(real), infinite ? z.imag() : canonical(copysign(imag, z.imag()))};
}
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<float> sqrt(Kokkos::complex<float> z) { return detail::narrow(sqrt(detail::widen(z))); }

/// e^x (cos y + i sin y), also where e^x alone would overflow.
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<double> exp(Kokkos::complex<double> z) {
  using namespace detail;
  const bool huge = z.real() > 700;
  const double length = exp(huge ? z.real() - 700 : z.real()), factor = huge ? 0x1.d945df4f8ec8ep+1009 : 1.0;  // e^700
  const double real = length * cos(z.imag()) * factor, imag = length * sin(z.imag()) * factor;
  return {canonical(real), z.imag() == 0 ? z.imag() : canonical(imag)};
}
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<float> exp(Kokkos::complex<float> z) { return detail::narrow(exp(detail::widen(z))); }

/// log|z| + i arg z, arg in [-pi, pi]. Near |z| = 1 as log1p(|z|^2 - 1) / 2, with the difference exact to twice the precision.
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<double> log(Kokkos::complex<double> z) {
  using namespace detail;
  const double x = magnitude(z.real()), y = magnitude(z.imag());
  const double larger = x > y ? x : y, smaller = x > y ? y : x;
  const bool huge = larger > 0x1p1000, tiny = larger < 0x1p-900;
  const double factor = huge ? 0x1p-100 : (tiny ? 0x1p100 : 1.0);
  const double correction = huge ? 0x1.1542457337d43p+6 : (tiny ? -0x1.1542457337d43p+6 : 0.0);  // 100 log 2
  const double far = log(hypot(x * factor, y * factor)) + correction;

  const Pair square1 = two_product(larger, larger), square2 = two_product(smaller, smaller);
  const Pair less_one = two_sum(-1.0, square1.hi);
  const Pair sum = two_sum(less_one.hi, square2.hi);
  const double near = 0.5 * log1p(sum.hi + (sum.lo + (less_one.lo + (square1.lo + square2.lo))));
  return {larger > 0.5 && larger < 2.0 ? near : far, atan2(z.imag(), z.real())};
}
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<float> log(Kokkos::complex<float> z) { return detail::narrow(log(detail::widen(z))); }

/// exp(b log a): the relative error grows with |b log a|. Powers 0, 1 and 2 are exact products; 0^b is 0 for Re b > 0, else NaN.
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<double> pow(Kokkos::complex<double> a, Kokkos::complex<double> b) {
  using namespace detail;
  using C = Kokkos::complex<double>;
  if (b.imag() == 0 && (b.real() == 0 || b.real() == 1 || b.real() == 2))
    return b.real() == 0 ? C(1, 0) : (b.real() == 1 ? a : multiply(a, a));
  if (a.real() == 0 && a.imag() == 0) return b.real() > 0 ? C(0, 0) : C(quiet_nan(), quiet_nan());
  return exp(multiply(b, log(a)));
}
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<float> pow(Kokkos::complex<float> a, Kokkos::complex<float> b) {
  return detail::narrow(pow(detail::widen(a), detail::widen(b)));
}

}  // namespace spica::math
