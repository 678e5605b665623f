// Operands by place, and sums of them. No Spica here: the peers in C++ have the same operands.
#pragma once

#include <cmath>
#include <cstdint>

namespace bench {

/// Number i of a sequence in [0, 1), a multiple of 2^-53. Source: SplitMix64, Steele, Lea and Flood, 2014.
inline double number(std::uint64_t sequence, std::int64_t i) {
  std::uint64_t z = (sequence << 48) + static_cast<std::uint64_t>(i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/// A sum with the rounding errors carried along. Source: Kahan, 1965. (nvcc has no long double.)
class Sum {
 public:
  void add(double x) {
    const double y = x - rest_, sum = sum_ + y;
    rest_ = (sum - sum_) - y;
    sum_ = sum;
  }
  double value() const { return sum_; }

 private:
  double sum_ = 0, rest_ = 0;
};

/// The sum of f(0), …, f(n - 1).
template <class F> double sum_of(std::int64_t n, const F& f) {
  Sum sum;
  for (std::int64_t i = 0; i < n; ++i) sum.add(f(i));
  return sum.value();
}

/// The first place of the largest of the n numbers of sequence 1.
inline std::int64_t place_of_largest(std::int64_t n) {
  std::int64_t best = 0;
  double largest = number(1, 0);
  for (std::int64_t i = 1; i < n; ++i)
    if (const double x = number(1, i); x > largest) largest = x, best = i;
  return best;
}

/// The standard deviation of the n numbers of sequence 1.
inline double deviation(std::int64_t n) {
  const double mean = sum_of(n, [](std::int64_t i) { return number(1, i); }) / double(n);
  return std::sqrt(sum_of(n, [mean](std::int64_t i) { return (number(1, i) - mean) * (number(1, i) - mean); }) / double(n));
}

}  // namespace bench
