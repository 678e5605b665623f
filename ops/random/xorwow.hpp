// Random numbers of cuRAND's default generator, as CuPy gives them, for results that were made with CuPy.
#pragma once

#include <spica/core/array.hpp>

#include <cstdint>
#include <optional>
#include <type_traits>

namespace spica::random {

/// The numbers of `cupy.random` after `cupy.random.seed(seed)`: cuRAND's XORWOW generator in its default (legacy)
/// ordering, on every backend and without cuRAND.
///
/// 4096 subsequences of one sequence, 2^67 apart, give a number each in turn, and go on so from call to call. A copy of
/// a generator gives the same numbers again. Not for two threads at once. New work is better served by Generator: one
/// number depends on all before it in its subsequence, and no more than 4096 threads of a device take part.
///
/// Source: G. Marsaglia, "Xorshift RNGs", 2003 (the sequence); cuRAND library guide (ordering) and `curand_kernel.h`
/// (seeding); CuPy `cupy/random/_generator.py`.
/// Example: tests/random/test_xorwow.cpp.
class Xorwow {
 public:
  /// @param seed  what `cupy.random.seed` would be given.
  explicit Xorwow(std::uint64_t seed) : seed_(seed) {}

  /// Uniform in [0, 1): CuPy's `random.random(shape, dtype)`, `random_sample` and `rand`, bit for bit.
  ///
  /// @tparam T  double takes two 32-bit words, float one. cuRAND's interval is (0, 1]; where it gives 1, CuPy gives 0.
  /// @throws ShapeError for a negative extent.
  template <FloatingElement T = double>
  Array<T> random(const Shape& shape, Backend backend = spica::detail::current_default_backend());

  /// CuPy's `random.uniform(low, high, shape, dtype)`: low + u (high - low), in T, with one rounding for product and
  /// sum, as a GPU computes it. Rounding can give `high` itself. As in CuPy, `high < low` is taken as it comes.
  /// @throws ValueError if `high - low` is not finite. ShapeError for a negative extent.
  template <FloatingElement T = double>
  Array<T> uniform(const Shape& shape, std::type_identity_t<T> low = 0, std::type_identity_t<T> high = 1,
                   Backend backend = spica::detail::current_default_backend());

 private:
  template <class T, class Value>
  Array<T> draw(const char* op, const Shape& shape, Backend backend, const Value& value);

  std::uint64_t seed_;
  std::optional<Array<std::uint32_t>> states_;  // (6, 4096); made at the first call, never written afterwards
  std::int64_t next_ = 0;                       // the subsequence whose turn it is
};

}  // namespace spica::random
