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
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t operator()(T value) const {
    std::int64_t first = 0;
    // The answer is in [first, first + rest]. The halves are chosen by a number, not by a branch that is mispredicted
    // every second time.
    for (std::int64_t rest = length; rest > 0;) {
      const std::int64_t half = rest / 2;
      const T probe = sorted[(first + half) * stride];
      const bool go_right = side == Side::left ? before(probe, value) : !before(value, probe);
      first = go_right ? first + half + 1 : first;
      rest = go_right ? rest - half - 1 : half;
    }
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
