#include <spica/ops/index/select.hpp>

#include <spica/backends/select.hpp>
#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/index/gather.hpp>

namespace spica::detail {

namespace {

struct IsTrue {
  const bool* mask;
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(std::int64_t i) const { return mask[i]; }
};

/// place -> its position along one axis
struct PositionOnAxis {
  const std::int64_t* places;
  std::int64_t step, length;
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t operator()(std::int64_t i) const { return places[i] / step % length; }
};

}  // namespace

Array<std::int64_t> places_of_true(const char* op, const Array<bool>& mask) {
  const Array<bool> source = contiguous(op, mask);
  Array<std::int64_t> places = Array<std::int64_t>::uninitialized(op, {0}, mask.backend());
  if (mask.size() == 0) return places;
  mark_used({source.storage().get()});
  dispatch(op, mask.backend(), [&](const auto& exec) {
    select_places(exec, op, source.size(), IsTrue{source.data()}, [&](std::int64_t count) {
      places = Array<std::int64_t>::uninitialized(op, {count}, mask.backend());
      mark_used({places.storage().get()});
      return places.data();
    });
  });
  return places;
}

template <Element T> Array<bool> nonzero_mask(const char*, const Array<T>& a) {
  if constexpr (std::same_as<T, bool>) return a;
  else return a != T(0);
}

std::vector<Array<std::int64_t>> places_by_axis(const Array<std::int64_t>& places, const Shape& shape) {
  if (shape.rank() == 1) return {places};
  std::vector<Array<std::int64_t>> result;
  for (int d = 0; d < shape.rank(); ++d) {
    std::int64_t step = 1;
    for (int inner = d + 1; inner < shape.rank(); ++inner) step *= shape[inner];
    mark_used({places.storage().get()});
    result.push_back(generate<std::int64_t>("nonzero", places.shape(), places.backend(),
                                            PositionOnAxis{places.data(), step ? step : 1, shape[d] ? shape[d] : 1}));
  }
  return result;
}

template <Element T> Array<T> select_by_mask(const Array<T>& a, const Array<bool>& mask) {
  const int covered = mask.rank();
  bool fits = covered <= a.rank();
  for (int d = 0; fits && d < covered; ++d) fits = mask.shape()[d] == a.shape()[d];
  if (!fits)
    throw IndexError("index by mask: a mask of shape " + to_string(mask.shape()) + " does not cover the leading axes of an array of shape " +
                     to_string(a.shape()));
  Shape shape{mask.size()};
  for (int d = covered; d < a.rank(); ++d) shape.push_back(a.shape()[d]);
  const Array<T> source = contiguous("index by mask", a);
  return gather("index by mask", source.view({0, shape, contiguous_strides(shape)}), places_of_true("index by mask", mask));
}

template <Element T> Array<T> compress_along(const Array<bool>& condition, const Array<T>& a, std::int64_t axis) {
  const int d = normalize_axis("compress", axis, a.rank());
  if (condition.rank() != 1)
    throw ShapeError("compress: the condition has shape " + to_string(condition.shape()) + "; it must have one axis (or index by a mask: a[mask])");
  const Array<std::int64_t> places = places_of_true("compress", condition);
  if (condition.size() > a.shape()[d] && places.size() && places(-1).item() >= a.shape()[d])
    throw IndexError("compress: the condition is true at place " + std::to_string(places(-1).item()) + ", beyond axis " + std::to_string(d) +
                     " of length " + std::to_string(a.shape()[d]));
  if (d == 0) return gather("compress", a, places);
  return contiguous_copy("compress", moveaxis(gather("compress", moveaxis(a, Shape{d}, Shape{0}), places), Shape{0}, Shape{d}));
}

#define SPICA_SELECT(T)                                                                    \
  template Array<bool> nonzero_mask<T>(const char*, const Array<T>&);                      \
  template Array<T> select_by_mask<T>(const Array<T>&, const Array<bool>&);                \
  template Array<T> compress_along<T>(const Array<bool>&, const Array<T>&, std::int64_t);
SPICA_SELECT(bool)
SPICA_SELECT(std::int8_t)
SPICA_SELECT(std::int16_t)
SPICA_SELECT(std::int32_t)
SPICA_SELECT(std::int64_t)
SPICA_SELECT(std::uint8_t)
SPICA_SELECT(std::uint16_t)
SPICA_SELECT(std::uint32_t)
SPICA_SELECT(std::uint64_t)
SPICA_SELECT(float16)
SPICA_SELECT(bfloat16)
SPICA_SELECT(float)
SPICA_SELECT(double)
SPICA_SELECT(complex64)
SPICA_SELECT(complex128)
#undef SPICA_SELECT

}  // namespace spica::detail
