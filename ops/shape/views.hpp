// More views: swapaxes, rot90, diagonal, ravel, split, meshgrid, atleast_*. Those of core/array.hpp are the basic ones.
#pragma once

#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/index/one_axis.hpp>

#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace spica {

namespace detail {

Geometry swapaxes_geometry(const Shape& shape, const Strides& strides, std::int64_t axis1, std::int64_t axis2);
Geometry rot90_geometry(const Shape& shape, const Strides& strides, std::int64_t k, const Shape& axes);
Geometry diagonal_geometry(const char* op, const Shape& shape, const Strides& strides, std::int64_t offset,
                           std::int64_t axis1, std::int64_t axis2);
Geometry at_least_geometry(const Shape& shape, const Strides& strides, int rank);
/// Where the parts of an axis begin, and its end behind the last one. @throws ValueError (no sections), ShapeError.
std::vector<std::int64_t> section_bounds(const char* op, std::int64_t length, std::int64_t sections, bool equal);
/// The shape of all arrays of a grid and the axis of array `i`.
Shape grid_shape(std::span<const std::int64_t> lengths, bool swap_first_two);
Strides grid_strides(int rank, std::size_t i, bool swap_first_two, std::int64_t stride);

template <Element T>
std::vector<Array<T>> split_in_sections(const char* op, const Array<T>& a, std::int64_t sections, const OneAxis& axis,
                                        bool equal) {
  const int along = one_axis(op, axis, a.rank());
  const std::vector<std::int64_t> bounds = section_bounds(op, a.shape()[along], sections, equal);
  std::vector<Array<T>> parts;
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i)
    parts.push_back(part_along(a, along, bounds[i], bounds[i + 1] - bounds[i]));
  return parts;
}
template <Element T>
std::vector<Array<T>> split_at(const char* op, const Array<T>& a, std::span<const std::int64_t> positions,
                               const OneAxis& axis) {
  const int along = one_axis(op, axis, a.rank());
  std::vector<Index> entries(static_cast<std::size_t>(a.rank()), all);
  Index& part = entries[static_cast<std::size_t>(along)];
  std::vector<Array<T>> parts;
  std::int64_t start = 0;
  for (const std::int64_t stop : positions) {
    part = slice(start, stop);
    parts.push_back(a.index(entries));
    start = stop;
  }
  part = slice(start, a.shape()[along]);
  parts.push_back(a.index(entries));
  return parts;
}

}  // namespace detail

/// Two axes exchanged. A view. @throws AxisError. Source: NumPy swapaxes.
template <Element T> Array<T> swapaxes(const Array<T>& a, std::int64_t axis1, std::int64_t axis2) {
  return a.view(detail::swapaxes_geometry(a.shape(), a.strides(), axis1, axis2));
}

/// Each matrix of a stack transposed: the last two axes exchanged. A view. @throws ShapeError for rank 0 and 1.
/// Source: NumPy matrix_transpose.
template <Element T> Array<T> matrix_transpose(const Array<T>& a) {
  if (a.rank() < 2)
    throw ShapeError("matrix_transpose: shape " + to_string(a.shape()) + " has no matrices; it takes two axes or more");
  return swapaxes(a, -1, -2);
}

/// Turned by 90 degrees `k` times, from the first towards the second of the two axes (for a matrix: counterclockwise).
/// A view. @throws AxisError unless `axes` names two different axes. Source: NumPy rot90.
template <Element T> Array<T> rot90(const Array<T>& a, std::int64_t k = 1, const Shape& axes = {0, 1}) {
  return a.view(detail::rot90_geometry(a.shape(), a.strides(), k, axes));
}

/// The elements a[…, i, …, i + offset, …] of two axes, which become one, the last. A view; unlike NumPy's it can be
/// written: `diagonal(a) = 1`.
///
/// @param a       rank >= 2.
/// @param offset  above (positive) or below the main diagonal; far from it there are no elements.
/// @throws AxisError if an axis is out of range or both are the same.
/// Source: NumPy diagonal. Example: tests/shape/test_views.cpp, `example-begin diagonal`.
template <Element T>
Array<T> diagonal(const Array<T>& a, std::int64_t offset = 0, std::int64_t axis1 = 0, std::int64_t axis2 = 1) {
  return a.view(detail::diagonal_geometry("diagonal", a.shape(), a.strides(), offset, axis1, axis2));
}

/// The elements in C order along one axis. A view where the strides allow, else a copy. Source: NumPy ravel.
template <Element T> Array<T> ravel(const Array<T>& a) { return reshape(a, {-1}); }

/// With axes of length 1 in front (atleast_3d: of a vector in front and behind, of a matrix behind), if there are fewer
/// axes. Views. Source: NumPy atleast_1d, atleast_2d, atleast_3d.
template <Element T> Array<T> atleast_1d(const Array<T>& a) {
  return a.view(detail::at_least_geometry(a.shape(), a.strides(), 1));
}
template <Element T> Array<T> atleast_2d(const Array<T>& a) {
  return a.view(detail::at_least_geometry(a.shape(), a.strides(), 2));
}
template <Element T> Array<T> atleast_3d(const Array<T>& a) {
  return a.view(detail::at_least_geometry(a.shape(), a.strides(), 3));
}

/// Parts of `a` along an axis, as views.
///
/// Two forms: a number of parts of equal length, `split(a, 3)`, and positions, `split(a, {2, 5}, 1)`: the parts before
/// 2, from 2 to 5 and from 5 on. Positions are those of a slice: negative ones count from the end, what is out of range
/// is clamped, and a part that would end before it begins is empty.
///
/// @throws ShapeError if the axis cannot be divided equally (array_split can); ValueError if `sections` < 1; AxisError.
/// Source: NumPy split. Example: tests/shape/test_views.cpp, `example-begin split`.
template <Element T, std::integral I>
requires(!std::same_as<I, bool>) std::vector<Array<T>> split(const Array<T>& a, I sections, const OneAxis& axis = 0) {
  return detail::split_in_sections("split", a, static_cast<std::int64_t>(sections), axis, true);
}
template <Element T>
std::vector<Array<T>> split(const Array<T>& a, std::span<const std::int64_t> positions, const OneAxis& axis = 0) {
  return detail::split_at("split", a, positions, axis);
}
template <Element T>
std::vector<Array<T>> split(const Array<T>& a, std::initializer_list<std::int64_t> positions, const OneAxis& axis = 0) {
  return detail::split_at("split", a, std::span(positions.begin(), positions.size()), axis);
}

/// As `split`, but the axis need not divide: the first parts are one element longer. Source: NumPy array_split.
template <Element T, std::integral I>
requires(!std::same_as<I, bool>) std::vector<Array<T>> array_split(const Array<T>& a, I sections,
                                                                   const OneAxis& axis = 0) {
  return detail::split_in_sections("array_split", a, static_cast<std::int64_t>(sections), axis, false);
}
template <Element T>
std::vector<Array<T>> array_split(const Array<T>& a, std::span<const std::int64_t> positions, const OneAxis& axis = 0) {
  return detail::split_at("array_split", a, positions, axis);
}
template <Element T>
std::vector<Array<T>> array_split(const Array<T>& a, std::initializer_list<std::int64_t> positions,
                                  const OneAxis& axis = 0) {
  return detail::split_at("array_split", a, std::span(positions.begin(), positions.size()), axis);
}

/// Which axis belongs to which coordinate of a grid: `xy` puts the first along the columns, as plots want it, `ij`
/// takes the coordinates in the order of the axes.
enum class Indexing : bool { xy, ij };

namespace detail {

template <Element T>
Array<T> grid_view(const Array<T>& coordinate, const Shape& shape, std::size_t i, Indexing indexing) {
  return coordinate.view({0, shape, grid_strides(shape.rank(), i, indexing == Indexing::xy, coordinate.strides()[0])});
}
template <class... A> auto make_grid(Indexing indexing, const A&... coordinates) {
  const std::int64_t lengths[] = {coordinates.size()...};
  const Shape shape = grid_shape(lengths, indexing == Indexing::xy);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple{grid_view(coordinates, shape, I, indexing)...};
  }
  (std::index_sequence_for<A...>{});
}

}  // namespace detail

/// Coordinates of the points of a grid: one array for each argument, all of one shape, in which it varies along its own
/// axis only.
///
/// Two forms: `auto [x, y] = meshgrid(a, b)`, of any element types, perhaps with the indexing as the last argument; and
/// a list of arrays of one type, `meshgrid({a, b, c}, Indexing::ij)`, which gives a vector.
///
/// @param a  any shape: the elements in C order.
/// @return   views that repeat elements without a copy, as NumPy's with copy=False; writing to them is an error. With
///           `xy`, the default, lengths (m, n, p, …) give the shape (n, m, p, …), with `ij` (m, n, p, …).
/// @throws ShapeError for more than 8 arrays; BackendMismatch.
/// Source: NumPy meshgrid. Example: tests/shape/test_views.cpp, `example-begin meshgrid`.
template <ArrayOrExpression... A>
requires(sizeof...(A) > 0) auto meshgrid(const A&... a) {
  const Backend backend = std::get<0>(std::tie(a...)).backend();
  (detail::check_same_backend("meshgrid", backend, a.backend()), ...);
  return detail::make_grid(Indexing::xy, ravel(eval(a))...);
}
template <ArrayOrExpression A> auto meshgrid(const A& a, Indexing indexing) {
  return detail::make_grid(indexing, ravel(eval(a)));
}
template <ArrayOrExpression A, ArrayOrExpression B> auto meshgrid(const A& a, const B& b, Indexing indexing) {
  detail::check_same_backend("meshgrid", a.backend(), b.backend());
  return detail::make_grid(indexing, ravel(eval(a)), ravel(eval(b)));
}
template <ArrayOrExpression A, ArrayOrExpression B, ArrayOrExpression C>
auto meshgrid(const A& a, const B& b, const C& c, Indexing indexing) {
  detail::check_same_backend("meshgrid", a.backend(), b.backend());
  detail::check_same_backend("meshgrid", a.backend(), c.backend());
  return detail::make_grid(indexing, ravel(eval(a)), ravel(eval(b)), ravel(eval(c)));
}
template <Element T>
std::vector<Array<T>> meshgrid(const std::vector<Array<T>>& arrays, Indexing indexing = Indexing::xy) {
  std::vector<Array<T>> grid;
  std::vector<std::int64_t> lengths;
  for (const Array<T>& a : arrays) {
    detail::check_same_backend("meshgrid", arrays[0].backend(), a.backend());
    lengths.push_back(a.size());
  }
  const Shape shape = detail::grid_shape(lengths, indexing == Indexing::xy);
  for (std::size_t i = 0; i < arrays.size(); ++i)
    grid.push_back(detail::grid_view(ravel(arrays[i]), shape, i, indexing));
  return grid;
}
template <Element T>
std::vector<Array<T>> meshgrid(std::initializer_list<Array<T>> arrays, Indexing indexing = Indexing::xy) {
  return meshgrid(std::vector<Array<T>>(arrays), indexing);
}

}  // namespace spica
