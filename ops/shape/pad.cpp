#include <spica/ops/shape/pad.hpp>

#include <spica/ops/index/one_axis.hpp>

#include <algorithm>

namespace spica::detail {

namespace {

/// The result of a pad before its sides are written.
template <Element W> struct Padded {
  Array<W> out;
  std::vector<std::pair<std::int64_t, std::int64_t>> widths;  ///< one for each axis
};

template <Element W> Padded<W> padded(const Array<W>& a, const PadWidths& widths) {
  const auto given = widths.axes.size(), rank = static_cast<std::size_t>(a.rank());
  if (given != rank && given != 1)
    throw ShapeError("pad: " + std::to_string(given) + " pairs of widths for an array of shape " +
                     to_string(a.shape()) + "; there must be one for each axis, or one for all");
  Padded<W> result;
  Shape shape = a.shape();
  for (std::size_t i = 0; i < std::max(given, rank); ++i) {
    const auto [before, behind] = widths.axes[given == 1 ? 0 : i];
    if (before < 0 || behind < 0)
      throw ValueError("pad: widths (" + std::to_string(before) + ", " + std::to_string(behind) +
                       ") cannot be negative; a slice takes elements away");
    if (i >= rank) break;  // a pair for all axes of an array that has none
    std::int64_t& extent = shape[static_cast<int>(i)];
    if (__builtin_add_overflow(extent, before, &extent) || __builtin_add_overflow(extent, behind, &extent))
      throw ShapeError("pad: the widths of axis " + std::to_string(i) + " add up to more than int64 can count");
    result.widths.emplace_back(before, behind);
  }
  result.out = Array<W>::uninitialized("pad", shape, a.backend());
  return result;
}

/// The part of the result that is `a`.
template <Element W> Array<W> middle_of(const Padded<W>& result, const Array<W>& a) {
  Geometry geometry{0, a.shape(), result.out.strides()};
  for (int d = 0; d < a.rank(); ++d)
    geometry.offset += result.widths[static_cast<std::size_t>(d)].first * geometry.strides[d];
  return result.out.view(geometry);
}
/// `part` with all of axis d of the result, where so far it is as long as that of `a`.
template <Element W> Array<W> grown(const Padded<W>& result, const Array<W>& part, int d) {
  Geometry geometry{-result.widths[static_cast<std::size_t>(d)].first * part.strides()[d], part.shape(),
                    part.strides()};
  geometry.shape[d] = result.out.shape()[d];
  return part.view(geometry);
}

/// Writes the places from `end` to the last one of axis d, of which [begin, end) are there.
template <Element W>
void continue_axis(const Array<W>& row, int d, std::int64_t begin, std::int64_t end, PadMode mode) {
  const std::int64_t length = row.shape()[d], known = end - begin;
  const auto part = [&](std::int64_t start, std::int64_t count) { return part_along(row, d, start, count); };
  std::int64_t period = known;
  if (mode == PadMode::edge || (mode == PadMode::reflect && known == 1)) {
    Array<W> edge = part(end - 1, 1);
    Strides still = edge.strides();
    still[d] = 0;
    Shape shape = edge.shape();
    shape[d] = length - end;
    return copy_part("pad", part(end, length - end), edge.view({0, shape, still}));
  }
  if (mode != PadMode::wrap) {  // the other half of the period
    const std::int64_t skip = mode == PadMode::reflect ? 1 : 0, mirrored = std::min(known - 2 * skip, length - end);
    period = 2 * (known - skip);
    if (mirrored > 0) {
      // flip by hand: of a part that may be empty along other axes
      Array<W> source = part(end - skip - mirrored, mirrored);
      Strides backwards = source.strides();
      backwards[d] = -backwards[d];
      copy_part("pad", part(end, mirrored),
                source.view({(mirrored - 1) * source.strides()[d], source.shape(), backwards}));
      end += mirrored;
    }
  }
  while (end < length) {  // whole periods that are there: twice as many each time
    const std::int64_t back = (end - begin) / period * period, count = std::min(back, length - end);
    copy_part("pad", part(end, count), part(end - back, count));
    end += count;
  }
}

}  // namespace

template <Element W> Array<W> pad_words(const Array<W>& a, const PadWidths& widths, W value) {
  const Padded<W> result = padded(a, widths);
  Array<W> part = middle_of(result, a);
  copy_part("pad", part, a);
  for (int d = 0; d < a.rank(); ++d) {
    const auto [before, behind] = result.widths[static_cast<std::size_t>(d)];
    part = grown(result, part, d);
    if (before > 0) fill_elements("pad", part_along(part, d, 0, before), value);
    if (behind > 0) fill_elements("pad", part_along(part, d, part.shape()[d] - behind, behind), value);
  }
  return result.out;
}

template <Element W> Array<W> pad_words(const Array<W>& a, const PadWidths& widths, PadMode mode) {
  const Padded<W> result = padded(a, widths);
  for (int d = 0; d < a.rank(); ++d)
    if (a.shape()[d] == 0 && result.out.shape()[d] > 0)
      throw ValueError("pad: axis " + std::to_string(d) + " of shape " + to_string(a.shape()) +
                       " has no elements to continue it with; pad with a number");
  if (result.out.size() == 0) return result.out;
  Array<W> part = middle_of(result, a);
  copy_part("pad", part, a);
  for (int d = 0; d < a.rank(); ++d) {
    const auto [before, behind] = result.widths[static_cast<std::size_t>(d)];
    const std::int64_t known = a.shape()[d];
    part = grown(result, part, d);
    if (behind > 0) continue_axis(part, d, before, before + known, mode);
    if (before > 0) {  // the same, seen from behind
      Strides backwards = part.strides();
      backwards[d] = -backwards[d];
      const std::int64_t length = part.shape()[d];
      const Array<W> reversed = part.view({(length - 1) * part.strides()[d], part.shape(), backwards});
      continue_axis(reversed, d, behind, behind + known, mode);
    }
  }
  return result.out;
}

#define SPICA_PAD(W)                                                                   \
  template Array<W> pad_words<W>(const Array<W>& a, const PadWidths& widths, W value); \
  template Array<W> pad_words<W>(const Array<W>& a, const PadWidths& widths, PadMode mode);
SPICA_PAD(std::uint8_t)
SPICA_PAD(std::uint16_t)
SPICA_PAD(std::uint32_t)
SPICA_PAD(std::uint64_t)
SPICA_PAD(complex128)
#undef SPICA_PAD

}  // namespace spica::detail
