// Philox4x64-10 and the stream NumPy reads from it. Everything here is a pure function of key and position, for host
// and device: any thread of any backend computes word i by itself, so one seed gives one stream everywhere.
//
// Source: J. Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", SC11 (the function); NumPy
// `numpy/random/src/philox/philox.h` (order of the words).
#pragma once

#include <Kokkos_Macros.hpp>

#include <cstdint>

namespace spica::random {

struct PhiloxKey {
  std::uint64_t word[2];
};

/// Four words: a counter on the way in, random words on the way out.
struct PhiloxBlock {
  std::uint64_t word[4];
};

namespace detail {

struct Product128 {
  std::uint64_t high;
  std::uint64_t low;
};

KOKKOS_INLINE_FUNCTION Product128 multiply_128(std::uint64_t a, std::uint64_t b) {
  KOKKOS_IF_ON_DEVICE((return {__umul64hi(a, b), a * b};))
  KOKKOS_IF_ON_HOST((__extension__ using Uint128 = unsigned __int128;  // __extension__: no -Wpedantic warning
                     const Uint128 product = static_cast<Uint128>(a) * b;
                     return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};))
}

}  // namespace detail

/// Ten Philox rounds: a bijection of the counter for each key, with outputs that pass TestU01's BigCrush.
KOKKOS_INLINE_FUNCTION PhiloxBlock philox_block(PhiloxBlock counter, PhiloxKey key) {
  for (int round = 0; round < 10; ++round) {
    const detail::Product128 even = detail::multiply_128(0xD2E7470EE14C6C93, counter.word[0]);
    const detail::Product128 odd = detail::multiply_128(0xCA5A826395121157, counter.word[2]);
    counter = {
        {odd.high ^ counter.word[1] ^ key.word[0], odd.low, even.high ^ counter.word[3] ^ key.word[1], even.low}};
    key.word[0] += 0x9E3779B97F4A7C15;  // the golden ratio
    key.word[1] += 0xBB67AE8584CAA73B;  // sqrt(3) - 1
  }
  return counter;
}

/// `counter + steps` as a 256-bit number, lowest word first, modulo 2^256.
KOKKOS_INLINE_FUNCTION PhiloxBlock advanced(PhiloxBlock counter, std::uint64_t steps) {
  counter.word[0] += steps;
  bool carry = counter.word[0] < steps;
  for (int i = 1; i < 4 && carry; ++i) { carry = ++counter.word[i] == 0; }
  return counter;
}

/// Word `index` of NumPy's `Philox(key=key, counter=counter).random_raw()`.
///
/// NumPy increments the counter before each block, the first included: block b is the output for `counter + b + 1`.
KOKKOS_INLINE_FUNCTION std::uint64_t philox_uint64(PhiloxKey key, PhiloxBlock counter, std::uint64_t index) {
  const PhiloxBlock block = philox_block(advanced(advanced(counter, index / 4), 1), key);
  return block.word[index % 4];
}

/// A place in the stream of one key, counter 0: all that a generator carries from call to call.
///
/// NumPy reads 64-bit words, and 32-bit words as their low and then high halves. A high half not yet wanted is kept for
/// the next 32-bit read, also across 64-bit reads in between.
struct PhiloxStream {
  PhiloxKey key{};
  std::uint64_t position = 0;  ///< 64-bit words drawn so far; a stream ends (wraps) after 2^64 of them
  bool has_kept_half = false;
  std::uint32_t kept_half = 0;

  /// Words 4 * index to 4 * index + 3 of the stream from its beginning, whatever `position` is.
  KOKKOS_INLINE_FUNCTION PhiloxBlock block(std::uint64_t index) const {
    return philox_block({{index + 1, 0, 0, 0}}, key);
  }

  /// The 64-bit word that comes `ahead` words after the next one.
  KOKKOS_INLINE_FUNCTION std::uint64_t word64(std::uint64_t ahead) const {
    const std::uint64_t index = position + ahead;
    return block(index / 4).word[index % 4];
  }

  /// The 32-bit word that comes `ahead` words after the next one.
  KOKKOS_INLINE_FUNCTION std::uint32_t word32(std::uint64_t ahead) const {
    if (has_kept_half) {
      if (ahead == 0) { return kept_half; }
      --ahead;
    }
    return static_cast<std::uint32_t>(word64(ahead / 2) >> (32 * (ahead % 2)));
  }

  KOKKOS_INLINE_FUNCTION void skip64(std::uint64_t words) { position += words; }

  KOKKOS_INLINE_FUNCTION void skip32(std::uint64_t words) {
    if (words == 0) { return; }
    if (has_kept_half) {
      has_kept_half = false;
      --words;
    }
    position += words / 2;
    if (words % 2 == 1) {
      kept_half = static_cast<std::uint32_t>(word64(0) >> 32);
      has_kept_half = true;
      ++position;
    }
  }
};

}  // namespace spica::random
