// Positions and slices: what goes between the parentheses of a(…), with Python's meaning.
#pragma once

#include <spica/core/shape.hpp>

#include <concepts>
#include <optional>

namespace spica {

/// An absent bound of a slice, Python's None.
inline constexpr std::nullopt_t none = std::nullopt;

/// One entry of an index: an integer, a slice, `all`, `newaxis` or `ellipsis`.
struct Index {
  enum class What : std::uint8_t { position, slice, newaxis, ellipsis };
  What what = What::slice;
  std::optional<std::int64_t> start, stop;
  std::int64_t step = 1;

  constexpr Index(What kind, std::optional<std::int64_t> first, std::optional<std::int64_t> last, std::int64_t by)
      : what(kind), start(first), stop(last), step(by) {}
  template <std::integral I> requires(!std::same_as<I, bool>)
  constexpr Index(I position) : what(What::position), start(static_cast<std::int64_t>(position)) {}  // NOLINT: implicit on purpose
};

/// Elements start, start + step, … before stop. Negative positions count from the end, positions out of range are clamped,
/// a negative step walks backwards; `none` is an absent bound. Source: Python's slice.
constexpr Index slice(std::optional<std::int64_t> start, std::optional<std::int64_t> stop, std::int64_t step = 1) {
  return {Index::What::slice, start, stop, step};
}
/// All of an axis; called as `all(a, axis(0))` it is the reduction of that name (ops/reduce/any_all.hpp), since C++ has one name for both.
struct All {
  constexpr operator Index() const { return {Index::What::slice, std::nullopt, std::nullopt, 1}; }
  template <class A, class... Options> auto operator()(const A& a, const Options&... options) const {
    return reduce_all(a, options...);
  }
};
inline constexpr All all{};
/// A new axis of length 1.
inline constexpr Index newaxis{Index::What::newaxis, std::nullopt, std::nullopt, 1};
/// As many `all` as are missing.
inline constexpr Index ellipsis{Index::What::ellipsis, std::nullopt, std::nullopt, 1};

namespace detail {

/// Where the elements of a view lie: offset in elements from the array's first element, shape and strides.
struct Geometry {
  std::int64_t offset = 0;
  Shape shape;
  Strides strides;
};

/// The view that `entries` select. @throws IndexError (position out of range, too many entries, two ellipses), ValueError (step 0).
Geometry index_geometry(const Shape& shape, const Strides& strides, std::span<const Index> entries);
/// The axes in a new order; empty `order` reverses them. @throws AxisError.
Geometry transpose_geometry(const Shape& shape, const Strides& strides, std::span<const std::int64_t> order);
/// The same elements under another shape (one extent may be -1), if they can stay where they are.
/// @throws ShapeError if the sizes differ. @return nothing if a copy is needed.
std::optional<Geometry> reshape_geometry(const Shape& shape, const Strides& strides, const Shape& wanted);
/// `wanted` with its -1 worked out. @throws ShapeError if the sizes differ.
Shape reshape_shape(const Shape& shape, const Shape& wanted);
Geometry squeeze_geometry(const Shape& shape, const Strides& strides, const Axes& axes);
Geometry expand_dims_geometry(const Shape& shape, const Strides& strides, const Axes& axes);
Geometry moveaxis_geometry(const Shape& shape, const Strides& strides, std::span<const std::int64_t> source,
                           std::span<const std::int64_t> destination);
Geometry flip_geometry(const Shape& shape, const Strides& strides, const Axes& axes);

}  // namespace detail
}  // namespace spica
