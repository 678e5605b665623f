#include <spica/ops/scan/scan.hpp>

#include <spica/backends/scan.hpp>

namespace spica::detail {

namespace {

/// Running totals by `reducer`, whose `start` and `finish` do not ask for places and counts.
template <class T, class Reducer>
Array<typename Reducer::Result> scan_along(const char* op, const Array<T>& a, std::optional<std::int64_t> axis,
                                           const Reducer& reducer) {
  using Result = typename Reducer::Result;
  if (a.rank() == 0 || (!axis && a.rank() != 1)) return scan_along(op, reshape(a, {a.size()}), axis, reducer);
  const int rank = a.rank(), along = axis ? normalize_axis(op, *axis, rank) : 0;
  const bool last = along == rank - 1;
  const Array<T> by_rows = last ? a : moveaxis(a, {along}, {-1});
  const Array<T> source = contiguous(op, by_rows);
  const auto out = Array<Result>::uninitialized(op, source.shape(), a.backend());
  if (out.size() == 0) return last ? out : out.view({0, a.shape(), contiguous_strides(a.shape())});

  Operands operands;
  operands.add(operand(out));
  operands.add(operand(source));
  mark_used(operands);
  const std::int64_t length = source.shape()[rank - 1];
  dispatch(op, a.backend(),
           [&](const auto& exec) { scan(exec, op, out.size() / length, length, source.data(), out.data(), reducer); });
  return last ? out : contiguous_copy(op, moveaxis(out, {-1}, {along}));
}

}  // namespace

template <Element T> Array<sum_type_t<T>> cumsum_along(const Array<T>& a, std::optional<std::int64_t> axis) {
  return scan_along("cumsum", a, axis, SumReducer<T>{});
}
template <Element T> Array<sum_type_t<T>> cumprod_along(const Array<T>& a, std::optional<std::int64_t> axis) {
  return scan_along("cumprod", a, axis, ProdReducer<T>{});
}
template <RealElement T> Array<T> cummax_along(const Array<T>& a, std::optional<std::int64_t> axis) {
  return scan_along("cummax", a, axis, MaxReducer<T>{});
}
template <RealElement T> Array<T> cummin_along(const Array<T>& a, std::optional<std::int64_t> axis) {
  return scan_along("cummin", a, axis, MinReducer<T>{});
}

#define SPICA_SCANS(T)                                                                                \
  template Array<sum_type_t<T>> cumsum_along<T>(const Array<T>& a, std::optional<std::int64_t> axis); \
  template Array<sum_type_t<T>> cumprod_along<T>(const Array<T>& a, std::optional<std::int64_t> axis);
#define SPICA_REAL_SCANS(T)                                                               \
  SPICA_SCANS(T)                                                                          \
  template Array<T> cummax_along<T>(const Array<T>& a, std::optional<std::int64_t> axis); \
  template Array<T> cummin_along<T>(const Array<T>& a, std::optional<std::int64_t> axis);
SPICA_REAL_SCANS(bool)
SPICA_REAL_SCANS(std::int8_t)
SPICA_REAL_SCANS(std::int16_t)
SPICA_REAL_SCANS(std::int32_t)
SPICA_REAL_SCANS(std::int64_t)
SPICA_REAL_SCANS(std::uint8_t)
SPICA_REAL_SCANS(std::uint16_t)
SPICA_REAL_SCANS(std::uint32_t)
SPICA_REAL_SCANS(std::uint64_t)
SPICA_REAL_SCANS(float)
SPICA_REAL_SCANS(double)
SPICA_SCANS(complex64)
SPICA_SCANS(complex128)
#undef SPICA_REAL_SCANS
#undef SPICA_SCANS

}  // namespace spica::detail
