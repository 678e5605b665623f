#include <spica/ops/shape/repeat.hpp>

#include <spica/ops/index/places.hpp>
#include <spica/ops/index/take.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/scan/scan.hpp>

#include <limits>
#include <vector>

namespace spica::detail {

namespace {

/// The first place whose running total is beyond i: the place that element i of the result comes from.
struct PlaceOfTotal {
  const std::int64_t* totals;
  std::int64_t length;
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t operator()(std::int64_t i) const {
    std::int64_t first = 0, rest = length;  // the answer is in [first, first + rest)
    while (rest > 1) {
      const std::int64_t half = rest / 2;
      first += static_cast<std::int64_t>(totals[first + half - 1] <= i) * half;
      rest -= half;
    }
    return first;
  }
};

}  // namespace

template <Element W> Array<W> tile_words(const Array<W>& a, const Shape& reps) {
  for (const std::int64_t count : reps)
    if (count < 0)
      throw ValueError("tile: a count of " + std::to_string(count) + " in " + to_string(reps) +
                       "; an array cannot be laid a negative number of times");
  const int rank = std::max(a.rank(), reps.rank());
  const auto extent = [&](int d) { return d < rank - a.rank() ? 1 : a.shape()[d - (rank - a.rank())]; };
  const auto step = [&](int d) { return d < rank - a.rank() ? 0 : a.strides()[d - (rank - a.rank())]; };
  const auto count = [&](int d) { return d < rank - reps.rank() ? 1 : reps[d - (rank - reps.rank())]; };
  Shape shape;
  for (int d = 0; d < rank; ++d) shape.push_back(extent_product("tile", extent(d), count(d)));
  const auto out = Array<W>::uninitialized("tile", shape, a.backend());
  // Each axis of the result is two: which tile, and the place in it.
  std::vector<CopyAxis> nest;
  for (int d = 0; d < rank; ++d) {
    if (count(d) != 1) nest.push_back({count(d), extent(d) * out.strides()[d], 0});
    if (extent(d) != 1) nest.push_back({extent(d), out.strides()[d], step(d)});
  }
  if (out.size() > 0) copy_along<W>("tile", out, a, nest);
  return out;
}

template <Element W> Array<W> repeat_words(const Array<W>& a, std::int64_t times, int axis) {
  if (times < 0) throw ValueError("repeat: elements cannot be repeated " + std::to_string(times) + " times");
  Shape shape = a.shape();
  shape[axis] = extent_product("repeat", shape[axis], times);
  const auto out = Array<W>::uninitialized("repeat", shape, a.backend());
  std::vector<CopyAxis> nest;
  for (int d = 0; d < a.rank(); ++d) {
    nest.push_back({a.shape()[d], out.strides()[d] * (d == axis ? times : 1), a.strides()[d]});
    if (d == axis) nest.push_back({times, out.strides()[d], 0});
  }
  if (out.size() > 0) copy_along<W>("repeat", out, a, nest);
  return out;
}

Array<std::int64_t> repeated_places(const Array<std::int64_t>& counts, std::int64_t length) {
  if (counts.rank() != 1 || counts.size() != length)
    throw ShapeError("repeat: counts of shape " + to_string(counts.shape()) + " for an axis of length " +
                     std::to_string(length) + "; there must be one for each place, or one for all");
  if (length == 0) return Array<std::int64_t>::uninitialized("repeat", {0}, counts.backend());
  if (const std::int64_t least = min(counts).item(); least < 0)
    throw ValueError("repeat: elements cannot be repeated " + std::to_string(least) + " times");
  extent_product("repeat", max(counts).item(), length);  // the running totals do not wrap
  const Array<std::int64_t> totals = cumsum(counts);
  mark_used(totals);
  return generate<std::int64_t>("repeat", {totals(-1).item()}, counts.backend(), PlaceOfTotal{totals.data(), length});
}

template <Element W> Array<W> repeat_by_counts(const Array<W>& a, const Array<std::int64_t>& counts, int axis) {
  if (counts.size() == 1 && counts.rank() <= 1) return repeat_words(a, counts.item(), axis);
  const Array<std::int64_t> places = repeated_places(counts, a.shape()[axis]);
  Shape shape = a.shape();
  shape[axis] = places.size();
  const auto out = Array<W>::uninitialized("repeat", shape, a.backend());
  take_into("repeat", a.backend(), operand(out), operand(a), operand(places), axis);
  return out;
}

#define SPICA_REPEATS(W)                                                              \
  template Array<W> tile_words<W>(const Array<W>& a, const Shape& reps);              \
  template Array<W> repeat_words<W>(const Array<W>& a, std::int64_t times, int axis); \
  template Array<W> repeat_by_counts<W>(const Array<W>& a, const Array<std::int64_t>& counts, int axis);
SPICA_REPEATS(std::uint8_t)
SPICA_REPEATS(std::uint16_t)
SPICA_REPEATS(std::uint32_t)
SPICA_REPEATS(std::uint64_t)
SPICA_REPEATS(complex128)
#undef SPICA_REPEATS

}  // namespace spica::detail
