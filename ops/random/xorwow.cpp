#include <spica/ops/random/xorwow.hpp>

#include <spica/backends/dispatch.hpp>
#include <spica/ops/random/distributions.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace spica::random {
namespace {

constexpr std::int64_t num_subsequences = 4096;
constexpr int words_of_state = 6;  // five that are shifted, and Weyl's counter

struct State {
  std::uint32_t word[5];
  std::uint32_t counter;
};

KOKKOS_INLINE_FUNCTION std::uint32_t next_word(State& s) {
  const std::uint32_t t = s.word[0] ^ (s.word[0] >> 2);
  s.word[0] = s.word[1];
  s.word[1] = s.word[2];
  s.word[2] = s.word[3];
  s.word[3] = s.word[4];
  s.word[4] = (s.word[4] ^ (s.word[4] << 4)) ^ (t ^ (t << 1));
  s.counter += 362437;
  return s.word[4] + s.counter;
}

// ---- seeding
// ----------------------------------------------------------------------------------------------------------

using Bits = std::array<std::uint32_t, 5>;
/// A linear map of 160 bits: what it makes of each single bit.
using BitMatrix = std::vector<Bits>;

Bits image(const BitMatrix& matrix, const Bits& bits) {
  Bits result{};
  for (std::size_t i = 0; i < 160; ++i) {
    const std::uint32_t mask = 0u - (bits[i / 32] >> (i % 32) & 1u);
    for (std::size_t k = 0; k < 5; ++k) { result[k] ^= matrix[i][k] & mask; }
  }
  return result;
}

/// 2^67 steps in one. (The counter comes round to where it was.)
BitMatrix make_step_to_next_subsequence() {
  BitMatrix matrix(160);
  for (std::size_t i = 0; i < 160; ++i) {
    State s{};
    s.word[i / 32] = 1u << (i % 32);
    next_word(s);
    std::copy_n(s.word, 5, matrix[i].begin());
  }
  for (int power = 0; power < 67; ++power) {
    BitMatrix square(160);
    for (std::size_t i = 0; i < 160; ++i) { square[i] = image(matrix, matrix[i]); }
    matrix = std::move(square);
  }
  return matrix;
}

/// The states of all subsequences, word by word: (6, 4096).
std::vector<std::uint32_t> first_states(std::uint64_t seed) {
  static const BitMatrix step = make_step_to_next_subsequence();
  // cuRAND's constants.
  const std::uint32_t t0 = 1099087573u * (static_cast<std::uint32_t>(seed) ^ 0xaad26b49u);
  const std::uint32_t t1 = 2591861531u * (static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefddu);
  const std::uint32_t counter = 6615241u + t1 + t0;
  Bits bits{123456789u + t0, 362436069u ^ t0, 521288629u + t1, 88675123u ^ t1, 5783321u + t0};
  std::vector<std::uint32_t> states(static_cast<std::size_t>(words_of_state * num_subsequences));
  for (std::size_t k = 0; k < num_subsequences; ++k) {
    for (std::size_t w = 0; w < 5; ++w) { states[w * num_subsequences + k] = bits[w]; }
    states[5 * num_subsequences + k] = counter;
    bits = image(step, bits);
  }
  return states;
}

// ---- drawing
// ----------------------------------------------------------------------------------------------------------

/// cuRAND's (0, 1], with CuPy's 0 for 1.
template <class T> struct UnitValue {
  KOKKOS_INLINE_FUNCTION T operator()(State& s) const {
    T u;
    if constexpr (std::is_same_v<T, double>) {
      const std::uint64_t low = next_word(s), high = next_word(s);
      u = static_cast<double>(low ^ (high << 21)) * 0x1p-53 + 0x1p-54;
    } else {
      u = static_cast<float>(next_word(s)) * 0x1p-32f + 0x1p-33f;
    }
    return u == T(1) ? T(0) : u;
  }
};

template <class T> struct ScaledValue {
  T low, range;
  KOKKOS_INLINE_FUNCTION T operator()(State& s) const { return Kokkos::fma(UnitValue<T>{}(s), range, low); }
};

/// Element i of the call comes from subsequence (next + i) mod 4096.
template <class T, class Value> struct DrawFromSubsequences {
  const std::uint32_t* before;
  std::uint32_t* after;
  std::int64_t next;
  T* out;
  std::int64_t count;
  Value value;

  KOKKOS_INLINE_FUNCTION State load(std::int64_t k) const {
    State s;
    for (int w = 0; w < 5; ++w) { s.word[w] = before[w * num_subsequences + k]; }
    s.counter = before[5 * num_subsequences + k];
    return s;
  }
  KOKKOS_INLINE_FUNCTION void store(std::int64_t k, const State& s) const {
    for (int w = 0; w < 5; ++w) { after[w * num_subsequences + k] = s.word[w]; }
    after[5 * num_subsequences + k] = s.counter;
  }

  /// The elements first, first + 4096, …
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t first) const {
    const std::int64_t k = (next + first) % num_subsequences;
    State s = load(k);
    for (std::int64_t i = first; i < count; i += num_subsequences) { out[i] = value(s); }
    store(k, s);
  }
};

/// Neighbours that a host thread takes together: their states stay in the first-level cache, and it writes whole lines.
constexpr std::int64_t host_block = 256;

template <class T, class Value>
void run(const spica::detail::HostExec& exec, const char* label, const DrawFromSubsequences<T, Value>& draw) {
  using spica::detail::ToolsKernel;
  const ToolsKernel reported(ToolsKernel::Kind::parallel_for, label, exec);
  const spica::detail::HostExec team{draw.count < spica::detail::serial_threshold ? 1 : exec.threads};
  spica::detail::for_ranges(team, num_subsequences, host_block, [&draw](std::int64_t begin, std::int64_t end) {
    for (; begin < end; begin += host_block) {
      State states[host_block];
      for (std::int64_t m = 0; m < host_block; ++m) {
        states[m] = draw.load((draw.next + begin + m) % num_subsequences);
      }
      for (std::int64_t row = begin; row < draw.count; row += num_subsequences) {
        const std::int64_t length = std::min(host_block, draw.count - row);
        for (std::int64_t m = 0; m < length; ++m) { draw.out[row + m] = draw.value(states[m]); }
      }
      for (std::int64_t m = 0; m < host_block; ++m) {
        draw.store((draw.next + begin + m) % num_subsequences, states[m]);
      }
    }
  });
}

template <class Exec, class T, class Value>
void run(const Exec& exec, const char* label, const DrawFromSubsequences<T, Value>& draw) {
  using Policy = Kokkos::RangePolicy<std::remove_cvref_t<decltype(exec.instance)>, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(std::string("spica::") + label, Policy(exec.instance, 0, num_subsequences), draw);
}

}  // namespace

template <class T, class Value>
Array<T> Xorwow::draw(const char* op, const Shape& shape, Backend backend, const Value& value) {
  const auto out = Array<T>::uninitialized(op, shape, backend);
  const std::int64_t count = out.size();
  if (count == 0) { return out; }
  if (!states_) {
    const std::vector<std::uint32_t> first = first_states(seed_);
    const auto states = Array<std::uint32_t>::uninitialized(op, {words_of_state, num_subsequences}, backend);
    spica::detail::copy_bytes(op, states.data(), backend, first.data(), Backend::serial,
                              first.size() * sizeof(first[0]));
    states_ = states;
  }
  if (host_memory(states_->backend()) != host_memory(backend)) { states_ = states_->to(backend); }
  // Into a new array, so that a copy of this generator keeps its own.
  const auto after = Array<std::uint32_t>::uninitialized(op, states_->shape(), backend);
  for (const auto& storage : {out.storage(), states_->storage(), after.storage()}) { storage->mark_used(); }
  spica::detail::dispatch(op, backend, [&](const auto& exec) {
    run(exec, op, DrawFromSubsequences<T, Value>{states_->data(), after.data(), next_, out.data(), count, value});
  });
  states_ = after;
  next_ = (next_ + count) % num_subsequences;
  return out;
}

template <FloatingElement T> Array<T> Xorwow::random(const Shape& shape, Backend backend) {
  return draw<T>("random", shape, backend, UnitValue<T>{});
}

template <FloatingElement T>
Array<T> Xorwow::uniform(const Shape& shape, std::type_identity_t<T> low, std::type_identity_t<T> high,
                         Backend backend) {
  const T range = high - low;
  if (!std::isfinite(range)) {
    throw ValueError("uniform: high - low must be finite, but " + detail::bounds_text(low, high));
  }
  return draw<T>("uniform", shape, backend, ScaledValue<T>{low, range});
}

template Array<float> Xorwow::random<float>(const Shape&, Backend);
template Array<double> Xorwow::random<double>(const Shape&, Backend);
template Array<float> Xorwow::uniform<float>(const Shape&, float, float, Backend);
template Array<double> Xorwow::uniform<double>(const Shape&, double, double, Backend);

}  // namespace spica::random
