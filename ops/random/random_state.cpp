#include <spica/ops/random/random_state.hpp>

#include <spica/ops/random/distributions.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace spica::random {
namespace {

std::uint32_t checked_seed(std::uint64_t seed) {
  if (seed > 0xffffffff) {
    throw ValueError("RandomState: seed " + std::to_string(seed) + " is above 4294967295, the largest; " +
                     "spica::random::Generator takes 64 bits");
  }
  return static_cast<std::uint32_t>(seed);
}

}  // namespace

RandomState::RandomState(std::uint64_t seed) : engine_(checked_seed(seed)) {}

/// 27 + 26 bits of two words: NumPy's `mt19937_next_double`.
double RandomState::next_double() {
  const double upper = static_cast<double>(engine_() >> 5);
  const double lower = static_cast<double>(engine_() >> 6);
  return (upper * 0x1.0p26 + lower) * 0x1.0p-53;  // exact: the sum is an integer below 2^53
}

template <class T, class Map>
Array<T> RandomState::draw(const char* op, const Shape& shape, Backend backend, const Map& map) {
  const auto out = Array<T>::uninitialized(op, shape, backend);
  const std::int64_t size = out.size();
  if (host_memory(backend)) {
    std::generate_n(out.data(), size, [&] { return map(next_double()); });
    return out;
  }
  // In pieces that stay in the cache; each copy returns when the piece may be written again.
  std::vector<T> piece(static_cast<std::size_t>(std::min<std::int64_t>(size, 1 << 17)));
  for (std::int64_t done = 0; done < size;) {
    const auto length = std::min<std::int64_t>(size - done, static_cast<std::int64_t>(piece.size()));
    std::generate_n(piece.data(), length, [&] { return map(next_double()); });
    spica::detail::copy_bytes(op, out.data() + done, backend, piece.data(), Backend::serial,
                              static_cast<std::size_t>(length) * sizeof(T));
    done += length;
  }
  return out;
}

Array<double> RandomState::random_sample(const Shape& shape, Backend backend) {
  return draw<double>("random_sample", shape, backend, [](double unit) { return unit; });
}

template <std::floating_point T>
Array<T> RandomState::uniform(const Shape& shape, std::type_identity_t<T> low, std::type_identity_t<T> high,
                              Backend backend) {
  if (!std::isfinite(static_cast<double>(high) - static_cast<double>(low))) {
    throw ValueError("uniform: high - low must be finite, but " + detail::bounds_text(low, high));
  }
  return draw<T>("uniform", shape, backend, Scaled<T>(low, high));
}

template Array<float> RandomState::uniform<float>(const Shape&, float, float, Backend);
template Array<double> RandomState::uniform<double>(const Shape&, double, double, Backend);

}  // namespace spica::random
