// cov and corrcoef, through matmul.
#pragma once

#include <spica/ops/elementwise/complex.hpp>
#include <spica/ops/elementwise/extrema.hpp>
#include <spica/ops/elementwise/functions.hpp>
#include <spica/ops/join/concatenate.hpp>
#include <spica/ops/linalg/matmul.hpp>
#include <spica/ops/reduce/sum.hpp>

#include <optional>

namespace spica {

namespace detail {

/// float64 or complex128, as in NumPy, whose cov computes in at least float64.
template <class T> using covariance_t = std::conditional_t<ComplexElement<T>, complex128, double>;

/// One row for each variable.
template <class R, ArrayOrExpression A> Array<R> variables_in_rows(const char* op, const A& m, bool rowvar) {
  if (m.rank() > 2)
    throw ShapeError(std::string(op) + ": an array of shape " + to_string(m.shape()) + " has more than two axes");
  const Array<R> numbers = eval(cast<R>(m));
  if (m.rank() < 2) return reshape(numbers, {1, m.size()});
  return rowvar ? numbers : transpose(numbers);
}

template <class R> Array<R> covariance(const Array<R>& rows, bool bias, std::optional<double> ddof) {
  const double divisor = static_cast<double>(rows.shape()[1]) - ddof.value_or(bias ? 0 : 1);
  const Array<R> deviations = rows - mean(rows, axis(1), keepdims);
  const Array<R> products = matmul(deviations, eval(conj(transpose(deviations))));
  const Array<R> result = products / (divisor > 0 ? divisor : 0.0);
  return result.size() == 1 ? reshape(result, {}) : result;
}

/// The entries over the roots of the variances of both variables, held in [-1, 1] (both parts, for complex numbers).
struct Correlation {
  static constexpr const char* name = "corrcoef";
  template <class C, class V, class W> using signature = C(C, double, double);
  static KOKKOS_FORCEINLINE_FUNCTION double held(double x) { return x > 1 ? 1 : x < -1 ? -1 : x; }
  KOKKOS_FORCEINLINE_FUNCTION double operator()(double c, double row, double column) const {
    return held(c / math::sqrt(row) / math::sqrt(column));
  }
  KOKKOS_FORCEINLINE_FUNCTION complex128 operator()(complex128 c, double row, double column) const {
    const double r = math::sqrt(row), s = math::sqrt(column);
    return {held(c.real() / r / s), held(c.imag() / r / s)};
  }
};
template <class R> Array<R> correlation(const Array<R>& c) {
  const std::int64_t n = c.rank() == 0 ? 1 : c.shape()[0];
  const Array<R> square = reshape(c, {n, n});
  const Array<double> variances = eval(real(square.view({0, {n}, {square.strides()[0] + square.strides()[1]}})));
  const Array<R> result = make_expression(Correlation{}, square, reshape(variances, {n, 1}), variances);
  return c.rank() == 0 ? reshape(result, {}) : result;
}

}  // namespace detail

/// The covariance matrix: entry (i, j) is the sum of (x_i - mean) conj(x_j - mean) over the observations, divided by n
/// - ddof.
///
/// @param m       rank 0 to 2, any dtype: a row for each variable and a column for each observation (`rowvar` false:
/// the other way
///                round). Rank 1 is one variable.
/// @param y       more variables of the same form.
/// @param bias    divide by n instead of n - 1.
/// @param ddof    what is taken from n, whatever `bias` says.
/// @return        float64 (complex128) whatever the floating type, shape (k, k) for k variables, () for one. A divisor
/// that is not
///                positive is 0: NaN or inf.
/// @throws ShapeError, BackendMismatch.
/// @note  The products are a matmul: last bits can differ between backends (docs/numerics.md, "matrix products"). No
/// fweights and
///        aweights.
/// Source: NumPy cov.
/// Example: tests/stats/test_average.cpp, `example-begin cov`.
template <ArrayOrExpression M>
Array<detail::covariance_t<value_type_t<M>>> cov(const M& m, bool rowvar = true, bool bias = false,
                                                 std::optional<double> ddof = std::nullopt) {
  using R = detail::covariance_t<value_type_t<M>>;
  return detail::covariance(detail::variables_in_rows<R>("cov", m, rowvar), bias, ddof);
}
template <ArrayOrExpression M, ArrayOrExpression Y>
auto cov(const M& m, const Y& y, bool rowvar = true, bool bias = false, std::optional<double> ddof = std::nullopt) {
  using R = detail::covariance_t<promote_t<value_type_t<M>, value_type_t<Y>>>;
  return detail::covariance(
      Array<R>(concatenate(
          {detail::variables_in_rows<R>("cov", m, rowvar), detail::variables_in_rows<R>("cov", y, rowvar)}, 0)),
      bias, ddof);
}

/// The matrix of correlation coefficients: cov(i, j) / sqrt(cov(i, i) cov(j, j)), both parts held in [-1, 1].
/// Arguments, result and errors as `cov`; a variable that does not vary gives NaN. Source: NumPy corrcoef.
template <ArrayOrExpression M> auto corrcoef(const M& m, bool rowvar = true) {
  return detail::correlation(cov(m, rowvar));
}
template <ArrayOrExpression M, ArrayOrExpression Y> auto corrcoef(const M& m, const Y& y, bool rowvar = true) {
  return detail::correlation(cov(m, y, rowvar));
}

}  // namespace spica
