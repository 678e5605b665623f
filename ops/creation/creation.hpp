// Arrays from nothing and from host data.
#pragma once

#include <spica/ops/elementwise/assign.hpp>

#include <cmath>
#include <cstring>
#include <limits>

namespace spica {

/// A new C-contiguous array whose elements are not set; for callers that write all of them.
/// @throws ShapeError (negative extent, more elements than int64 counts), MemoryError, RuntimeError, BackendNotBuilt, BackendUnavailable.
template <Element T = double> Array<T> empty(const Shape& shape, Backend backend = default_backend()) {
  return Array<T>::uninitialized("empty", shape, backend);
}

namespace detail {
template <Element T> Array<T> filled(const char* op, const Shape& shape, T value, Backend backend) {
  Array<T> a = Array<T>::uninitialized(op, shape, backend);
  fill_elements(op, a, value);
  return a;
}
}  // namespace detail

/// A new array with every element `value`. @throws as `empty`; ValueError if an integer literal does not fit T.
template <Element T, Scalar V> Array<T> full(const Shape& shape, V value, Backend backend = default_backend()) {
  return detail::filled<T>("full", shape, detail::to_part<T>("full", value).value, backend);
}
template <Element T = double> Array<T> zeros(const Shape& shape, Backend backend = default_backend()) {
  return detail::filled<T>("zeros", shape, T(0), backend);
}
template <Element T = double> Array<T> ones(const Shape& shape, Backend backend = default_backend()) {
  return detail::filled<T>("ones", shape, T(1), backend);
}

namespace detail {
std::int64_t arange_length(double start, double stop, double step);
/// The same for integers, exactly: float64 cannot tell neighbours beyond 2^53 apart.
template <class T> std::int64_t integer_arange_length(T start, T stop, T step) {
  if (step == 0) return arange_length(0, 0, 0);  // says so
  const bool up = step > 0;
  if (up ? start >= stop : start <= stop) return 0;
  const std::uint64_t distance = up ? static_cast<std::uint64_t>(stop) - static_cast<std::uint64_t>(start)
                                    : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(stop);
  const std::uint64_t stride = up ? static_cast<std::uint64_t>(step) : std::uint64_t(0) - static_cast<std::uint64_t>(step);
  const std::uint64_t length = (distance - 1) / stride + 1;
  if (length > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    throw ValueError("arange: the number of elements is not finite or beyond int64");
  return static_cast<std::int64_t>(length);
}

template <class T> struct ArangeElement {
  T start, step;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(std::int64_t i) const { return static_cast<T>(start + static_cast<T>(i) * step); }
};
template <class T> struct LinspaceElement {
  double start, step, stop, span;
  std::int64_t divisions;
  bool ends_in_stop;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(std::int64_t i) const {
    // NumPy's order of operations: i * step + start, or where the step underflows to 0, i / divisions * span + start.
    double value = (step != 0 ? static_cast<double>(i) * step : static_cast<double>(i) / static_cast<double>(divisions) * span) + start;
    if (ends_in_stop && i > 0 && i == divisions) value = stop;
    if constexpr (std::integral<T>) {
      const double truncated = convert<double>(convert<std::int64_t>(value));
      value = truncated > value ? truncated - 1 : truncated;  // rounds down
    }
    return convert<T>(value);
  }
};
template <class T> struct EyeElement {
  std::int64_t columns, k;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(std::int64_t i) const { return T(i % columns - i / columns == k ? 1 : 0); }
};
template <class T> struct TriElement {
  std::int64_t columns, k;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(std::int64_t i) const { return T(i % columns - i / columns <= k ? 1 : 0); }
};
}  // namespace detail

/// start, start + step, … before stop: ceil((stop - start) / step) elements, counted in float64 for floats and exactly for integers;
/// none if that is negative.
/// @throws ValueError if step is 0 or the length is not finite. Source: NumPy arange.
template <Element T = std::int64_t> requires RealElement<T>
Array<T> arange(std::type_identity_t<T> start, std::type_identity_t<T> stop, std::type_identity_t<T> step = T(1), Backend backend = default_backend()) {
  std::int64_t length = 0;
  if constexpr (IntegerElement<T>) length = detail::integer_arange_length(start, stop, step);
  else length = detail::arange_length(static_cast<double>(start), static_cast<double>(stop), static_cast<double>(step));
  return detail::generate<T>("arange", {length}, backend, detail::ArangeElement<T>{start, step});
}
/// 0, 1, … before stop.
template <Element T = std::int64_t> requires RealElement<T> Array<T> arange(std::type_identity_t<T> stop) { return arange<T>(T(0), stop); }

/// `num` evenly spaced elements from start to stop (stop itself excluded if `endpoint` is false); an integer type rounds down.
/// @throws ValueError if num is negative. Source: NumPy linspace.
template <Element T = double> requires RealElement<T>
Array<T> linspace(double start, double stop, std::int64_t num = 50, bool endpoint = true, Backend backend = default_backend()) {
  if (num < 0) throw ValueError("linspace: the number of elements cannot be negative, got " + std::to_string(num));
  const std::int64_t divisions = endpoint ? num - 1 : num;
  const double span = stop - start, step = divisions > 0 ? span / static_cast<double>(divisions) : std::nan("");
  return detail::generate<T>("linspace", {num}, backend,
                             detail::LinspaceElement<T>{start, divisions > 0 ? step : span, stop, span, divisions, endpoint});
}

/// rows x columns (columns < 0: square) with ones on diagonal k, zeros elsewhere. Source: NumPy eye.
template <Element T = double> Array<T> eye(std::int64_t rows, std::int64_t columns = -1, std::int64_t k = 0, Backend backend = default_backend()) {
  if (columns < 0) columns = rows;
  return detail::generate<T>("eye", {rows, columns}, backend, detail::EyeElement<T>{columns, k});
}
/// rows x columns (columns < 0: square) with ones on and below diagonal k, zeros above. Source: NumPy tri.
template <Element T = double> Array<T> tri(std::int64_t rows, std::int64_t columns = -1, std::int64_t k = 0, Backend backend = default_backend()) {
  if (columns < 0) columns = rows;
  return detail::generate<T>("tri", {rows, columns}, backend, detail::TriElement<T>{columns, k});
}

/// A copy of host elements in C order. @throws ShapeError if `values` does not hold as many as `shape` needs.
template <Element T> Array<T> from_host(std::span<const T> values, const Shape& shape, Backend backend = default_backend()) {
  if (detail::checked_size("from_host", shape) != static_cast<std::int64_t>(values.size()))
    throw ShapeError("from_host: " + std::to_string(values.size()) + " values do not fill shape " + to_string(shape));
  Array<T> a = Array<T>::uninitialized("from_host", shape, backend);
  detail::copy_bytes("from_host", a.data(), backend, values.data(), Backend::serial, values.size() * sizeof(T));
  return a;
}
template <Element T> Array<T> from_host(const std::vector<T>& values, const Shape& shape, Backend backend = default_backend()) requires(!std::same_as<T, bool>) {
  return from_host(std::span<const T>(values), shape, backend);
}

/// From a list in the source: array<double>({1, 2, 3}), array<int>({{1, 2}, {3, 4}}). @throws ShapeError for ragged rows.
template <Element T> Array<T> array(std::initializer_list<T> values, Backend backend = default_backend()) {
  return from_host(std::span<const T>(values.begin(), values.size()), {static_cast<std::int64_t>(values.size())}, backend);
}
template <Element T> Array<T> array(std::initializer_list<std::initializer_list<T>> rows, Backend backend = default_backend()) {
  const std::size_t columns = rows.size() ? rows.begin()->size() : 0;
  const auto buffer = std::make_unique<T[]>(rows.size() * columns);  // not a std::vector: that of bool holds bits
  std::size_t next = 0;
  for (const auto& row : rows) {
    if (row.size() != columns) throw ShapeError("array: the rows have different lengths");
    for (const T& value : row) buffer[next++] = value;
  }
  return from_host(std::span<const T>(buffer.get(), next), {static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(columns)}, backend);
}

}  // namespace spica
