// Discrete Fourier transforms, NumPy's numpy.fft. Everything behind the contracts is compiled once, in the library.
#pragma once

#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/shape/roll.hpp>

#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

namespace spica::fft {

/// Which direction is divided by the number of points N: `backward` the inverse, `forward` the forward one, `ortho`
/// both, by sqrt(N).
enum class Norm : std::uint8_t { backward, ortho, forward };

namespace detail {

/// float32 and 16-bit floats stay in single precision; everything else is computed in double.
template <class T>
using real_of_t =
    std::conditional_t<std::same_as<real_t<T>, float> || (FloatingElement<real_t<T>> && sizeof(real_t<T>) == 2), float,
                       double>;
template <class T> using complex_of_t = Kokkos::complex<real_of_t<T>>;

/// The axes of a transform with their lengths, checked, in the order in which they were named.
struct Along {
  int count = 0;
  int axis[max_rank] = {};
  std::int64_t length[max_rank] = {};
};
/// One axis. `half`: the input of an inverse real transform, whose length is by default 2 (m - 1).
/// @throws AxisError, ValueError (fewer than one point).
Along along_axis(const char* op, const Shape& shape, std::optional<std::int64_t> n, std::int64_t axis, bool half);
/// Several. @throws AxisError, ValueError (fewer than one point; as many lengths as axes are needed).
Along along_axes(const char* op, const Shape& shape, const std::optional<Shape>& s, const Axes& axes, bool half);

/// Defined in fft.cpp for both precisions. `owned`: nobody else sees the elements of `a`, they may be overwritten.
/// @throws BackendNotBuilt if the build found no FFT for the backend.
template <class R>
Array<Kokkos::complex<R>> complex_transform(const char* op, const Array<Kokkos::complex<R>>& a, bool owned,
                                            const Along& along, bool forward, Norm norm);
template <class R>
Array<Kokkos::complex<R>> real_transform(const char* op, const Array<R>& a, const Along& along, Norm norm);
template <class R>
Array<R> inverse_real_transform(const char* op, const Array<Kokkos::complex<R>>& a, const Along& along, Norm norm);

/// An operand as an array of type T: an array of that type as it is, anything else computed.
template <Element T, ArrayOrExpression A> Array<T> operand(const char* op, const A& a) {
  if constexpr (std::same_as<A, Array<T>>) {
    return a;
  } else {
    const Array<T> result = Array<T>::uninitialized(op, a.shape(), a.backend());
    spica::detail::assign_elements(op, result, a);
    return result;
  }
}

template <ArrayOrExpression A>
Array<complex_of_t<value_type_t<A>>> transform(const char* op, const A& a, const Along& along, bool forward,
                                               Norm norm) {
  using C = complex_of_t<value_type_t<A>>;
  return complex_transform<real_t<C>>(op, operand<C>(op, a), !std::same_as<A, Array<C>>, along, forward, norm);
}
template <ArrayOrExpression A>
Array<complex_of_t<value_type_t<A>>> transform_real(const char* op, const A& a, const Along& along, Norm norm) {
  static_assert(
      !ComplexElement<value_type_t<A>>,
      "rfft takes real elements: use fft for complex ones, or take real(a) if the imaginary parts do not matter");
  using R = real_of_t<value_type_t<A>>;
  if constexpr (!ComplexElement<value_type_t<A>>) return real_transform<R>(op, operand<R>(op, a), along, norm);
}
template <ArrayOrExpression A>
Array<real_of_t<value_type_t<A>>> transform_to_real(const char* op, const A& a, const Along& along, Norm norm) {
  using C = complex_of_t<value_type_t<A>>;
  return inverse_real_transform<real_t<C>>(op, operand<C>(op, a), along, norm);
}

constexpr Norm other_way(Norm norm) {
  return norm == Norm::backward ? Norm::forward : norm == Norm::forward ? Norm::backward : norm;
}

}  // namespace detail

/// Discrete Fourier transform along one axis: X[k] = sum over j of a[j] exp(-2 pi i j k / n).
///
/// @param a     any dtype, rank >= 1 and layout; an expression is evaluated first.
/// @param n     points: the axis is cut, or filled up with zeros, to this length; its own length by default.
/// @param axis  in [-rank, rank).
/// @param norm  what is divided by, see Norm.
/// @return      complex64 for float32, complex64 and 16-bit floats, else complex128; shape of `a` with length n along
/// the
///              axis; same backend.
/// @throws AxisError; ValueError if there is no point (n < 1, or an axis of length 0 without n); BackendNotBuilt if the
///         library was built without FFTW (hosts).
/// @note  Hosts: FFTW, whose plan depends on the shape alone, so all host backends and numbers of threads give the same
///        bits. CUDA: cuFFT; other bits. The error is about eps * log2(n) * |X|.
/// Source: NumPy `fft.fft` (semantics); Cooley and Tukey, 1965.
/// Example: tests/fft/test_fft.cpp, `example-begin fft`.
template <ArrayOrExpression A>
Array<detail::complex_of_t<value_type_t<A>>> fft(const A& a, std::optional<std::int64_t> n = none,
                                                 std::int64_t axis = -1, Norm norm = Norm::backward) {
  return detail::transform("fft", a, detail::along_axis("fft", a.shape(), n, axis, false), true, norm);
}
/// The inverse of `fft`. Source: NumPy `fft.ifft`.
template <ArrayOrExpression A>
Array<detail::complex_of_t<value_type_t<A>>> ifft(const A& a, std::optional<std::int64_t> n = none,
                                                  std::int64_t axis = -1, Norm norm = Norm::backward) {
  return detail::transform("ifft", a, detail::along_axis("ifft", a.shape(), n, axis, false), false, norm);
}

/// `fft` of real elements: the frequencies 0 to n / 2, since the others are their conjugates.
/// @return  as `fft`, but with length n / 2 + 1 along the axis. Complex elements do not compile.
/// Source: NumPy `fft.rfft`.
template <ArrayOrExpression A>
Array<detail::complex_of_t<value_type_t<A>>> rfft(const A& a, std::optional<std::int64_t> n = none,
                                                  std::int64_t axis = -1, Norm norm = Norm::backward) {
  return detail::transform_real("rfft", a, detail::along_axis("rfft", a.shape(), n, axis, false), norm);
}
/// The inverse of `rfft`.
/// @param a  frequencies 0 to n / 2; the axis is cut or filled up to that many. The imaginary parts of the first and,
/// for
///           an even n, of the last do not count.
/// @param n  points of the result, 2 (m - 1) by default for m frequencies: say n where it was odd.
/// @return   float for float32 and complex64, else double.
/// Source: NumPy `fft.irfft`.
template <ArrayOrExpression A>
Array<detail::real_of_t<value_type_t<A>>> irfft(const A& a, std::optional<std::int64_t> n = none,
                                                std::int64_t axis = -1, Norm norm = Norm::backward) {
  return detail::transform_to_real("irfft", a, detail::along_axis("irfft", a.shape(), n, axis, true), norm);
}
/// `fft` of what is conjugate-symmetric, given by its first half: real. Source: NumPy `fft.hfft`.
template <ArrayOrExpression A>
Array<detail::real_of_t<value_type_t<A>>> hfft(const A& a, std::optional<std::int64_t> n = none, std::int64_t axis = -1,
                                               Norm norm = Norm::backward) {
  const auto along = detail::along_axis("hfft", a.shape(), n, axis, true);
  return detail::transform_to_real("hfft", conj(a), along, detail::other_way(norm));
}
/// The inverse of `hfft`. Source: NumPy `fft.ihfft`.
template <ArrayOrExpression A>
Array<detail::complex_of_t<value_type_t<A>>> ihfft(const A& a, std::optional<std::int64_t> n = none,
                                                   std::int64_t axis = -1, Norm norm = Norm::backward) {
  const auto along = detail::along_axis("ihfft", a.shape(), n, axis, false);
  return conj(detail::transform_real("ihfft", a, along, detail::other_way(norm)));
}

/// `fft` along several axes.
/// @param s     a length for each axis, -1 for its own; without `axes` for the last ones.
/// @param axes  `axis(i)` or `axes({…})`, each once; all by default.
/// @throws as `fft`; ValueError if `s` and `axes` are not as many; AxisError for an axis named twice.
/// Source: NumPy `fft.fftn`.
template <ArrayOrExpression A>
Array<detail::complex_of_t<value_type_t<A>>> fftn(const A& a, const std::optional<Shape>& s = none,
                                                  const Axes& axes = all_axes, Norm norm = Norm::backward) {
  return detail::transform("fftn", a, detail::along_axes("fftn", a.shape(), s, axes, false), true, norm);
}
/// The inverse of `fftn`. Source: NumPy `fft.ifftn`.
template <ArrayOrExpression A>
Array<detail::complex_of_t<value_type_t<A>>> ifftn(const A& a, const std::optional<Shape>& s = none,
                                                   const Axes& axes = all_axes, Norm norm = Norm::backward) {
  return detail::transform("ifftn", a, detail::along_axes("ifftn", a.shape(), s, axes, false), false, norm);
}
/// `rfft` along the last of the axes, `fft` along the others. Source: NumPy `fft.rfftn`.
template <ArrayOrExpression A>
Array<detail::complex_of_t<value_type_t<A>>> rfftn(const A& a, const std::optional<Shape>& s = none,
                                                   const Axes& axes = all_axes, Norm norm = Norm::backward) {
  return detail::transform_real("rfftn", a, detail::along_axes("rfftn", a.shape(), s, axes, false), norm);
}
/// The inverse of `rfftn`; the last length is 2 (m - 1) by default. Source: NumPy `fft.irfftn`.
template <ArrayOrExpression A>
Array<detail::real_of_t<value_type_t<A>>> irfftn(const A& a, const std::optional<Shape>& s = none,
                                                 const Axes& axes = all_axes, Norm norm = Norm::backward) {
  return detail::transform_to_real("irfftn", a, detail::along_axes("irfftn", a.shape(), s, axes, true), norm);
}
/// `fftn`, `ifftn`, `rfftn`, `irfftn` along the last two axes. Source: NumPy `fft.fft2` and its siblings.
template <ArrayOrExpression A>
Array<detail::complex_of_t<value_type_t<A>>> fft2(const A& a, const std::optional<Shape>& s = none,
                                                  const Axes& axes = {-2, -1}, Norm norm = Norm::backward) {
  return detail::transform("fft2", a, detail::along_axes("fft2", a.shape(), s, axes, false), true, norm);
}
template <ArrayOrExpression A>
Array<detail::complex_of_t<value_type_t<A>>> ifft2(const A& a, const std::optional<Shape>& s = none,
                                                   const Axes& axes = {-2, -1}, Norm norm = Norm::backward) {
  return detail::transform("ifft2", a, detail::along_axes("ifft2", a.shape(), s, axes, false), false, norm);
}
template <ArrayOrExpression A>
Array<detail::complex_of_t<value_type_t<A>>> rfft2(const A& a, const std::optional<Shape>& s = none,
                                                   const Axes& axes = {-2, -1}, Norm norm = Norm::backward) {
  return detail::transform_real("rfft2", a, detail::along_axes("rfft2", a.shape(), s, axes, false), norm);
}
template <ArrayOrExpression A>
Array<detail::real_of_t<value_type_t<A>>> irfft2(const A& a, const std::optional<Shape>& s = none,
                                                 const Axes& axes = {-2, -1}, Norm norm = Norm::backward) {
  return detail::transform_to_real("irfft2", a, detail::along_axes("irfft2", a.shape(), s, axes, true), norm);
}

/// The frequencies of `fft`'s result, in cycles per unit of the spacing `d`: (0, 1, …, -2, -1) / (n d). float64.
/// @throws ValueError for n < 1. Source: NumPy `fft.fftfreq`.
Array<double> fftfreq(std::int64_t n, double d = 1, Backend backend = spica::detail::current_default_backend());
/// The frequencies of `rfft`'s result: (0, 1, …, n / 2) / (n d). @throws ValueError for n < 1. Source: NumPy
/// `fft.rfftfreq`.
Array<double> rfftfreq(std::int64_t n, double d = 1, Backend backend = spica::detail::current_default_backend());

namespace detail {
/// How far each of the axes moves: half its length, or back.
Shape half_shifts(const char* op, const Shape& shape, const Axes& axes, bool back);
Axes named_axes(const Axes& axes, int rank);
}  // namespace detail

/// Frequency 0 in the middle: the elements moved on by half the length of each axis. @throws AxisError.
/// Source: NumPy `fft.fftshift`.
template <ArrayOrExpression A> Array<value_type_t<A>> fftshift(const A& a, const Axes& axes = all_axes) {
  const Shape shifts = detail::half_shifts("fftshift", a.shape(), axes, false);
  if (shifts.rank() == 0) return copy(a);
  return roll(a, shifts, detail::named_axes(axes, a.shape().rank()));
}
/// The inverse of `fftshift`; they differ where a length is odd. Source: NumPy `fft.ifftshift`.
template <ArrayOrExpression A> Array<value_type_t<A>> ifftshift(const A& a, const Axes& axes = all_axes) {
  const Shape shifts = detail::half_shifts("ifftshift", a.shape(), axes, true);
  if (shifts.rank() == 0) return copy(a);
  return roll(a, shifts, detail::named_axes(axes, a.shape().rank()));
}

}  // namespace spica::fft
