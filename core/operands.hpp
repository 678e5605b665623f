// Type-erased operands of a kernel, and the loop that runs over them. Everything here is compiled once, in the library.
#pragma once

#include <spica/core/index.hpp>
#include <spica/core/storage.hpp>

namespace spica::detail {

/// One array as a kernel sees it. Strides count elements here and bytes inside a Loop.
struct Operand {
  void* data = nullptr;
  const Shape* shape = nullptr;
  const Strides* strides = nullptr;
  int itemsize = 0;
  Storage* storage = nullptr;
};

inline constexpr int max_operands = 32;

/// The operands of a kernel: the destination first, then the arrays of the expression from left to right.
struct Operands {
  int count = 0;
  Operand list[max_operands];
  void add(const Operand& operand) { list[count++] = operand; }
};

/// A loop nest over operands, axes merged and ordered so that most work is one contiguous loop. Strides are bytes.
struct Loop {
  int rank = 0;
  int operands = 0;
  std::int64_t size = 1;
  std::int64_t extent[max_rank];
  struct Pointer {
    char* data;
    int itemsize;
    std::int64_t stride[max_rank];
  } operand[max_operands];

  /// True if the elements of operand k follow each other in the loop's order without a gap.
  bool linear(int k) const { return rank == 0 || (rank == 1 && operand[k].stride[0] == operand[k].itemsize); }
};

/// The loop that visits every element of `shape` once, in an order that suits the destination (operand 0).
/// Operands broadcast to `shape`. @throws ShapeError naming `op`.
Loop elementwise_loop(const char* op, const Shape& shape, const Operands& operands);

/// For assignment: checks that no two indices of the destination are one element.
/// @throws ValueError naming `op`.
void check_writable(const char* op, const Operand& destination);
/// True if writing operand 0 element by element could change an element of another operand before it is read.
bool overlap_matters(const Operands& operands);

/// The loops of a reduction: kept axes outside, reduced axes inside, each merged but never reordered: the order of the
/// reduced elements is the C order of the operand, whatever its layout.
struct ReduceLoop {
  Loop kept;     ///< operand k's pointers to the first element of each result
  Loop reduced;  ///< strides within one result; pointers unused
};
/// True if neighbouring results lie next to each other for more operands than neighbouring reduced elements do. Reading a
/// row of results at a time then uses whole cache lines; the order of additions is the same either way.
bool results_are_neighbours(const ReduceLoop& loop);
ReduceLoop reduce_loop(const char* op, const Shape& shape, const Operands& operands, const std::array<bool, max_rank>& reduced);

}  // namespace spica::detail
