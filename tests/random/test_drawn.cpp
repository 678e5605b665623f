// Distributions that take a varying number of words: NumPy's bits and NumPy's words, on each backend and any number of
// threads.
#include <spica/ops/random/generator.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/values.hpp"
#include "bits_hash.hpp"
#include "numpy_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

namespace spica::random {
namespace {

using spica::testing::expect_error;
using spica::testing::for_each_backend;
using tests::bits_hash;

template <class T> void expect_numpys(const numpy::DrawnCase& expected, Generator& rng, const Array<T>& drawn) {
  const std::vector<T> values = drawn.to_vector();
  const std::uint64_t hash =
      expected.rounded ? bits_hash(std::vector<float>(values.begin(), values.end())) : bits_hash(values);

  EXPECT_EQ(hash, expected.hash_90001) << expected.call;
  EXPECT_EQ(std::bit_cast<std::uint64_t>(rng.random({}).item()), expected.next_double)
      << expected.call << ": number of words used";
}

TEST(Drawn, NumbersAndWordsAreNumPys) {
  const Shape n{90001};
  for_each_backend([&](Backend) {
    for (const numpy::DrawnCase& expected : numpy::drawn_cases) {
      const std::string call = expected.call;
      Generator rng(7);
      if (call == "standard_normal double") expect_numpys(expected, rng, rng.standard_normal(n));
      else if (call == "standard_normal float") expect_numpys(expected, rng, rng.standard_normal<float>(n));
      else if (call == "normal -3.7 2.9") expect_numpys(expected, rng, rng.normal(n, -3.7, 2.9));
      else if (call == "lognormal 0.3 1.7") expect_numpys(expected, rng, rng.lognormal(n, 0.3, 1.7));
      else if (call == "standard_exponential double") expect_numpys(expected, rng, rng.standard_exponential(n));
      else if (call == "standard_exponential float") expect_numpys(expected, rng, rng.standard_exponential<float>(n));
      else if (call == "exponential 2.7") expect_numpys(expected, rng, rng.exponential(n, 2.7));
      else if (call == "standard_gamma 0.3 double") expect_numpys(expected, rng, rng.standard_gamma(0.3, n));
      else if (call == "standard_gamma 1 double") expect_numpys(expected, rng, rng.standard_gamma(1, n));
      else if (call == "standard_gamma 1.5 double") expect_numpys(expected, rng, rng.standard_gamma(1.5, n));
      else if (call == "standard_gamma 40 float") expect_numpys(expected, rng, rng.standard_gamma<float>(40, n));
      else if (call == "gamma 2.5 3.3") expect_numpys(expected, rng, rng.gamma(2.5, n, 3.3));
      else if (call == "poisson 0.2") expect_numpys(expected, rng, rng.poisson(n, 0.2));
      else if (call == "poisson 9.5") expect_numpys(expected, rng, rng.poisson(n, 9.5));
      else if (call == "poisson 10") expect_numpys(expected, rng, rng.poisson(n, 10));
      else if (call == "poisson 1000") expect_numpys(expected, rng, rng.poisson(n, 1000));
      else ADD_FAILURE() << "no such call here: " << call;
    }
  });
}

// The chains of chunks against the plain loop, with a kept half, over sizes on both sides of where chunks begin.
TEST(Drawn, PiecesOfAnySizeAreThoseOfOneCall) {
  for_each_backend([](Backend) {
    Generator one(3), pieces(3);
    one.random<float>({1});
    pieces.random<float>({1});
    const std::vector<float> whole = one.standard_gamma<float>(0.7f, {60'000}).to_vector();
    std::vector<float> joined;
    for (const std::int64_t size : {1, 8191, 8192, 8193, 20'000, 15'423}) {
      std::ranges::copy(pieces.standard_gamma<float>(0.7f, {size}).to_vector(), std::back_inserter(joined));
    }

    spica::testing::expect_same_bits(joined, whole);
    EXPECT_EQ(one.random<float>({}).item(), pieces.random<float>({}).item());
  });
}

// Numbers of eleven words on average: chains from many first words, and some numbers reach beyond those.
TEST(Drawn, NumbersOfManyWordsAreThoseOfThePlainLoop) {
  Generator plain(5);
  const std::vector<std::int64_t> expected = plain.poisson({60'000}, 9.99, Backend::serial).to_vector();
  const double next = plain.random({}, Backend::serial).item();

  for_each_backend([&](Backend) {
    Generator rng(5);
    EXPECT_EQ(rng.poisson({60'000}, 9.99).to_vector(), expected);
    EXPECT_EQ(rng.random({}).item(), next);
  });
}

/// The largest distance between the distribution of the sample and `cdf`, times sqrt(n); above 1.95 once in 1000
/// samples.
double kolmogorov(std::vector<double> sample, const std::function<double(double)>& cdf) {
  std::ranges::sort(sample);
  const double n = static_cast<double>(sample.size());
  double distance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double expected = cdf(sample[i]), before = static_cast<double>(i) / n;
    distance = std::max({distance, expected - before, before + 1 / n - expected});
  }
  return distance * std::sqrt(n);
}

TEST(Drawn, SamplesHaveTheirDistributions) {
  Generator rng(2026);
  const Shape n{100'000};
  const auto wide = [](const std::vector<float>& x) { return std::vector<double>(x.begin(), x.end()); };
  const auto normal = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  const auto exponential = [](double x) { return -std::expm1(-x); };

  EXPECT_LT(kolmogorov(rng.standard_normal(n).to_vector(), normal), 1.95);
  EXPECT_LT(kolmogorov(wide(rng.standard_normal<float>(n).to_vector()), normal), 1.95);
  EXPECT_LT(kolmogorov(rng.normal(n, 5, 2).to_vector(), [&](double x) { return normal((x - 5) / 2); }), 1.95);
  EXPECT_LT(kolmogorov(rng.lognormal(n).to_vector(), [&](double x) { return normal(std::log(x)); }), 1.95);
  EXPECT_LT(kolmogorov(rng.exponential(n, 3).to_vector(), [&](double x) { return exponential(x / 3); }), 1.95);
  EXPECT_LT(kolmogorov(wide(rng.standard_exponential<float>(n).to_vector()), exponential), 1.95);
  // Gamma with shape 1/2 is half a squared normal, with shape 3 the third arrival.
  EXPECT_LT(kolmogorov(rng.gamma(0.5, n).to_vector(), [](double x) { return std::erf(std::sqrt(x)); }), 1.95);
  EXPECT_LT(kolmogorov(rng.gamma(3, n).to_vector(), [](double x) { return 1 - std::exp(-x) * (1 + x + x * x / 2); }),
            1.95);
  EXPECT_GT(kolmogorov(rng.normal(n, 0.02).to_vector(), normal), 1.95) << "the test sees a shift of 0.02";
}

TEST(Drawn, PoissonHasItsProbabilities) {
  Generator rng(2026);
  for (const double lam : {0.7, 4.0, 10.0, 30.0}) {
    constexpr int draws = 200'000;
    std::vector<double> seen(200);
    for (const std::int64_t k : rng.poisson({draws}, lam).to_vector()) seen[static_cast<std::size_t>(k)] += 1;

    double probability = std::exp(-lam), chi_square = 0;
    int classes = 0;
    for (int k = 0; k < 200; probability *= lam / ++k) {
      const double expected = probability * draws;
      if (expected < 20) continue;
      chi_square +=
          (seen[static_cast<std::size_t>(k)] - expected) * (seen[static_cast<std::size_t>(k)] - expected) / expected;
      ++classes;
    }
    // Mean `classes`, variance twice that: four standard deviations.
    EXPECT_LT(chi_square, classes + 4 * std::sqrt(2.0 * classes)) << "lam " << lam;
  }
}

TEST(Drawn, DegenerateParameters) {
  for_each_backend([](Backend backend) {
    Generator rng(7), untouched(7);

    EXPECT_EQ(rng.standard_gamma(0, {3}).to_vector(), std::vector<double>(3));
    EXPECT_EQ(rng.poisson({3}, 0).to_vector(), std::vector<std::int64_t>(3));
    EXPECT_EQ(rng.standard_normal({2, 0}).shape(), Shape({2, 0}));
    EXPECT_EQ(rng.random({}).item(), untouched.random({}).item()) << "nothing was drawn so far";
    EXPECT_EQ(rng.normal({2}, 4, 0).to_vector(), (std::vector<double>{4, 4}));
    EXPECT_EQ(rng.standard_normal({}).rank(), 0);
    EXPECT_EQ(rng.exponential({2}, 1, Backend::serial).backend(), Backend::serial);
    EXPECT_EQ(rng.poisson({4}).backend(), backend);
  });
}

TEST(Drawn, WrongParametersThrowAndLeaveTheStream) {
  Generator rng(7), untouched(7);
  using spica::testing::inf;
  using spica::testing::nan;

  expect_error<ValueError>([&] { rng.normal({2}, 0, -1); }, "normal: scale", "-1");
  expect_error<ValueError>([&] { rng.normal({2}, nan, 1); }, "normal: loc is NaN");
  expect_error<ValueError>([&] { rng.exponential({2}, nan); }, "exponential: scale");
  expect_error<ValueError>([&] { rng.standard_gamma(-0.5, {2}); }, "standard_gamma", "-0.5");
  expect_error<ValueError>([&] { rng.gamma(inf, {2}); }, "gamma", "inf");
  expect_error<ValueError>([&] { rng.gamma(1, {2}, -2); }, "gamma: scale", "-2");
  expect_error<ValueError>([&] { rng.lognormal({2}, 0, -2); }, "lognormal: sigma");
  expect_error<ValueError>([&] { rng.poisson({2}, -1); }, "poisson: lam", "-1");
  expect_error<ValueError>([&] { rng.poisson({2}, 1e19); }, "poisson: lam");
  EXPECT_THROW(rng.standard_normal({-1}), ShapeError);
  EXPECT_EQ(rng.random({}).item(), untouched.random({}).item());
}

}  // namespace
}  // namespace spica::random
