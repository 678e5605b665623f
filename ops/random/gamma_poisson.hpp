// Gamma and Poisson numbers by rejection, as NumPy draws them (see ziggurat.hpp on drawn distributions).
//
// Source: G. Marsaglia and W. Tsang, "A Simple Method for Generating Gamma Variables", 2000 (shape >= 1); J. Ahrens and
// U. Dieter, "Computer Methods for Sampling from Gamma, Beta, Poisson and Binomial Distributions", 1974 (shape < 1);
// W. Hoermann, "The Transformed Rejection Method for Generating Poisson Random Variables", 1993 (PTRS, lam >= 10);
// NumPy `numpy/random/src/distributions` (the order of operations, which the bits depend on).
#pragma once

#include <spica/ops/elementwise/math/power.hpp>
#include <spica/ops/random/ziggurat.hpp>

#include <Kokkos_MathematicalFunctions.hpp>

namespace spica::random {

/// NumPy's `Generator.standard_gamma(shape, dtype=T)` times `scale`.
template <class T> struct Gamma {
  using value_type = T;
  static constexpr int word_bits = 8 * sizeof(T);
  static constexpr int unit = 1, step = 2, entries = 5;
  static constexpr std::int64_t chunk_words = 2048;
  T shape;
  double scale = 1;

  double words_each() const { return shape == 0 ? 0 : shape == 1 ? 1.023 : shape < 1 ? 2.9 : 2.16; }

  template <class Words> KOKKOS_INLINE_FUNCTION T operator()(Words& words) const {
    return static_cast<T>(scale * static_cast<double>(standard(words)));
  }

  template <class Words> KOKKOS_INLINE_FUNCTION T standard(Words& words) const {
    if (shape == T(1)) { return detail::standard_exponential<T>(words); }
    if (shape < T(1)) {
      for (;;) {
        const T u = detail::next_unit<T>(words);
        const T v = detail::standard_exponential<T>(words);
        if (u <= T(1) - shape) {
          const T x = math::pow(u, T(1) / shape);
          if (x <= v) { return x; }
        } else {
          const T y = -math::log((T(1) - u) / shape);
          const T x = math::pow(T(1) - shape + shape * y, T(1) / shape);
          if (x <= v + y) { return x; }
        }
      }
    }
    const T b = shape - T(1) / T(3);
    const T c = T(1) / Kokkos::sqrt(T(9) * b);
    for (;;) {
      T x, v;
      do {
        x = detail::standard_normal<T>(words);
        v = T(1) + c * x;
      } while (v <= T(0));
      v = v * v * v;
      const T u = detail::next_unit<T>(words);
      if (u < T(1) - T(0.0331) * (x * x) * (x * x)) { return b * v; }
      if (math::log(u) < T(0.5) * x * x + b * (T(1) - v + math::log(v))) { return b * v; }
    }
  }
};

namespace detail {

/// log(Gamma(x)) for x >= 1: Stirling's series above 7, and the recurrence down from there.
KOKKOS_INLINE_FUNCTION double log_gamma(double x) {
  if (x == 1 || x == 2) { return 0; }
  constexpr double series[10] = {8.333333333333333e-02,  -2.777777777777778e-03, 7.936507936507937e-04,
                                 -5.952380952380952e-04, 8.417508417508418e-04,  -1.917526917526918e-03,
                                 6.410256410256410e-03,  -2.955065359477124e-02, 1.796443723688307e-01,
                                 -1.39243221690590e+00};
  constexpr double log_two_pi = 1.8378770664093453;
  const int up = x < 7 ? static_cast<int>(7 - x) : 0;
  double top = x + up;
  const double z = (1 / top) * (1 / top);
  double sum = series[9];
  for (int k = 8; k >= 0; --k) { sum = sum * z + series[k]; }
  double result = sum / top + 0.5 * log_two_pi + (top - 0.5) * math::log(top) - top;
  for (int k = 0; k < up; ++k) {
    result -= math::log(top - 1);
    top -= 1;
  }
  return result;
}

}  // namespace detail

/// `Generator.poisson(lam)` for lam < 10: uniform numbers are multiplied until the product is below exp(-lam).
struct PoissonByProduct {
  using value_type = std::int64_t;
  static constexpr int word_bits = 64;
  static constexpr int unit = 1, step = 1, entries = 24;
  static constexpr std::int64_t chunk_words = 8192;
  double limit;  // exp(-lam)
  double lam;

  explicit PoissonByProduct(double lam_) : limit(math::exp(-lam_)), lam(lam_) {}
  double words_each() const { return lam + 1; }
  template <class Words> KOKKOS_INLINE_FUNCTION std::int64_t operator()(Words& words) const {
    std::int64_t count = 0;
    for (double product = unit_double(words()); product > limit; product *= unit_double(words())) { ++count; }
    return count;
  }
};

/// `Generator.poisson(lam)` for lam >= 10.
struct PoissonByRejection {
  using value_type = std::int64_t;
  static constexpr int word_bits = 64;
  static constexpr int unit = 2, step = 1, entries = 3;  // two words for each attempt
  static constexpr std::int64_t chunk_words = 2048;
  double lam, log_lam, a, b, log_inverse_alpha, sure;

  explicit PoissonByRejection(double lam_) : lam(lam_), log_lam(math::log(lam_)) {
    b = 0.931 + 2.53 * std::sqrt(lam);
    a = -0.059 + 0.02483 * b;
    log_inverse_alpha = math::log(1.1239 + 1.1328 / (b - 3.4));
    sure = 0.9277 - 3.6224 / (b - 2);
  }
  double words_each() const { return 2.4; }
  template <class Words> KOKKOS_INLINE_FUNCTION std::int64_t operator()(Words& words) const {
    for (;;) {
      const double u = unit_double(words()) - 0.5;
      const double v = unit_double(words());
      const double us = 0.5 - Kokkos::fabs(u);
      // u = -1/2 gives -infinity, which is no integer; NumPy's C code makes the smallest one of it and rejects.
      const double place = Kokkos::floor((2 * a / us + b) * u + lam + 0.43);
      const std::int64_t k = place >= -0x1p63 && place < 0x1p63 ? static_cast<std::int64_t>(place) : -1;
      if (us >= 0.07 && v <= sure) { return k; }
      if (k < 0 || (us < 0.013 && v > us)) { continue; }
      const double real = static_cast<double>(k);
      if (math::log(v) + log_inverse_alpha - math::log(a / (us * us) + b) <=
          -lam + real * log_lam - detail::log_gamma(real + 1)) {
        return k;
      }
    }
  }
};

}  // namespace spica::random
