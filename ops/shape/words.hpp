// Elements as words of their size, for ops that move elements and do not look at them: five instantiations in place of
// thirteen. Also the one loop nest that such ops are made of.
#pragma once

#include <spica/ops/elementwise/assign.hpp>

#include <cstring>
#include <span>

namespace spica::detail {

template <int bytes> struct WordOf;
template <> struct WordOf<1> { using type = std::uint8_t; };
template <> struct WordOf<2> { using type = std::uint16_t; };
template <> struct WordOf<4> { using type = std::uint32_t; };
template <> struct WordOf<8> { using type = std::uint64_t; };
template <> struct WordOf<16> { using type = complex128; };
/// The element type that stands for T where only bits are moved.
template <Element T> using word_t = typename WordOf<static_cast<int>(sizeof(T))>::type;

/// The same memory with elements of another type of the same size.
template <Element To, Element From> Array<To> same_memory(const Array<From>& a) {
  static_assert(sizeof(To) == sizeof(From));
  if constexpr (std::same_as<To, From>) {
    return a;
  } else {
    if (!a.storage()) return Array<To>::uninitialized("reinterpret", a.shape(), a.backend());  // no elements
    return Array<To>::wrap(a.storage(), a.shape(), a.strides(), a.data() - static_cast<From*>(a.storage()->data()));
  }
}
template <Element T> Array<word_t<T>> as_words(const Array<T>& a) { return same_memory<word_t<T>>(a); }
template <Element T> word_t<T> as_word(T value) {
  word_t<T> word;
  std::memcpy(static_cast<void*>(&word), &value, sizeof(T));
  return word;
}

/// Copies between arrays of one shape that share no element, for an op that knows this of parts of its own result: the
/// general check goes by the bytes that each could touch, and would take a copy of interleaved parts. One kernel.
template <Element W> void copy_part(const char* op, const Array<W>& destination, const Array<W>& source) {
  if (destination.size() == 0) return;
  Operands operands;
  operands.add(operand(destination));
  operands.add(operand(source));
  const Loop loop = elementwise_loop(op, destination.shape(), operands);
  mark_used(operands);
  run_form<W>(op, destination.backend(), loop, form(source));
}

/// One level of a loop nest over two arrays; steps count elements.
struct CopyAxis {
  std::int64_t extent, to_step, from_step;
};
/// Copies along more axes than an array can have: leading ones that are too many are a loop of kernels.
template <Element W>
void copy_along(const char* op, const Array<W>& to, const Array<W>& from, std::span<const CopyAxis> axes,
                std::int64_t to_offset = 0, std::int64_t from_offset = 0) {
  if (axes.size() > static_cast<std::size_t>(max_rank)) {
    for (std::int64_t i = 0; i < axes[0].extent; ++i)
      copy_along(op, to, from, axes.subspan(1), to_offset + i * axes[0].to_step, from_offset + i * axes[0].from_step);
    return;
  }
  Geometry destination{to_offset, {}, {}}, source{from_offset, {}, {}};
  for (const CopyAxis& axis : axes) {
    destination.shape.push_back(axis.extent);
    destination.strides.push_back(axis.to_step);
    source.strides.push_back(axis.from_step);
  }
  source.shape = destination.shape;
  copy_part(op, to.view(destination), from.view(source));
}

/// `a` times `b`. @throws ShapeError if int64 cannot count it.
inline std::int64_t extent_product(const char* op, std::int64_t a, std::int64_t b) {
  std::int64_t product;
  if (__builtin_mul_overflow(a, b, &product))
    throw ShapeError(std::string(op) + ": an axis of " + std::to_string(a) + " times " + std::to_string(b) +
                     " elements is longer than int64 can count");
  return product;
}

}  // namespace spica::detail
