#include <spica/ops/sort/sort.hpp>

#include <spica/backends/sort.hpp>
#include <spica/ops/index/gather.hpp>

namespace spica::detail {

namespace {

/// Rows to be sorted: the axis is the last one, and nothing lies between the elements.
template <class T> struct Rows {
  Array<T> array;
  std::int64_t rows, length;
  int axis;
};
template <class T> Rows<T> rows_along(const char* op, const Array<T>& a, std::int64_t axis) {
  const int d = normalize_axis(op, axis, a.rank());
  const Array<T> moved = d == a.rank() - 1 ? a : moveaxis(a, Shape{d}, Shape{-1});
  const std::int64_t length = a.shape()[d];
  return {contiguous(op, moved), length ? a.size() / length : 0, length, d};
}
template <class T> Array<T> axis_back(const char* op, const Array<T>& rows, int axis) {
  return axis == rows.rank() - 1 ? rows : contiguous_copy(op, moveaxis(rows, Shape{-1}, Shape{axis}));
}

}  // namespace

template <RealElement T> Array<T> sort_along(const char* op, const Array<T>& a, std::int64_t axis) {
  const Rows<T> in = rows_along(op, a, axis);
  const auto out = Array<T>::uninitialized(op, in.array.shape(), a.backend());
  if (out.size() == 0) return axis_back(op, out, in.axis);
  mark_used({in.array.storage().get(), out.storage().get()});
  dispatch(op, a.backend(), [&](const auto& exec) { sort_rows(exec, op, in.array.data(), out.data(), in.rows, in.length); });
  return axis_back(op, out, in.axis);
}

template <RealElement T> Array<std::int64_t> argsort_along(const char* op, const Array<T>& a, std::int64_t axis) {
  const Rows<T> in = rows_along(op, a, axis);
  const auto out = Array<std::int64_t>::uninitialized(op, in.array.shape(), a.backend());
  if (out.size() == 0) return axis_back(op, out, in.axis);
  mark_used({in.array.storage().get(), out.storage().get()});
  dispatch(op, a.backend(), [&](const auto& exec) { argsort_rows(exec, op, static_cast<const T*>(in.array.data()), out.data(), in.rows, in.length); });
  return axis_back(op, out, in.axis);
}

void check_kth(const char* op, const Shape& shape, std::int64_t kth, std::int64_t axis) {
  const std::int64_t length = shape[normalize_axis(op, axis, shape.rank())];
  if (kth < -length || kth >= length)
    throw ValueError(std::string(op) + ": kth = " + std::to_string(kth) + " is not a place in an axis of length " + std::to_string(length) +
                     " (shape " + to_string(shape) + ")");
}

template <RealElement T> TopK<T> top_k_along(const Array<T>& a, std::int64_t k, std::int64_t axis) {
  const char* op = "top_k";
  const Rows<T> in = rows_along(op, a, axis);
  if (k < 0 || k > in.length)
    throw ValueError("top_k: k = " + std::to_string(k) + ", but axis " + std::to_string(in.axis) + " of shape " + to_string(a.shape()) +
                     " has " + std::to_string(in.length) + " elements");
  const Array<std::int64_t> order = argsort_along(op, in.array, -1);
  std::vector<Index> last(static_cast<std::size_t>(in.array.rank()), all);
  last.back() = slice(in.length - k, in.length);
  const Array<std::int64_t> places = contiguous_copy(op, flip(order.index(last), axes({-1})));
  const Array<T> values = gather_in_rows(op, in.array, places);
  return {axis_back(op, values, in.axis), axis_back(op, places, in.axis)};
}

#define SPICA_SORT(T)                                                                                     \
  template Array<T> sort_along<T>(const char*, const Array<T>&, std::int64_t);                            \
  template Array<std::int64_t> argsort_along<T>(const char*, const Array<T>&, std::int64_t);              \
  template TopK<T> top_k_along<T>(const Array<T>&, std::int64_t, std::int64_t);
SPICA_SORT(bool)
SPICA_SORT(std::int8_t)
SPICA_SORT(std::int16_t)
SPICA_SORT(std::int32_t)
SPICA_SORT(std::int64_t)
SPICA_SORT(std::uint8_t)
SPICA_SORT(std::uint16_t)
SPICA_SORT(std::uint32_t)
SPICA_SORT(std::uint64_t)
SPICA_SORT(float16)
SPICA_SORT(bfloat16)
SPICA_SORT(float)
SPICA_SORT(double)
#undef SPICA_SORT

}  // namespace spica::detail
