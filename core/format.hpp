// Arrays as text, character for character as NumPy prints them; the options are NumPy's too.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace spica {

/// How arrays print; the names and defaults are numpy.set_printoptions'.
struct PrintOptions {
  int precision = 8;              ///< at most this many digits after the point, fewer where they say the same
  std::int64_t threshold = 1000;  ///< arrays with more elements than this are summarised
  int edgeitems = 3;              ///< elements shown at each end of a summarised axis
  int linewidth = 75;             ///< characters in a line, brackets included
  bool suppress = false;          ///< small numbers as 0.00…, not in exponential form
};

/// The options in force, one set for the whole program. Safe to call from any thread.
PrintOptions print_options();

/// Replaces the options in force. Safe to call from any thread.
///
/// @throws ValueError if a number in `options` is negative; the options in force then stay.
void set_print_options(const PrintOptions& options);

namespace detail {

/// The text of an array, as `print(a)` in NumPy gives it (no newline at the end).
///
/// @tparam T       bool, (u)int8 to (u)int64 (printed as numbers), float, double, Kokkos::complex<float>, <double>.
/// @param data     element (0, …, 0), in host memory. Never read where a length in `shape` is 0.
/// @param shape    any rank; rank 0 prints as a NumPy scalar does, at full precision whatever `options` says.
/// @param strides  one per axis, counted in elements; 0 (broadcast) and negative ones are fine.
/// @param options  see PrintOptions; no negative numbers.
/// @note  Where the array is summarised, only the elements shown are read: any length prints at once. NumPy reads the
///        whole axis when `edgeitems` is 0 and takes the column width from it; we look at the one element shown.
/// @note  The locale of the host program changes nothing.
/// Source: NumPy 1.24 `numpy/core/arrayprint.py` (layout, choice of form), `scalartypes.c.src` (rank 0); the shortest
///         digits that read back as the same number: Steele & White, How to print floating-point numbers accurately
///         (1990), by std::to_chars.
/// Example: tests/core/test_format.cpp.
template <class T>
std::string format_array(const T* data, std::span<const std::int64_t> shape, std::span<const std::int64_t> strides,
                         const PrintOptions& options);

}  // namespace detail
}  // namespace spica
