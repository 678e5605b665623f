// TRAP-21: the time of the launch, not of the work.
#include <spica/apps/speedup/plausible.hpp>

#include <gtest/gtest.h>

#include "results.hpp"

namespace {

using namespace speedup;

constexpr std::int64_t large = 300'000'000, small = large / 8;

Limits host() { return {1e10, 2e10, 1e12, 32e6, false}; }
Limits device() { return {4.3e12, 4.3e12, 1e14, 64e6, true}; }

TEST(Plausible, CredibleTimesPass) {
  EXPECT_EQ(implausible(row("add", "vectorised", large, "openmp", 0.24), host()), "");
  EXPECT_EQ(implausible(row("add", "kernel-new", large, "cuda", 0.00114), device()), "");
}

TEST(Plausible, TheTimeOfALaunchIsRefused) {
  const std::string text = implausible(row("add", "kernel-new", large, "cuda", 5.5e-6), device());

  EXPECT_NE(text.find("a copy reaches 4300 GB/s here"), std::string::npos) << text;
  EXPECT_NE(implausible(row("add", "vectorised", large, "openmp", 0.01), host()), "");
  EXPECT_NE(implausible(row("add", "vectorised", large, "openmp", 0), host()), "");
}

TEST(Plausible, CacheSizedRowsAreExempt) {
  const Result fast = row("add", "vectorised", 1000, "openmp", 1e-7);

  EXPECT_TRUE(fits_cache(fast, host()));
  EXPECT_EQ(implausible(fast, host()), "");
  EXPECT_FALSE(fits_cache(row("add", "vectorised", large, "openmp", 1), host()));
}

TEST(Plausible, MoreArithmeticThanAnyMachineHasIsRefused) {
  Result product = row("matmul", "matmul", 10'000, "cuda", 0.032);
  EXPECT_EQ(implausible(product, device()), "");

  product.seconds = 5.5e-6;

  EXPECT_NE(implausible(product, device()).find("no such machine"), std::string::npos);
}

TEST(Plausible, TimesThatGrowWithTheWorkPass) {
  EXPECT_EQ(implausible_scaling(row("add", "vectorised", small, "openmp", 0.03),
                                row("add", "vectorised", large, "openmp", 0.24), host()),
            "");
}

TEST(Plausible, TimesThatDoNotGrowAreRefused) {
  const Result less = row("add", "vectorised", small, "cuda", 9.8e-4),
               more = row("add", "vectorised", large, "cuda", 1e-3);

  EXPECT_NE(implausible_scaling(less, more, device()), "");
}

TEST(Plausible, TimesThatGrowTooMuchAreRefusedUnlessTheSmallOneIsInTheCache) {
  const Result more = row("add", "vectorised", large, "openmp", 0.6);
  Limits with_large_cache = host();
  with_large_cache.cache_bytes = 400e6;

  EXPECT_NE(implausible_scaling(row("add", "vectorised", small, "openmp", 0.03), more, host()), "");
  EXPECT_EQ(implausible_scaling(row("add", "vectorised", small, "openmp", 0.03), more, with_large_cache), "");
}

TEST(Plausible, AFixedCostOfABusyMachinePasses) {
  // 12 GB/s on the large one, below the 20 of a copy: slow, not unfinished.
  EXPECT_EQ(implausible_scaling(row("add", "vectorised", small, "openmp", 0.2),
                                row("add", "vectorised", large, "openmp", 0.4), host()),
            "");
}

}  // namespace
