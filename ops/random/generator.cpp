#include <spica/ops/random/generator.hpp>

#include <spica/backends/dispatch.hpp>
#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/random/distributions.hpp>
#include <spica/ops/random/generator_kernel.hpp>
#include <spica/ops/random/seed_sequence.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace spica::random {
namespace {

PhiloxStream stream_for(std::uint64_t seed) {
  const std::vector<std::uint64_t> key = SeedSequence(seed).generate_uint64(2);
  return {.key = {{key[0], key[1]}}};
}

template <class T, class Distribution>
void fill(const char* op, const Array<T>& out, PhiloxStream& stream, const Distribution& distribution) {
  out.storage()->mark_used();
  spica::detail::dispatch(op, out.backend(), [&](const auto& exec) {
    stream = detail::fill_kernel(exec, op, stream, distribution, out.data(), out.size());
  });
}

template <int Bits, class T> void fill_bounded(const Array<T>& out, PhiloxStream& stream, T low, std::uint64_t range) {
  const BoundedInteger<T, Bits> distribution(low, range);
  if (distribution.threshold == 0) { return fill("integers", out, stream, distribution); }
  out.storage()->mark_used();
  spica::detail::dispatch("integers", out.backend(), [&](const auto& exec) {
    stream = detail::fill_accepted_kernel(exec, "integers", stream, distribution, out.data(), out.size());
  });
}

}  // namespace

Generator::Generator(std::uint64_t seed) : stream_(stream_for(seed)) {}

template <std::floating_point T> Array<T> Generator::random(const Shape& shape, Backend backend) {
  const auto out = Array<T>::uninitialized("random", shape, backend);
  fill("random", out, stream_, Unit<T>{});
  return out;
}

template <std::floating_point T>
Array<T> Generator::uniform(const Shape& shape, std::type_identity_t<T> low, std::type_identity_t<T> high,
                            Backend backend) {
  const double range = static_cast<double>(high) - static_cast<double>(low);
  if (!std::isfinite(range) || range < 0) {
    throw ValueError("uniform: high - low must be finite and not negative, but " + detail::bounds_text(low, high));
  }
  const auto out = Array<T>::uninitialized("uniform", shape, backend);
  fill("uniform", out, stream_, Uniform<T>(low, high));
  return out;
}

template <IntegerOrBool T>
Array<T> Generator::integers(std::type_identity_t<T> low, std::type_identity_t<T> high, const Shape& shape,
                             Endpoint endpoint, Backend backend) {
  if (low > high || (low == high && endpoint == Endpoint::excluded)) {
    throw ValueError("integers: no value from " + std::to_string(low) + " to " + std::to_string(high) +
                     (endpoint == Endpoint::excluded ? ", upper end excluded" : ""));
  }
  // In [0, 2^bits of T): the difference wraps to the right value also where a signed one would overflow.
  const std::uint64_t range =
      static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) - (endpoint == Endpoint::excluded ? 1 : 0);
  const auto out = Array<T>::uninitialized("integers", shape, backend);
  if (range == 0) {  // NumPy draws nothing here
    spica::detail::fill_elements("integers", out, low);
  } else if constexpr (std::is_same_v<T, bool>) {
    fill_bounded<1>(out, stream_, low, range);
  } else if constexpr (sizeof(T) < sizeof(std::uint64_t)) {
    fill_bounded<8 * sizeof(T)>(out, stream_, low, range);
  } else if (range <= 0xffffffff) {
    fill_bounded<32>(out, stream_, low, range);
  } else {
    fill_bounded<64>(out, stream_, low, range);
  }
  return out;
}

template Array<float> Generator::random<float>(const Shape&, Backend);
template Array<double> Generator::random<double>(const Shape&, Backend);
template Array<float> Generator::uniform<float>(const Shape&, float, float, Backend);
template Array<double> Generator::uniform<double>(const Shape&, double, double, Backend);

#define SPICA_INSTANTIATE_INTEGERS(T) template Array<T> Generator::integers<T>(T, T, const Shape&, Endpoint, Backend);
SPICA_INSTANTIATE_INTEGERS(bool)
SPICA_INSTANTIATE_INTEGERS(std::int8_t)
SPICA_INSTANTIATE_INTEGERS(std::int16_t)
SPICA_INSTANTIATE_INTEGERS(std::int32_t)
SPICA_INSTANTIATE_INTEGERS(std::int64_t)
SPICA_INSTANTIATE_INTEGERS(std::uint8_t)
SPICA_INSTANTIATE_INTEGERS(std::uint16_t)
SPICA_INSTANTIATE_INTEGERS(std::uint32_t)
SPICA_INSTANTIATE_INTEGERS(std::uint64_t)
#undef SPICA_INSTANTIATE_INTEGERS

}  // namespace spica::random
