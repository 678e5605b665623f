// var and std, and those that leave NaN out.
#pragma once

#include <spica/ops/elementwise/cast.hpp>
#include <spica/ops/elementwise/math/exact.hpp>
#include <spica/ops/reduce/nan.hpp>
#include <spica/ops/reduce/sum.hpp>

namespace spica {

/// What `var` and `std` give: float64 for integers and bool, the real type of the same precision for the others.
template <class T> using var_type_t = real_t<mean_type_t<T>>;

namespace detail {

/// The type in which means and deviations are computed: float64 or complex128.
template <class T> using deviation_t = typename SumTypes<mean_type_t<T>>::Accumulator;

/// |x - mean|^2 in float64.
template <class T> KOKKOS_FORCEINLINE_FUNCTION double squared_deviation(compute_t<T> x, deviation_t<T> mean) {
  const auto deviation = convert<deviation_t<T>>(x) - mean;
  if constexpr (ComplexElement<T>) return deviation.real() * deviation.real() + deviation.imag() * deviation.imag();
  else return deviation * deviation;
}

/// The second of the two passes: the mean is an operand, broadcast along the reduced axes.
template <class T> struct SquaredDeviation {
  static constexpr const char* name = "var";
  template <class A, class M> using signature = double(T, deviation_t<T>);
  KOKKOS_FORCEINLINE_FUNCTION double operator()(compute_t<T> x, deviation_t<T> mean) const { return squared_deviation<T>(x, mean); }
};
/// NaN elements are -1, which no square is, so that a NaN that comes from infinities still counts.
template <class T> struct SquaredDeviationOrNone {
  static constexpr const char* name = "nanvar";
  template <class A, class M> using signature = double(T, deviation_t<T>);
  KOKKOS_FORCEINLINE_FUNCTION double operator()(compute_t<T> x, deviation_t<T> mean) const {
    const double square = squared_deviation<T>(x, mean);
    return is_nan(x) ? -1.0 : square;
  }
};

/// What becomes of the sum of squares. `root` is not a template parameter, so that var and std share their kernels.
struct Variance {
  double ddof;
  bool root;
  KOKKOS_FORCEINLINE_FUNCTION double operator()(double squares, double count) const {
    const double divisor = count - ddof, value = squares / (divisor > 0 ? divisor : 0);
    return root ? math::sqrt(value) : value;
  }
};

template <class R> struct VarianceReducer {
  using Accumulator = double;
  using Result = R;
  Variance variance;
  KOKKOS_FORCEINLINE_FUNCTION double start(double square, std::int64_t) const { return square; }
  KOKKOS_FORCEINLINE_FUNCTION double combine(double a, double b) const { return a + b; }
  KOKKOS_FORCEINLINE_FUNCTION R finish(double squares, std::int64_t count) const {
    return convert<R>(variance(squares, static_cast<double>(count)));
  }
};
template <class R> struct NanVarianceReducer {
  using Accumulator = SumAndCount<double>;
  using Result = R;
  Variance variance;
  KOKKOS_FORCEINLINE_FUNCTION Accumulator start(double square, std::int64_t) const {
    const bool none = square == -1.0;
    return {none ? 0.0 : square, none ? 0.0 : 1.0};
  }
  KOKKOS_FORCEINLINE_FUNCTION Accumulator combine(Accumulator a, Accumulator b) const {
    return {a.sum + b.sum, a.count + b.count};
  }
  KOKKOS_FORCEINLINE_FUNCTION R finish(Accumulator a, std::int64_t) const {
    const double value = variance(a.sum, a.count);
    return convert<R>(a.count > variance.ddof ? value : math::detail::quiet_nan());
  }
};

template <ArrayOrExpression A>
Array<var_type_t<value_type_t<A>>> run_variance(const char* op, const A& a, const Axes& axes, const Variance& variance,
                                                KeepDims keep) {
  using T = value_type_t<A>;
  using R = var_type_t<T>;
  const Array<deviation_t<T>> means = run_reduction(op, a, axes, KeepDims::yes, MeanReducer<T, deviation_t<T>>{},
                                                    nan_as<deviation_t<T>>());
  return run_reduction(op, make_expression(SquaredDeviation<T>{}, a, means), axes, keep, VarianceReducer<R>{variance},
                       nan_as<R>());
}
template <ArrayOrExpression A>
Array<var_type_t<value_type_t<A>>> run_nan_variance(const char* op, const A& a, const Axes& axes,
                                                    const Variance& variance, KeepDims keep) {
  using T = value_type_t<A>;
  using R = var_type_t<T>;
  const Array<deviation_t<T>> means = run_reduction(op, a, axes, KeepDims::yes, NanMeanReducer<T, deviation_t<T>>{},
                                                    nan_as<deviation_t<T>>());
  return run_reduction(op, make_expression(SquaredDeviationOrNone<T>{}, a, means), axes, keep,
                       NanVarianceReducer<R>{variance}, nan_as<R>());
}

}  // namespace detail

/// The mean of |x - mean(x)|^2 along `axes`: sum(|x - mean|^2) / (n - ddof).
///
/// @param a     any rank, dtype and layout, expressions included.
/// @param axes  as in `sum`.
/// @param ddof  delta degrees of freedom; need not be whole. Where n - ddof is not positive the divisor is 0: NaN or
/// inf.
/// @param keep  `keepdims` leaves the axes with length 1.
/// @return      shape of `a` without the axes, same backend; float64 for integers and bool, the real type of the same
///              precision for floating and complex elements. No elements give NaN; NaN and inf among them give NaN.
/// @throws AxisError.
/// @note  Two passes, of one kernel each: the mean, then the squares of the deviations, both accumulated in float64 in
/// the
///        fixed order of all reductions. An expression is computed in both; evaluate a costly one first.
/// Source: NumPy `var`; Higham, Accuracy and Stability of Numerical Algorithms, 1.9 (the two-pass formula).
/// Example: tests/reduce/test_variance.cpp, `example-begin var`.
template <ArrayOrExpression A>
Array<var_type_t<value_type_t<A>>> var(const A& a, const Axes& axes = all_axes, double ddof = 0,
                                       KeepDims keep = KeepDims::no) {
  return detail::run_variance("var", a, axes, detail::Variance{ddof, false}, keep);
}
template <ArrayOrExpression A> Array<var_type_t<value_type_t<A>>> var(const A& a, const Axes& axes, KeepDims keep) {
  return var(a, axes, 0, keep);
}

/// The square root of `var`, rounded once. Source: NumPy `std`.
template <ArrayOrExpression A>
Array<var_type_t<value_type_t<A>>> std(const A& a, const Axes& axes = all_axes, double ddof = 0,
                                       KeepDims keep = KeepDims::no) {
  return detail::run_variance("std", a, axes, detail::Variance{ddof, true}, keep);
}
template <ArrayOrExpression A> Array<var_type_t<value_type_t<A>>> std(const A& a, const Axes& axes, KeepDims keep) {
  return spica::std(a, axes, 0, keep);
}

/// `var` and `std` of the elements that are not NaN, n being their number; NaN where n - ddof is not positive.
/// @throws AxisError. Source: NumPy `nanvar`, `nanstd`.
template <ArrayOrExpression A>
Array<var_type_t<value_type_t<A>>> nanvar(const A& a, const Axes& axes = all_axes, double ddof = 0,
                                          KeepDims keep = KeepDims::no) {
  return detail::run_nan_variance("nanvar", a, axes, detail::Variance{ddof, false}, keep);
}
template <ArrayOrExpression A> Array<var_type_t<value_type_t<A>>> nanvar(const A& a, const Axes& axes, KeepDims keep) {
  return nanvar(a, axes, 0, keep);
}
template <ArrayOrExpression A>
Array<var_type_t<value_type_t<A>>> nanstd(const A& a, const Axes& axes = all_axes, double ddof = 0,
                                          KeepDims keep = KeepDims::no) {
  return detail::run_nan_variance("nanstd", a, axes, detail::Variance{ddof, true}, keep);
}
template <ArrayOrExpression A> Array<var_type_t<value_type_t<A>>> nanstd(const A& a, const Axes& axes, KeepDims keep) {
  return nanstd(a, axes, 0, keep);
}

}  // namespace spica
