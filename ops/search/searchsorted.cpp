#include <spica/ops/search/searchsorted.hpp>

#include <spica/ops/index/places.hpp>

namespace spica::detail {

namespace {

/// Whether a stands before b in the order of `sort`: NaN last.
template <class T> KOKKOS_FORCEINLINE_FUNCTION bool before(T a, T b) {
  if constexpr (std::floating_point<T>) return a < b || (b != b && a == a);
  else return a < b;
}

template <class T, Side side> struct SearchSorted {
  static constexpr const char* name = "searchsorted";
  template <class A> using signature = std::int64_t(T);
  const T* sorted;
  std::int64_t length, stride;
  /// Whether the value's place is behind this element.
  static KOKKOS_FORCEINLINE_FUNCTION bool stands_before(T element, T value) {
    if constexpr (side == Side::left) return before(element, value);
    else return !before(value, element);
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t operator()(T value) const {
    if (length == 0) return 0;
    // The answer is in [first, first + rest]. The number of steps depends on the length alone and the halves are chosen
    // by a number, not by a branch: nothing is mispredicted, so a processor searches for several values at once.
    std::int64_t first = 0, rest = length;
    while (rest > 1) {
      const std::int64_t half = rest / 2;
      first += static_cast<std::int64_t>(stands_before(sorted[(first + half - 1) * stride], value)) * half;
      rest -= half;
    }
    first += static_cast<std::int64_t>(stands_before(sorted[first * stride], value));
    return first;
  }
};

}  // namespace

template <RealElement T> Array<std::int64_t> search_sorted(const Array<T>& sorted, const Array<T>& values, Side side) {
  if (sorted.rank() != 1)
    throw ShapeError("searchsorted: the sorted array has shape " + to_string(sorted.shape()) +
                     "; it must have one axis (reshape it to {-1})");
  const auto out = Array<std::int64_t>::uninitialized("searchsorted", values.shape(), values.backend());
  mark_used(sorted);
  const std::int64_t length = sorted.size(), stride = sorted.strides()[0];
  if (side == Side::left)
    assign_elements("searchsorted", out,
                    make_expression(SearchSorted<T, Side::left>{sorted.data(), length, stride}, values));
  else
    assign_elements("searchsorted", out,
                    make_expression(SearchSorted<T, Side::right>{sorted.data(), length, stride}, values));
  return out;
}

#define SPICA_SEARCH(T) \
  template Array<std::int64_t> search_sorted<T>(const Array<T>& sorted, const Array<T>& values, Side side);
SPICA_SEARCH(bool)
SPICA_SEARCH(std::int8_t)
SPICA_SEARCH(std::int16_t)
SPICA_SEARCH(std::int32_t)
SPICA_SEARCH(std::int64_t)
SPICA_SEARCH(std::uint8_t)
SPICA_SEARCH(std::uint16_t)
SPICA_SEARCH(std::uint32_t)
SPICA_SEARCH(std::uint64_t)
SPICA_SEARCH(float)
SPICA_SEARCH(double)
#undef SPICA_SEARCH

}  // namespace spica::detail
