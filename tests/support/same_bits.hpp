// The same program on every backend: the results must be equal bit for bit (docs/numerics.md).
#pragma once

#include <spica/ops/creation/creation.hpp>

#include "backends.hpp"
#include "values.hpp"

#include <cmath>
#include <vector>

namespace spica::testing {

/// Lengths around each limit: a vector, the 64 lanes, a block of 1024, a chunk of 4096, the 32768 from which a team
/// works, and a million.
inline constexpr std::int64_t awkward_sizes[] = {1,    2,    63,   64,    65,    1023,  1024,     1025,
                                                 4095, 4096, 4097, 32767, 32768, 32769, 1'000'003};
inline const Shape awkward_matrices[] = {{3, 70'001}, {70'001, 3}, {513, 517}};

/// Values over sixty powers of two with either sign, on serial; for integers over the whole range of the type.
/// `special` puts zeros of either sign, NaN, infinities and subnormal numbers among them.
template <class T> Array<T> awkward_values(const Shape& shape, std::uint64_t seed, bool special = false) {
  Numbers numbers(seed);
  const auto real = [&] { return std::ldexp(numbers.unit(), static_cast<int>(numbers.next() % 60) - 30); };
  std::vector<T> values(static_cast<std::size_t>(detail::size_of(shape)));
  for (T& value : values) {
    if constexpr (ComplexElement<T>) value = T(static_cast<real_t<T>>(real()), static_cast<real_t<T>>(real()));
    else if constexpr (FloatingElement<T>) value = static_cast<T>(real());
    else value = static_cast<T>(numbers.next() >> 11);
  }
  if constexpr (FloatingElement<T>) {
    const T among[] = {
        T(0), T(-0.0), T(nan), T(inf), T(-inf), std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::max()};
    for (std::size_t i = 0; special && i < values.size(); i += 1 + numbers.next() % 97)
      values[i] = among[numbers.next() % std::size(among)];
  }
  if constexpr (ComplexElement<T>) {
    using R = real_t<T>;
    const R among[] = {R(0), R(-0.0), R(nan), R(inf), R(-inf)};
    for (std::size_t i = 0; special && i < values.size(); i += 1 + numbers.next() % 97)
      values[i] = T(among[numbers.next() % std::size(among)], numbers.next() % 2 ? values[i].imag() : among[numbers.next() % std::size(among)]);
  }
  return from_host(std::span<const T>(values), shape, Backend::serial);
}

/// Evaluates make(operands…) on serial and on each other usable backend, where `make` gets the operands as copies on
/// that backend, and expects the same shape and bits.
template <class Make, class... T> void expect_same_bits_everywhere(Make make, const Array<T>&... operands) {
  const auto serial = copy(make(operands.to(Backend::serial)...));
  for (const Backend backend : backends()) {
    if (backend == Backend::serial || !usable(backend)) continue;
    SCOPED_TRACE(::testing::Message() << "on backend " << name(backend) << " with " << concurrency(backend)
                                      << " threads");

    const auto other = copy(make(operands.to(backend)...));

    ASSERT_EQ(other.backend(), backend);
    ASSERT_EQ(other.shape(), serial.shape());
    expect_same_bits(other.to_vector(), serial.to_vector());
  }
}

}  // namespace spica::testing
