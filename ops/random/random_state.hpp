// Random numbers of NumPy's legacy RandomState(seed), for results that were published with it.
#pragma once

#include <spica/core/array.hpp>

#include <cstdint>
#include <random>
#include <type_traits>

namespace spica::random {

/// NumPy's `numpy.random.RandomState(seed)` (Mersenne Twister, MT19937): the same doubles in the same order, bit for
/// bit.
///
/// The twister is sequential, so the numbers are made by one thread of the host, and copied for a backend with other
/// memory. New work is better served by Generator. A copy gives the same numbers again. Not for two threads at once.
/// Source: NumPy `numpy/random/mtrand.pyx`, `src/mt19937` (the stream is frozen by NEP 19).
/// Example: tests/random/test_random_state.cpp.
class RandomState {
 public:
  /// @param seed  in [0, 2^32 - 1].
  /// @throws ValueError for a larger one, as NumPy does.
  explicit RandomState(std::uint64_t seed);

  /// Uniform in [0, 1): multiples of 2^-53, never 1.
  /// @throws ShapeError for a negative extent.
  Array<double> random_sample(const Shape& shape, Backend backend = spica::detail::current_default_backend());

  /// low + (high - low) * u, with u as `random_sample` gives it; NumPy's argument order is (low, high, size).
  ///
  /// float: the double rounded to the nearest float, which is NumPy's `uniform(low, high, size).astype(numpy.float32)`,
  /// but for one thing: where that rounds up to `high` (in [1, 100) about 4 times in 1e8), it is the float below
  /// `high`. As in NumPy, `high < low` is taken as it comes.
  /// @throws ValueError if `high - low` is not finite. ShapeError for a negative extent.
  template <std::floating_point T = double>
  Array<T> uniform(const Shape& shape, std::type_identity_t<T> low = 0, std::type_identity_t<T> high = 1,
                   Backend backend = spica::detail::current_default_backend());

 private:
  double next_double();

  template <class T, class Map> Array<T> draw(const char* op, const Shape& shape, Backend backend, const Map& map);

  std::mt19937 engine_;  // seeded by the formula NumPy's legacy seeding uses
};

}  // namespace spica::random
