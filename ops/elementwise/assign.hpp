// The op behind every elementwise computation: writing the value of an expression into the elements of an array.
#pragma once

#include <spica/backends/dispatch.hpp>
#include <spica/core/expression.hpp>

namespace spica {

namespace detail {

/// Runs `kernel_form` over `loop`, writing elements of type T. One kernel.
template <class T, class Form> void run_form(const char* op, Backend backend, const Loop& loop, const Form& kernel_form) {
  if (loop.size == 0) return;
  dispatch(op, backend, [&](const auto& exec) { elementwise<T>(exec, op, loop, kernel_form); });
}

inline void mark_used(const Operands& operands) {
  for (int k = 0; k < operands.count; ++k)
    if (operands.list[k].storage) operands.list[k].storage->mark_used();
}

template <class T, class E> void assign_elements(const char* op, const Array<T>& destination, const E& source) {
  using Form = decltype(form(source));
  static_assert(Form::leaves + 1 <= max_operands, "an expression can hold 31 arrays at most: evaluate a part of it with sp::eval first");
  if constexpr (ArrayOrExpression<E>) check_same_backend(op, destination.backend(), source.backend());
  Operands operands;
  operands.add(operand(destination));
  collect(source, operands);
  check_writable(op, operands.list[0]);
  const Loop loop = elementwise_loop(op, destination.shape(), operands);
  if constexpr (ArrayOrExpression<E>) {
    if (source.rank() > destination.rank() || !(source.shape() == destination.shape()))
      broadcast_strides(op, source.shape(), source.shape(), destination.shape());  // throws if the expression is the larger one
    if (overlap_matters(operands)) {
      Array<T> temporary = Array<T>::uninitialized(op, destination.shape(), destination.backend());
      assign_elements(op, temporary, source);
      return assign_elements(op, destination, temporary);
    }
  }
  mark_used(operands);
  run_form<T>(op, destination.backend(), loop, form(source));
}

template <class T> void fill_elements(const char* op, const Array<T>& destination, T value) {
  assign_elements(op, destination, Literal<T>{value});
}

template <class T> Array<T> contiguous_copy(const char* op, const Array<T>& array) {
  Array<T> result = Array<T>::uninitialized(op, array.shape(), array.backend());
  assign_elements(op, result, array);
  return result;
}

/// The array itself if it is contiguous, else a copy.
template <class T> Array<T> contiguous(const char* op, const Array<T>& array) {
  return array.is_contiguous() ? array : contiguous_copy(op, array);
}

/// A new array whose element at place i in C order is function(i).
template <class T, class F> Array<T> generate(const char* op, const Shape& shape, Backend backend, const F& function) {
  Array<T> result = Array<T>::uninitialized(op, shape, backend);
  Operands operands;
  operands.add(operand(result));
  mark_used(operands);
  run_form<T>(op, backend, elementwise_loop(op, shape, operands), Generated<F, T>{function});
  return result;
}

}  // namespace detail

template <Element T>
template <class X> requires(ArrayOrExpression<X> || Scalar<X>)
const Array<T>& Array<T>::assign(const X& source) const {
  if constexpr (Scalar<X>) {
    static_assert(literal_kind<X> <= detail::kind_of(dtype_of<T>) || std::same_as<T, X>,
                  "this would narrow the number to the array's element type: cast it first");
    detail::fill_elements("assign", *this, detail::to_part<T>("assign", source).value);
  } else {
    static_assert(detail::widens<T, value_type_t<X>>, "this would narrow the element type: use cast<T>(…)");
    detail::assign_elements("assign", *this, source);
  }
  return *this;
}

template <Element T> T Array<T>::item() const {
  if (size() != 1)
    throw ValueError("item: an array of shape " + to_string(shape_) + " has " + std::to_string(size()) +
                     " elements; item() takes one, index it first");
  T value;
  detail::copy_bytes("item", &value, Backend::serial, data_, backend_, sizeof(T));
  return value;
}

template <Element T> Array<T> Array<T>::to(Backend backend) const {
  const Array source = detail::contiguous("to", *this);
  Array result = uninitialized("to", shape_, backend);
  if (source.storage()) source.storage()->mark_used();  // a copy within a device is not waited for
  detail::copy_bytes("to", result.data(), backend, source.data(), backend_, static_cast<std::size_t>(size()) * sizeof(T));
  return result;
}

template <Element T> std::vector<T> Array<T>::to_vector() const {
  const Array source = detail::contiguous("to_vector", *this);
  std::vector<T> values(static_cast<std::size_t>(size()));
  if constexpr (std::same_as<T, bool>) {  // std::vector<bool> holds bits
    std::vector<std::uint8_t> bytes(values.size());
    detail::copy_bytes("to_vector", bytes.data(), Backend::serial, source.data(), backend_, bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) values[i] = bytes[i] != 0;
  } else {
    detail::copy_bytes("to_vector", values.data(), Backend::serial, source.data(), backend_, values.size() * sizeof(T));
  }
  return values;
}

/// The value of an expression as a new array (one kernel); an array is returned as it is, sharing its elements.
template <ArrayOrExpression E> Array<value_type_t<E>> eval(const E& expression) {
  return Array<value_type_t<E>>(expression);
}

/// A new contiguous array with the same elements, on the same backend.
template <ArrayOrExpression E> Array<value_type_t<E>> copy(const E& a) {
  if constexpr (IsArray<E>) return detail::contiguous_copy("copy", a);
  else return eval(a);
}

}  // namespace spica
