#include <spica/core/operands.hpp>

#include <algorithm>

namespace spica::detail {

namespace {

struct Bounds { const char *low, *high; };

/// The bytes that an operand can touch.
Bounds bounds(const Operand& a) {
  const char* low = static_cast<const char*>(a.data);
  const char* high = low + a.itemsize;
  for (int d = 0; d < a.shape->rank(); ++d) {
    const std::int64_t reach = ((*a.shape)[d] - 1) * (*a.strides)[d] * a.itemsize;
    (reach < 0 ? low : high) += reach;
  }
  return {low, high};
}

/// Joins neighbouring axes that every operand walks as one; axes of length 1 vanish.
void merge_axes(Loop& loop) {
  int rank = 0;
  for (int d = 0; d < loop.rank; ++d) {
    if (loop.extent[d] == 1) continue;
    bool joins = rank > 0;
    for (int k = 0; joins && k < loop.operands; ++k)
      joins = loop.operand[k].stride[rank - 1] == loop.operand[k].stride[d] * loop.extent[d];
    if (joins) {
      loop.extent[rank - 1] *= loop.extent[d];
      for (int k = 0; k < loop.operands; ++k) loop.operand[k].stride[rank - 1] = loop.operand[k].stride[d];
    } else {
      loop.extent[rank] = loop.extent[d];
      for (int k = 0; k < loop.operands; ++k) loop.operand[k].stride[rank] = loop.operand[k].stride[d];
      ++rank;
    }
  }
  loop.rank = rank;
}

}  // namespace

Loop elementwise_loop(const char* op, const Shape& shape, const Operands& operands) {
  Loop loop;
  loop.operands = operands.count;
  loop.size = size_of(shape);
  // The usual case first: everything contiguous and of one shape is one loop, without any of the work below.
  bool one_loop = true;
  for (int k = 0; one_loop && k < operands.count; ++k)
    one_loop = *operands.list[k].shape == shape && is_contiguous(shape, *operands.list[k].strides);
  if (one_loop) {
    loop.rank = loop.size == 1 ? 0 : 1;
    loop.extent[0] = loop.size;
    for (int k = 0; k < operands.count; ++k) {
      loop.operand[k].data = static_cast<char*>(operands.list[k].data);
      loop.operand[k].itemsize = operands.list[k].itemsize;
      loop.operand[k].stride[0] = operands.list[k].itemsize;
    }
    return loop;
  }

  const int rank = shape.rank();
  Strides strides[max_operands];
  for (int k = 0; k < operands.count; ++k)
    strides[k] = broadcast_strides(op, *operands.list[k].shape, *operands.list[k].strides, shape);
  for (int k = 0; k < operands.count; ++k) {
    loop.operand[k].data = static_cast<char*>(operands.list[k].data);
    loop.operand[k].itemsize = operands.list[k].itemsize;
  }
  // Outermost is the axis in which the destination takes its largest steps; ties keep C order.
  int order[max_rank];
  for (int d = 0; d < rank; ++d) order[d] = d;
  std::stable_sort(order, order + rank, [&](int a, int b) { return std::abs(strides[0][a]) > std::abs(strides[0][b]); });
  loop.rank = rank;
  for (int d = 0; d < rank; ++d) {
    const int axis = order[d];
    const bool backwards = strides[0][axis] < 0;  // walk the destination upwards
    loop.extent[d] = shape[axis];
    for (int k = 0; k < operands.count; ++k) {
      const std::int64_t step = strides[k][axis] * operands.list[k].itemsize;
      if (backwards && loop.size > 0) loop.operand[k].data += (shape[axis] - 1) * step;
      loop.operand[k].stride[d] = backwards ? -step : step;
    }
  }
  merge_axes(loop);
  return loop;
}

void check_writable(const char* op, const Operand& destination) {
  for (int d = 0; d < destination.shape->rank(); ++d)
    if ((*destination.shape)[d] > 1 && (*destination.strides)[d] == 0)
      throw ValueError(std::string(op) + ": the destination of shape " + to_string(*destination.shape) +
                       " is a broadcast view in which several indices are one element; write to a copy (sp::copy) instead");
}

bool overlap_matters(const Operands& operands) {
  const Operand& to = operands.list[0];
  if (size_of(*to.shape) == 0) return false;
  const Bounds written = bounds(to);
  for (int k = 1; k < operands.count; ++k) {
    const Operand& from = operands.list[k];
    if (size_of(*from.shape) == 0) continue;
    const Bounds read = bounds(from);
    if (read.high <= written.low || written.high <= read.low) continue;
    // Element i is read before element i is written, by whichever thread: the same elements in the same places are safe.
    bool same = from.data == to.data && from.itemsize == to.itemsize && *from.shape == *to.shape;
    for (int d = 0; same && d < to.shape->rank(); ++d) same = (*to.shape)[d] == 1 || (*from.strides)[d] == (*to.strides)[d];
    if (!same) return true;
  }
  return false;
}

ReduceLoop reduce_loop(const char* op, const Shape& shape, const Operands& operands, const std::array<bool, max_rank>& reduced) {
  ReduceLoop result;
  Loop* parts[2] = {&result.kept, &result.reduced};
  for (Loop* part : parts) {
    part->operands = operands.count;
    for (int k = 0; k < operands.count; ++k) {
      part->operand[k].data = static_cast<char*>(operands.list[k].data);
      part->operand[k].itemsize = operands.list[k].itemsize;
    }
  }
  Strides strides[max_operands];
  for (int k = 0; k < operands.count; ++k)
    strides[k] = broadcast_strides(op, *operands.list[k].shape, *operands.list[k].strides, shape);
  for (int d = 0; d < shape.rank(); ++d) {
    Loop& part = *parts[reduced[d]];
    part.extent[part.rank] = shape[d];
    part.size *= shape[d];
    for (int k = 0; k < operands.count; ++k)
      part.operand[k].stride[part.rank] = strides[k][d] * operands.list[k].itemsize;
    ++part.rank;
  }
  merge_axes(result.kept);
  merge_axes(result.reduced);
  return result;
}

bool results_are_neighbours(const ReduceLoop& loop) {
  if (loop.kept.rank == 0 || loop.reduced.rank == 0 || loop.kept.extent[loop.kept.rank - 1] < 4) return false;
  int balance = 0;
  for (int k = 0; k < loop.kept.operands; ++k) {
    balance += loop.kept.operand[k].stride[loop.kept.rank - 1] == loop.kept.operand[k].itemsize;
    balance -= loop.reduced.operand[k].stride[loop.reduced.rank - 1] == loop.reduced.operand[k].itemsize;
  }
  return balance > 0;
}

}  // namespace spica::detail
