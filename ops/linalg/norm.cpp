#include <spica/ops/linalg/norm.hpp>

#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/elementwise/complex.hpp>
#include <spica/ops/elementwise/functions.hpp>
#include <spica/ops/elementwise/power.hpp>
#include <spica/ops/linalg/decompose.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>

#include <limits>

namespace spica {

linalg::Order::Order(const char* text) {
  const std::string_view name(text);
  if (name == "fro") what = What::fro;
  else if (name == "nuc") what = What::nuc;
  else
    throw ValueError("norm: unknown order \"" + std::string(name) + "\"; known are \"fro\", \"nuc\", numbers and none");
}

namespace detail {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string to_string(const linalg::Order& order) {
  using What = linalg::Order::What;
  if (order.what == What::none) return "none";
  if (order.what != What::number) return order.what == What::fro ? "\"fro\"" : "\"nuc\"";
  std::string text = std::to_string(order.p);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

/// The absolute values, as a formula; of complex elements computed once, since several reductions would do it again.
template <class T> auto magnitudes(const Array<T>& a) {
  if constexpr (ComplexElement<T>) return Array<real_t<T>>(abs(a));
  else return abs(a);
}

/// The root of the sum of squares.
template <class T> Array<real_t<T>> euclidean(const Array<T>& a, const Axes& axes, KeepDims keep) {
  if constexpr (ComplexElement<T>) return sqrt(sum(real(a) * real(a) + imag(a) * imag(a), axes, keep));
  else return sqrt(sum(a * a, axes, keep));
}

}  // namespace

template <Element T>
Array<real_t<T>> vector_norm_of(const char* op, const Array<T>& a, const Axes& axes, KeepDims keep,
                                const linalg::Order& order) {
  using R = real_t<T>;
  using What = linalg::Order::What;
  if (order.what == What::fro || order.what == What::nuc)
    throw ValueError(std::string(op) + ": the order " + to_string(order) +
                     " is one of matrices; of vectors it is a number");
  if (order.p == 2) return euclidean(a, axes, keep);
  if (order.p == 0) return sum(cast<R>(a != T(0)), axes, keep);
  const auto size = magnitudes(a);
  if (order.p == infinity) return max(size, axes, keep);
  if (order.p == -infinity) return min(size, axes, keep);
  if (order.p == 1) return sum(size, axes, keep);
  return power(sum(power(size, static_cast<R>(order.p)), axes, keep), static_cast<R>(1 / order.p));
}

template <Element T>
Array<real_t<T>> matrix_norm_of(const char* op, const Array<T>& a, std::int64_t row_axis, std::int64_t column_axis,
                                KeepDims keep, const linalg::Order& order) {
  using R = real_t<T>;
  using What = linalg::Order::What;
  if (a.rank() < 2)
    throw ShapeError(std::string(op) + ": shape " + spica::to_string(a.shape()) +
                     " is not a matrix or a stack of them; it takes two axes or more");
  const Array<T> matrices = moveaxis(a, {row_axis, column_axis}, {-2, -1});
  Array<R> result;
  const double p = order.what == What::number ? order.p : 0;
  if (order.what == What::none || order.what == What::fro) {
    result = euclidean(matrices, spica::axes({-2, -1}), KeepDims::no);
  } else if (order.what == What::nuc) {
    result = sum(svd_of(op, matrices, false, false).s, axis(-1));
  } else if (p == 2 || p == -2) {
    const Array<R> s = svd_of(op, matrices, false, false).s;
    result = p > 0 ? max(s, axis(-1)) : min(s, axis(-1));
  } else if (p == 1 || p == -1 || p == infinity || p == -infinity) {
    const Array<R> sums = sum(magnitudes(matrices), axis(p == 1 || p == -1 ? -2 : -1));
    result = p > 0 ? max(sums, axis(-1)) : min(sums, axis(-1));
  } else {
    throw ValueError(std::string(op) + ": the order " + to_string(order) +
                     " is none of matrices; known are \"fro\", \"nuc\", 1, 2, inf and their negatives");
  }
  if (keep == KeepDims::no) return result;
  Shape shape = a.shape();
  for (const std::int64_t d : {row_axis, column_axis}) shape[normalize_axis(op, d, a.rank())] = 1;
  return reshape(result, shape);
}

template <Element T>
Array<real_t<T>> norm_of(const Array<T>& a, const linalg::Order& order, const Axes& axes, KeepDims keep) {
  constexpr const char* op = "norm";
  if (axes.all && order.what == linalg::Order::What::none) return euclidean(a, axes, keep);
  const int count = axes.all ? a.rank() : axes.list.rank();
  if (axes.all && count != 1 && count != 2)
    throw ShapeError(std::string(op) + ": shape " + spica::to_string(a.shape()) +
                     ": an order is one of vectors or of matrices; name one axis or two");
  if (count == 1) return vector_norm_of(op, a, axes, keep, order);
  if (count != 2) throw AxisError(std::string(op) + ": takes one axis, two or all, not " + std::to_string(count));
  axis_flags(op, axes, a.rank());
  return axes.all ? matrix_norm_of(op, a, 0, 1, keep, order)
                  : matrix_norm_of(op, a, axes.list[0], axes.list[1], keep, order);
}

#define SPICA_NORM(T)                                                                                               \
  template Array<real_t<T>> vector_norm_of<T>(const char* op, const Array<T>& a, const Axes& axes, KeepDims keep,   \
                                              const linalg::Order& order);                                          \
  template Array<real_t<T>> matrix_norm_of<T>(const char* op, const Array<T>& a, std::int64_t row_axis,             \
                                              std::int64_t column_axis, KeepDims keep, const linalg::Order& order); \
  template Array<real_t<T>> norm_of<T>(const Array<T>& a, const linalg::Order& order, const Axes& axes, KeepDims keep);
SPICA_NORM(float)
SPICA_NORM(double)
SPICA_NORM(complex64)
SPICA_NORM(complex128)
#undef SPICA_NORM

}  // namespace detail
}  // namespace spica
