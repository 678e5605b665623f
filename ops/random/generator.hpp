// Random numbers of NumPy's Generator(Philox(seed)), on every backend.
#pragma once

#include <spica/core/array.hpp>
#include <spica/ops/random/philox.hpp>

#include <cstdint>
#include <type_traits>

namespace spica::random {

/// Whether `integers` may give its upper bound.
enum class Endpoint : bool { excluded, included };

/// NumPy's `numpy.random.Generator(numpy.random.Philox(seed))`: the same numbers in the same order, bit for bit.
///
/// Each call continues the stream where the one before ended, whatever types and backends the calls use; an array on
/// the GPU has the bits of the one on the host. A copy of a generator gives the same numbers again. Not for two threads
/// at once.
///
/// Source: NumPy `numpy/random` (methods and streams; compared with 1.24 and 2.4).
/// Example: tests/random/test_generator.cpp.
class Generator {
 public:
  /// @param seed  what NumPy's `Philox(seed)` would be given.
  explicit Generator(std::uint64_t seed);

  /// Uniform in [0, 1), never 1.
  ///
  /// @tparam T     double: multiples of 2^-53, 64 bits of the stream each. float: multiples of 2^-24, 32 bits each.
  /// @param shape  any; an empty one leaves the stream where it is.
  /// @throws ShapeError for a negative extent.
  /// Source: NumPy `Generator.random(size, dtype)`.
  template <std::floating_point T = double>
  Array<T> random(const Shape& shape, Backend backend = spica::detail::current_default_backend());

  /// Uniform between `low` and `high`: low + (high - low) * u, with u as `random<T>` gives it.
  ///
  /// double: NumPy's bits; where the doubles near `high` are coarser than the step of u, rounding can give `high`
  /// itself, as in NumPy (in [1, 2) once in 2^53). float, which NumPy does not have: computed in double, rounded once,
  /// and always in [low, high). `low == high` gives `low`.
  /// @throws ValueError if `high < low`, or if `high - low` is not finite. ShapeError for a negative extent.
  /// Source: NumPy `Generator.uniform(low, high, size)`.
  template <std::floating_point T = double>
  Array<T> uniform(const Shape& shape, std::type_identity_t<T> low = 0, std::type_identity_t<T> high = 1,
                   Backend backend = spica::detail::current_default_backend());

  /// Integers in [low, high), or [low, high] for Endpoint::included, each equally likely.
  ///
  /// @tparam T  bool or any integer. The type decides how the stream is used: the same seed gives other numbers as
  ///            int32 than as int8, as in NumPy.
  /// @throws ValueError if no integer is in the interval. ShapeError for a negative extent.
  /// @note Some draws are rejected, and only running tells how many: unless the number of values is a power of two this
  ///       waits for the array to be filled.
  /// Source: NumPy `Generator.integers(low, high, size, dtype, endpoint)`; D. Lemire, "Fast Random Integer Generation
  /// in an Interval", 2019.
  template <IntegerOrBool T = std::int64_t>
  Array<T> integers(std::type_identity_t<T> low, std::type_identity_t<T> high, const Shape& shape,
                    Endpoint endpoint = Endpoint::excluded, Backend backend = spica::detail::current_default_backend());

 private:
  PhiloxStream stream_;
};

}  // namespace spica::random
