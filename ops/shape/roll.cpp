#include <spica/ops/shape/roll.hpp>

#include <spica/ops/index/one_axis.hpp>

namespace spica::detail {

namespace {

/// b = a + b modulo `length`, in [0, length).
void move_on(std::int64_t& b, std::int64_t a, std::int64_t length) {
  const std::int64_t step = (a % length + length) % length;
  b = b >= length - step ? b - (length - step) : b + step;  // no sum: it could overflow
}

template <Element W>
void roll_axes(const Array<W>& out, const Array<W>& a, const std::array<std::int64_t, max_rank>& shift, int axis) {
  while (axis < a.rank() && shift[axis] == 0) ++axis;
  if (axis == a.rank()) return copy_part("roll", out, a);
  const std::int64_t length = a.shape()[axis], back = shift[axis], rest = length - back;
  roll_axes(part_along(out, axis, back, rest), part_along(a, axis, 0, rest), shift, axis + 1);
  roll_axes(part_along(out, axis, 0, back), part_along(a, axis, rest, back), shift, axis + 1);
}

}  // namespace

template <Element W> Array<W> roll_words(const Array<W>& a, const Shape& shifts, const Axes& axes) {
  const int named = axes.all ? 1 : axes.list.rank();
  if (shifts.rank() != named && shifts.rank() != 1 && named != 1)
    throw ShapeError("roll: " + std::to_string(shifts.rank()) + " shifts for " + std::to_string(named) +
                     " axes; there must be one for each, or one for all");
  const auto shift_at = [&](int i) { return shifts[shifts.rank() == 1 ? 0 : i]; };
  const int pairs = shifts.rank() == 0 ? 0 : std::max(shifts.rank(), named);
  std::array<std::int64_t, max_rank> shift{};
  for (int i = 0; i < pairs && !axes.all; ++i) {
    const int d = normalize_axis("roll", axes.list[named == 1 ? 0 : i], a.rank());
    if (a.shape()[d] > 0) move_on(shift[d], shift_at(i), a.shape()[d]);
  }
  const auto out = Array<W>::uninitialized("roll", a.shape(), a.backend());
  if (a.size() == 0) return out;
  if (!axes.all) {
    roll_axes(out, a, shift, 0);
    return out;
  }
  for (int i = 0; i < pairs; ++i) move_on(shift[0], shift_at(i), a.size());
  roll_axes(out.view({0, {a.size()}, {1}}), reshape(a, {a.size()}), shift, 0);
  return out;
}

#define SPICA_ROLL(W) template Array<W> roll_words<W>(const Array<W>& a, const Shape& shifts, const Axes& axes);
SPICA_ROLL(std::uint8_t)
SPICA_ROLL(std::uint16_t)
SPICA_ROLL(std::uint32_t)
SPICA_ROLL(std::uint64_t)
SPICA_ROLL(complex128)
#undef SPICA_ROLL

}  // namespace spica::detail
