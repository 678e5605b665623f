// Floating types of 16 bits. They are for storage: each operation converts to float, computes, and rounds its result
// back once, as NumPy does for float16.
#pragma once

#include <Kokkos_Macros.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace spica {

namespace detail {

/// A double as a float that still tells in its last bit that something was cut off ("round to odd"), so that rounding
/// it to fewer digits afterwards gives what rounding the double at once would give. Source: S. Boldo, G. Melquiond,
/// Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd (2008).
KOKKOS_FORCEINLINE_FUNCTION constexpr float to_odd_float(double value) {
  const float nearest = static_cast<float>(value);
  const double back = nearest;
  if (back == value || value != value) return nearest;
  auto bits = __builtin_bit_cast(std::uint32_t, nearest);
  if ((back > value) == (value > 0)) --bits;  // too far from zero: the neighbour nearer to it
  return __builtin_bit_cast(float, bits | 1u);
}

/// IEEE 754 binary16: 5 bits of exponent, 10 of fraction.
struct Binary16 {
  static constexpr std::uint16_t infinity = 0x7c00, nan = 0x7e00;

  static KOKKOS_FORCEINLINE_FUNCTION constexpr std::uint16_t from_float(float value) {
    const auto word = __builtin_bit_cast(std::uint32_t, value);
    const std::uint32_t sign = word & 0x80000000u, magnitude = word ^ sign;
    // Normal: the exponent's bias changes, and half of the last digit that stays is added, less one unit where that is
    // even.
    const std::uint32_t normal = (magnitude - (112u << 23) + 0xfffu + ((magnitude >> 13) & 1u)) >> 13;
    // Subnormal: 0.5 has the digits of binary16's smallest numbers in its last places, so the addition rounds to them.
    const std::uint32_t subnormal =
        __builtin_bit_cast(std::uint32_t, __builtin_bit_cast(float, magnitude) + 0.5f) - (126u << 23);
    const std::uint32_t beyond = magnitude > (255u << 23) ? nan : infinity;
    const std::uint32_t result = magnitude >= (143u << 23) ? beyond : magnitude < (113u << 23) ? subnormal : normal;
    return static_cast<std::uint16_t>(result | (sign >> 16));
  }

  static KOKKOS_FORCEINLINE_FUNCTION constexpr float to_float(std::uint16_t bits) {
    const std::uint32_t magnitude = bits & 0x7fffu, sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
    const std::uint32_t shifted = magnitude << 13;
    const std::uint32_t normal = shifted + (112u << 23);
    const std::uint32_t beyond = shifted + (224u << 23);
    // Subnormal: the digits behind 2^-14, less 2^-14.
    const std::uint32_t subnormal =
        __builtin_bit_cast(std::uint32_t, __builtin_bit_cast(float, shifted + (113u << 23)) - 0x1p-14f);
    const std::uint32_t result = magnitude >= infinity ? beyond : magnitude < 0x0400u ? subnormal : normal;
    return __builtin_bit_cast(float, result | sign);
  }
};

/// bfloat16: the upper half of a float.
struct BrainFloat16 {
  static constexpr std::uint16_t infinity = 0x7f80, nan = 0x7fc0;

  static KOKKOS_FORCEINLINE_FUNCTION constexpr std::uint16_t from_float(float value) {
    const auto word = __builtin_bit_cast(std::uint32_t, value);
    const std::uint32_t rounded = (word + 0x7fffu + ((word >> 16) & 1u)) >> 16;
    return static_cast<std::uint16_t>((word & 0x7fffffffu) > (255u << 23) ? (word >> 16 & 0x8000u) | nan : rounded);
  }

  static KOKKOS_FORCEINLINE_FUNCTION constexpr float to_float(std::uint16_t bits) {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
  }
};

/// A number of 16 bits that is a float wherever one is needed.
template <class Format> struct Float16 {
  std::uint16_t bits;

  Float16() = default;
  /// The nearest number, half to even, in one rounding also from double and integers.
  KOKKOS_FORCEINLINE_FUNCTION constexpr Float16(float value)
      : bits(Format::from_float(value)) {}  // NOLINT: implicit as float itself is
  KOKKOS_FORCEINLINE_FUNCTION constexpr Float16(double value)
      : bits(Format::from_float(to_odd_float(value))) {}  // NOLINT
  template <std::integral I>
  KOKKOS_FORCEINLINE_FUNCTION constexpr Float16(I value) : Float16(static_cast<double>(value)) {}  // NOLINT

  KOKKOS_FORCEINLINE_FUNCTION constexpr operator float() const { return Format::to_float(bits); }  // NOLINT

  static KOKKOS_FORCEINLINE_FUNCTION constexpr Float16 from_bits(std::uint16_t bits) {
    Float16 result(0.0f);
    result.bits = bits;
    return result;
  }
};

}  // namespace detail

/// NumPy's float16, IEEE 754 binary16: 11 binary digits, largest 65504. For storage; arithmetic is float's.
using float16 = detail::Float16<detail::Binary16>;
/// The upper half of a float: 8 binary digits, float's range. NumPy has it in the package ml_dtypes.
using bfloat16 = detail::Float16<detail::BrainFloat16>;

namespace detail {

template <class T> inline constexpr bool is_float16 = std::same_as<T, float16> || std::same_as<T, bfloat16>;
/// The type in which elements of type T are computed: float for those of 16 bits, else T itself.
template <class T> using compute_t = std::conditional_t<is_float16<T>, float, T>;

/// For ops that are compiled in the library, and there not for floats of 16 bits.
template <class... T> constexpr void check_not_float16() {
  static_assert((!is_float16<T> && ...),
                "this op is not compiled for floats of 16 bits: convert first, cast<float>(…)");
}

}  // namespace detail
}  // namespace spica
