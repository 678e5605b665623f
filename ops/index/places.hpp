// Work on places instead of elements: functors that hold raw pointers and run in the elementwise kernels of every
// backend.
#pragma once

#include <spica/ops/elementwise/assign.hpp>

namespace spica::detail {

/// Quotient and remainder by an extent that is known before the kernel starts: a multiplication where 32 bits are
/// enough (Granlund and Montgomery, Division by invariant integers using multiplication, 1994).
struct ExtentDivider {
  std::int64_t extent = 1;
  std::uint32_t multiplier = 1, shift = 0;

  explicit ExtentDivider(std::int64_t d = 1) : extent(d) {
    if (d < 1 || d > 0x7fffffff) return;  // never asked with `narrow`
    while ((std::int64_t(1) << shift) < d) ++shift;
    multiplier = static_cast<std::uint32_t>(
        ((((std::uint64_t(1) << shift) - static_cast<std::uint64_t>(d)) << 32) / static_cast<std::uint64_t>(d)) + 1);
  }
  /// n becomes the quotient, the remainder is returned. `narrow`: n and the extent are below 2^31.
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t split(std::int64_t& n, bool narrow) const {
    const std::int64_t before = n;
    if (narrow) {
      const std::uint64_t m = static_cast<std::uint64_t>(n);
      n = static_cast<std::int64_t>((((m * multiplier) >> 32) + m) >> shift);
    } else {
      n /= extent;
    }
    return before - n * extent;
  }
};

/// The places of a loop as offsets into operand 1 and, if there is one, operand 2, both in elements; operand 0 is
/// contiguous, so the loop's order is its C order.
struct PlaceOffsets {
  int rank = 0;
  bool narrow = true;
  ExtentDivider extent[max_rank];
  std::int64_t first_step[max_rank], second_step[max_rank];

  explicit PlaceOffsets(const Loop& loop) : rank(loop.rank), narrow(loop.size <= 0x7fffffff) {
    for (int d = 0; d < rank; ++d) {
      extent[d] = ExtentDivider(loop.extent[d]);
      first_step[d] = loop.operand[1].stride[d] / loop.operand[1].itemsize;
      second_step[d] = loop.operands > 2 ? loop.operand[2].stride[d] / loop.operand[2].itemsize : 0;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void add(std::int64_t place, std::int64_t& first, std::int64_t& second) const {
    for (int d = rank - 1; d > 0; --d) {
      const std::int64_t position = extent[d].split(place, narrow);
      first += position * first_step[d];
      second += position * second_step[d];
    }
    if (rank > 0) {
      first += place * first_step[0];
      second += place * second_step[0];
    }
  }
};

/// A negative index counts from the end.
template <class I> KOKKOS_FORCEINLINE_FUNCTION std::int64_t wrapped_index(I index, std::int64_t length) {
  const std::int64_t place = static_cast<std::int64_t>(index);
  return place < 0 ? place + length : place;
}

template <class F> struct Effect {
  F function;
  KOKKOS_FORCEINLINE_FUNCTION std::uint8_t operator()(std::int64_t place) const {
    function(place);
    return 0;
  }
};
/// Calls function(place) for each place below `count`, in any order and at once: what it writes must not depend on
/// either. (The elementwise kernels want a destination, so each place also writes a byte of scratch memory.)
template <class F> void for_places(const char* op, Backend backend, std::int64_t count, const F& function) {
  if (count > 0) generate<std::uint8_t>(op, {count}, backend, Effect<F>{function});
}

/// Notes that work which has just been enqueued, or is about to be, uses the array through a pointer.
template <class T> void mark_used(const Array<T>& array) {
  if (array.storage()) array.storage()->mark_used();
}

}  // namespace spica::detail
