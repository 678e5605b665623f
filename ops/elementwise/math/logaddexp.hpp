#pragma once

// logaddexp.

#include <spica/ops/elementwise/math/bits.hpp>
#include <spica/ops/elementwise/math/exp.hpp>
#include <spica/ops/elementwise/math/log.hpp>

namespace spica::math {

/// log(exp(a) + exp(b)) = max + log1p(exp(-|a - b|)), without overflow.
/// Absolute error 2^-59 (float 2^-52) plus half an ULP of the result: below 1 ULP except where exp(a) + exp(b) is near
/// 1 and max cancels against the logarithm; 4 ULP are kept down to results of about 2^-9 (float: 2^-27).
/// logaddexp(+-inf, +-inf) of one sign is that infinity, inf with anything but NaN is inf, -inf with b is b.
KOKKOS_FORCEINLINE_FUNCTION double logaddexp(double a, double b) {
  using namespace detail;
  const double larger = a > b ? a : b, smaller = a > b ? b : a;
  const Pair d = two_sum(smaller, -larger);
  const bool far = !(d.hi > -746.0);  // exp is 0; also where an infinity made d NaN
  const double x = far ? -746.0 : d.hi, x_lo = far ? 0.0 : d.lo;
  // exp(x + x_lo) as a pair: 1 + r exactly, r^2/2 exactly, the rest of the series in one double.
  const ExpArgument e = reduce_by_ln2(x, x_lo);
  const double r2 = e.r * e.r;
  const double half_r2_lo = 0.5 * ::fma(e.r, e.r, -r2);
  const Pair one_r = fast_two_sum(1.0, e.r);
  const Pair sum = fast_two_sum(one_r.hi, 0.5 * r2);
  const double rest = ::fma(r2, exp_tail(e.r, r2) - 0.5, ::fma(e.r, e.r_lo, e.r_lo) + half_r2_lo);
  const Pair mantissa = fast_two_sum(sum.hi, sum.lo + (one_r.lo + rest));
  const Pair l = log1p_pair(scale(mantissa.hi, e.shifted), mantissa.lo * power_of_two(e.n < -960 ? -960.0 : e.n));
  const Pair total = two_sum(larger, l.hi);
  const double finite = total.hi + (total.lo + l.lo);
  const double result = far || magnitude(larger) == infinity ? larger : finite;
  return a == a && b == b ? canonical(result) : quiet_nan();
}
KOKKOS_FORCEINLINE_FUNCTION float logaddexp(float a, float b) {
  return detail::narrow(logaddexp(static_cast<double>(a), static_cast<double>(b)));
}

}  // namespace spica::math
