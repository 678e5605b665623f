// The one conversion between element types. C++ leaves a floating value outside the integer's range undefined and each
// backend does as it likes; here one rule holds everywhere (TRAP-02): truncate where the value fits, else give what x86
// gives, the smallest integer of 32 or 64 bits, and keep its low bits for narrower and unsigned types.
#pragma once

#include <spica/core/dtype.hpp>

#include <limits>

namespace spica {

namespace detail {

template <class To, class From> KOKKOS_FORCEINLINE_FUNCTION constexpr To floating_to_integer(From value) {
  if constexpr (sizeof(To) < 4 || std::same_as<To, std::int32_t>) {
    const double wide = value;
    const bool fits = wide > -2147483649.0 && wide < 2147483648.0;
    return static_cast<To>(static_cast<std::uint32_t>(fits ? static_cast<std::int32_t>(wide)
                                                           : std::numeric_limits<std::int32_t>::min()));
  } else {
    const double wide = value;
    const bool fits = wide >= -9223372036854775808.0 && wide < 9223372036854775808.0;
    if constexpr (std::same_as<To, std::uint64_t>) {
      const bool upper = wide >= 9223372036854775808.0 && wide < 18446744073709551616.0;
      if (upper) return static_cast<std::uint64_t>(static_cast<std::int64_t>(wide - 9223372036854775808.0)) + (std::uint64_t(1) << 63);
    }
    return static_cast<To>(static_cast<std::uint64_t>(fits ? static_cast<std::int64_t>(wide)
                                                           : std::numeric_limits<std::int64_t>::min()));
  }
}

}  // namespace detail

/// `value` as a `To`: floats truncate towards zero (see the head of the file), integers wrap, "not zero" becomes true (NaN
/// too), a complex number gives its real part to a real type. Same bits on every backend.
template <class To, class From> KOKKOS_FORCEINLINE_FUNCTION constexpr To convert(const From& value) {
  if constexpr (std::same_as<To, From>) {
    return value;
  } else if constexpr (detail::is_float16<From>) {
    return convert<To>(static_cast<float>(value));
  } else if constexpr (detail::IsStdComplex<From>::value) {
    return convert<To>(Kokkos::complex<typename From::value_type>(value.real(), value.imag()));
  } else if constexpr (std::same_as<To, bool>) {
    if constexpr (detail::IsComplex<From>::value) return value.real() != 0 || value.imag() != 0;
    else return value != 0;
  } else if constexpr (detail::IsComplex<To>::value) {
    using Part = typename To::value_type;
    if constexpr (detail::IsComplex<From>::value) return To(static_cast<Part>(value.real()), static_cast<Part>(value.imag()));
    else return To(static_cast<Part>(value), Part(0));
  } else if constexpr (detail::IsComplex<From>::value) {
    return convert<To>(value.real());
  } else if constexpr (std::floating_point<From> && std::integral<To>) {
    return detail::floating_to_integer<To>(value);
  } else if constexpr (std::same_as<From, bool>) {
    return value ? To(1) : To(0);
  } else {
    return static_cast<To>(value);
  }
}

}  // namespace spica
