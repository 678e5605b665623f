// From a seed to the first state of a bit generator.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace spica::random {

/// Turns a seed of any size into well-mixed words for a bit generator, as NumPy's `SeedSequence(entropy)` does: seeds
/// that differ in one bit give unrelated states.
///
/// Source: NumPy `numpy/random/bit_generator.pyx` (same constants and order); M. O'Neill, "Developing a seed_seq
/// Alternative", 2015. `spawn` and `spawn_key` are not offered.
/// Example: tests/random/test_seed_sequence.cpp.
class SeedSequence {
 public:
  /// @param entropy  the integer that NumPy would be given.
  explicit SeedSequence(std::uint64_t entropy);

  /// @param entropy  an integer of any size as 32-bit words, lowest first, without leading zeros; empty counts as 0.
  explicit SeedSequence(std::span<const std::uint32_t> entropy);

  /// @return `count` words: NumPy's `generate_state(count, numpy.uint32)`. The same at each call.
  std::vector<std::uint32_t> generate_uint32(std::size_t count) const;

  /// @return `count` words: NumPy's `generate_state(count, numpy.uint64)`. The same at each call.
  std::vector<std::uint64_t> generate_uint64(std::size_t count) const;

 private:
  std::array<std::uint32_t, 4> pool_{};
};

}  // namespace spica::random
