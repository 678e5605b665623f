// Random numbers of NumPy's Generator(Philox(seed)), on every backend.
#pragma once

#include <spica/ops/index/take.hpp>
#include <spica/ops/random/philox.hpp>

#include <cstdint>
#include <optional>
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

  // Distributions that take a varying number of words of the stream. The words are those that NumPy takes, so that
  // calls of all kinds go on sharing one stream with it; docs/numerics.md says which results have NumPy's bits. A
  // scale, a shape parameter or a rate is one number. Where NumPy gives a parameter a default, it stands behind the
  // shape.

  /// Normal numbers with mean 0 and variance 1, by the ziggurat method.
  ///
  /// @tparam T  double takes 64-bit words of the stream, float 32-bit words: other numbers, not rounded ones.
  /// @return    NumPy's bits, but for one number in 3700 (beyond 3.65), whose logarithm may be rounded otherwise.
  /// @throws ShapeError for a negative extent.
  /// @note  A device waits once: where a number begins depends on those before it.
  /// Source: NumPy `Generator.standard_normal(size, dtype)`; G. Marsaglia and W. Tsang, 2000.
  /// Example: tests/random/test_drawn.cpp.
  template <FloatingElement T = double>
  Array<T> standard_normal(const Shape& shape, Backend backend = spica::detail::current_default_backend());

  /// loc + scale * z, with z as `standard_normal<T>` gives it; float (NumPy has double only) is computed in double and
  /// rounded once.
  /// @throws ValueError for a negative scale or NaN. ShapeError for a negative extent.
  /// Source: NumPy `Generator.normal(loc, scale, size)`.
  template <FloatingElement T = double>
  Array<T> normal(const Shape& shape, std::type_identity_t<T> loc = 0, std::type_identity_t<T> scale = 1,
                  Backend backend = spica::detail::current_default_backend());

  /// exp(mean + sigma * z). @throws ValueError for a negative sigma or NaN.
  /// Source: NumPy `Generator.lognormal(mean, sigma, size)`.
  template <FloatingElement T = double>
  Array<T> lognormal(const Shape& shape, std::type_identity_t<T> mean = 0, std::type_identity_t<T> sigma = 1,
                     Backend backend = spica::detail::current_default_backend());

  /// Exponential numbers with mean 1, by the ziggurat method. Bits as in `standard_normal` (the tail begins at 7.7).
  /// Source: NumPy `Generator.standard_exponential(size, dtype, method="zig")`.
  template <FloatingElement T = double>
  Array<T> standard_exponential(const Shape& shape, Backend backend = spica::detail::current_default_backend());

  /// Exponential numbers with mean `scale`. @throws ValueError for a negative scale or NaN.
  /// Source: NumPy `Generator.exponential(scale, size)`.
  template <FloatingElement T = double>
  Array<T> exponential(const Shape& shape, std::type_identity_t<T> scale = 1,
                       Backend backend = spica::detail::current_default_backend());

  /// Gamma numbers with shape parameter `k` and scale 1.
  ///
  /// @param k  finite, not negative; 0 gives zeros and leaves the stream where it is.
  /// @throws ValueError for another k. ShapeError for a negative extent.
  /// Source: NumPy `Generator.standard_gamma(shape, size, dtype)`; Marsaglia and Tsang, 2000; Ahrens and Dieter, 1974.
  template <FloatingElement T = double>
  Array<T> standard_gamma(std::type_identity_t<T> k, const Shape& shape,
                          Backend backend = spica::detail::current_default_backend());

  /// `scale` times `standard_gamma(k, shape)`. @throws ValueError for a negative scale or NaN.
  /// Source: NumPy `Generator.gamma(shape, scale, size)`.
  template <FloatingElement T = double>
  Array<T> gamma(std::type_identity_t<T> k, const Shape& shape, std::type_identity_t<T> scale = 1,
                 Backend backend = spica::detail::current_default_backend());

  /// Poisson numbers with mean `lam`.
  /// @throws ValueError unless 0 <= lam <= 9.223372e18. ShapeError for a negative extent.
  /// Source: NumPy `Generator.poisson(lam, size)`; W. Hoermann, 1993.
  Array<std::int64_t> poisson(const Shape& shape, double lam = 1,
                              Backend backend = spica::detail::current_default_backend());

  // Orders and samples. Their numbers are not NumPy's, whose way is sequential (Fisher and Yates exchange one pair
  // after the other), but for `choice` with replacement.

  /// The integers 0 to n - 1 in random order: the places that sort n random words (equal words, about never, stay in
  /// order).
  /// @throws ShapeError for a negative n.
  Array<std::int64_t> permutation(std::int64_t n, Backend backend = spica::detail::current_default_backend());

  /// The parts of `x` along `axis` in random order, as a new array on its backend: NumPy's `Generator.permutation(x,
  /// axis)`.
  /// @throws AxisError (also for rank 0).
  template <ArrayOrExpression X> Array<value_type_t<X>> permutation(const X& x, std::int64_t axis = 0) {
    const int along = spica::detail::normalize_axis("permutation", axis, x.rank());
    return take(x, permutation(x.shape()[along], x.backend()), along);
  }

  /// Brings the parts of `x` along `axis` into random order, in place: NumPy's `Generator.shuffle(x, axis)`.
  /// @param x  an array or a view; the elements are written.
  /// @throws AxisError (also for rank 0); ValueError for a broadcast view.
  template <Element T> void shuffle(const Array<T>& x, std::int64_t axis = 0) {
    const int along = spica::detail::normalize_axis("shuffle", axis, x.rank());
    x.assign(take(x, permutation(x.shape()[along], x.backend()), along));
  }

  /// A sample of the integers 0 to n - 1.
  ///
  /// @param replace  true: each draw is from all n, with NumPy's numbers. false: each integer at most once; the order
  /// is
  ///                 random too. Without `p` these are the first of a permutation, or for fewer than n / 50 draws from
  ///                 more than 10000 Floyd's method on one host thread (NumPy's numbers, without memory for n); with
  ///                 `p` the smallest of n exponential numbers with rates p.
  /// @param p        probabilities: n of them, float64, on the backend of the result.
  /// @return         int64, shape `shape`.
  /// @throws ValueError if n is not positive and something is drawn; if p is not 1-D of length n, has a negative
  /// element or
  ///         a NaN or does not add up to 1 within 1.5e-8; if more are drawn without replacement than there are (than
  ///         have a positive p). BackendMismatch. ShapeError for a negative extent.
  /// @note  Checking p waits for its sum.
  /// Source: NumPy `Generator.choice(a, size, replace, p)`; R. Floyd in Bentley, "Programming Pearls", 1987; P.
  /// Efraimidis and P. Spirakis, "Weighted Random Sampling with a Reservoir", 2006.
  Array<std::int64_t> choice(std::int64_t n, const Shape& shape, bool replace = true,
                             const std::optional<Array<double>>& p = std::nullopt,
                             Backend backend = spica::detail::current_default_backend());

  /// A sample of the parts of `x` along `axis`: shape of `x` with `shape` in place of the axis.
  template <ArrayOrExpression X>
  Array<value_type_t<X>> choice(const X& x, const Shape& shape, bool replace = true,
                                const std::optional<Array<double>>& p = std::nullopt, std::int64_t axis = 0) {
    const int along = spica::detail::normalize_axis("choice", axis, x.rank());
    return take(x, choice(x.shape()[along], shape, replace, p, x.backend()), along);
  }

 private:
  PhiloxStream stream_;
};

}  // namespace spica::random
