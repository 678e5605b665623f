// Sums, products, means, extrema and their places without the elements that are NaN.
#pragma once

#include <spica/ops/reduce/any_all.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>

namespace spica {

namespace detail {

/// A complex number is NaN if one of its parts is.
template <class T> KOKKOS_FORCEINLINE_FUNCTION bool is_nan(T value) {
  if constexpr (ComplexElement<T>) return (value.real() != value.real()) | (value.imag() != value.imag());
  else return value != value;
}

template <class T> struct NanSumReducer : SumReducer<T> {
  using Accumulator = typename SumReducer<T>::Accumulator;
  KOKKOS_FORCEINLINE_FUNCTION Accumulator start(T value, std::int64_t) const {
    const auto number = convert<Accumulator>(value);
    return is_nan(value) ? Accumulator(0) : number;
  }
};
template <class T> struct NanProdReducer : ProdReducer<T> {
  using Accumulator = typename ProdReducer<T>::Accumulator;
  KOKKOS_FORCEINLINE_FUNCTION Accumulator start(T value, std::int64_t) const {
    const auto number = convert<Accumulator>(value);
    return is_nan(value) ? Accumulator(1) : number;
  }
};

/// The count is a float64 too (exact up to 2^53 elements): two equal additions vectorise.
template <class A> struct SumAndCount {
  A sum;
  double count;
};
template <class T, class R = mean_type_t<T>> struct NanMeanReducer {
  using Number = typename SumTypes<R>::Accumulator;
  using Accumulator = SumAndCount<Number>;
  using Result = R;
  KOKKOS_FORCEINLINE_FUNCTION Accumulator start(T value, std::int64_t) const {
    const auto number = convert<Number>(value);
    const bool none = is_nan(value);
    return {none ? Number(0) : number, none ? 0.0 : 1.0};
  }
  KOKKOS_FORCEINLINE_FUNCTION Accumulator combine(Accumulator a, Accumulator b) const {
    return {a.sum + b.sum, a.count + b.count};
  }
  KOKKOS_FORCEINLINE_FUNCTION R finish(Accumulator a, std::int64_t) const { return convert<R>(a.sum / a.count); }
};

/// NaN loses against every number, so it is left only where there is nothing else.
template <class T> struct NanMinReducer : MinReducer<T> {
  using A = compute_t<T>;
  KOKKOS_FORCEINLINE_FUNCTION A combine(A a, A b) const { return b < a || a != a ? b : a; }
};
template <class T> struct NanMaxReducer : MaxReducer<T> {
  using A = compute_t<T>;
  KOKKOS_FORCEINLINE_FUNCTION A combine(A a, A b) const { return a < b || a != a ? b : a; }
};

/// As ArgReducer, but NaN loses; -1 where there is nothing else.
template <class T, bool Largest> struct NanArgReducer : ArgReducer<T, Largest> {
  using Accumulator = typename ArgReducer<T, Largest>::Accumulator;
  using Values = std::conditional_t<Largest, NanMaxReducer<T>, NanMinReducer<T>>;
  KOKKOS_FORCEINLINE_FUNCTION Accumulator combine(Accumulator a, Accumulator b) const {
    const bool b_better = Largest ? a.value < b.value : b.value < a.value;
    const bool first = a.value == b.value && b.place < a.place;
    return b_better || first || (a.value != a.value && b.value == b.value) ? b : a;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t finish(Accumulator a, std::int64_t) const {
    return a.value != a.value ? -1 : a.place;
  }
};

struct IsNegative {
  static constexpr const char* name = "nanargmin";
  template <class A> using signature = bool(std::int64_t);
  KOKKOS_FORCEINLINE_FUNCTION bool operator()(std::int64_t x) const { return x < 0; }
};
inline Array<std::int64_t> places_of_numbers(const char* op, const Array<std::int64_t>& places) {
  if (any(make_expression(IsNegative{}, places)).item())
    throw ValueError(std::string(op) +
                     ": there is nothing but NaN to choose from; take nanmin or nanmax, which are NaN then");
  return places;
}

}  // namespace detail

/// As `sum`, `prod` and `mean`, but elements that are NaN (complex: in either part) count as 0, as 1 and not at all.
///
/// @return  as `sum`, `prod` and `mean`; of nothing but NaN `nansum` is 0, `nanprod` 1, `nanmean` NaN.
/// @throws AxisError.
/// @note  One kernel, in the fixed order of all reductions; integers have no NaN, so they are as `sum` and its like.
/// Source: NumPy nansum, nanprod, nanmean.
/// Example: tests/reduce/test_nan.cpp, `example-begin nanmean`.
template <ArrayOrExpression A>
Array<sum_type_t<value_type_t<A>>> nansum(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_reduction("nansum", a, axes, keep, detail::NanSumReducer<value_type_t<A>>{},
                               sum_type_t<value_type_t<A>>(0));
}
template <ArrayOrExpression A>
Array<sum_type_t<value_type_t<A>>> nanprod(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_reduction("nanprod", a, axes, keep, detail::NanProdReducer<value_type_t<A>>{},
                               sum_type_t<value_type_t<A>>(1));
}
template <ArrayOrExpression A>
Array<mean_type_t<value_type_t<A>>> nanmean(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  using R = mean_type_t<value_type_t<A>>;
  return detail::run_reduction("nanmean", a, axes, keep, detail::NanMeanReducer<value_type_t<A>>{},
                               detail::nan_as<R>());
}

/// The smallest (largest) element that is not NaN along `axes`; NaN where there is no other. Otherwise as `min` and
/// `max`.
/// @throws AxisError; ValueError where there are no elements to choose from. Source: NumPy nanmin, nanmax.
template <ArrayOrExpression A>
requires RealElement<value_type_t<A>> Array<value_type_t<A>> nanmin(const A& a, const Axes& axes = all_axes,
                                                                    KeepDims keep = KeepDims::no) {
  return detail::run_reduction("nanmin", a, axes, keep, detail::NanMinReducer<value_type_t<A>>{}, std::nullopt);
}
template <ArrayOrExpression A>
requires RealElement<value_type_t<A>> Array<value_type_t<A>> nanmax(const A& a, const Axes& axes = all_axes,
                                                                    KeepDims keep = KeepDims::no) {
  return detail::run_reduction("nanmax", a, axes, keep, detail::NanMaxReducer<value_type_t<A>>{}, std::nullopt);
}

/// The place of the first smallest (largest) element that is not NaN; otherwise as `argmin` and `argmax`.
/// @throws AxisError; ValueError where there are no elements, or nothing but NaN, to choose from.
/// @note  To find that there is nothing but NaN, this call waits for the places.
/// Source: NumPy nanargmin, nanargmax.
template <ArrayOrExpression A>
requires RealElement<value_type_t<A>> Array<std::int64_t> nanargmin(const A& a, const Axes& which = all_axes,
                                                                    KeepDims keep = KeepDims::no) {
  detail::check_one_axis("nanargmin", which);
  return detail::places_of_numbers(
      "nanargmin", detail::run_reduction("nanargmin", a, which, keep, detail::NanArgReducer<value_type_t<A>, false>{},
                                         std::nullopt));
}
template <ArrayOrExpression A>
requires RealElement<value_type_t<A>> Array<std::int64_t> nanargmax(const A& a, const Axes& which = all_axes,
                                                                    KeepDims keep = KeepDims::no) {
  detail::check_one_axis("nanargmax", which);
  return detail::places_of_numbers(
      "nanargmax",
      detail::run_reduction("nanargmax", a, which, keep, detail::NanArgReducer<value_type_t<A>, true>{}, std::nullopt));
}

}  // namespace spica
