// The loops behind distributions that take a varying number of words: where number i begins depends on all before it.
//
// In parallel nevertheless, with the words of the sequential loop: the stream is cut into chunks, and for every chunk
// the chain of numbers is followed from each of its first words, `entries` of them. Chains that meet stay together, so
// that costs little. Then the beginnings are known one chunk after the other, without drawing anything, and each chunk
// draws its own numbers.
//
// A distribution says: `word_bits`; `words_each()`, about how many words a number takes; `unit`, of which every number
// takes a multiple; `step`, how many units most numbers take (chains that far apart meet at once); `entries`, at how
// many first units of a chunk numbers are expected to begin (more is right too, but then one thread follows that
// chunk); `chunk_words`, the length of a chunk.
#pragma once

#include <spica/backends/host/exec.hpp>
#include <spica/core/array.hpp>
#include <spica/ops/random/philox.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace spica::random::detail {

/// The words of a stream one after the other, from any place on. Keeps the block it stands in.
template <int Bits> class WordReader {
 public:
  /// @param next  the number of the first word to read; 0 is the one that the stream itself would give next.
  KOKKOS_INLINE_FUNCTION WordReader(const PhiloxStream& stream, std::int64_t next) : stream_(stream), next_(next) {}

  KOKKOS_INLINE_FUNCTION std::int64_t next() const { return next_; }

  KOKKOS_INLINE_FUNCTION std::uint64_t operator()() {
    std::int64_t number = next_++;
    if constexpr (Bits == 64) {
      return word64(stream_.position + static_cast<std::uint64_t>(number));
    } else {
      if (stream_.has_kept_half && number-- == 0) { return stream_.kept_half; }
      const std::uint64_t word = word64(stream_.position + static_cast<std::uint64_t>(number / 2));
      return (number & 1) != 0 ? word >> 32 : word & 0xffffffff;
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION std::uint64_t word64(std::uint64_t index) {
    if (index / 4 != held_) {
      held_ = index / 4;
      block_ = stream_.block(held_);
    }
    return block_.word[index % 4];
  }

  PhiloxStream stream_;
  std::int64_t next_;
  std::uint64_t held_ = ~std::uint64_t{0};
  PhiloxBlock block_{};
};

/// A chain's way through a chunk: how many numbers begin in it, and how many words behind its end the next one begins.
struct ChainResult {
  std::int32_t count;
  std::int32_t exit;
};

/// Follows the chains of a chunk.
template <class Distribution> struct FollowChains {
  static constexpr int entries = Distribution::entries;
  static constexpr std::int64_t chunk_words = Distribution::chunk_words;
  using Words = WordReader<Distribution::word_bits>;

  PhiloxStream stream;
  Distribution distribution;
  std::int32_t* results;  // count and exit for each entry of each chunk

  /// From word `entry` on, alone.
  KOKKOS_INLINE_FUNCTION ChainResult follow(std::int64_t chunk, std::int64_t entry) const {
    const std::int64_t end = (chunk + 1) * chunk_words;
    Words words(stream, chunk * chunk_words + entry);
    std::int32_t count = 0;
    for (; words.next() < end; ++count) { static_cast<void>(distribution(words)); }
    return {count, static_cast<std::int32_t>(words.next() - end)};
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    constexpr int unit = Distribution::unit, step = Distribution::step;
    const std::int64_t begin = chunk * chunk_words, end = begin + chunk_words;
    std::int32_t* result = results + 2 * entries * chunk;
    for (int entry = 0; entry < entries; ++entry) {
      ChainResult own{0, 0};
      if (entry == 0) {
        own = follow(chunk, 0);
      } else {
        // Beside a chain whose end is known, until both are at one place.
        const int other = entry >= step ? entry - step : entry - 1;
        Words leading(stream, begin + other * unit), words(stream, begin + entry * unit);
        std::int32_t count_leading = 0, count = 0;
        while (leading.next() != words.next() && words.next() < end) {
          if (leading.next() < words.next()) {
            static_cast<void>(distribution(leading));
            ++count_leading;
          } else {
            static_cast<void>(distribution(words));
            ++count;
          }
        }
        if (leading.next() == words.next()) own = {result[2 * other] - count_leading + count, result[2 * other + 1]};
        else own = {count, static_cast<std::int32_t>(words.next() - end)};
      }
      result[2 * entry] = own.count;
      result[2 * entry + 1] = own.exit;
    }
  }
};

template <class T, class Distribution> struct DrawChunk {
  static constexpr std::int64_t chunk_words = Distribution::chunk_words;

  PhiloxStream stream;
  Distribution distribution;
  const std::int64_t* starts;  // number and entry of each chunk
  T* out;
  std::int64_t count;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t chunk) const {
    const std::int64_t end = (chunk + 1) * chunk_words;
    std::int64_t number = starts[2 * chunk];
    WordReader<Distribution::word_bits> words(stream, chunk * chunk_words + starts[2 * chunk + 1]);
    for (; words.next() < end && number < count; ++number) { out[number] = distribution(words); }
  }
};

using spica::detail::HostExec;

template <class Functor>
void for_each_chunk(const HostExec& exec, const char* label, std::int64_t chunks, const Functor& functor) {
  using spica::detail::ToolsKernel;
  const ToolsKernel reported(ToolsKernel::Kind::parallel_for, label, exec);
  spica::detail::for_ranges(exec, chunks, 1, [&functor](std::int64_t begin, std::int64_t end) {
    for (std::int64_t chunk = begin; chunk < end; ++chunk) { functor(chunk); }
  });
}

template <class Exec, class Functor>
void for_each_chunk(const Exec& exec, const char* label, std::int64_t chunks, const Functor& functor) {
  using Policy = Kokkos::RangePolicy<std::remove_cvref_t<decltype(exec.instance)>, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(std::string("spica::") + label, Policy(exec.instance, 0, chunks), functor);
}

/// The stream after `words` words.
template <int Bits> PhiloxStream stream_after(PhiloxStream stream, std::int64_t words) {
  if constexpr (Bits == 64) {
    stream.skip64(static_cast<std::uint64_t>(words));
  } else {
    stream.skip32(static_cast<std::uint64_t>(words));
  }
  return stream;
}

/// Numbers below which chunks bring nothing on a host: each is drawn twice.
inline constexpr std::int64_t chain_threshold = 8192;

/// out[i] = the i-th number, for i < count, as a sequential loop draws them. `out` is contiguous, on the executor's
/// backend. A device waits once for the beginnings of its chunks.
/// @return the stream after the call.
template <class Exec, class T, class Distribution>
PhiloxStream draw_kernel(const Exec& exec, const char* label, PhiloxStream stream, const Distribution& distribution,
                         const Array<T>& array) {
  constexpr int bits = Distribution::word_bits;
  constexpr int entries = Distribution::entries;
  constexpr std::int64_t chunk_words = Distribution::chunk_words;
  const Backend backend = array.backend();
  T* out = array.data();
  std::int64_t count = array.size();
  array.storage()->mark_used();
  if constexpr (std::is_same_v<Exec, HostExec>) {
    if (exec.threads < 3 || count < chain_threshold) {  // the plain loop, which the rest imitates
      WordReader<bits> words(stream, 0);
      for_each_chunk(exec, label, 1, [&](std::int64_t) {
        for (std::int64_t i = 0; i < count; ++i) { out[i] = distribution(words); }
      });
      return stream_after<bits>(stream, words.next());
    }
  }
  while (count > 0) {
    // About as many words as are needed; if they are too few, the loop goes on behind them.
    const double wanted = static_cast<double>(count) * distribution.words_each();
    const auto chunks =
        static_cast<std::int64_t>((wanted + 4 * std::sqrt(wanted)) / static_cast<double>(chunk_words)) + 1;
    const auto results = Array<std::int32_t>::uninitialized(label, {chunks, entries, 2}, backend);
    results.storage()->mark_used();
    const FollowChains<Distribution> chains{stream, distribution, results.data()};
    for_each_chunk(exec, label, chunks, chains);
    const Array<std::int32_t> on_host = host_memory(backend) ? results : results.to(Backend::serial);

    std::vector<std::int64_t> starts(static_cast<std::size_t>(2 * chunks));
    std::int64_t number = 0, entry = 0, last = 0;  // last: the chunk in which number count - 1 begins
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
      starts[static_cast<std::size_t>(2 * chunk)] = number;
      starts[static_cast<std::size_t>(2 * chunk + 1)] = entry;
      if (entry >= chunk_words) {  // a number that is longer than a chunk
        entry -= chunk_words;
        continue;
      }
      if (number < count) { last = chunk; }
      const std::int32_t* table = on_host.data() + 2 * (chunk * entries + entry / Distribution::unit);
      const ChainResult result =
          entry < entries * Distribution::unit ? ChainResult{table[0], table[1]} : chains.follow(chunk, entry);
      number += result.count;
      entry = result.exit;
    }
    const auto places = Array<std::int64_t>::uninitialized(label, {chunks, 2}, backend);
    spica::detail::copy_bytes(label, places.data(), backend, starts.data(), Backend::serial,
                              starts.size() * sizeof(std::int64_t));
    places.storage()->mark_used();
    for_each_chunk(exec, label, chunks, DrawChunk<T, Distribution>{stream, distribution, places.data(), out, count});
    if (number < count) {
      stream = stream_after<bits>(stream, chunks * chunk_words + entry);
      out += number;
      count -= number;
    } else {
      // Which word comes after number count - 1? Its chunk is followed once more.
      WordReader<bits> words(stream, last * chunk_words + starts[static_cast<std::size_t>(2 * last + 1)]);
      for (std::int64_t i = starts[static_cast<std::size_t>(2 * last)]; i < count; ++i) {
        static_cast<void>(distribution(words));
      }
      return stream_after<bits>(stream, words.next());
    }
  }
  return stream;
}

}  // namespace spica::random::detail
