#include <spica/ops/random/seed_sequence.hpp>

namespace spica::random {
namespace {

// NumPy's constants, under NumPy's names; changing one changes every stream.
constexpr std::uint32_t init_a = 0x43b0d7e5;
constexpr std::uint32_t mult_a = 0x931e8875;
constexpr std::uint32_t init_b = 0x8b51f9dd;
constexpr std::uint32_t mult_b = 0x58f38ded;
constexpr std::uint32_t mix_mult_left = 0xca01f9dd;
constexpr std::uint32_t mix_mult_right = 0x4973f715;

constexpr std::uint32_t fold(std::uint32_t value) { return value ^ (value >> 16); }

// The multiplier moves on with each word hashed, so equal words in different places hash differently.
std::uint32_t hash_mix(std::uint32_t value, std::uint32_t& hash, std::uint32_t multiplier) {
  value ^= hash;
  hash *= multiplier;
  return fold(value * hash);
}

std::uint32_t mix(std::uint32_t x, std::uint32_t y) { return fold(mix_mult_left * x - mix_mult_right * y); }

std::array<std::uint32_t, 2> words_of(std::uint64_t value) {
  return {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
}

}  // namespace

// NumPy drops a zero high word; a pool larger than the entropy is filled up with zeros, so keeping it changes nothing.
SeedSequence::SeedSequence(std::uint64_t entropy) : SeedSequence(std::span<const std::uint32_t>(words_of(entropy))) {}

SeedSequence::SeedSequence(std::span<const std::uint32_t> entropy) {
  std::uint32_t hash = init_a;
  for (std::size_t i = 0; i < pool_.size(); ++i) {
    pool_[i] = hash_mix(i < entropy.size() ? entropy[i] : 0, hash, mult_a);
  }
  // Late words must reach early ones too.
  for (std::size_t source = 0; source < pool_.size(); ++source) {
    for (std::size_t target = 0; target < pool_.size(); ++target) {
      if (source != target) { pool_[target] = mix(pool_[target], hash_mix(pool_[source], hash, mult_a)); }
    }
  }
  for (std::size_t source = pool_.size(); source < entropy.size(); ++source) {
    for (std::uint32_t& target : pool_) { target = mix(target, hash_mix(entropy[source], hash, mult_a)); }
  }
}

std::vector<std::uint32_t> SeedSequence::generate_uint32(std::size_t count) const {
  std::vector<std::uint32_t> state(count);
  std::uint32_t hash = init_b;
  for (std::size_t i = 0; i < count; ++i) { state[i] = hash_mix(pool_[i % pool_.size()], hash, mult_b); }
  return state;
}

std::vector<std::uint64_t> SeedSequence::generate_uint64(std::size_t count) const {
  const std::vector<std::uint32_t> halves = generate_uint32(2 * count);
  std::vector<std::uint64_t> state(count);
  for (std::size_t i = 0; i < count; ++i) {
    state[i] = halves[2 * i] | static_cast<std::uint64_t>(halves[2 * i + 1]) << 32;
  }
  return state;
}

}  // namespace spica::random
