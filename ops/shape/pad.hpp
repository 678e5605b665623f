// pad: more elements around an array.
#pragma once

#include <spica/ops/shape/words.hpp>

#include <utility>
#include <vector>

namespace spica {

/// What stands in the places that `pad` adds, for an axis a b c d: outwards from it,
///   edge       the outermost element       a a a|a b c d|d d d
///   reflect    a mirror at that element    d c b|a b c d|c b a
///   symmetric  a mirror beside it          c b a|a b c d|d c b
///   wrap       the other end               b c d|a b c d|a b c
/// and so on beyond the length of the axis: the last three are periodic.
enum class PadMode : std::uint8_t { edge, reflect, symmetric, wrap };

/// How many places each axis gets before and behind: `2` everywhere, `{{1, 2}}` for every axis, `{{1, 2}, {0, 3}}` for
/// two.
struct PadWidths {
  std::vector<std::pair<std::int64_t, std::int64_t>> axes;

  template <std::integral I>
  requires(!std::same_as<I, bool>) PadWidths(I everywhere)  // NOLINT: implicit on purpose
      : axes{{static_cast<std::int64_t>(everywhere), static_cast<std::int64_t>(everywhere)}} {}
  PadWidths(std::initializer_list<std::pair<std::int64_t, std::int64_t>> each) : axes(each) {}
  explicit PadWidths(std::vector<std::pair<std::int64_t, std::int64_t>> each) : axes(std::move(each)) {}
};

namespace detail {
/// Defined in pad.cpp for every word. @throws ShapeError, ValueError.
template <Element W> Array<W> pad_words(const Array<W>& a, const PadWidths& widths, W value);
template <Element W> Array<W> pad_words(const Array<W>& a, const PadWidths& widths, PadMode mode);
}  // namespace detail

/// `a` with `value` around it.
///
/// @param a       any dtype, rank and layout; an expression is evaluated first.
/// @param widths  see PadWidths.
/// @param value   a number, which takes the array's type; 0 if none is given. (NumPy also takes one for each side.)
/// @return        a new array; each element is written once, by one kernel for the array and one for each side that
/// grows.
/// @throws ShapeError unless there is a pair for each axis, or one for all; ValueError for a negative width or a number
///         that does not fit. A number of a higher kind than the array's does not compile.
/// Source: NumPy pad, mode="constant". Example: tests/shape/test_pad.cpp, `example-begin pad`.
template <ArrayOrExpression A, Scalar V> Array<value_type_t<A>> pad(const A& a, const PadWidths& widths, V value) {
  using T = value_type_t<A>;
  static_assert(literal_kind<V> <= detail::kind_of(dtype_of<T>) || std::same_as<T, V>,
                "pad: this would narrow the number to the array's element type: cast it first");
  const auto word = detail::as_word<T>(detail::to_part<T>("pad", value).value);
  return detail::same_memory<T>(detail::pad_words(detail::as_words<T>(a), widths, word));
}
template <ArrayOrExpression A> Array<value_type_t<A>> pad(const A& a, const PadWidths& widths) {
  return pad(a, widths, false);
}

/// `a` with its own elements around it.
/// @param mode  see PadMode. A width may be larger than the axis. The corners continue what was added along earlier
/// axes.
/// @return      as above; a wide side takes a kernel for each doubling.
/// @throws as above; ValueError also for an axis without elements that is to grow.
/// Source: NumPy pad with mode="edge", "reflect", "symmetric", "wrap".
template <ArrayOrExpression A> Array<value_type_t<A>> pad(const A& a, const PadWidths& widths, PadMode mode) {
  using T = value_type_t<A>;
  return detail::same_memory<T>(detail::pad_words(detail::as_words<T>(a), widths, mode));
}

}  // namespace spica
