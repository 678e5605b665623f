// Values and bits for tests.
#pragma once

#include <spica/core/array.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

namespace spica::testing {

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double inf = std::numeric_limits<double>::infinity();

/// SplitMix64 (Steele, Lea & Flood, Fast splittable pseudorandom number generators, 2014): numbers that do not depend
/// on what is tested.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// In [-1, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-52 - 1; }

 private:
  std::uint64_t state_;
};

/// The values are equal bit by bit; says where they first differ. Any NaN equals any other, since processors and
/// devices choose its payload as they like.
template <class T> void expect_same_bits(const std::vector<T>& got, const std::vector<T>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    const T a = got[i], b = expected[i];
    bool same;
    if constexpr (std::is_same_v<T, bool>) same = a == b;
    else same = std::memcmp(&a, &b, sizeof(T)) == 0 || (a != a && b != b);
    ASSERT_TRUE(same) << "element " << i << " of " << got.size() << ": got " << a << ", expected " << b;
  }
}

}  // namespace spica::testing
