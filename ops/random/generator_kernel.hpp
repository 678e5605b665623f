// The two loops behind Generator: one value per digit of the stream, and the same with rejections. Both go over Philox
// blocks, because the four words of a block cost as much as one. Each loop is written for the two kinds of executor:
// HostExec, and one with a Kokkos execution-space instance.
#pragma once

#include <spica/backends/host/exec.hpp>
#include <spica/ops/random/distributions.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace spica::random::detail {

/// The digits that a call reads from a stream, numbered from 0: first those of a kept half, then whole 64-bit words,
/// each from its low end. Loops go over `num_blocks(digits)` blocks; the first block is the one `stream.position`
/// stands in.
template <int Bits> struct Digits {
  static constexpr std::int64_t per_word = 64 / Bits;
  static constexpr std::int64_t per_half = Bits <= 32 ? 32 / Bits : 0;

  PhiloxStream stream;

  KOKKOS_INLINE_FUNCTION std::int64_t num_kept() const { return stream.has_kept_half ? per_half : 0; }

  KOKKOS_INLINE_FUNCTION static std::uint64_t digit_of(std::uint64_t word, int place) {
    if constexpr (Bits == 64) {
      return word;
    } else {
      return (word >> (Bits * place)) & ((std::uint64_t{1} << Bits) - 1);
    }
  }

  /// Blocks that hold the first `count` digits; at least one where `count` is positive.
  std::int64_t num_blocks(std::int64_t count) const {
    if (count <= 0) { return 0; }
    const std::int64_t from_words = count > num_kept() ? count - num_kept() : 1;
    const std::int64_t words = (from_words - 1) / per_word + 1;
    return (static_cast<std::int64_t>(stream.position % 4) + words - 1) / 4 + 1;
  }

  /// Digits up to the end of block `num_blocks - 1`.
  std::int64_t up_to_block(std::int64_t num_blocks) const {
    return num_kept() + (4 * num_blocks - static_cast<std::int64_t>(stream.position % 4)) * per_word;
  }

  /// Calls visit(number, digit) for the digits in block `block`, in order.
  template <class Visit> KOKKOS_INLINE_FUNCTION void for_each_in_block(std::int64_t block, const Visit& visit) const {
    if constexpr (per_half > 0) {
      if (block == 0 && stream.has_kept_half) {
        for (int place = 0; place < per_half; ++place) {
          visit(std::int64_t{place}, digit_of(stream.kept_half, place));
        }
      }
    }
    const PhiloxBlock words = stream.block(stream.position / 4 + static_cast<std::uint64_t>(block));
    const std::int64_t word_before = 4 * block - static_cast<std::int64_t>(stream.position % 4);
    for (int k = 0; k < 4; ++k) {
      const std::int64_t word = word_before + k;
      if (word >= 0) {
        for (int place = 0; place < per_word; ++place) {
          visit(num_kept() + word * per_word + place, digit_of(words.word[k], place));
        }
      }
    }
  }

  std::uint64_t digit(std::int64_t number) const {
    if constexpr (Bits == 64) {
      return stream.word64(static_cast<std::uint64_t>(number));
    } else {
      return digit_of(stream.word32(static_cast<std::uint64_t>(number / per_half)),
                      static_cast<int>(number % per_half));
    }
  }

  /// The stream after `count` digits. What is left of a 32-bit word is dropped, as NumPy drops it at the end of a call.
  PhiloxStream after(std::int64_t count) const {
    PhiloxStream rest = stream;
    if constexpr (Bits == 64) {
      rest.skip64(static_cast<std::uint64_t>(count));
    } else {
      rest.skip32(static_cast<std::uint64_t>((count + per_half - 1) / per_half));
    }
    return rest;
  }
};

using spica::detail::HostExec;

/// Blocks that one thread takes at a time: some ten microseconds of work.
inline constexpr std::int64_t host_grain = 1024;

template <class T, class Distribution> struct FillBlock {
  Digits<Distribution::digit_bits> digits;
  Distribution distribution;
  T* out;
  std::int64_t count;

  struct Store {
    const FillBlock& self;
    KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number, std::uint64_t digit) const {
      if (number < self.count) { self.out[number] = self.distribution(digit); }
    }
  };

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block) const { digits.for_each_in_block(block, Store{*this}); }
};

template <class T, class Distribution>
void for_each_block(const HostExec& exec, const char* label, std::int64_t num_blocks,
                    const FillBlock<T, Distribution>& fill) {
  using spica::detail::ToolsKernel;
  const ToolsKernel reported(ToolsKernel::Kind::parallel_for, label, exec);
  spica::detail::for_ranges(exec, num_blocks, host_grain, [fill](std::int64_t begin, std::int64_t end) {
    for (std::int64_t block = begin; block < end; ++block) { fill(block); }
  });
}

template <class Exec, class T, class Distribution>
void for_each_block(const Exec& exec, const char* label, std::int64_t num_blocks,
                    const FillBlock<T, Distribution>& fill) {
  using Policy = Kokkos::RangePolicy<std::remove_cvref_t<decltype(exec.instance)>, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(std::string("spica::") + label, Policy(exec.instance, 0, num_blocks), fill);
}

/// out[i] = distribution(digit i), for i < count.
/// @return the stream after the call.
template <class Exec, class T, class Distribution>
PhiloxStream fill_kernel(const Exec& exec, const char* label, const PhiloxStream& stream,
                         const Distribution& distribution, T* out, std::int64_t count) {
  const Digits<Distribution::digit_bits> digits{stream};
  if (count > 0) {
    for_each_block(exec, label, digits.num_blocks(count), FillBlock<T, Distribution>{digits, distribution, out, count});
  }
  return digits.after(count);
}

/// Writes the values of the accepted digits of a block from out[accepted] on, as far as out[count - 1], and counts
/// them. Its call with three arguments is the functor of a scan: that tells each block where its first value goes.
template <class T, class Distribution> struct FillAcceptedBlock {
  Digits<Distribution::digit_bits> digits;
  Distribution distribution;
  T* out;
  std::int64_t count;

  struct Store {
    const FillAcceptedBlock& self;
    std::int64_t& accepted;
    bool write;
    KOKKOS_INLINE_FUNCTION void operator()(std::int64_t, std::uint64_t digit) const {
      if (self.distribution.accepts(digit)) {
        if (write && accepted < self.count) { self.out[accepted] = self.distribution(digit); }
        ++accepted;
      }
    }
  };

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block, std::int64_t& accepted, bool write) const {
    digits.for_each_in_block(block, Store{*this, accepted, write});
  }
};

/// @return the number of accepted digits in all the blocks; those within `count` are written.
template <class T, class Distribution>
std::int64_t scan_blocks(const HostExec& exec, const char* label, std::int64_t num_blocks,
                         const FillAcceptedBlock<T, Distribution>& fill) {
  using spica::detail::ToolsKernel;
  const ToolsKernel reported(ToolsKernel::Kind::parallel_for, label, exec);
  const auto accepted_in = [&fill](std::int64_t begin, std::int64_t end, std::int64_t accepted, bool write) {
    for (std::int64_t block = begin; block < end; ++block) { fill(block, accepted, write); }
    return accepted;
  };
  if (exec.threads == 1 || num_blocks <= host_grain) { return accepted_in(0, num_blocks, 0, true); }
  // Counting first costs each block twice, but waits for nobody and keeps no candidates.
  std::vector<std::int64_t> before(static_cast<std::size_t>((num_blocks - 1) / host_grain + 1));
  const auto for_each_chunk = [&](auto&& visit) {
    spica::detail::for_ranges(exec, num_blocks, host_grain, [&](std::int64_t begin, std::int64_t end) {
      for (; begin < end; begin += host_grain) {
        visit(before[static_cast<std::size_t>(begin / host_grain)], begin, std::min(begin + host_grain, end));
      }
    });
  };
  for_each_chunk(
      [&](std::int64_t& number, std::int64_t begin, std::int64_t end) { number = accepted_in(begin, end, 0, false); });
  std::int64_t total = 0;
  for (std::int64_t& number : before) { total += std::exchange(number, total); }
  for_each_chunk(
      [&](std::int64_t first, std::int64_t begin, std::int64_t end) { accepted_in(begin, end, first, true); });
  return total;
}

template <class Exec, class T, class Distribution>
std::int64_t scan_blocks(const Exec& exec, const char* label, std::int64_t num_blocks,
                         const FillAcceptedBlock<T, Distribution>& fill) {
  using Policy = Kokkos::RangePolicy<std::remove_cvref_t<decltype(exec.instance)>, Kokkos::IndexType<std::int64_t>>;
  std::int64_t accepted = 0;
  Kokkos::parallel_scan(std::string("spica::") + label, Policy(exec.instance, 0, num_blocks), fill, accepted);
  return accepted;
}

/// out[i] = distribution(i-th digit that it accepts), for i < count: what a sequential loop with retries gives.
/// Waits for the result, since only it tells how much of the stream was used.
/// @return the stream after the call.
template <class Exec, class T, class Distribution>
PhiloxStream fill_accepted_kernel(const Exec& exec, const char* label, PhiloxStream stream,
                                  const Distribution& distribution, T* out, std::int64_t count) {
  // A digit is rejected with probability `threshold` / 2^bits, which is below 1/2.
  const double acceptance =
      1 - static_cast<double>(distribution.threshold) / (1 + static_cast<double>(Distribution::digit_max));
  while (count > 0) {
    const Digits<Distribution::digit_bits> digits{stream};
    // The mean and four standard deviations more: nearly always enough, otherwise the loop goes on behind it.
    const double wanted = static_cast<double>(count) / acceptance;
    const double margin = 4 * std::sqrt(wanted * (1 - acceptance) / acceptance);
    const std::int64_t num_blocks = digits.num_blocks(static_cast<std::int64_t>(wanted + margin) + 1);
    const std::int64_t accepted =
        scan_blocks(exec, label, num_blocks, FillAcceptedBlock<T, Distribution>{digits, distribution, out, count});
    std::int64_t used = digits.up_to_block(num_blocks);
    if (accepted >= count) {
      // Walk back over the surplus to the digit that gave the last value: any digit can be had at any time.
      for (std::int64_t surplus = accepted - count; surplus > 0 || !distribution.accepts(digits.digit(used - 1));
           --used) {
        surplus -= distribution.accepts(digits.digit(used - 1)) ? 1 : 0;
      }
      return digits.after(used);
    }
    stream = digits.after(used);
    out += accepted;
    count -= accepted;
  }
  return stream;
}

}  // namespace spica::random::detail
