#include <spica/ops/sort/sets.hpp>

#include <spica/ops/index/gather.hpp>
#include <spica/ops/join/concatenate.hpp>
#include <spica/ops/search/searchsorted.hpp>
#include <spica/ops/sort/sort.hpp>
#include <spica/ops/sort/unique.hpp>

namespace spica::detail {

namespace {

/// Whether an equal element is in a sorted array. NaN, which is last there, is less than nothing and equal to nothing.
template <class T> struct IsIn {
  static constexpr const char* name = "isin";
  template <class A> using signature = bool(T);
  const T* sorted;
  std::int64_t length;
  bool invert;
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(T value) const {
    std::int64_t first = 0, rest = length;  // an equal element's place, if there is one, is in [first, first + rest)
    while (rest > 1) {
      const std::int64_t half = rest / 2;
      first += static_cast<std::int64_t>(sorted[first + half - 1] < value) * half;
      rest -= half;
    }
    return (length > 0 && sorted[first] == value) != invert;
  }
};

/// `sorted`: contiguous.
template <class T> Array<bool> is_in_sorted(const Array<T>& elements, const Array<T>& sorted, bool invert) {
  const auto out = Array<bool>::uninitialized("isin", elements.shape(), elements.backend());
  mark_used({sorted.storage().get()});
  assign_elements("isin", out, make_expression(IsIn<T>{sorted.data(), sorted.size(), invert}, elements));
  return out;
}

}  // namespace

template <RealElement T> Array<bool> is_in(const Array<T>& elements, const Array<T>& others, bool invert) {
  return is_in_sorted(elements, sort_along("isin", reshape(others, {-1}), 0), invert);
}

template <RealElement T> Array<T> distinct(const Array<T>& a) { return Distinct<T>("unique", a).values(); }

template <RealElement T> Array<T> union_of(const Array<T>& a, const Array<T>& b) {
  return distinct(concatenate({a, b}, all_axes));
}

template <RealElement T> Intersection<T> intersection(const Array<T>& a, const Array<T>& b, bool places) {
  const Distinct<T> in_a("intersect1d", a), in_b("intersect1d", b);
  const Array<T> own = in_a.values(), other = in_b.values();
  const Array<bool> common = is_in_sorted(own, other, false);
  Intersection<T> found{select_by_mask(own, common), Array<std::int64_t>(), Array<std::int64_t>()};
  if (!places) return found;
  found.first_indices = select_by_mask(in_a.grouping.first_rows(), common);
  found.second_indices =
      gather("intersect1d", in_b.grouping.first_rows(), search_sorted(other, found.values, Side::left));
  return found;
}

template <RealElement T> Array<T> exclusive_or(const Array<T>& a, const Array<T>& b) {
  const Array<T> own = distinct(a), other = distinct(b);
  const Array<T> left = select_by_mask(own, is_in_sorted(own, other, true)),
                 right = select_by_mask(other, is_in_sorted(other, own, true));
  return sort_along("setxor1d", concatenate({left, right}), 0);
}

#define SPICA_SETS(T)                                                                           \
  template Array<bool> is_in<T>(const Array<T>& elements, const Array<T>& others, bool invert); \
  template Array<T> distinct<T>(const Array<T>& a);                                             \
  template Array<T> union_of<T>(const Array<T>& a, const Array<T>& b);                          \
  template Intersection<T> intersection<T>(const Array<T>& a, const Array<T>& b, bool places);  \
  template Array<T> exclusive_or<T>(const Array<T>& a, const Array<T>& b);
SPICA_SETS(bool)
SPICA_SETS(std::int8_t)
SPICA_SETS(std::int16_t)
SPICA_SETS(std::int32_t)
SPICA_SETS(std::int64_t)
SPICA_SETS(std::uint8_t)
SPICA_SETS(std::uint16_t)
SPICA_SETS(std::uint32_t)
SPICA_SETS(std::uint64_t)
SPICA_SETS(float)
SPICA_SETS(double)
#undef SPICA_SETS

}  // namespace spica::detail
