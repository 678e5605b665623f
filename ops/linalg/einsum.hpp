// einsum: sums of products by subscripts. Everything behind the contract is compiled once, in the library.
#pragma once

#include <spica/ops/linalg/matmul.hpp>

#include <string_view>
#include <vector>

namespace spica {

namespace detail {

/// The type in which einsum computes: integers wrap alike in any width, so one serves them all.
template <Element T>
using einsum_compute_t =
    std::conditional_t<IntegerElement<T>, std::int64_t, std::conditional_t<is_float16<T>, float, T>>;

/// Defined in einsum.cpp for bool, int64, float, double, complex64, complex128.
template <Element T> Array<T> einsum_of(std::string_view subscripts, const std::vector<Array<T>>& operands);

/// @throws ValueError (no operands), BackendMismatch.
template <Element T> void check_einsum_operands(const std::vector<Array<T>>& operands) {
  if (operands.empty()) throw ValueError("einsum: no operands; give an array for each part of the subscripts");
  for (const Array<T>& operand : operands) check_same_backend("einsum", operands[0].backend(), operand.backend());
}

}  // namespace detail

/// Sums of products, by Einstein's convention: each axis of each operand has a letter; axes with the same letter run
/// together, and letters that the result does not have are summed over.
///
/// @param subscripts  "ij,jk->ik": the letters of each operand, then of the result. Without "->" the result has the
/// letters that
///                    occur once, in alphabetical order (capitals first). "..." stands for further axes, which
///                    broadcast and come first in an implicit result. A letter twice in one operand is its diagonal.
///                    Spaces are ignored.
/// @param operands    any dtype, layout and number of them; expressions are evaluated first. Axes of length 1
/// broadcast.
/// @return            a new array, also where NumPy gives a view; dtype promoted, same backend. Integers wrap in it,
/// bool is
///                    or of ands, floats of 16 bits are computed as float32.
/// @throws ValueError for subscripts that are none, with their text; ShapeError for lengths and numbers of axes that do
/// not
///          fit them, and for more than 8 axes on the way; BackendMismatch.
/// @note  Operands are multiplied in pairs: first those that share a letter, the cheapest pair first. A pair with
/// letters to sum
///        over is one matmul (a stack of them where letters are kept from both), else one formula; where nothing but
///        common letters is left it is one fused sum. The order of additions is then that of matmul or of sum.
/// Source: NumPy einsum; Smith and Gray, opt_einsum, JOSS 3 (2018), 753 (the greedy order of pairs).
/// Example: tests/linalg/test_einsum.cpp, `example-begin einsum`.
template <Element T> Array<T> einsum(std::string_view subscripts, const std::vector<Array<T>>& operands) {
  detail::check_einsum_operands(operands);
  using Compute = detail::einsum_compute_t<T>;
  if constexpr (std::same_as<T, Compute>) {
    return detail::einsum_of(subscripts, operands);
  } else {
    std::vector<Array<Compute>> wide;
    for (const Array<T>& operand : operands) wide.push_back(cast<Compute>(operand));
    return cast<T>(detail::einsum_of(subscripts, wide));
  }
}
template <ArrayOrExpression... X>
requires(sizeof...(X) > 0) Array<promote_t<value_type_t<X>...>> einsum(std::string_view subscripts,
                                                                       const X&... operands) {
  using T = promote_t<value_type_t<X>...>;
  using Compute = detail::einsum_compute_t<T>;
  const auto compute = [](const auto& x) {
    if constexpr (std::same_as<std::remove_cvref_t<decltype(x)>, Array<Compute>>) return x;
    else return Array<Compute>(cast<Compute>(x));
  };
  const std::vector<Array<Compute>> list{compute(operands)...};
  detail::check_einsum_operands(list);
  const Array<Compute> result = detail::einsum_of(subscripts, list);
  if constexpr (std::same_as<T, Compute>) return result;
  else return cast<T>(result);
}

}  // namespace spica
