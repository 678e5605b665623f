// cuRAND's default generator. The hashes are of the numbers that cuRAND 13.0 gives (curandGenerateUniform and
// curandGenerateUniformDouble), with 1 made 0 as CuPy makes it.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/linalg/matmul.hpp>
#include <spica/ops/random/xorwow.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "bits_hash.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace spica::random {
namespace {

using spica::testing::for_each_backend;
using tests::bits_hash;

template <class T> std::uint64_t hash_of(const Array<T>& array) { return bits_hash(array.to_vector()); }

TEST(Xorwow, NumbersAreCuRands) {
  struct Case {
    std::uint64_t seed, double_100003, float_100003;
  };
  for_each_backend([](Backend backend) {
    for (const Case& expected : {Case{0, 0xbc3d9b5ece450d5d, 0xfb2a244abed95f53},  //
                                 Case{1, 0x793008af90252f8e, 0x1058c6a5d58ce2ac},
                                 Case{0x123456789abcdef, 0xde1fb9dfafe96e5f, 0xd16d1a621dbea13e}}) {
      const auto x = Xorwow(expected.seed).random({100'003});
      EXPECT_EQ(x.backend(), backend);
      EXPECT_EQ(hash_of(x), expected.double_100003) << expected.seed;
      EXPECT_EQ(hash_of(Xorwow(expected.seed).random<float>({100'003})), expected.float_100003) << expected.seed;
    }
    EXPECT_EQ(std::bit_cast<std::uint64_t>(Xorwow(0).random({1}).item()), 0x3fdc0f9421be076du);
  });
}

TEST(Xorwow, CallsOfBothTypesGoOnAsInCuRand) {
  for_each_backend([](Backend) {
    Xorwow rng(5);

    EXPECT_EQ(hash_of(rng.random<float>({3})), 0xa77f1b921d0025ca);
    EXPECT_EQ(hash_of(rng.random({50, 100})), 0xd12d73fbc4001fda);
    EXPECT_EQ(rng.random({0}).size(), 0);
    EXPECT_EQ(hash_of(rng.random<float>({4096})), 0xc129be859a3e5e09);
    EXPECT_EQ(hash_of(rng.random({})), 0xf197a2f7cb95846c);
    EXPECT_EQ(hash_of(rng.random({90'000})), 0xf41f1eea80a296ba);
  });
}

TEST(Xorwow, GoesOnAcrossBackends) {
  for_each_backend([](Backend backend) {
    Xorwow rng(5);

    rng.random<float>({3}, Backend::serial);
    EXPECT_EQ(hash_of(rng.random({5000}, backend)), 0xd12d73fbc4001fda);
    EXPECT_EQ(hash_of(rng.random<float>({4096}, Backend::serial)), 0xc129be859a3e5e09);
  });
}

TEST(Xorwow, CopyGivesTheSameNumbersAgain) {
  for_each_backend([](Backend) {
    Xorwow rng(7);
    rng.random({10});
    Xorwow copy = rng;

    const std::vector<double> values = rng.random({5000}).to_vector();

    EXPECT_EQ(copy.random({5000}).to_vector(), values);
  });
}

TEST(Xorwow, UniformIsScaledWithOneRounding) {
  for_each_backend([](Backend) {
    const std::vector<double> u = Xorwow(7).random({1000}).to_vector(),
                              x = Xorwow(7).uniform({1000}, 1, 100).to_vector();
    const std::vector<float> v = Xorwow(7).random<float>({1000}).to_vector(),
                             y = Xorwow(7).uniform<float>({1000}, 2, -3).to_vector();

    for (std::size_t i = 0; i < 1000; ++i) {
      EXPECT_EQ(x[i], std::fma(u[i], 99.0, 1.0));
      EXPECT_EQ(y[i], std::fma(v[i], -5.0f, 2.0f));
    }
  });
  const double huge = std::numeric_limits<double>::max();
  spica::testing::expect_error<ValueError>([&] { Xorwow(7).uniform({2}, -huge, huge); }, "high - low must be finite");
  EXPECT_THROW(Xorwow(7).random({-1}), ShapeError);
}

// The upper row of the published product of two 10000 x 10000 matrices, drawn with CuPy's generator and seed 0. B is
// needed in five columns only, but all before it has to be drawn.
TEST(Xorwow, ArticleCornerIsThePublishedOne) {
  constexpr double published[] = {25710603.94664048, 25421109.27794836, 25400571.17687622, 25165215.05626292,
                                  25729646.95638799};
  constexpr std::int64_t n = 10'000, rows = 500;
  Xorwow rng(0);
  const auto draw = [&] { return rng.uniform({rows, n}, 1, 100, Backend::serial); };
  const auto a = copy(draw()(slice(0, 1)));
  for (std::int64_t row = rows; row < n; row += rows) draw();
  const auto b = empty<double>({n, 5}, Backend::serial);
  for (std::int64_t row = 0; row < n; row += rows) b(slice(row, row + rows)) = draw()(all, slice(0, 5));

  const std::vector<double> corner = matmul(a, b).to_vector();

  for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(corner[j], published[j], 1e-13 * published[j]);
}

}  // namespace
}  // namespace spica::random
