// Products of several matrices: matrix_power and multi_dot.
#pragma once

#include <spica/ops/creation/creation.hpp>
#include <spica/ops/linalg/solve.hpp>

#include <vector>

namespace spica {

namespace detail {

/// The cheapest order of a chain of products. extents: rows of the first matrix, then the columns of each.
/// first[i][j] is the last matrix of the left factor of the product of matrices i to j.
/// Source: Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, 15.2.
using ChainOrder = std::vector<std::vector<std::size_t>>;
ChainOrder cheapest_chain(const std::vector<std::int64_t>& extents);
/// Extents of a chain of matrices, the first and the last of which may be vectors. @throws ValueError, ShapeError.
std::vector<std::int64_t> chain_extents(const std::vector<Shape>& shapes);

template <Element T>
Array<T> chain_product(const std::vector<Array<T>>& matrices, const ChainOrder& order, std::size_t first,
                       std::size_t last) {
  if (first == last) return matrices[first];
  const std::size_t middle = order[first][last];
  return matmul(chain_product(matrices, order, first, middle), chain_product(matrices, order, middle + 1, last));
}

}  // namespace detail

namespace linalg {

/// Square matrices to a whole power, by squaring; negative powers are powers of the inverse.
///
/// @param a  shape (…, n, n); any dtype, but not integers or bool for a negative power. An expression is evaluated
/// first.
/// @return   a new array of the same shape, dtype and backend; power 0 gives unit matrices. Integers wrap.
/// @throws ShapeError; ValueError for a negative power of integers (cast<double> them first); LinAlgError as `inv`.
/// @note  Error bound and order of additions are those of `matmul`.
/// Source: NumPy linalg.matrix_power.
template <ArrayOrExpression A> Array<value_type_t<A>> matrix_power(const A& a, std::int64_t power) {
  using T = value_type_t<A>;
  const Array<T> given = a;
  detail::stack_of_squares("matrix_power", given.shape());
  if (power == 0) {
    const auto units = Array<T>::uninitialized("matrix_power", given.shape(), given.backend());
    detail::assign_elements("matrix_power", units, eye<T>(given.shape()[given.rank() - 1], -1, 0, given.backend()));
    return units;
  }
  Array<T> square = given;
  if (power < 0) {
    if constexpr (detail::kind_of(dtype_of<T>) < Kind::floating)
      throw ValueError("matrix_power: a negative power of integers is not one of integers; cast<double>(a) first");
    else if constexpr (detail::is_float16<T>) square = Array<T>(cast<T>(inv(cast<float>(given))));
    else square = inv(given);
  }
  std::uint64_t rest =
      power < 0 ? std::uint64_t(0) - static_cast<std::uint64_t>(power) : static_cast<std::uint64_t>(power);
  Array<T> result;
  bool started = false;
  for (;; square = matmul(square, square)) {
    if (rest & 1) {
      result = started ? matmul(result, square) : square;
      started = true;
    }
    if ((rest >>= 1) == 0) break;
  }
  return result.storage() == given.storage() ? copy(result) : result;
}

/// The product of a chain of matrices, in the order with the fewest multiplications.
///
/// @param matrices  two or more, rank 2; the first and the last may be vectors, a row and a column.
/// @return          as `matmul` of all from left to right.
/// @throws ValueError for fewer than two; ShapeError naming the two that do not fit; BackendMismatch.
/// Source: NumPy linalg.multi_dot.
template <Element T> Array<T> multi_dot(const std::vector<Array<T>>& matrices) {
  std::vector<Shape> shapes;
  for (const Array<T>& matrix : matrices) shapes.push_back(matrix.shape());
  return detail::chain_product(matrices, detail::cheapest_chain(detail::chain_extents(shapes)), 0, matrices.size() - 1);
}
template <Element T> Array<T> multi_dot(std::initializer_list<Array<T>> matrices) {
  return multi_dot(std::vector<Array<T>>(matrices));
}

}  // namespace linalg
}  // namespace spica
