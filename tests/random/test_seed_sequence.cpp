#include <spica/ops/random/seed_sequence.hpp>

#include "numpy_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace spica::random {
namespace {

TEST(SeedSequence, GivesNumPysWordsForOneInteger) {
  for (const numpy::SeedCase& seed : numpy::seed_cases) {
    const std::vector<std::uint64_t> state = SeedSequence(seed.entropy).generate_uint64(4);

    EXPECT_TRUE(std::ranges::equal(state, seed.uint64)) << "entropy " << seed.entropy;
  }
}

TEST(SeedSequence, GivesNumPys32BitWords) {
  EXPECT_TRUE(std::ranges::equal(SeedSequence(7).generate_uint32(9), numpy::seed_7_uint32));
}

TEST(SeedSequence, MixesInWhatExceedsThePool) {
  const std::array<std::uint32_t, 6> words{1, 2, 3, 4, 5, 6};

  EXPECT_TRUE(std::ranges::equal(SeedSequence(words).generate_uint32(5), numpy::seed_six_words_uint32));
}

TEST(SeedSequence, WordsAndIntegerOfTheSameValueAgree) {
  const std::array<std::uint32_t, 2> words{0x89abcdef, 0x01234567};

  EXPECT_EQ(SeedSequence(words).generate_uint64(3), SeedSequence(0x0123456789abcdef).generate_uint64(3));
  EXPECT_EQ(SeedSequence(std::span<const std::uint32_t>()).generate_uint64(3), SeedSequence(0).generate_uint64(3));
}

TEST(SeedSequence, NoWordsAreNone) { EXPECT_TRUE(SeedSequence(7).generate_uint64(0).empty()); }

}  // namespace
}  // namespace spica::random
