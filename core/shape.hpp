// Shapes and strides: up to eight extents, held in place.
#pragma once

#include <spica/core/errors.hpp>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace spica {

inline constexpr int max_rank = 8;

/// The extents of an array, outermost first; rank 0 to 8. Also used for strides, which count elements and may be negative.
class Shape {
 public:
  constexpr Shape() = default;
  /// @throws ShapeError for more than eight extents.
  Shape(std::initializer_list<std::int64_t> extents) : Shape(std::span(extents.begin(), extents.size())) {}
  explicit Shape(std::span<const std::int64_t> extents);

  constexpr int rank() const { return rank_; }
  constexpr std::int64_t operator[](int axis) const { return extents_[axis]; }
  constexpr std::int64_t& operator[](int axis) { return extents_[axis]; }
  constexpr const std::int64_t* begin() const { return extents_.data(); }
  constexpr const std::int64_t* end() const { return extents_.data() + rank_; }
  constexpr operator std::span<const std::int64_t>() const { return {extents_.data(), static_cast<std::size_t>(rank_)}; }

  /// Appends an extent. @throws ShapeError if there are eight already.
  void push_back(std::int64_t extent);

  friend constexpr bool operator==(const Shape& a, const Shape& b) {
    if (a.rank_ != b.rank_) return false;
    for (int d = 0; d < a.rank_; ++d)
      if (a.extents_[d] != b.extents_[d]) return false;
    return true;
  }

 private:
  std::array<std::int64_t, max_rank> extents_{};
  int rank_ = 0;
};

using Strides = Shape;

/// As Python writes a tuple: "(3, 4)", "(5,)", "()".
std::string to_string(const Shape& shape);

/// The axes of a reduction; `all` when none was named.
struct Axes {
  bool all = true;
  Shape list;

  Axes() = default;
  /// These axes, so that a list in braces means what it says: sum(m, {0}), sum(m, {0, 2}).
  Axes(std::initializer_list<std::int64_t> indices) : all(false), list(indices) {}
  explicit Axes(std::span<const std::int64_t> indices) : all(false), list(indices) {}
};
/// One axis; negative counts from the end.
inline Axes axis(std::int64_t index) { return {index}; }
/// Several axes.
inline Axes axes(std::initializer_list<std::int64_t> indices) { return Axes(indices); }
inline Axes axes(std::span<const std::int64_t> indices) { return Axes(indices); }
inline const Axes all_axes{};

/// Whether a reduction leaves its axes behind with length 1.
enum class KeepDims : bool { no, yes };
inline constexpr KeepDims keepdims = KeepDims::yes;

namespace detail {

/// Number of elements. @throws ShapeError for a negative extent or a product beyond int64.
std::int64_t checked_size(const char* op, const Shape& shape);
/// Number of elements of a shape that was checked before.
constexpr std::int64_t size_of(const Shape& shape) {
  std::int64_t size = 1;
  for (std::int64_t extent : shape) size *= extent;
  return size;
}
/// Strides of a fresh array: the last axis is contiguous.
Strides contiguous_strides(const Shape& shape);
/// True if elements follow each other in C order (axes of length 1 have no say; empty arrays are contiguous).
bool is_contiguous(const Shape& shape, const Strides& strides);
/// The shape to which all broadcast. @throws ShapeError naming `op`, both shapes and the axis.
Shape broadcast_shapes(const char* op, const Shape& a, const Shape& b);
/// Strides that show `shape` as `target`. @throws ShapeError if it does not broadcast to it.
Strides broadcast_strides(const char* op, const Shape& shape, const Strides& strides, const Shape& target);
/// `axis` counted from the front. @throws AxisError if it is outside [-rank, rank).
int normalize_axis(const char* op, std::int64_t axis, int rank);
/// A flag for each axis of a rank. @throws AxisError for an axis out of range or given twice.
std::array<bool, max_rank> axis_flags(const char* op, const Axes& axes, int rank);
/// What is left of `shape` without the flagged axes (with length 1 in their place for KeepDims::yes).
Shape reduced_shape(const Shape& shape, const std::array<bool, max_rank>& reduced, KeepDims keep);

}  // namespace detail
}  // namespace spica
