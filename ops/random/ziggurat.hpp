// Normal and exponential numbers by the ziggurat method, as NumPy draws them: the same words give the same decisions.
// What reads words is the argument (`words()` gives the next one), so that one source serves every loop.
//
// Source: G. Marsaglia and W. Tsang, "The Ziggurat Method for Generating Random Variables", 2000 (the method); NumPy
// `numpy/random/src/distributions` (which bits of a word say what, and the widths of the layers).
#pragma once

#include <spica/ops/elementwise/math/exp.hpp>
#include <spica/ops/elementwise/math/log.hpp>
#include <spica/ops/random/distributions.hpp>
#include <spica/ops/random/ziggurat_tables.hpp>

namespace spica::random {

namespace detail {

/// What is compared for nearly every number: the widths, and the integers below which one is inside its layer for sure.
struct ZigguratLayers {
  double width[256];
  std::uint64_t inside[256];
  float width_float[256];
  std::uint32_t inside_float[256];
};

/// @param bits  those of the random integer that is multiplied by the width.
constexpr ZigguratLayers ziggurat_layers(const double (&width)[256], int bits) {
  const double steps = static_cast<double>(std::uint64_t{1} << bits);
  ZigguratLayers layers{};
  for (int i = 0; i < 256; ++i) {
    // Layer 1 is the uppermost: above it there is only the curve.
    const double ratio = i == 0 ? width[255] / width[0] : i == 1 ? 0.0 : width[i - 1] / width[i];
    layers.width[i] = width[i];
    layers.inside[i] = static_cast<std::uint64_t>(ratio * steps + 0.5);
    layers.width_float[i] = static_cast<float>(width[i] * steps) * 0x1p-23f;
    layers.inside_float[i] = static_cast<std::uint32_t>(((layers.inside[i] >> (bits - 24)) + 1) >> 1);
  }
  return layers;
}

KOKKOS_INLINE_FUNCTION const ZigguratLayers& normal_layers() {
  static constexpr ZigguratLayers layers = ziggurat_layers(normal_width, 52);
  return layers;
}
constexpr ZigguratLayers make_exponential_layers() {
  ZigguratLayers layers = ziggurat_layers(exponential_width, 53);
  layers.width_float[226] += 0x1p-45f;  // NumPy's float is the one above: it was written down with nine digits
  return layers;
}
KOKKOS_INLINE_FUNCTION const ZigguratLayers& exponential_layers() {
  static constexpr ZigguratLayers layers = make_exponential_layers();
  return layers;
}

inline constexpr double normal_tail = 3.6541528853610087963519472518;
inline constexpr double normal_tail_inverse = 0.27366123732975827203338247596;
inline constexpr double exponential_tail = 7.6971174701310497140446280481;

/// [0, 1) from the next word: of 64 bits for double, of 32 for float.
template <class T, class Words> KOKKOS_INLINE_FUNCTION T next_unit(Words& words) {
  if constexpr (std::is_same_v<T, double>) {
    return unit_double(words());
  } else {
    return unit_float(static_cast<std::uint32_t>(words()));
  }
}

/// Height of the curve over the right end of layer i.
template <class T> KOKKOS_INLINE_FUNCTION T normal_height(int i) {
  const double x = normal_layers().width[i] * 0x1p52;
  return i == 0 ? T(1) : static_cast<T>(math::exp(-0.5 * x * x));
}
template <class T> KOKKOS_INLINE_FUNCTION T exponential_height(int i) {
  return i == 0 ? T(1) : static_cast<T>(math::exp(-exponential_layers().width[i] * 0x1p53));
}

template <class T, class Words> KOKKOS_INLINE_FUNCTION T standard_normal(Words& words) {
  const ZigguratLayers& layers = normal_layers();
  for (;;) {
    const std::uint64_t word = words();
    const int layer = static_cast<int>(word & 0xff);
    const bool negative = (word >> 8 & 1) != 0;
    T x;
    bool inside;
    std::uint64_t integer;
    if constexpr (std::is_same_v<T, double>) {
      integer = word >> 9 & 0x000fffffffffffff;
      x = static_cast<double>(integer) * layers.width[layer];
      inside = integer < layers.inside[layer];
    } else {
      integer = (word & 0xffffffff) >> 9;
      x = static_cast<float>(integer) * layers.width_float[layer];
      inside = integer < layers.inside_float[layer];
    }
    if (negative) { x = -x; }
    if (inside) { return x; }  // 99.3 % of the words
    if (layer == 0) {
      for (;;) {  // Marsaglia's tail
        const T beyond = -static_cast<T>(normal_tail_inverse) * math::log1p(-next_unit<T>(words));
        const T y = -math::log1p(-next_unit<T>(words));
        if (y + y > beyond * beyond) {
          const T far = static_cast<T>(normal_tail) + beyond;
          return (integer >> 8 & 1) != 0 ? -far : far;
        }
      }
    }
    const T low = normal_height<T>(layer), high = normal_height<T>(layer - 1);
    if (static_cast<double>((high - low) * next_unit<T>(words) + low) < math::exp(-0.5 * x * x)) { return x; }
  }
}

template <class T, class Words> KOKKOS_INLINE_FUNCTION T standard_exponential(Words& words) {
  const ZigguratLayers& layers = exponential_layers();
  for (;;) {
    std::uint64_t word = words();
    word = std::is_same_v<T, double> ? word >> 3 : (word & 0xffffffff) >> 1;
    const int layer = static_cast<int>(word & 0xff);
    const std::uint64_t integer = word >> 8;
    T x;
    bool inside;
    if constexpr (std::is_same_v<T, double>) {
      x = static_cast<double>(integer) * layers.width[layer];
      inside = integer < layers.inside[layer];
    } else {
      x = static_cast<float>(integer) * layers.width_float[layer];
      inside = integer < layers.inside_float[layer];
    }
    if (inside) { return x; }  // 98.9 % of the words
    if (layer == 0) { return static_cast<T>(exponential_tail) - math::log1p(-next_unit<T>(words)); }
    const T low = exponential_height<T>(layer), high = exponential_height<T>(layer - 1);
    if ((high - low) * next_unit<T>(words) + low < math::exp(-x)) { return x; }
  }
}

}  // namespace detail

// A drawn distribution is a functor that takes as many words as it likes; chain_kernel.hpp says what it tells about
// itself.

/// NumPy's `Generator.standard_normal(dtype=T)`, then `loc + scale * z`, for float in double and rounded once.
template <class T> struct Normal {
  using value_type = T;
  static constexpr int word_bits = 8 * sizeof(T);
  static constexpr int unit = 1, step = 1, entries = 3;
  static constexpr std::int64_t chunk_words = 1024;
  bool standard = true;
  double loc = 0, scale = 1;

  double words_each() const { return 1.014; }
  template <class Words> KOKKOS_INLINE_FUNCTION T operator()(Words& words) const {
    const T z = detail::standard_normal<T>(words);
    return standard ? z : static_cast<T>(detail::multiply_then_add(scale, static_cast<double>(z), loc));
  }
};

/// exp(mean + sigma * z).
template <class T> struct LogNormal {
  using value_type = T;
  static constexpr int word_bits = 8 * sizeof(T);
  static constexpr int unit = 1, step = 1, entries = 3;
  static constexpr std::int64_t chunk_words = 1024;
  double mean, sigma;

  double words_each() const { return 1.014; }
  template <class Words> KOKKOS_INLINE_FUNCTION T operator()(Words& words) const {
    const double z = static_cast<double>(detail::standard_normal<T>(words));
    return static_cast<T>(math::exp(detail::multiply_then_add(sigma, z, mean)));
  }
};

/// NumPy's `Generator.standard_exponential(dtype=T)` times `scale`.
template <class T> struct Exponential {
  using value_type = T;
  static constexpr int word_bits = 8 * sizeof(T);
  static constexpr int unit = 1, step = 1, entries = 3;
  static constexpr std::int64_t chunk_words = 1024;
  double scale = 1;

  double words_each() const { return 1.023; }
  template <class Words> KOKKOS_INLINE_FUNCTION T operator()(Words& words) const {
    return static_cast<T>(scale * static_cast<double>(detail::standard_exponential<T>(words)));
  }
};

}  // namespace spica::random
