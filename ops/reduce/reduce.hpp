// The op behind every reduction, and `reduce` for a caller's own.
#pragma once

#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/reduce/reducers.hpp>

namespace spica {

namespace detail {

/// Reduces `a` along `axes`. One kernel; no temporary of the size of `a`. `empty` is the result of no elements; none means
/// that there is no such result: @throws ValueError.
template <class Reducer, class A>
Array<typename Reducer::Result> run_reduction(const char* op, const A& a, const Axes& axes, KeepDims keep, const Reducer& reducer,
                                              std::optional<typename Reducer::Result> empty) {
  static_assert(decltype(form(a))::leaves <= max_operands, "an expression can hold 32 arrays at most: evaluate a part of it with sp::eval first");
  const auto reduced = axis_flags(op, axes, a.rank());
  using Result = typename Reducer::Result;
  const Shape shape = reduced_shape(a.shape(), reduced, keep);
  Array<Result> out = Array<Result>::uninitialized(op, shape, a.backend());
  if (out.size() == 0) return out;
  if (a.size() == 0) {
    if (!empty)
      throw ValueError(std::string(op) + ": nothing to reduce in an array of shape " + to_string(a.shape()) +
                       "; this reduction has no value for no elements");
    fill_elements(op, out, *empty);
    return out;
  }
  Operands operands;
  collect(a, operands);
  const ReduceLoop loop = reduce_loop(op, a.shape(), operands, reduced);
  mark_used(operands);
  dispatch(op, a.backend(), [&](const auto& exec) { reduce(exec, op, loop, out.data(), form(a), reducer); });
  return out;
}

}  // namespace detail

/// Reduces with a caller's function, CuPy's ReductionKernel: function(init, everything) in the fixed order of all reductions.
///
/// @param function  (R, R) -> R, associative and commutative, callable on the device (KOKKOS_LAMBDA); R is the type of `init`.
/// @param init      combined once, in front; the result where there is nothing to reduce.
/// @param a         array or expression; its elements are converted to R.
/// @return          shape of `a` without the axes (with length 1 in their place for `keepdims`), elements of type R.
/// @throws AxisError.
template <class F, Element R, ArrayOrExpression A>
Array<R> reduce(const F& function, R init, const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_reduction("reduce", a, axes, keep, detail::UserReducer<F, R>{function, init}, init);
}

}  // namespace spica
