// From random words to numbers, as NumPy does it. A distribution is a functor from one digit of the stream
// (`digit_bits` of it, low ones of a word first) to one value, for host and device; it holds its parameters ready for
// the kernel.
#pragma once

#include <spica/ops/random/philox.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>

namespace spica::random {

/// 53 bits to [0, 1): multiples of 2^-53, never 1 (the largest is 1 - 2^-53, a double). Source: NumPy `next_double`.
KOKKOS_INLINE_FUNCTION double unit_double(std::uint64_t word) { return static_cast<double>(word >> 11) * 0x1.0p-53; }

/// 24 bits to [0, 1): multiples of 2^-24, never 1 (the largest is 1 - 2^-24, a float). Source: NumPy `next_float`.
///
/// Scaling all 32 bits would round the largest words up to 1 (cupy/cupy#1614).
KOKKOS_INLINE_FUNCTION float unit_float(std::uint32_t word) { return static_cast<float>(word >> 8) * 0x1.0p-24f; }

namespace detail {

/// `a * b + c` with both roundings, on a device too, where the compiler would otherwise make it one fma and the last
/// bit would differ from NumPy's. On a host, -ffp-contract=off (set for Spica's own sources) does the same.
KOKKOS_INLINE_FUNCTION double multiply_then_add(double a, double b, double c) {
  KOKKOS_IF_ON_DEVICE((return __dadd_rn(__dmul_rn(a, b), c);))
  KOKKOS_IF_ON_HOST((return a * b + c;))
}

}  // namespace detail

namespace detail {

/// In the fewest digits that tell it from other numbers: for error messages.
template <class T> std::string number_text(T x) {
  char digits[32];
  return std::string(digits, std::to_chars(digits, digits + sizeof digits, x).ptr);
}

/// "low is 0 and high is -1e+308".
template <class T> std::string bounds_text(T low, T high) {
  return "low is " + number_text(low) + " and high is " + number_text(high);
}

}  // namespace detail

/// NumPy's `Generator.random(dtype=T)`: uniform in [0, 1), for double from 64-bit and for float from 32-bit words.
template <class T> struct Unit {
  static_assert(std::is_same_v<T, double> || std::is_same_v<T, float>, "random numbers in [0, 1) are float or double");
  static constexpr int digit_bits = std::is_same_v<T, double> ? 64 : 32;

  KOKKOS_INLINE_FUNCTION T operator()(std::uint64_t digit) const {
    if constexpr (std::is_same_v<T, double>) {
      return unit_double(digit);
    } else {
      return unit_float(static_cast<std::uint32_t>(digit));
    }
  }
};

/// `low + (high - low) * u`, computed in double for both types.
///
/// double: NumPy's bits, and so NumPy's caveat: where high - low is coarse, rounding can give `high` itself (u = 1 -
/// 2^-53 in [1, 2) does). float: rounded once and kept in [low, high) always, by the clamp to the float below `high`.
template <class T> struct Scaled {
  double low;
  double range;
  T largest;

  Scaled(T low_, T high_)
      : low(low_),
        range(static_cast<double>(high_) - static_cast<double>(low_)),
        largest(high_ > low_ ? std::nextafter(high_, low_) : low_) {}

  KOKKOS_INLINE_FUNCTION T operator()(double unit) const {
    const double value = detail::multiply_then_add(range, unit, low);
    if constexpr (std::is_same_v<T, double>) {
      return value;
    } else {
      const T rounded = static_cast<T>(value);
      return rounded < largest ? rounded : largest;
    }
  }
};

/// `Generator.uniform(low, high)`. NumPy has it for double only; float is NumPy's formula on a float32 `u`:
/// `(low + (high - low) * rng.random(dtype=float32).astype(float64)).astype(float32)`, clamped as `Scaled` says.
template <class T> struct Uniform {
  static constexpr int digit_bits = Unit<T>::digit_bits;
  Scaled<T> scaled;

  Uniform(T low, T high) : scaled(low, high) {}

  KOKKOS_INLINE_FUNCTION T operator()(std::uint64_t digit) const {
    return scaled(static_cast<double>(Unit<T>{}(digit)));
  }
};

/// Integers in [low, low + range] without bias: Lemire's multiplication, with a rejection that makes every value
/// equally likely. Bits: how wide a digit NumPy takes for the type and range (1 for bool, 8 for 8-bit types, 32 where
/// the range fits, else 64).
///
/// Source: D. Lemire, "Fast Random Integer Generation in an Interval", 2019; NumPy `distributions.c`,
/// `buffered_bounded_lemire_uint32` and its siblings.
template <class T, int Bits> struct BoundedInteger {
  static constexpr int digit_bits = Bits;
  static constexpr std::uint64_t digit_max = ~std::uint64_t{0} >> (64 - Bits);

  std::uint64_t low;
  std::uint64_t count;      // number of values; 0 when they are all that a digit can say
  std::uint64_t threshold;  // products with a smaller low part are rejected; below `count`

  /// @param range  largest minus smallest value, in [1, digit_max].
  BoundedInteger(T low_, std::uint64_t range)
      : low(static_cast<std::uint64_t>(low_)),
        count((range + 1) & digit_max),
        threshold(count == 0 ? 0 : (digit_max - range) % count) {}

  KOKKOS_INLINE_FUNCTION bool accepts(std::uint64_t digit) const { return ((digit * count) & digit_max) >= threshold; }

  KOKKOS_INLINE_FUNCTION T operator()(std::uint64_t digit) const {
    if (count != 0) {
      if constexpr (Bits == 64) {
        digit = detail::multiply_128(digit, count).high;
      } else {
        digit = (digit * count) >> Bits;
      }
    }
    return static_cast<T>(low + digit);
  }
};

}  // namespace spica::random
