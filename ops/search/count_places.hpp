// Counting how many elements fall into each of a number of bins. Counts are integers, so that neither the order nor the
// way in which partial counts are added shows in a result.
#pragma once

#include <spica/ops/creation/creation.hpp>
#include <spica/ops/index/places.hpp>
#include <spica/ops/reduce/sum.hpp>

#include <algorithm>

namespace spica::detail {

/// Adds one to the count of bin(place), which is -1 for none. With `copies` > 1 there are that many rows of counts, so
/// that neighbouring threads seldom meet in one: a power of two.
template <class Bin> struct CountAtomically {
  Bin bin;
  std::int64_t* counts;
  std::int64_t bins, copies;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t place) const {
    const std::int64_t b = bin(place);
    // A thread has 16 places after each other (for_places writes bytes), so neighbours differ in the bits from the
    // fifth on.
    if (b >= 0) Kokkos::atomic_add(counts + ((place + (place >> 4)) & (copies - 1)) * bins + b, std::int64_t(1));
  }
};

/// Each thread counts a part of the elements for itself, without atomics; many bins are shared instead, since a row of
/// them for each thread would cost more than it brings.
template <class Bin>
Array<std::int64_t> count_on(const HostExec& exec, const char* op, Backend backend, std::int64_t elements,
                             std::int64_t bins, const Bin& bin) {
  const std::int64_t wanted = std::clamp<std::int64_t>(elements / serial_threshold, 1, exec.threads);
  const std::int64_t parts = bins * wanted <= elements ? wanted : 1;
  const auto counts = filled<std::int64_t>(op, {parts, bins}, std::int64_t(0), backend);
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  if (parts == 1 && wanted > 1) {
    for_ranges(exec, elements, serial_threshold, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) CountAtomically<Bin>{bin, counts.data(), bins, 1}(i);
    });
  } else {
    for_ranges(exec, parts, 1, [&](std::int64_t first_part, std::int64_t last_part) {
      for (std::int64_t part = first_part; part < last_part; ++part) {
        const Bin local = bin;  // of its own, like the ends: the counts cannot alias them
        std::int64_t* const row = counts.data() + part * bins;
        const std::int64_t first = elements * part / parts, last = elements * (part + 1) / parts;
        for (std::int64_t i = first; i < last; ++i)
          if (const std::int64_t b = local(i); b >= 0) ++row[b];
      }
    });
  }
  return counts;
}
/// Any other executor: integer atomics in device memory.
template <class Exec, class Bin>
Array<std::int64_t> count_on(const Exec&, const char* op, Backend backend, std::int64_t elements, std::int64_t bins,
                             const Bin& bin) {
  std::int64_t copies = 1;
  while (copies < 64 && 2 * copies * bins <= std::min<std::int64_t>(elements, std::int64_t(1) << 18)) copies *= 2;
  const auto counts = filled<std::int64_t>(op, {copies, bins}, std::int64_t(0), backend);
  mark_used(counts);
  for_places(op, backend, elements, CountAtomically<Bin>{bin, counts.data(), bins, copies});
  return counts;
}

/// counts[b] = how many of the places below `elements` have bin(place) == b. Pointers that `bin` holds: the caller
/// marks them used.
template <class Bin>
Array<std::int64_t> count_places(const char* op, Backend backend, std::int64_t elements, std::int64_t bins,
                                 const Bin& bin) {
  if (elements == 0 || bins == 0) return filled<std::int64_t>(op, {bins}, std::int64_t(0), backend);
  Array<std::int64_t> counts;
  dispatch(op, backend, [&](const auto& exec) { counts = count_on(exec, op, backend, elements, bins, bin); });
  return counts.shape()[0] == 1 ? reshape(counts, {bins}) : sum(counts, axis(0));
}

}  // namespace spica::detail
