// The caching memory pool.
#include <spica/backends/memory.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace spica {
namespace {

using testing::expect_error;
using testing::for_each_backend;

constexpr std::size_t mib = std::size_t(1) << 20;

/// An array of that many MiB whose elements are not touched.
Array<std::uint8_t> block(std::size_t size_in_mib) {
  return empty<std::uint8_t>({static_cast<std::int64_t>(size_in_mib * mib)});
}

/// A pool as it was in the beginning, but for what other arrays hold; without a limit again afterwards.
class FreshPool {
 public:
  explicit FreshPool(Backend backend) : pool(memory_pool(backend)) { pool.trim(); }
  FreshPool(const FreshPool&) = delete;
  FreshPool& operator=(const FreshPool&) = delete;
  ~FreshPool() {
    pool.set_limit(0);
    pool.trim();
  }
  MemoryPool& pool;
};

TEST(Memory, StatisticsCountBlocksInUseAndCached) {
  for_each_backend([](Backend backend) {
    const FreshPool fresh(backend);
    const MemoryStatistics before = fresh.pool.statistics();

    {
      const Array<std::uint8_t> a = block(4);
      const MemoryStatistics held = fresh.pool.statistics();
      EXPECT_EQ(held.used - before.used, 4 * mib);
      EXPECT_EQ(held.cached, 0U);
      EXPECT_EQ(held.allocations - before.allocations, 1);
      EXPECT_EQ(held.system_allocations - before.system_allocations, 1);
      EXPECT_GE(held.peak, held.used);
    }

    const MemoryStatistics dropped = fresh.pool.statistics();
    EXPECT_EQ(dropped.used, before.used);
    EXPECT_EQ(dropped.cached, 4 * mib);
    EXPECT_GE(dropped.peak, before.used + 4 * mib);
  });
}

TEST(Memory, ArraysThatGrowDoNotLeaveAllSmallerBlocksBehind) {
  for_each_backend([](Backend backend) {
    const FreshPool fresh(backend);

    for (std::size_t size = 2; size <= 100; size += 2) block(size);

    const MemoryStatistics after = fresh.pool.statistics();
    EXPECT_LE(after.cached, after.peak + 100 * mib);
  });
}

TEST(Memory, ViewsHoldTheBlockOfTheirArray) {
  for_each_backend([](Backend backend) {
    const FreshPool fresh(backend);
    const std::size_t before = fresh.pool.statistics().used;

    Array<double> view = ones({1 << 20})(slice(5, 6));

    EXPECT_EQ(fresh.pool.statistics().used - before, 8 * mib);
    EXPECT_EQ(view.item(), 1);
    view = Array<double>();
    EXPECT_EQ(fresh.pool.statistics().used, before);
  });
}

TEST(Memory, FreedBlockIsUsedAgainForALikeSize) {
  for_each_backend([](Backend backend) {
    const FreshPool fresh(backend);
    const void* first = block(4).data();
    const std::int64_t asked = fresh.pool.statistics().system_allocations;

    const Array<std::uint8_t> same = block(4);

    EXPECT_EQ(same.data(), first);
    EXPECT_EQ(fresh.pool.statistics().system_allocations, asked);
    EXPECT_EQ(fresh.pool.statistics().cached, 0U);
  });
}

TEST(Memory, LargeBlockIsNotSpentOnASmallArray) {
  for_each_backend([](Backend backend) {
    const FreshPool fresh(backend);
    block(64);

    const Array<std::uint8_t> small = block(2);

    EXPECT_EQ(fresh.pool.statistics().cached, 64 * mib);
  });
}

TEST(Memory, RepeatedWorkAsksTheSystemOnce) {
  for_each_backend([](Backend backend) {
    const FreshPool fresh(backend);
    const Array<double> a = ones({100'000});
    const auto work = [&] { return sum(eval(a * 2) + 1).item(); };
    work();
    const std::int64_t asked = fresh.pool.statistics().system_allocations;

    for (int i = 0; i < 100; ++i) work();

    EXPECT_EQ(fresh.pool.statistics().system_allocations, asked);
  });
}

TEST(Memory, TrimReturnsWhatIsCached) {
  for_each_backend([](Backend backend) {
    const FreshPool fresh(backend);
    const Array<std::uint8_t> held = block(2);
    block(4);

    EXPECT_EQ(fresh.pool.trim(), 4 * mib);

    EXPECT_EQ(fresh.pool.statistics().cached, 0U);
    EXPECT_GE(fresh.pool.statistics().used, 2 * mib);
    EXPECT_EQ(fresh.pool.trim(), 0U);
  });
}

// TRAP-14
TEST(Memory, PoolAtItsLimitFreesWhatIsCachedBeforeItRefuses) {
  for_each_backend([](Backend backend) {
    const FreshPool fresh(backend);
    fresh.pool.set_limit(fresh.pool.statistics().used + 64 * mib);
    block(32);

    EXPECT_EQ(block(48).size(), static_cast<std::int64_t>(48 * mib));

    EXPECT_EQ(fresh.pool.statistics().cached, 48 * mib);
  });
}

TEST(Memory, RefusalSaysTheSizesAndThePoolWorksOn) {
  for_each_backend([](Backend backend) {
    const FreshPool fresh(backend);
    const std::size_t used = fresh.pool.statistics().used, used_in_mib = (used + mib - 1) / mib;
    fresh.pool.set_limit(64 * mib + used_in_mib * mib);
    const Array<std::uint8_t> held = block(32);
    block(8);

    expect_error<MemoryError>([] { block(48); }, "empty: 48 MiB asked for",
                              std::to_string(32 + used_in_mib) + " MiB in use", "8 MiB cached (now freed)",
                              "limit " + std::to_string(64 + used_in_mib) + " MiB");

    EXPECT_EQ(fresh.pool.statistics().used, used + 32 * mib);
    EXPECT_EQ(block(30).size(), static_cast<std::int64_t>(30 * mib));
    EXPECT_EQ(sum(ones({1000})).item(), 1000);
  });
}

TEST(Memory, LowerLimitTrimsAtOnce) {
  for_each_backend([](Backend backend) {
    const FreshPool fresh(backend);
    block(32);

    fresh.pool.set_limit(fresh.pool.statistics().used + 16 * mib);

    EXPECT_EQ(fresh.pool.statistics().cached, 0U);
    EXPECT_EQ(fresh.pool.statistics().limit, fresh.pool.statistics().used + 16 * mib);
  });
}

TEST(Memory, EmptyArraysAreFineAtTheLimit) {
  for_each_backend([](Backend backend) {
    const FreshPool fresh(backend);
    const Array<double> none_yet = zeros({0});

    EXPECT_EQ(none_yet.size(), 0);
    EXPECT_EQ(sum(none_yet).item(), 0);
  });
}

TEST(Memory, HostBlocksAreAlignedForVectorsAndLargeOnesToHugePages) {
  for (const Backend backend : {Backend::serial, Backend::openmp}) {
    if (!usable(backend)) continue;
    for (const std::int64_t size : {1, 100, 5000, 3 << 20}) {
      const Array<std::uint8_t> a = empty<std::uint8_t>({size}, backend);

      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data()) % (size >= (2 << 20) ? 2 * mib : 64), 0U)
          << size << " bytes";
    }
  }
}

TEST(Memory, HostBackendsShareOnePool) { EXPECT_EQ(&memory_pool(Backend::serial), &memory_pool(Backend::openmp)); }

TEST(Memory, MachineHasMemory) {
  for_each_backend([](Backend backend) {
    const MemorySize size = memory_size(backend);

    EXPECT_GT(size.available, 0U);
    EXPECT_LE(size.available, size.total);
  });
}

}  // namespace
}  // namespace spica
