// Threads of the caller's own: OpenMP regions and std::thread. Run with OMP_NUM_THREADS 1 and 4 among others.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/backends.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace spica {
namespace {

constexpr std::int64_t size = 100'000;  // enough for a team

/// Work on arrays of the calling thread's own. True if every answer is right.
bool works(std::int64_t seed) {
  bool right = true;
  for (int round = 0; round < 5; ++round) {
    const Array<std::int64_t> a = arange(size) + seed;
    a(seed) = 2 * size;
    right = right && sum(a * 2).item() == size * (size - 1) + 2 * seed * size + 2 * (2 * size - 2 * seed);
    right = right && argmax(a).item() == seed;
    right = right && sum(reshape(a, {1000, 100}) * 0 + 1, axis(0))(99).item() == 1000;
    right = right && sum(reshape(a, {5000, 20}) * 0 + seed, axis(0))(9).item() == 5000 * seed;  // partial results, then one more step
  }
  return right;
}

#ifdef _OPENMP
// TRAP-16
TEST(Threads, OfAnOpenMPRegionWorkOnArraysOfTheirOwn) {
  testing::for_each_backend([](Backend) {
    const int before = omp_get_max_threads();
    std::atomic<int> wrong{0};

#pragma omp parallel
    if (!works(omp_get_thread_num() + 1)) ++wrong;
#pragma omp parallel num_threads(4)
    if (!works(omp_get_thread_num() + 1)) ++wrong;

    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(omp_get_max_threads(), before);
    EXPECT_TRUE(works(7));
  });
}

TEST(Threads, InsideARegionThereIsNoTeam) {
  if (!usable(Backend::openmp)) GTEST_SKIP() << usable(Backend::openmp).why_not;
  const int outside = concurrency(Backend::openmp);
  std::atomic<int> most{0};

#pragma omp parallel num_threads(2)
  {
    if (omp_in_parallel()) most = concurrency(Backend::openmp);
  }

  EXPECT_EQ(most, 1);
  EXPECT_EQ(concurrency(Backend::openmp), outside);
}

TEST(Threads, CountOfTheCallerStaysAndDoesNotChangeTheAnswer) {
  testing::for_each_backend([](Backend) {
    const int before = omp_get_max_threads();
    for (const int threads : {1, 4, 3}) {
      omp_set_num_threads(threads);
      EXPECT_TRUE(works(threads));
      EXPECT_EQ(omp_get_max_threads(), threads);
    }
    omp_set_num_threads(before);
  });
}
#endif

TEST(Threads, OfTheCxxLibraryWorkOnArraysOfTheirOwn) {
  testing::for_each_backend([](Backend) {
    std::atomic<int> wrong{0};

    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([&wrong, i] { wrong += !works(i); });
    for (std::thread& thread : threads) thread.join();

    EXPECT_EQ(wrong, 0);
  });
}

}  // namespace
}  // namespace spica
