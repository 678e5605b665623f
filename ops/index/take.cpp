#include <spica/ops/index/take.hpp>

#include <spica/ops/reduce/any_all.hpp>

#include <algorithm>
#include <cstring>

namespace spica::detail {

namespace {

struct OutOfBounds {
  static constexpr const char* name = "take";
  template <class I> using signature = bool(I);
  std::int64_t length;
  template <class I> KOKKOS_FORCEINLINE_FUNCTION bool operator()(I index) const {
    if constexpr (std::unsigned_integral<I>)
      return static_cast<std::uint64_t>(index) >= static_cast<std::uint64_t>(length);
    else return index < -length || index >= length;
  }
};

// Gathering moves elements and does not look at them, so there is one instantiation for each size.
struct alignas(16) Word128 {
  std::uint64_t half[2];
};

/// Calls f with a value of the unsigned type of that size.
template <class F> void with_word(int itemsize, F f) {
  switch (itemsize) {
    case 1: return f(std::uint8_t{});
    case 2: return f(std::uint16_t{});
    case 4: return f(std::uint32_t{});
    case 8: return f(std::uint64_t{});
    default: return f(Word128{});
  }
}
/// Calls f with a value of the index type.
template <class F> void with_place(int itemsize, F f) {
  if (itemsize == 4) f(std::int32_t{});
  else f(std::int64_t{});
}

/// One index for each element, at equal steps.
template <class Word, class I> struct GatherRun {
  const Word* a;
  const I* indices;
  std::int64_t axis_step, index_step, length;
  KOKKOS_FORCEINLINE_FUNCTION Word operator()(std::int64_t place) const {
    return a[wrapped_index(indices[place * index_step], length) * axis_step];
  }
};

template <class Word, class I> struct Gather {
  const Word* a;
  const I* indices;
  std::int64_t axis_step, length;
  PlaceOffsets offsets;
  KOKKOS_FORCEINLINE_FUNCTION Word operator()(std::int64_t place) const {
    std::int64_t from = 0, index = 0;
    offsets.add(place, from, index);
    return a[from + wrapped_index(indices[index], length) * axis_step];
  }
};

/// Whole rows at a time on hosts. @return false if the elements of a row do not follow each other or are too few.
template <class I>
bool copy_rows(const HostExec& exec, const char* op, const Loop& loop, const I* indices, std::int64_t axis_step,
               std::int64_t length) {
  if (loop.rank < 2) return false;
  const int last = loop.rank - 1, itemsize = loop.operand[0].itemsize;
  const std::int64_t row = loop.extent[last], bytes = row * itemsize;
  if (loop.operand[1].stride[last] != itemsize || loop.operand[2].stride[last] != 0 || bytes < 32) return false;
  Loop outer = loop;
  outer.rank = last;
  outer.size = loop.size / row;
  const PlaceOffsets offsets(outer);
  char* const out = loop.operand[0].data;
  const char* const a = loop.operand[1].data;
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  for_ranges(exec, outer.size, std::max<std::int64_t>(serial_threshold / row, 1),
             [&](std::int64_t begin, std::int64_t end) {
               for (std::int64_t r = begin; r < end; ++r) {
                 std::int64_t from = 0, index = 0;
                 offsets.add(r, from, index);
                 std::memcpy(out + r * bytes, a + (from + wrapped_index(indices[index], length) * axis_step) * itemsize,
                             static_cast<std::size_t>(bytes));
               }
             });
  return true;
}

/// out[place] = a[…, index, …], where `a` and `indices` are given with the shape of `out`, `a` with stride 0 where the
/// index moves.
void gather_elements(const char* op, Backend backend, const Operand& out, const Operand& a, const Operand& indices,
                     std::int64_t axis_step, std::int64_t length) {
  if (size_of(*out.shape) == 0) return;
  Operands operands;
  operands.add(out);
  operands.add(a);
  operands.add(indices);
  const Loop loop = elementwise_loop(op, *out.shape, operands);
  const Shape flat{loop.size}, step{1};
  Operands destination;
  destination.add({out.data, &flat, &step, out.itemsize, out.storage});
  const Loop run = elementwise_loop(op, flat, destination);
  mark_used(operands);
  with_place(indices.itemsize, [&]<class I>(I) {
    const I* const places = static_cast<const I*>(indices.data);
    bool done = false;
    if (backend != Backend::cuda) {
      dispatch(op, backend, [&](const auto& exec) {
        if constexpr (std::same_as<std::remove_cvref_t<decltype(exec)>, HostExec>)
          done = copy_rows(exec, op, loop, places, axis_step, length);
      });
    }
    if (done) return;
    with_word(out.itemsize, [&]<class Word>(Word) {
      const Word* const from = static_cast<const Word*>(a.data);
      if (loop.rank == 0 || (loop.rank == 1 && loop.operand[1].stride[0] == 0)) {
        const std::int64_t index_step = loop.rank == 0 ? 0 : loop.operand[2].stride[0] / indices.itemsize;
        run_form<Word>(op, backend, run,
                       Generated<GatherRun<Word, I>, Word>{{from, places, axis_step, index_step, length}});
      } else {
        run_form<Word>(op, backend, run,
                       Generated<Gather<Word, I>, Word>{{from, places, axis_step, length, PlaceOffsets(loop)}});
      }
    });
  });
}

/// The position of an element in the flattened array, whose index along one axis is given by an array.
template <class I> struct FlatPosition {
  const I* indices;
  std::int64_t axis_step, length;
  PlaceOffsets offsets;
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t operator()(std::int64_t place) const {
    std::int64_t position = 0, index = 0;
    offsets.add(place, position, index);
    return position + wrapped_index(indices[index], length) * axis_step;
  }
};

// put on hosts: each thread writes a part of the destination and reads all indices for it, in their order, so that the
// last of equal ones wins by itself. (The three passes below, which a device needs, take twice as long.)
inline constexpr std::int64_t max_put_parts = 16;  // reading the indices once more for each must not become the work

template <class Word, class I> struct Put {
  Word* a;
  const I* indices;
  const Word* values;
  std::int64_t count, length, number_of_values;
  PlaceOffsets offsets;

  /// Writes the elements [low, high) of the destination.
  void write(std::int64_t low, std::int64_t high) const {
    std::int64_t value = 0;
    for (std::int64_t place = 0; place < count; ++place) {
      const std::int64_t target = wrapped_index(indices[place], length);
      if (target >= low && target < high) {
        std::int64_t to = 0, unused = 0;
        offsets.add(target, to, unused);
        a[to] = values[value];
      }
      if (++value == number_of_values) value = 0;
    }
  }
};
template <class Word, class I>
void put_elements(const HostExec& exec, const char* op, Backend, const Put<Word, I>& put) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  const std::int64_t parts =
      std::clamp<std::int64_t>(put.count / serial_threshold, 1, std::min<std::int64_t>(exec.threads, max_put_parts));
  const std::int64_t step = put.length / parts + 1;
  for_ranges(exec, parts, 1, [&](std::int64_t begin, std::int64_t end) {
    const Put<Word, I> local = put;  // which the elements written cannot alias
    local.write(begin * step, end * step);
  });
}

// put on any other executor: three passes over the indices. `winner` is scratch memory with a place for each element of
// the destination, of which only those that are written are ever touched.

template <class I> struct Contest {
  const I* indices;
  std::int64_t* winner;
  std::int64_t length;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t place) const {
    Kokkos::atomic_store(winner + wrapped_index(indices[place], length), std::int64_t(-1));
  }
};
template <class I> struct Compete {
  const I* indices;
  std::int64_t* winner;
  std::int64_t length;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t place) const {
    Kokkos::atomic_max(winner + wrapped_index(indices[place], length), place);
  }
};
template <class Word, class I> struct WriteWinners {
  Word* a;
  const I* indices;
  const Word* values;
  const std::int64_t* winner;
  std::int64_t length, number_of_values;
  PlaceOffsets offsets;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t place) const {
    const std::int64_t target = wrapped_index(indices[place], length);
    if (winner[target] != place) return;
    std::int64_t to = 0, unused = 0;
    offsets.add(target, to, unused);
    a[to] = values[place < number_of_values ? place : place % number_of_values];
  }
};

template <class Exec, class Word, class I>
void put_elements(const Exec&, const char* op, Backend backend, const Put<Word, I>& put) {
  const auto winner = Array<std::int64_t>::uninitialized(op, Shape{put.length}, backend);
  mark_used(winner);
  for_places(op, backend, put.count, Contest<I>{put.indices, winner.data(), put.length});
  for_places(op, backend, put.count, Compete<I>{put.indices, winner.data(), put.length});
  for_places(op, backend, put.count,
             WriteWinners<Word, I>{put.a, put.indices, put.values, winner.data(), put.length, put.number_of_values,
                                   put.offsets});
}

}  // namespace

template <IntegerElement I> void check_indices(const char* op, const Array<I>& indices, std::int64_t length, int axis) {
  if (indices.size() == 0 || !any(make_expression(OutOfBounds{length}, indices)).item()) return;
  const std::vector<I> values = indices.to_vector();  // only to say which
  const auto bad = std::ranges::find_if(values, [&](I index) { return OutOfBounds{length}(index); });
  const std::string where =
      axis < 0 ? "the flattened array, which has length " : "axis " + std::to_string(axis) + ", which has length ";
  throw IndexError(
      std::string(op) + ": index " + std::to_string(*bad) + " (element " + std::to_string(bad - values.begin()) +
      " of the indices in C order) is out of bounds for " + where + std::to_string(length) +
      (length == 0 ? ": nothing can be taken from an empty axis"
                   : "; indices run from " + std::to_string(-length) + " to " + std::to_string(length - 1)));
}

Shape take_shape(const Shape& a, const Shape& indices, int axis) {
  if (a.rank() - 1 + indices.rank() > max_rank)
    throw ShapeError("take: indices of shape " + to_string(indices) + " in place of axis " + std::to_string(axis) +
                     " of shape " + to_string(a) + " give more than " + std::to_string(max_rank) + " axes");
  Shape result;
  for (int d = 0; d < a.rank(); ++d) {
    if (d != axis) result.push_back(a[d]);
    else
      for (std::int64_t extent : indices) result.push_back(extent);
  }
  return result;
}

Shape along_axis_shape(const char* op, const Shape& a, const Shape& indices, int axis) {
  if (a.rank() != indices.rank())
    throw ShapeError(std::string(op) + ": indices of shape " + to_string(indices) +
                     " must have as many axes as the array of shape " + to_string(a) +
                     "; add axes of length 1 with expand_dims");
  Shape left = a, right = indices;
  left[axis] = right[axis] = 1;
  Shape result = broadcast_shapes(op, left, right);
  result[axis] = indices[axis];
  return result;
}

void take_into(const char* op, Backend backend, const Operand& out, const Operand& a, const Operand& indices,
               int axis) {
  const int index_rank = indices.shape->rank();
  Strides a_strides, index_strides;
  for (int d = 0; d < out.shape->rank(); ++d) {
    const bool of_index = d >= axis && d < axis + index_rank;
    a_strides.push_back(of_index ? 0 : (*a.strides)[d < axis ? d : d - index_rank + 1]);
    index_strides.push_back(of_index ? (*indices.strides)[d - axis] : 0);
  }
  gather_elements(op, backend, out, {a.data, out.shape, &a_strides, a.itemsize, a.storage},
                  {indices.data, out.shape, &index_strides, indices.itemsize, indices.storage}, (*a.strides)[axis],
                  (*a.shape)[axis]);
}

void take_along_axis_into(const char* op, Backend backend, const Operand& out, const Operand& a, const Operand& indices,
                          int axis) {
  Shape others = *a.shape;  // without the axis that the index moves along
  others[axis] = 1;
  gather_elements(op, backend, out, {a.data, &others, a.strides, a.itemsize, a.storage}, indices, (*a.strides)[axis],
                  (*a.shape)[axis]);
}

template <IntegerElement I>
Array<std::int64_t> flat_positions(const char* op, const Array<I>& indices, const Shape& a, int axis, const Shape& shape) {
  const auto out = Array<std::int64_t>::uninitialized(op, shape, indices.backend());
  if (out.size() == 0) return out;
  const Strides in_order = contiguous_strides(a);
  Shape others = a;  // without the axis that the index moves along
  others[axis] = 1;
  Operands operands;
  operands.add(operand(out));
  operands.add({nullptr, &others, &in_order, sizeof(std::int64_t), nullptr});  // positions, not memory
  operands.add(operand(indices));
  const Loop loop = elementwise_loop(op, shape, operands);
  mark_used(operands);
  const Shape flat{loop.size}, step{1};
  Operands destination;
  destination.add({out.data(), &flat, &step, sizeof(std::int64_t), out.storage().get()});
  run_form<std::int64_t>(op, out.backend(), elementwise_loop(op, flat, destination),
                         Generated<FlatPosition<I>, std::int64_t>{
                             {indices.data(), in_order[axis], a[axis], PlaceOffsets(loop)}});
  return out;
}
template Array<std::int64_t> flat_positions<std::int32_t>(const char*, const Array<std::int32_t>&, const Shape&, int,
                                                          const Shape&);
template Array<std::int64_t> flat_positions<std::int64_t>(const char*, const Array<std::int64_t>&, const Shape&, int,
                                                          const Shape&);

void put_into(const char* op, Backend backend, const Operand& a, const Operand& indices, const Operand& values) {
  const std::int64_t count = size_of(*indices.shape), length = size_of(*a.shape),
                     number_of_values = size_of(*values.shape);
  if (count == 0 || number_of_values == 0) return;
  const Strides in_order = contiguous_strides(*a.shape);
  Operands operands;
  operands.add({a.data, a.shape, &in_order, a.itemsize, a.storage});  // the flattened positions
  operands.add(a);
  const PlaceOffsets offsets(elementwise_loop(op, *a.shape, operands));
  operands.add(indices);
  operands.add(values);
  mark_used(operands);
  with_place(indices.itemsize, [&]<class I>(I) {
    with_word(a.itemsize, [&]<class Word>(Word) {
      const Put<Word, I> put{static_cast<Word*>(a.data),
                             static_cast<const I*>(indices.data),
                             static_cast<const Word*>(values.data),
                             count,
                             length,
                             number_of_values,
                             offsets};
      dispatch(op, backend, [&](const auto& exec) { put_elements(exec, op, backend, put); });
    });
  });
}

template void check_indices<std::int8_t>(const char* op, const Array<std::int8_t>& indices, std::int64_t length,
                                         int axis);
template void check_indices<std::int16_t>(const char* op, const Array<std::int16_t>& indices, std::int64_t length,
                                          int axis);
template void check_indices<std::int32_t>(const char* op, const Array<std::int32_t>& indices, std::int64_t length,
                                          int axis);
template void check_indices<std::int64_t>(const char* op, const Array<std::int64_t>& indices, std::int64_t length,
                                          int axis);
template void check_indices<std::uint8_t>(const char* op, const Array<std::uint8_t>& indices, std::int64_t length,
                                          int axis);
template void check_indices<std::uint16_t>(const char* op, const Array<std::uint16_t>& indices, std::int64_t length,
                                           int axis);
template void check_indices<std::uint32_t>(const char* op, const Array<std::uint32_t>& indices, std::int64_t length,
                                           int axis);
template void check_indices<std::uint64_t>(const char* op, const Array<std::uint64_t>& indices, std::int64_t length,
                                           int axis);

}  // namespace spica::detail
