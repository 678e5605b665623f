#include <spica/ops/fft/fft.hpp>

#include <spica/backends/dispatch.hpp>
#include <spica/backends/fft.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/index/one_axis.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace spica::fft::detail {

using spica::detail::FourierTransform;
using Kind = FourierTransform::Kind;

namespace {

void add_axis(const char* op, Along& along, const Shape& shape, std::int64_t axis, std::optional<std::int64_t> n,
              bool half) {
  const int which = spica::detail::normalize_axis(op, axis, shape.rank());
  for (int k = 0; k < along.count; ++k)
    if (along.axis[k] == which) throw AxisError(std::string(op) + ": axis " + std::to_string(axis) + " is named twice");
  const std::int64_t length = n ? *n : half ? 2 * (shape[which] - 1) : shape[which];
  if (length < 1)
    throw ValueError(std::string(op) + ": " + std::to_string(length) + " points along axis " + std::to_string(axis) +
                     " of shape " + to_string(shape) + "; at least one is needed" + (n ? "" : ", so say how many"));
  along.axis[along.count] = which;
  along.length[along.count] = length;
  ++along.count;
}

/// What the result is multiplied by.
double norm_factor(const Along& along, bool forward, Norm norm) {
  double points = 1;
  for (int k = 0; k < along.count; ++k) points *= static_cast<double>(along.length[k]);
  if (norm == Norm::ortho) return 1 / std::sqrt(points);
  return (norm == Norm::forward) == forward ? 1 / points : 1;
}

template <class T> void scale(const Array<T>& a, double factor) {
  if (factor != 1) a *= factor;
}

/// The elements of `a`, cut or followed by zeros to the extents of `out`.
template <class T> void copy_resized(const char* op, const Array<T>& out, const Array<T>& a) {
  Array<T> to = out, from = a;
  bool longer = false;
  for (int d = 0; d < a.rank(); ++d) {
    const std::int64_t length = std::min(out.shape()[d], a.shape()[d]);
    longer = longer || length < out.shape()[d];
    to = spica::detail::part_along(to, d, 0, length);
    from = spica::detail::part_along(from, d, 0, length);
  }
  if (longer) spica::detail::fill_elements(op, out, T(0));
  if (from.size() > 0) spica::detail::assign_elements(op, to, from);
}

template <class In, class Out>
void run(const char* op, Kind kind, const Array<In>& in, const Array<Out>& out, int first, int rank) {
  FourierTransform t;
  t.kind = kind;
  t.single = sizeof(real_t<In>) == sizeof(float);
  t.rank = rank;
  const Shape& shape = kind == Kind::complex_to_real ? out.shape() : in.shape();  // the real side, or both
  for (int d = 0; d < first; ++d) t.outer *= shape[d];
  for (int d = 0; d < rank; ++d) t.length[d] = shape[first + d];
  for (int d = first + rank; d < shape.rank(); ++d) t.inner *= shape[d];
  t.in = in.data();
  t.out = out.data();
  in.storage()->mark_used();
  out.storage()->mark_used();
  spica::detail::dispatch(op, out.backend(), [&](const auto& exec) { spica::detail::fourier_transform(exec, op, t); });
}

/// cuFFT takes real numbers only at addresses that complex ones may have. Where the axis is the last, each transform of a batch is inside
/// its own plan; other axes are loops over columns, so they take turns with the last one.
template <class T> bool goes_last(const Array<T>& a, int axis) { return !host_memory(a.backend()) && axis + 1 < a.rank(); }
template <class R> bool aligned_for_complex(const Array<R>& a) {
  return host_memory(a.backend()) || reinterpret_cast<std::uintptr_t>(a.data()) % (2 * sizeof(R)) == 0;
}

/// From or to real numbers, along one axis.
template <class In, class Out> void run_real(const char* op, Kind kind, const Array<In>& in, const Array<Out>& out, int axis) {
  if (!goes_last(out, axis)) return run(op, kind, in, out, axis, 1);
  const Array<In> rows = copy(moveaxis(in, {axis}, {-1}));
  const Array<Out> result = Array<Out>::uninitialized(op, moveaxis(out, {axis}, {-1}).shape(), out.backend());
  run(op, kind, rows, result, out.rank() - 1, 1);
  spica::detail::assign_elements(op, out, moveaxis(result, {-1}, {axis}));
}

/// Along the axes 0 to count - 1 of `along`, without a factor. The result is `a` itself if that is allowed and it fits.
template <class C>
Array<C> complex_axes(const char* op, const Array<C>& a, bool owned, const Along& along, int count, bool forward) {
  Shape shape = a.shape();
  bool transformed[max_rank] = {};
  for (int k = 0; k < count; ++k) {
    shape[along.axis[k]] = along.length[k];
    transformed[along.axis[k]] = true;
  }
  Array<C> in = a, out = a;
  const bool as_it_is = shape == a.shape() && a.is_contiguous();
  if (!as_it_is || !owned) out = Array<C>::uninitialized(op, shape, a.backend());
  if (out.size() == 0) return out;
  if (!as_it_is || count == 0) {
    copy_resized(op, out, a);
    in = out;
  }
  // Axes that follow each other are one transform of several axes.
  for (int end = shape.rank(); end > 0; --end) {
    if (!transformed[end - 1]) continue;
    int first = end - 1;
    while (first > 0 && transformed[first - 1]) --first;
    run(op, forward ? Kind::forward : Kind::backward, in, out, first, end - first);
    in = out;
    end = first + 1;
  }
  return out;
}

}  // namespace

Along along_axis(const char* op, const Shape& shape, std::optional<std::int64_t> n, std::int64_t axis, bool half) {
  Along along;
  add_axis(op, along, shape, axis, n, half);
  return along;
}

Along along_axes(const char* op, const Shape& shape, const std::optional<Shape>& s, const Axes& axes, bool half) {
  const int count = axes.all ? (s ? s->rank() : shape.rank()) : axes.list.rank();
  if (s && s->rank() != count)
    throw ValueError(std::string(op) + ": " + std::to_string(s->rank()) + " lengths for " + std::to_string(count) +
                     " axes");
  if (count > shape.rank())
    throw AxisError(std::string(op) + ": " + std::to_string(count) + " axes, but shape " + to_string(shape) + " has " +
                    std::to_string(shape.rank()));
  if (count == 0) throw AxisError(std::string(op) + ": there is no axis to transform, in shape " + to_string(shape));
  Along along;
  for (int k = 0; k < count; ++k) {
    const std::int64_t axis = axes.all ? k - count : axes.list[k];
    std::optional<std::int64_t> n;
    if (s && (*s)[k] != -1) n = (*s)[k];
    add_axis(op, along, shape, axis, n, half && k == count - 1);
  }
  return along;
}

template <class R>
Array<Kokkos::complex<R>> complex_transform(const char* op, const Array<Kokkos::complex<R>>& a, bool owned,
                                            const Along& along, bool forward, Norm norm) {
  spica::detail::check_fourier(op, a.backend());
  const auto out = complex_axes(op, a, owned, along, along.count, forward);
  scale(out, norm_factor(along, forward, norm));
  return out;
}

template <class R>
Array<Kokkos::complex<R>> real_transform(const char* op, const Array<R>& a, const Along& along, Norm norm) {
  using C = Kokkos::complex<R>;
  spica::detail::check_fourier(op, a.backend());
  const int last = along.count - 1, axis = along.axis[last];
  // All axes get their lengths here: zeros may be transformed as well before as after.
  Shape shape = a.shape();
  for (int k = 0; k <= last; ++k) shape[along.axis[k]] = along.length[k];
  Array<R> in = a;
  if (shape != a.shape() || !a.is_contiguous() || !aligned_for_complex(a)) {
    in = Array<R>::uninitialized(op, shape, a.backend());
    copy_resized(op, in, a);
  }
  shape[axis] = shape[axis] / 2 + 1;
  Array<C> out = Array<C>::uninitialized(op, shape, a.backend());
  if (out.size() == 0) return out;
  run_real(op, Kind::real_to_complex, in, out, axis);
  if (last > 0) out = complex_axes(op, out, true, along, last, true);
  scale(out, norm_factor(along, true, norm));
  return out;
}

template <class R>
Array<R> inverse_real_transform(const char* op, const Array<Kokkos::complex<R>>& a, const Along& along, Norm norm) {
  using C = Kokkos::complex<R>;
  spica::detail::check_fourier(op, a.backend());
  const int last = along.count - 1, axis = along.axis[last];
  const std::int64_t n = along.length[last], half = n / 2 + 1;
  // The last axis first, as far as its length goes: in a new array, since the transform to real writes on its input.
  Shape shape = a.shape();
  shape[axis] = half;
  Array<C> in = Array<C>::uninitialized(op, shape, a.backend());
  if (in.size() > 0) copy_resized(op, in, a);
  if (last > 0) in = complex_axes(op, in, true, along, last, false);
  shape = in.shape();
  shape[axis] = n;
  const Array<R> out = Array<R>::uninitialized(op, shape, a.backend());
  if (out.size() == 0) return out;
  // What has to be real is made so: the libraries differ in what they make of an imaginary part there.
  const auto make_real = [&](std::int64_t place) {
    const Array<C> part = spica::detail::part_along(in, axis, place, 1);
    part.assign(real(part));
  };
  make_real(0);
  if (n % 2 == 0) make_real(n / 2);
  run_real(op, Kind::complex_to_real, in, out, axis);
  scale(out, norm_factor(along, false, norm));
  return out;
}

Shape half_shifts(const char* op, const Shape& shape, const Axes& axes, bool back) {
  Shape shifts;
  const int count = axes.all ? shape.rank() : axes.list.rank();
  for (int k = 0; k < count; ++k) {
    const int axis = spica::detail::normalize_axis(op, axes.all ? k : axes.list[k], shape.rank());
    shifts.push_back(back ? -(shape[axis] / 2) : shape[axis] / 2);
  }
  return shifts;
}

Axes named_axes(const Axes& axes, int rank) {
  if (!axes.all) return axes;
  Shape list;
  for (int d = 0; d < rank; ++d) list.push_back(d);
  return Axes(std::span<const std::int64_t>(list.begin(), static_cast<std::size_t>(rank)));
}

#define SPICA_INSTANTIATE_FFT(R)                                                                               \
  template Array<Kokkos::complex<R>> complex_transform<R>(const char*, const Array<Kokkos::complex<R>>&, bool, \
                                                          const Along&, bool, Norm);                           \
  template Array<Kokkos::complex<R>> real_transform<R>(const char*, const Array<R>&, const Along&, Norm);      \
  template Array<R> inverse_real_transform<R>(const char*, const Array<Kokkos::complex<R>>&, const Along&, Norm);
SPICA_INSTANTIATE_FFT(float)
SPICA_INSTANTIATE_FFT(double)
#undef SPICA_INSTANTIATE_FFT

}  // namespace spica::fft::detail

namespace spica::fft {

namespace {
void check_points(const char* op, std::int64_t n) {
  if (n < 1) throw ValueError(std::string(op) + ": " + std::to_string(n) + " points; at least one is needed");
}
}  // namespace

Array<double> fftfreq(std::int64_t n, double d, Backend backend) {
  check_points("fftfreq", n);
  const double step = 1 / (static_cast<double>(n) * d);
  std::vector<double> values(static_cast<std::size_t>(n));
  for (std::int64_t k = 0; k < n; ++k) {
    values[static_cast<std::size_t>(k)] = static_cast<double>(k < (n + 1) / 2 ? k : k - n) * step;
  }
  return from_host(values, {n}, backend);
}

Array<double> rfftfreq(std::int64_t n, double d, Backend backend) {
  check_points("rfftfreq", n);
  const double step = 1 / (static_cast<double>(n) * d);
  std::vector<double> values(static_cast<std::size_t>(n / 2 + 1));
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<double>(k) * step;
  return from_host(values, {n / 2 + 1}, backend);
}

}  // namespace spica::fft
