// The order that sorting, searching and grouping share, as unsigned integers.
#pragma once

#include <spica/core/dtype.hpp>

#include <cstring>

namespace spica::detail {

/// Unsigned integers in NumPy's order of T: NaN comes last and all NaNs are one, -0.0 and 0.0 are one (TRAP-11, TRAP-12).
/// `Key` has at least 32 bits, so that 8- and 16-bit types need no kernels of their own; `bits` are those in use.
template <class T> struct OrderKey {
  using Key = std::conditional_t<(sizeof(T) > 4), std::uint64_t, std::uint32_t>;
  static constexpr int bits = 8 * static_cast<int>(sizeof(T));

  static KOKKOS_FORCEINLINE_FUNCTION Key of(T value) {
    if constexpr (FloatingElement<T>) {
      constexpr Key sign = Key(1) << (bits - 1);
      constexpr Key all = sign | (sign - 1);
      if (value != value) return all;
      if (value == 0) return sign;
      Key word = 0;
      memcpy(&word, &value, sizeof(T));  // the lower bytes
      return word & sign ? static_cast<Key>(word ^ all) : static_cast<Key>(word | sign);
    } else if constexpr (std::signed_integral<T>) {
      constexpr Key sign = Key(1) << (bits - 1);
      return (static_cast<Key>(static_cast<std::make_unsigned_t<T>>(value))) ^ sign;
    } else {
      return static_cast<Key>(value);
    }
  }
};

/// The key of the element at a place.
template <class T> struct KeyOfPlace {
  const T* elements;
  KOKKOS_FORCEINLINE_FUNCTION typename OrderKey<T>::Key operator()(std::int64_t i) const { return OrderKey<T>::of(elements[i]); }
};

}  // namespace spica::detail
