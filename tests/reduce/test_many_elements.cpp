// TRAP-06: more than 2^31 elements, where an index of 32 bits turns over.
#include <spica/backends/memory.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/reduce/min_max.hpp>

#include "../support/backends.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace spica {
namespace {

TEST(ManyElements, PlaceOfTheLastOne) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP()
      << "takes minutes under the sanitizers, which have nothing to find here that the smaller tests do not have";
#endif
  constexpr std::int64_t n = (std::int64_t(1) << 31) + 8;
  bool anywhere = false;
  testing::for_each_backend([&](Backend backend) {
    if (memory_size(backend).available < static_cast<std::size_t>(n) * 3 / 2) return;
    anywhere = true;
    {
      const Array<std::uint8_t> a = zeros<std::uint8_t>({n});
      a(-1) = 1;

      EXPECT_EQ(argmax(a).item(), 2147483655);
    }
    memory_pool(backend).trim();
  });
  if (!anywhere) GTEST_SKIP() << "an array of 2 GiB needs 3 GiB of free memory";
}

TEST(ManyElements, OffsetsReachBeyondTwoToThe31InAViewOfFewElements) {
  constexpr std::int64_t step = std::int64_t(1) << 30;
  bool anywhere = false;
  testing::for_each_backend([&](Backend backend) {
    if (memory_size(backend).available < static_cast<std::size_t>(3 * step)) return;
    anywhere = true;
    {
      const Array<std::uint8_t> a = empty<std::uint8_t>({2 * step + 1});
      const Array<std::uint8_t> few = a(slice(none, none, step));
      few(0) = 1;
      few(1) = 2;
      few(2) = 3;

      EXPECT_EQ(few.to_vector(), (std::vector<std::uint8_t>{1, 2, 3}));
      EXPECT_EQ(argmax(few).item(), 2);
      EXPECT_EQ(a(-1).item(), 3);
    }
    memory_pool(backend).trim();
  });
  if (!anywhere) GTEST_SKIP() << "an array of 2 GiB needs 3 GiB of free memory";
}

TEST(ManyElements, ByBroadcasting) {
  testing::for_each_backend([](Backend) {
    const Array<std::uint8_t> repeated =
        broadcast_to(reshape(arange<std::uint8_t>(3), {3, 1}), {3, std::int64_t(1) << 32});

    EXPECT_EQ(repeated.size(), std::int64_t(3) << 32);
    EXPECT_EQ(repeated(2, -1).item(), 2);
  });
}

}  // namespace
}  // namespace spica
