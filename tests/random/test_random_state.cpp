#include <spica/backends/runtime.hpp>
#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/random/random_state.hpp>

#include "bits_hash.hpp"
#include "numpy_values.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>

namespace spica::random {
namespace {

using tests::bits_hash;

class RandomStateOn : public testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    if (const Usable here = usable(GetParam()); !here) { GTEST_SKIP() << here.why_not; }
    set_default_backend(GetParam());
  }
};

INSTANTIATE_TEST_SUITE_P(Backends, RandomStateOn, testing::ValuesIn(all_backends),
                         [](const auto& parameter) { return std::string(name(parameter.param)); });

template <class T> std::uint64_t hash_of(const Array<T>& array) { return bits_hash(array.to_vector()); }

TEST_P(RandomStateOn, RandomSampleIsNumPys) {
  const Array<double> x = RandomState(0).random_sample({1000});

  EXPECT_EQ(x.backend(), GetParam());
  for (std::size_t i = 0; i < numpy::random_state_0.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(x.to_vector()[i]), numpy::random_state_0[i]) << "value " << i;
  }
  EXPECT_EQ(hash_of(x), numpy::random_state_0_1000);
}

TEST_P(RandomStateOn, LargestSeedIsNumPys) {
  EXPECT_EQ(hash_of(RandomState(0xffffffff).random_sample({1000})), numpy::random_state_max_1000);
}

TEST_P(RandomStateOn, UniformIsNumPys) {
  EXPECT_EQ(hash_of(RandomState(0).uniform({10, 100}, 1, 100)), numpy::random_state_0_uniform_1_100_1000);
}

TEST_P(RandomStateOn, UniformFloatIsNumPysConverted) {
  EXPECT_EQ(hash_of(RandomState(0).uniform<float>({1000}, 1, 100)), numpy::random_state_0_uniform_float_1_100_1000);
}

TEST_P(RandomStateOn, CallsContinueOneStream) {
  RandomState state(5);
  state.random_sample({3});
  state.uniform({2, 2}, -2, 3);

  EXPECT_EQ(hash_of(state.random_sample({5})), numpy::random_state_5_third_call_5);
}

TEST_P(RandomStateOn, LargeArraysAreNumPys) {
  EXPECT_EQ(hash_of(RandomState(0).random_sample({300'007})), numpy::random_state_0_300007);
}

TEST_P(RandomStateOn, EmptyAndRank0Shapes) {
  RandomState state(0);

  EXPECT_EQ(state.random_sample({2, 0}).shape(), Shape({2, 0}));
  EXPECT_EQ(std::bit_cast<std::uint64_t>(state.random_sample({}).item()), numpy::random_state_0[0]);
}

// TRAP-10: half of the doubles in [1, 1 + 2^-23) are nearer to the upper end.
TEST_P(RandomStateOn, FloatStaysBelowHigh) {
  const float next = std::nextafter(1.0f, 2.0f);
  for (const float value : RandomState(0).uniform<float>({1000}, 1, next).to_vector()) { ASSERT_EQ(value, 1.0f); }
}

TEST(RandomState, SeedAbove32BitsThrowsValueError) {
  try {
    RandomState(0x100000000);
    FAIL() << "no error";
  } catch (const ValueError& error) {
    EXPECT_STREQ(
        error.what(),
        "RandomState: seed 4294967296 is above 4294967295, the largest; spica::random::Generator takes 64 bits");
  }
}

TEST(RandomState, InfiniteRangeThrowsValueError) {
  const double huge = std::numeric_limits<double>::max();

  EXPECT_THROW(RandomState(0).uniform({2}, -huge, huge), ValueError);
}

}  // namespace
}  // namespace spica::random
