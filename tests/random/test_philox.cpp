#include <spica/ops/random/distributions.hpp>
#include <spica/ops/random/philox.hpp>
#include <spica/ops/random/seed_sequence.hpp>

#include "bits_hash.hpp"
#include "numpy_values.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <vector>

namespace spica::random {
namespace {

using tests::bits_hash;

PhiloxStream stream_of(std::uint64_t seed) {
  const std::vector<std::uint64_t> key = SeedSequence(seed).generate_uint64(2);
  return {.key = {{key[0], key[1]}}};
}

/// What a sequential reader sees: next 64-bit word, next 32-bit word.
std::uint64_t next64(PhiloxStream& stream) {
  const std::uint64_t word = stream.word64(0);
  stream.skip64(1);
  return word;
}
std::uint32_t next32(PhiloxStream& stream) {
  const std::uint32_t word = stream.word32(0);
  stream.skip32(1);
  return word;
}

TEST(Philox, AgreesWithThePublishedVectors) {
  // Known answers of Random123, tests/kat_vectors, "philox4x64 10".
  const PhiloxBlock zeros = philox_block({{0, 0, 0, 0}}, {{0, 0}});
  const std::uint64_t ones = ~std::uint64_t{0};
  const PhiloxBlock all_ones = philox_block({{ones, ones, ones, ones}}, {{ones, ones}});
  const PhiloxBlock pi =
      philox_block({{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89}},
                   {{0x452821e638d01377, 0xbe5466cf34e90c6c}});

  const PhiloxBlock expected_zeros{{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}};
  const PhiloxBlock expected_ones{{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0}};
  const PhiloxBlock expected_pi{{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6}};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(zeros.word[i], expected_zeros.word[i]);
    EXPECT_EQ(all_ones.word[i], expected_ones.word[i]);
    EXPECT_EQ(pi.word[i], expected_pi.word[i]);
  }
}

TEST(Philox, RawWordsAreNumPys) {
  const PhiloxStream stream = stream_of(7);
  std::vector<std::uint64_t> words;
  for (std::uint64_t i = 0; i < 1000; ++i) { words.push_back(philox_uint64(stream.key, {{0, 0, 0, 0}}, i)); }

  for (std::size_t i = 0; i < numpy::philox_7_raw.size(); ++i) {
    EXPECT_EQ(words[i], numpy::philox_7_raw[i]) << "word " << i;
  }
  EXPECT_EQ(bits_hash(words), numpy::philox_7_raw_1000);
}

TEST(Philox, CounterCarriesThroughAllFourWords) {
  const PhiloxKey key{{0xfedcba9876543210, 0x0123456789abcdef}};
  const std::uint64_t ones = ~std::uint64_t{0};
  for (std::uint64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(philox_uint64(key, {{0, 0, 0, 0}}, i), numpy::philox_counter_0_raw[i]);
    EXPECT_EQ(philox_uint64(key, {{ones, 0, 0, 0}}, i), numpy::philox_carry_1_raw[i]);
    EXPECT_EQ(philox_uint64(key, {{ones, ones, 0, 0}}, i), numpy::philox_carry_2_raw[i]);
    EXPECT_EQ(philox_uint64(key, {{ones, ones, ones, 0}}, i), numpy::philox_carry_3_raw[i]);
    EXPECT_EQ(philox_uint64(key, {{ones, ones, ones, ones}}, i), numpy::philox_carry_4_raw[i]);
  }
}

TEST(PhiloxStream, RandomDoublesAreNumPys) {
  PhiloxStream stream = stream_of(7);
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) { values.push_back(Unit<double>{}(next64(stream))); }

  for (std::size_t i = 0; i < numpy::random_double_7.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(values[i]), numpy::random_double_7[i]) << "value " << i;
  }
  EXPECT_EQ(bits_hash(values), numpy::random_double_7_1000);
}

TEST(PhiloxStream, RandomFloatsAreNumPys) {
  PhiloxStream stream = stream_of(7);
  std::vector<float> values;
  for (int i = 0; i < 1001; ++i) { values.push_back(Unit<float>{}(next32(stream))); }

  for (std::size_t i = 0; i < numpy::random_float_7.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint32_t>(values[i]), numpy::random_float_7[i]) << "value " << i;
  }
  EXPECT_EQ(bits_hash(values), numpy::random_float_7_1001);
}

TEST(PhiloxStream, SkippingAheadIsReading) {
  for (const int before : {0, 1, 2}) {
    for (std::uint64_t ahead = 0; ahead < 20; ++ahead) {
      PhiloxStream reader = stream_of(7);
      for (int i = 0; i < before; ++i) { next32(reader); }
      PhiloxStream skipper = reader;

      for (std::uint64_t i = 0; i < ahead; ++i) { next32(reader); }
      EXPECT_EQ(skipper.word32(ahead), reader.word32(0));
      skipper.skip32(ahead);

      EXPECT_EQ(skipper.position, reader.position);
      EXPECT_EQ(skipper.has_kept_half, reader.has_kept_half);
      EXPECT_EQ(skipper.word32(0), reader.word32(0));
      EXPECT_EQ(skipper.word64(0), reader.word64(0));
    }
  }
}

TEST(PhiloxStream, KeptHalfSurvives64BitReads) {
  PhiloxStream stream = stream_of(7);
  const std::uint64_t first = stream.word64(0);
  const std::uint64_t second = stream.word64(1);
  const std::uint64_t third = stream.word64(2);

  EXPECT_EQ(next32(stream), static_cast<std::uint32_t>(first));
  EXPECT_EQ(next64(stream), second);
  EXPECT_EQ(next32(stream), static_cast<std::uint32_t>(first >> 32));
  EXPECT_EQ(next32(stream), static_cast<std::uint32_t>(third));
}

// TRAP-10: the upper end of [0, 1). The maps are monotone in the bits they keep, so the ends bound every value.
TEST(Unit, DoubleNeverReachesOne) {
  EXPECT_EQ(unit_double(0), 0.0);
  EXPECT_EQ(unit_double(~std::uint64_t{0}), 1 - 0x1.0p-53);
  EXPECT_LT(unit_double(~std::uint64_t{0}), 1.0);
}

TEST(Unit, FloatNeverReachesOneForAnyOfItsInputs) {
  float previous = -1;
  for (std::uint64_t bits = 0; bits < (1u << 24); ++bits) {
    const float value = unit_float(static_cast<std::uint32_t>(bits << 8 | 0xff));
    ASSERT_LT(previous, value) << "bits " << bits;
    previous = value;
  }
  EXPECT_EQ(unit_float(0), 0.0f);
  EXPECT_EQ(previous, 1 - 0x1.0p-24f);
  EXPECT_LT(previous, 1.0f);
}

TEST(Uniform, FloatStaysBelowHighWhereRoundingWouldReachIt) {
  const float huge = std::numeric_limits<float>::max();
  const float tiny = std::numeric_limits<float>::denorm_min();
  const std::uint32_t last = ~std::uint32_t{0};
  const std::pair<float, float> intervals[] = {{0, 1},        {1, 2},     {1, 100},
                                               {-1, 0},       {-100, -1}, {1e10f, 2e10f},
                                               {-huge, huge}, {0, tiny},  {1, std::nextafter(1.0f, 2.0f)}};
  for (const auto& [low, high] : intervals) {
    const Uniform<float> uniform(low, high);

    EXPECT_EQ(uniform(0), low);
    EXPECT_LT(uniform(last), high) << low << ' ' << high;
    EXPECT_GE(uniform(last), low) << low << ' ' << high;
  }
  EXPECT_EQ(static_cast<float>(1 + (1 - 0x1.0p-24)), 2.0f) << "the case is there: unclamped, [1, 2) would give 2";
}

TEST(Uniform, EmptyIntervalGivesLow) {
  EXPECT_EQ(Uniform<float>(3, 3)(~std::uint32_t{0}), 3.0f);
  EXPECT_EQ(Uniform<double>(3, 3)(~std::uint64_t{0}), 3.0);
}

TEST(BoundedInteger, EveryValueOfASmallDigitIsEquallyLikely) {
  for (int range = 1; range < 256; ++range) {
    const BoundedInteger<std::uint8_t, 8> draw(0, static_cast<std::uint64_t>(range));
    std::vector<int> hits(256, 0);
    for (std::uint64_t digit = 0; digit < 256; ++digit) {
      if (draw.accepts(digit)) { ++hits[draw(digit)]; }
    }

    for (int value = 0; value < 256; ++value) {
      ASSERT_EQ(hits[static_cast<std::size_t>(value)], value <= range ? 256 / (range + 1) : 0) << "range " << range;
    }
  }
}

}  // namespace
}  // namespace spica::random
