// The hash that numpy_values.py uses, so that a test compares a thousand values bit for bit with one number.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <ranges>

namespace spica::tests {

/// FNV-1a over the bytes of the values, lowest address first (little-endian hosts, as all that Spica runs on).
template <std::ranges::input_range Values> std::uint64_t bits_hash(const Values& values) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const auto value : values) {
    unsigned char bytes[sizeof(value)];
    std::memcpy(bytes, &value, sizeof(value));
    for (const unsigned char byte : bytes) { hash = (hash ^ byte) * 0x100000001b3; }
  }
  return hash;
}

}  // namespace spica::tests
