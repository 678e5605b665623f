// concatenate, stack and their like: several arrays become one.
#pragma once

#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/index/one_axis.hpp>
#include <spica/ops/shape/views.hpp>

#include <span>
#include <tuple>
#include <vector>

namespace spica {

namespace detail {

/// A joined array and how its parts lie in it.
struct Join {
  const char* op;
  Shape shape;
  int axis = 0;
  bool stacked = false;    ///< each part is one place of a new axis
  bool flattened = false;  ///< each part is taken in C order
};
/// @throws ValueError (no shapes), ShapeError, AxisError.
Join concatenate_plan(std::span<const Shape> shapes, const OneAxis& axis);
Join stack_plan(std::span<const Shape> shapes, const OneAxis& axis);
/// The next part of `out`, for an array of this shape; moves `position` on.
Geometry next_part(const Join& join, const Shape& out, const Strides& strides, const Shape& part,
                   std::int64_t& position);

/// Arrays of one type. Defined in concatenate.cpp for every element type. @throws BackendMismatch.
template <Element T> Array<T> join_arrays(const Join& join, std::span<const Array<T>> arrays);
template <Element T> void copy_into(const char* op, const Array<T>& destination, const Array<T>& source);

template <Element T> Array<T> concatenate_arrays(std::span<const Array<T>> arrays, const OneAxis& axis) {
  std::vector<Shape> shapes;
  for (const Array<T>& a : arrays) shapes.push_back(a.shape());
  return join_arrays(concatenate_plan(shapes, axis), arrays);
}
template <Element T> Array<T> stack_arrays(std::span<const Array<T>> arrays, const OneAxis& axis) {
  std::vector<Shape> shapes;
  for (const Array<T>& a : arrays) shapes.push_back(a.shape());
  return join_arrays(stack_plan(shapes, axis), arrays);
}

template <Element T, ArrayOrExpression X>
void join_part(const Join& join, const Array<T>& out, const X& x, std::int64_t& position) {
  check_same_backend(join.op, out.backend(), x.backend());
  if constexpr (!spica::IsArray<X>) {
    if (join.flattened) return join_part(join, out, eval(x), position);
  }
  const Array<T> part = out.view(next_part(join, out.shape(), out.strides(), x.shape(), position));
  if constexpr (std::same_as<X, Array<T>>) {
    copy_into(join.op, part, join.flattened ? reshape(x, {x.size()}) : x);
  } else if constexpr (spica::IsArray<X>) {
    assign_elements(join.op, part, join.flattened ? reshape(x, {x.size()}) : x);
  } else {
    assign_elements(join.op, part, x);
  }
}

template <class... X> auto join_all(const Join& join, const X&... x) {
  using T = promote_t<value_type_t<X>...>;
  const auto out = Array<T>::uninitialized(join.op, join.shape, std::get<0>(std::tie(x...)).backend());
  std::int64_t position = 0;
  (join_part(join, out, x, position), ...);
  return out;
}

/// The arguments of the variadic forms: arrays and expressions, then perhaps `axis(i)` or `all_axes`.
template <class... X> struct AreJoinable : std::false_type {};
template <ArrayOrExpression X> struct AreJoinable<X> : std::true_type {};
template <ArrayOrExpression X> struct AreJoinable<X, Axes> : std::true_type {};
template <ArrayOrExpression X, class... Rest>
requires(sizeof...(Rest) > 0) struct AreJoinable<X, Rest...> : AreJoinable<Rest...> {
};

/// Calls f(axis, arrays…) with the axis of the argument list, 0 if it has none.
template <class F, class... X> auto with_axis_last(const F& f, const X&... x) {
  constexpr std::size_t count = sizeof...(X);
  const auto all = std::tie(x...);
  if constexpr (std::same_as<std::tuple_element_t<count - 1, std::tuple<X...>>, Axes>) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return f(OneAxis(std::get<count - 1>(all)), std::get<I>(all)...);
    }
    (std::make_index_sequence<count - 1>());
  } else {
    return f(OneAxis(0), x...);
  }
}

struct Concatenate {
  template <class... X> auto operator()(const OneAxis& axis, const X&... x) const {
    const Shape shapes[] = {x.shape()...};
    return join_all(concatenate_plan(shapes, axis), x...);
  }
};
struct Stack {
  template <class... X> auto operator()(const OneAxis& axis, const X&... x) const {
    const Shape shapes[] = {x.shape()...};
    return join_all(stack_plan(shapes, axis), x...);
  }
};

}  // namespace detail

/// Arrays one after the other along an axis that they have.
///
/// Two forms: a list of arrays of one type and the axis, `concatenate({a, b}, 1)` (a braced list, std::vector or
/// std::span); or any arrays and expressions, `concatenate(a, b * 2, axis(1))`, whose types promote and whose axis is 0
/// if none is given.
///
/// @param axis  in [-rank, rank); `all_axes` joins the elements of each in C order to one axis.
/// @return      a new array on the same backend; lengths along the axis add up, the others must agree.
/// @throws ValueError if there are no arrays; ShapeError for rank 0 (stack them), another rank or another length;
///          AxisError; BackendMismatch.
/// Source: NumPy concatenate.
/// Example: tests/join/test_concatenate.cpp, `example-begin concatenate`.
template <Element T> Array<T> concatenate(std::span<const Array<T>> arrays, const OneAxis& axis = 0) {
  return detail::concatenate_arrays(arrays, axis);
}
template <Element T> Array<T> concatenate(const std::vector<Array<T>>& arrays, const OneAxis& axis = 0) {
  return detail::concatenate_arrays(std::span<const Array<T>>(arrays), axis);
}
template <Element T> Array<T> concatenate(std::initializer_list<Array<T>> arrays, const OneAxis& axis = 0) {
  return detail::concatenate_arrays(std::span<const Array<T>>(arrays.begin(), arrays.size()), axis);
}
template <class... X>
requires(detail::AreJoinable<X...>::value) auto concatenate(const X&... arrays) {
  return detail::with_axis_last(detail::Concatenate{}, arrays...);
}

/// Arrays of one shape beside each other along a new axis. The two forms of `concatenate`.
///
/// @param axis  the new axis: its place in the result, in [-(rank + 1), rank + 1).
/// @return      a new array on the same backend, with one axis more, as long as there are arrays.
/// @throws ValueError if there are no arrays; ShapeError for unlike shapes or more than 8 axes; AxisError;
///          BackendMismatch.
/// Source: NumPy stack.
/// Example: tests/join/test_concatenate.cpp, `example-begin stack`.
template <Element T> Array<T> stack(std::span<const Array<T>> arrays, const OneAxis& axis = 0) {
  return detail::stack_arrays(arrays, axis);
}
template <Element T> Array<T> stack(const std::vector<Array<T>>& arrays, const OneAxis& axis = 0) {
  return detail::stack_arrays(std::span<const Array<T>>(arrays), axis);
}
template <Element T> Array<T> stack(std::initializer_list<Array<T>> arrays, const OneAxis& axis = 0) {
  return detail::stack_arrays(std::span<const Array<T>>(arrays.begin(), arrays.size()), axis);
}
template <class... X>
requires(detail::AreJoinable<X...>::value) auto stack(const X&... arrays) {
  return detail::with_axis_last(detail::Stack{}, arrays...);
}

namespace detail {

struct AsRows {
  template <class T> Array<T> operator()(const Array<T>& a) const { return atleast_2d(a); }
};
struct AsColumns {
  template <class T> Array<T> operator()(const Array<T>& a) const { return a.rank() < 2 ? transpose(atleast_2d(a)) : a; }
};
struct AsVectors {
  template <class T> Array<T> operator()(const Array<T>& a) const { return atleast_1d(a); }
};
/// Each array seen in another way, then joined.
template <class See, Element T>
Array<T> joined_as(const See& see, const std::vector<Array<T>>& arrays, const OneAxis& axis) {
  std::vector<Array<T>> seen;
  for (const Array<T>& a : arrays) seen.push_back(see(a));
  return concatenate(seen, axis);
}
/// The axis of hstack: the second, but vectors have one only.
inline std::int64_t side_axis(int rank) { return rank <= 1 ? 0 : 1; }

}  // namespace detail

/// Arrays below each other (along the first axis; a vector is a row), beside each other (along the second axis; vectors
/// along their only one), and vectors as the columns of a matrix. The two forms of `concatenate`, without an axis.
/// @throws as concatenate. Source: NumPy vstack, hstack, column_stack.
template <Element T> Array<T> vstack(const std::vector<Array<T>>& arrays) {
  return detail::joined_as(detail::AsRows{}, arrays, 0);
}
template <Element T> Array<T> vstack(std::initializer_list<Array<T>> arrays) {
  return vstack(std::vector<Array<T>>(arrays));
}
template <ArrayOrExpression... X> auto vstack(const X&... arrays) {
  return concatenate(detail::AsRows{}(eval(arrays))..., axis(0));
}
template <Element T> Array<T> hstack(const std::vector<Array<T>>& arrays) {
  return detail::joined_as(detail::AsVectors{}, arrays, detail::side_axis(arrays.empty() ? 0 : arrays[0].rank()));
}
template <Element T> Array<T> hstack(std::initializer_list<Array<T>> arrays) {
  return hstack(std::vector<Array<T>>(arrays));
}
template <ArrayOrExpression... X> auto hstack(const X&... arrays) {
  const int rank = std::get<0>(std::tie(arrays...)).rank();
  return concatenate(detail::AsVectors{}(eval(arrays))..., axis(detail::side_axis(rank)));
}
template <Element T> Array<T> column_stack(const std::vector<Array<T>>& arrays) {
  return detail::joined_as(detail::AsColumns{}, arrays, 1);
}
template <Element T> Array<T> column_stack(std::initializer_list<Array<T>> arrays) {
  return column_stack(std::vector<Array<T>>(arrays));
}
template <ArrayOrExpression... X> auto column_stack(const X&... arrays) {
  return concatenate(detail::AsColumns{}(eval(arrays))..., axis(1));
}

}  // namespace spica
