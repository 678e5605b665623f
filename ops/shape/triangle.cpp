#include <spica/ops/shape/triangle.hpp>

#include <spica/ops/creation/creation.hpp>

namespace spica::detail {

namespace {

/// The element, or zero on the other side of the diagonal. Row and column come from two vectors that are broadcast:
/// there is no mask of the size of the matrix.
struct OneSide {
  static constexpr const char* name = "tril";
  template <class R, class C, class T> using signature = T(std::int64_t, std::int64_t, T);
  std::int64_t k;
  bool lower;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(std::int64_t row, std::int64_t column, T x) const {
    const bool keep = lower ? column - row <= k : column - row >= k;
    return keep ? x : T(0);
  }
};

}  // namespace

template <Element W> Array<W> triangle_words(const char* op, const Array<W>& a, std::int64_t k, bool lower) {
  if (a.rank() == 0)
    throw ShapeError(std::string(op) + ": an array of rank 0 has no diagonal; it takes matrices, or stacks of them");
  const std::int64_t columns = a.shape()[a.rank() - 1], rows = a.rank() == 1 ? columns : a.shape()[a.rank() - 2];
  Shape shape = a.shape();
  if (a.rank() == 1) shape = {rows, columns};
  const auto out = Array<W>::uninitialized(op, shape, a.backend());
  const auto row = generate<std::int64_t>(op, {rows, 1}, a.backend(), ArangeElement<std::int64_t>{0, 1});
  const auto column = generate<std::int64_t>(op, {columns}, a.backend(), ArangeElement<std::int64_t>{0, 1});
  assign_elements(op, out, make_expression(OneSide{k, lower}, row, column, a));
  return out;
}

template <Element W> Array<W> diagonal_matrix_words(const Array<W>& a, std::int64_t k) {
  if (a.rank() != 1)
    throw ShapeError("diag: takes a vector or a matrix, not an array of shape " + to_string(a.shape()) +
                     "; diagonal takes stacks of matrices");
  std::int64_t length;
  if (k == std::numeric_limits<std::int64_t>::min() || __builtin_add_overflow(a.size(), k < 0 ? -k : k, &length))
    throw ShapeError("diag: diagonal " + std::to_string(k) + " needs a matrix that is larger than int64 can count");
  const Array<W> out = filled<W>("diag", {length, length}, W(0), a.backend());
  copy_part("diag", diagonal(out, k), a);
  return out;
}

#define SPICA_TRIANGLE(W)                                                                             \
  template Array<W> triangle_words<W>(const char* op, const Array<W>& a, std::int64_t k, bool lower); \
  template Array<W> diagonal_matrix_words<W>(const Array<W>& a, std::int64_t k);
SPICA_TRIANGLE(std::uint8_t)
SPICA_TRIANGLE(std::uint16_t)
SPICA_TRIANGLE(std::uint32_t)
SPICA_TRIANGLE(std::uint64_t)
SPICA_TRIANGLE(complex128)
#undef SPICA_TRIANGLE

}  // namespace spica::detail
