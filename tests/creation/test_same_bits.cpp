// Created arrays have the same bits on every backend; creation.same_bits runs with several numbers of threads.
#include <spica/ops/creation/creation.hpp>

#include "../support/same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

/// make(backend) on serial and on every other usable backend.
template <class Make> void expect_same(Make make) {
  const Array<double> nothing = zeros({0}, Backend::serial);
  testing::expect_same_bits_everywhere([&](const Array<double>& on) { return make(on.backend()); }, nothing);
}

template <class T> void expect_same_ranges() {
  for (const std::int64_t n : testing::awkward_sizes) {
    SCOPED_TRACE(::testing::Message() << n << " elements of " << dtype_name<T>());
    expect_same([n](Backend b) { return arange<T>(T(1), T(1) + static_cast<T>(n) * T(3), T(3), b); });
    expect_same([n](Backend b) { return linspace<T>(-1.1, 77.7, n, true, b); });
    expect_same([n](Backend b) { return linspace<T>(0.1, 1e5, n, false, b); });
    expect_same([n](Backend b) { return full<T>({n}, T(7), b); });
  }
}

TEST(CreationSameBits, OfRangesInFloat64) { expect_same_ranges<double>(); }
TEST(CreationSameBits, OfRangesInFloat32) { expect_same_ranges<float>(); }
TEST(CreationSameBits, OfRangesInInt64) { expect_same_ranges<std::int64_t>(); }

TEST(CreationSameBits, OfStepsThatAreNoBinaryFractions) {
  for (const std::int64_t n : testing::awkward_sizes)
    expect_same([n](Backend b) { return arange<double>(0.1, 0.1 + 0.3 * static_cast<double>(n), 0.3, b); });
}

TEST(CreationSameBits, OfDiagonals) {
  for (const std::int64_t k : {-600, -1, 0, 3, 600}) {
    expect_same([k](Backend b) { return eye(513, 517, k, b); });
    expect_same([k](Backend b) { return tri<float>(517, 300, k, b); });
  }
}

}  // namespace
}  // namespace spica
