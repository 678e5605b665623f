#include <spica/backends/runtime.hpp>
#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/random/generator.hpp>

#include "../support/errors.hpp"
#include "bits_hash.hpp"
#include "numpy_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

namespace spica::random {
namespace {

using tests::bits_hash;

/// Everything here holds on each backend with the same bits.
class GeneratorOn : public ::testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    if (const Usable here = usable(GetParam()); !here) { GTEST_SKIP() << here.why_not; }
    set_default_backend(GetParam());
  }
};

INSTANTIATE_TEST_SUITE_P(Backends, GeneratorOn, ::testing::ValuesIn(all_backends),
                         [](const auto& parameter) { return std::string(name(parameter.param)); });

template <class T> std::uint64_t hash_of(const Array<T>& array) { return bits_hash(array.to_vector()); }

TEST_P(GeneratorOn, RandomDoubleIsNumPys) {
  const Array<double> x = Generator(7).random<double>({1000});

  EXPECT_EQ(x.backend(), GetParam());
  for (std::size_t i = 0; i < numpy::random_double_7.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(x.to_vector()[i]), numpy::random_double_7[i]) << "value " << i;
  }
  EXPECT_EQ(hash_of(x), numpy::random_double_7_1000);
}

TEST_P(GeneratorOn, RandomFloatIsNumPys) {
  EXPECT_EQ(hash_of(Generator(7).random<float>({7, 11, 13})), numpy::random_float_7_1001);
}

TEST_P(GeneratorOn, UniformIsNumPys) {
  EXPECT_EQ(hash_of(Generator(7).uniform({1000}, 1, 100)), numpy::uniform_double_7_1_100_1000);
  EXPECT_EQ(hash_of(Generator(7).uniform({10, 100}, -3.7, 1.3e10)), numpy::uniform_double_7_large_1000);
  EXPECT_EQ(hash_of(Generator(7).uniform<float>({1000}, 1, 100)), numpy::uniform_float_7_1_100_1000);
}

TEST_P(GeneratorOn, CallsOfAllKindsContinueOneStream) {
  Generator rng(11);
  const std::int64_t two_to_62 = std::int64_t{1} << 62;

  EXPECT_EQ(hash_of(rng.random<float>({3})), numpy::mixed_1_float_3);
  EXPECT_EQ(hash_of(rng.random({2})), numpy::mixed_2_double_2);
  EXPECT_EQ(hash_of(rng.integers(0, 10, {5})), numpy::mixed_3_int64_0_10_5);
  EXPECT_EQ(hash_of(rng.integers<std::uint8_t>(3, 90, {7})), numpy::mixed_4_uint8_3_90_7);
  EXPECT_EQ(hash_of(rng.integers<bool>(false, true, {9}, Endpoint::included)), numpy::mixed_5_bool_9);
  EXPECT_EQ(hash_of(rng.random({0})), numpy::mixed_6_double_0);
  EXPECT_EQ(hash_of(rng.integers(5, 6, {4})), numpy::mixed_7_int64_5_6_4);
  EXPECT_EQ(hash_of(rng.random<float>({6})), numpy::mixed_8_float_6);
  EXPECT_EQ(hash_of(rng.integers(-two_to_62, two_to_62 + two_to_62 / 2, {3})), numpy::mixed_9_int64_wide_3);
  EXPECT_EQ(hash_of(rng.uniform({4}, -1, 1)), numpy::mixed_10_uniform_4);
  EXPECT_EQ(hash_of(rng.integers<std::int16_t>(-300, 20000, {5})), numpy::mixed_11_int16_5);
  EXPECT_EQ(hash_of(rng.random<float>({1})), numpy::mixed_12_float_1);
  EXPECT_EQ(hash_of(rng.random({1})), numpy::mixed_13_double_1);
}

TEST_P(GeneratorOn, CutsOfAnySizeGiveTheSameNumbers) {
  const std::vector<double> whole = Generator(7).random({300}).to_vector();
  const std::vector<float> whole_float = Generator(7).random<float>({300}).to_vector();

  for (std::int64_t first = 0; first < 20; ++first) {
    Generator rng(7);
    Generator rng_float(7);
    std::vector<double> pieces = rng.random({first}).to_vector();
    std::vector<float> pieces_float = rng_float.random<float>({first}).to_vector();
    std::ranges::copy(rng.random({300 - first}).to_vector(), std::back_inserter(pieces));
    std::ranges::copy(rng_float.random<float>({300 - first}).to_vector(), std::back_inserter(pieces_float));

    EXPECT_EQ(pieces, whole) << first;
    EXPECT_EQ(pieces_float, whole_float) << first;
  }
}

template <class T> void expect_numpys_integers(const numpy::IntegersCase& expected) {
  Generator rng(3);
  const auto low = static_cast<T>(expected.low);
  const auto high = static_cast<T>(expected.high);
  const std::vector<T> values = rng.integers<T>(low, high, {1000}, Endpoint::included).to_vector();
  const double following = rng.random({}).item();

  const std::string what =
      std::string(expected.dtype) + " in [" + std::to_string(low) + ", " + std::to_string(high) + "]";
  EXPECT_EQ(bits_hash(values), expected.hash_1000) << what;
  EXPECT_EQ(std::bit_cast<std::uint64_t>(following), expected.next_double) << what << ": number of words used";
}

TEST_P(GeneratorOn, IntegersAreNumPysForEveryTypeAndKindOfRange) {
  for (const numpy::IntegersCase& expected : numpy::integers_cases) {
    const std::string dtype = expected.dtype;
    if (dtype == "bool") expect_numpys_integers<bool>(expected);
    else if (dtype == "int8") expect_numpys_integers<std::int8_t>(expected);
    else if (dtype == "int16") expect_numpys_integers<std::int16_t>(expected);
    else if (dtype == "int32") expect_numpys_integers<std::int32_t>(expected);
    else if (dtype == "int64") expect_numpys_integers<std::int64_t>(expected);
    else if (dtype == "uint8") expect_numpys_integers<std::uint8_t>(expected);
    else if (dtype == "uint16") expect_numpys_integers<std::uint16_t>(expected);
    else if (dtype == "uint32") expect_numpys_integers<std::uint32_t>(expected);
    else if (dtype == "uint64") expect_numpys_integers<std::uint64_t>(expected);
    else ADD_FAILURE() << "no such type here: " << dtype;
  }
}

TEST_P(GeneratorOn, IntegersOneByOneAreThoseOfOneCall) {
  // Half of the draws are rejected, so that now and then the first try for a single number finds none.
  Generator rng(3);
  const std::uint64_t low = 3;
  const std::uint64_t high = (std::uint64_t{1} << 63) + 3;
  std::vector<std::uint64_t> values;
  for (int i = 0; i < 1000; ++i) {
    values.push_back(rng.integers<std::uint64_t>(low, high, {}, Endpoint::included).item());
  }

  EXPECT_EQ(values, Generator(3).integers<std::uint64_t>(low, high, {1000}, Endpoint::included).to_vector());
}

TEST_P(GeneratorOn, LargeArraysAreNumPys) {
  // Past a block of threads and, for the integers, with about a third of the draws rejected.
  EXPECT_EQ(hash_of(Generator(7).random({100'003})), numpy::random_double_7_100003);
  EXPECT_EQ(hash_of(Generator(7).integers<std::int32_t>(0, 1'500'000'000, {100'003})), numpy::integers_int32_7_100003);
  EXPECT_EQ(hash_of(Generator(7).integers<std::int8_t>(-100, 0, {100'003})), numpy::integers_int8_7_100003);
}

// TRAP-10, on what the kernels write.
TEST_P(GeneratorOn, IntervalIsHalfOpen) {
  const std::vector<float> x = Generator(0).random<float>({2'000'000}).to_vector();
  const auto [smallest, largest] = std::ranges::minmax(x);

  EXPECT_GE(smallest, 0.0f);
  EXPECT_LT(largest, 1.0f);
  EXPECT_GT(largest, 0.999999f) << "the upper end was approached";

  const float next = std::nextafter(1.0f, 2.0f);  // rounding alone would give the upper end half the time
  for (const float value : Generator(0).uniform<float>({1000}, 1, next).to_vector()) { ASSERT_EQ(value, 1.0f); }
}

TEST_P(GeneratorOn, EmptyAndRank0Shapes) {
  Generator rng(7);

  EXPECT_EQ(rng.random({3, 0, 2}).shape(), Shape({3, 0, 2}));
  EXPECT_EQ(rng.integers(0, 3, {0}).size(), 0);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(rng.random({}).item()), numpy::random_double_7[0]);
}

TEST_P(GeneratorOn, CopyGivesTheSameNumbersAgain) {
  Generator rng(7);
  rng.random<float>({3});
  Generator copy = rng;

  EXPECT_EQ(rng.random<float>({5}).to_vector(), copy.random<float>({5}).to_vector());
}

TEST_P(GeneratorOn, WrongIntervalsThrowValueErrorAndLeaveTheStream) {
  Generator rng(7);
  const double huge = std::numeric_limits<double>::max();

  EXPECT_THROW(rng.integers(5, 5, {2}), ValueError);
  EXPECT_THROW(rng.integers(6, 5, {2}, Endpoint::included), ValueError);
  EXPECT_THROW(rng.uniform({2}, 2, 1), ValueError);
  EXPECT_THROW(rng.uniform({2}, -huge, huge), ValueError);
  EXPECT_THROW(rng.uniform({2}, 0, std::numeric_limits<double>::quiet_NaN()), ValueError);
  EXPECT_THROW(rng.random({-1}), ShapeError);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(rng.random({}).item()), numpy::random_double_7[0]);
}

TEST(Generator, ErrorsShowShortNumbers) {
  const double huge = std::numeric_limits<double>::max();

  testing::expect_error<ValueError>([&] { Generator(7).uniform({2}, -huge, huge); },
                                    "but low is -1.7976931348623157e+308 and high is 1.7976931348623157e+308");
  testing::expect_error<ValueError>([&] { Generator(7).uniform<float>({2}, 0.1f, 0.0f); }, "but low is 0.1 and high is 0");
  testing::expect_error<ValueError>([&] { Generator(7).uniform({2}, 2.0000001, 2); }, "but low is 2.0000001 and high is 2");
}

TEST(Generator, BackendArgumentGoesBeforeTheDefault) {
  EXPECT_EQ(Generator(7).random({2}, Backend::serial).backend(), Backend::serial);
  EXPECT_EQ(Generator(7).integers(0, 2, {2}, Endpoint::included, Backend::serial).backend(), Backend::serial);
}

}  // namespace
}  // namespace spica::random
