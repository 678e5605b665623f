// Expressions: formulas over arrays that know their shape and type and compute nothing until they are assigned.
//
// Two trees mirror each other. An `Expression` owns its arrays and lives on the host; `form(expression)` is what a kernel
// needs of it: functors and literals only, trivially copyable, with the arrays replaced by `Leaf`s that are numbered from
// left to right and read through the kernel's own access object.
#pragma once

#include <spica/core/array.hpp>
#include <spica/core/convert.hpp>
#include <spica/core/operands.hpp>

#include <tuple>
#include <utility>

namespace spica {

namespace detail {

// ---- what kernels evaluate ---------------------------------------------------------------------------------------------

/// W neighbouring values, as one vector load or store brings them.
template <class T, int W> struct alignas(sizeof(T) * W) Pack {
  T value[W];
};

constexpr int larger(int a, int b) { return a > b ? a : b; }

// Every form has: value_type; leaves, the number of arrays; widest, the size of its largest element in bytes;
// at<First>(access), its value at the access object's place, where the form's first array has the number First;
// pack<First, W>(access), W neighbouring values.

template <class T> struct Leaf {
  using value_type = T;
  static constexpr int leaves = 1, widest = sizeof(T);
  template <int First, int W, class Access> KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> pack(const Access& access) const {
    return access.template load_pack<First, T, W>();
  }
  template <int First, class Access> KOKKOS_FORCEINLINE_FUNCTION T at(const Access& access) const {
    return access.template load<First, T>();
  }
};

template <class T> struct Constant {
  using value_type = T;
  static constexpr int leaves = 0, widest = 1;
  T value;
  template <int First, int W, class Access> KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> pack(const Access&) const {
    Pack<T, W> result;
    for (int w = 0; w < W; ++w) result.value[w] = value;
    return result;
  }
  template <int First, class Access> KOKKOS_FORCEINLINE_FUNCTION T at(const Access&) const { return value; }
};

/// A value computed from the element's place in C order; for destinations that are contiguous (creation, random numbers).
template <class F, class T> struct Generated {
  using value_type = T;
  static constexpr int leaves = 0, widest = 1;
  F function;
  template <int First, int W, class Access> KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> pack(const Access& access) const {
    Pack<T, W> result;
    for (int w = 0; w < W; ++w) result.value[w] = function(access.index() + w);
    return result;
  }
  template <int First, class Access> KOKKOS_FORCEINLINE_FUNCTION T at(const Access& access) const {
    return function(access.index());
  }
};

template <int I, class F> struct Slot { F form; };

template <class Op, class Signature, class Indices, class... Forms> struct Apply;
template <class Op, class R, class... Arguments, int... I, class... Forms>
struct Apply<Op, R(Arguments...), std::integer_sequence<int, I...>, Forms...> : Slot<I, Forms>... {
  using value_type = R;
  static constexpr int leaves = (Forms::leaves + ... + 0);
  static constexpr int widest = [] {
    int size = 1;
    ((size = larger(size, Forms::widest)), ...);
    return size;
  }();
  static constexpr int leaves_before(int slot) {
    constexpr int counts[] = {Forms::leaves...};
    int sum = 0;
    for (int i = 0; i < slot; ++i) sum += counts[i];
    return sum;
  }
  Op op;
  KOKKOS_FUNCTION Apply(const Op& function, const Forms&... forms) : Slot<I, Forms>{forms}..., op(function) {}

  template <int First, class Access> KOKKOS_FORCEINLINE_FUNCTION R at(const Access& access) const {
    return call(static_cast<const Slot<I, Forms>&>(*this).form.template at<First + leaves_before(I)>(access)...);
  }
  template <int First, int W, class Access> KOKKOS_FORCEINLINE_FUNCTION Pack<R, W> pack(const Access& access) const {
    return combine<W>(static_cast<const Slot<I, Forms>&>(*this).form.template pack<First + leaves_before(I), W>(access)...);
  }

 private:
  template <int W> KOKKOS_FORCEINLINE_FUNCTION Pack<R, W> combine(const Pack<typename Forms::value_type, W>&... parts) const {
    Pack<R, W> result;
    for (int w = 0; w < W; ++w) result.value[w] = call(parts.value[w]...);
    return result;
  }
  /// Numbers of 16 bits are computed as floats, and rounded once.
  KOKKOS_FORCEINLINE_FUNCTION R call(const typename Forms::value_type&... parts) const {
    return convert<R>(op(convert<compute_t<Arguments>>(parts)...));
  }
};

// ---- what the host holds -----------------------------------------------------------------------------------------------

/// A C++ literal, already converted to the type it has beside its neighbours.
template <class T> struct Literal {
  using value_type = T;
  T value;
};

template <class T> Leaf<T> form(const Array<T>&) { return {}; }
template <class T> Constant<T> form(const Literal<T>& literal) { return {literal.value}; }
template <class Op, class Signature, class... Parts> auto form(const Expression<Op, Signature, Parts...>& expression);

template <class T> Operand operand(const Array<T>& array) {
  return {const_cast<std::remove_const_t<T>*>(array.data()), &array.shape(), &array.strides(), static_cast<int>(sizeof(T)), array.storage().get()};
}
template <class T> void collect(const Array<T>& array, Operands& operands) { operands.add(operand(array)); }
template <class T> void collect(const Literal<T>&, Operands&) {}
template <class Op, class Signature, class... Parts>
void collect(const Expression<Op, Signature, Parts...>& expression, Operands& operands);

/// @throws BackendMismatch naming `op`, both backends and the remedy. Empty and 0-d operands count too.
void check_same_backend(const char* op, Backend a, Backend b);

}  // namespace detail

/// `op` applied element by element to `parts` (arrays, expressions, literals), broadcast together. Nothing runs until it is
/// assigned to an array or handed to an op. The arrays are held by value, so an expression never dangles.
/// `Signature` is the function type of the element operation: result and argument types after promotion.
template <class Op, class Signature, class... Parts> class Expression {
 public:
  using value_type = typename detail::SignatureResult<Signature>::type;

  /// @throws ShapeError (also where the broadcast shape has more elements than int64 counts), BackendMismatch.
  Expression(Op op, Parts... parts) : op_(std::move(op)), parts_(std::move(parts)...) {
    bool first = true;
    std::apply([&](const auto&... part) { (join(part, first), ...); }, parts_);
  }

  const Shape& shape() const { return shape_; }
  int rank() const { return shape_.rank(); }
  std::int64_t size() const { return detail::size_of(shape_); }
  Backend backend() const { return backend_; }
  static const char* name() { return Op::name; }

  const Op& op() const { return op_; }
  const std::tuple<Parts...>& parts() const { return parts_; }

 private:
  template <class T> void join(const detail::Literal<T>&, bool&) {}
  template <class Part> void join(const Part& part, bool& first) {
    if (first) {
      shape_ = part.shape();
      backend_ = part.backend();
    } else {
      detail::check_same_backend(Op::name, backend_, part.backend());
      if (!(shape_ == part.shape())) {
        shape_ = detail::broadcast_shapes(Op::name, shape_, part.shape());
        detail::checked_size(Op::name, shape_);
      }
    }
    first = false;
  }

  Op op_;
  std::tuple<Parts...> parts_;
  Shape shape_;
  Backend backend_{};
};

namespace detail {

template <class Op, class Signature, class... Parts> auto form(const Expression<Op, Signature, Parts...>& expression) {
  return std::apply(
      [&](const auto&... part) {
        return Apply<Op, Signature, std::make_integer_sequence<int, sizeof...(Parts)>, decltype(form(part))...>(expression.op(), form(part)...);
      },
      expression.parts());
}

template <class Op, class Signature, class... Parts>
void collect(const Expression<Op, Signature, Parts...>& expression, Operands& operands) {
  std::apply([&](const auto&... part) { (collect(part, operands), ...); }, expression.parts());
}

/// The type of `X` among operands whose strong types promote to `Strong`: a literal is weak, everything else has its own.
template <class Strong, class X> struct PartType { using type = typename X::value_type; };
template <class Strong, Scalar X> struct PartType<Strong, X> { using type = weak_t<Strong, X>; };

template <class X> struct StrongTypes { using type = std::tuple<typename X::value_type>; };
template <Scalar X> struct StrongTypes<X> { using type = std::tuple<>; };
template <class Tuple> struct PromoteTuple;
template <class... T> struct PromoteTuple<std::tuple<T...>> { using type = promote_t<T...>; };
template <class... X>
using strong_t = typename PromoteTuple<decltype(std::tuple_cat(std::declval<typename StrongTypes<X>::type>()...))>::type;

/// @throws ValueError if an integer literal does not fit the type it must take.
[[noreturn]] void literal_does_not_fit(const char* op, const char* dtype);

template <class T, class X> auto to_part(const char* op, const X& x) {
  if constexpr (Scalar<X>) {
    if constexpr (std::integral<X> && IntegerElement<T> && !std::same_as<X, bool>)
      if (!std::in_range<T>(x)) literal_does_not_fit(op, dtype_name<T>());
    return Literal<T>{convert<T>(x)};
  } else {
    return x;
  }
}

/// True if `Op` takes operands of these types (used to turn a misuse into a sentence, and by the oracle runner).
template <class Op, class... X>
concept Accepts = requires { typename Op::template signature<typename PartType<strong_t<X...>, X>::type...>; };

/// The expression op(x...); literals take their weak type from the arrays around them.
template <class Op, class... X> auto make_expression(Op op, const X&... x) {
  static_assert(Accepts<Op, X...>, "this operation does not take operands of these element types; docs/numpy.md lists what it takes");
  using Strong = strong_t<X...>;
  using Signature = typename Op::template signature<typename PartType<Strong, X>::type...>;
  return Expression<Op, Signature, decltype(to_part<typename PartType<Strong, X>::type>(Op::name, x))...>(
      std::move(op), to_part<typename PartType<Strong, X>::type>(Op::name, x)...);
}

}  // namespace detail

/// An operand of an elementwise operation next to at least one array: an array, an expression or a C++ number.
template <class X> concept OperandLike = ArrayOrExpression<X> || Scalar<X>;
/// At least one of them is an array or an expression, and all are operands.
template <class... X> concept ArrayOperands = (OperandLike<X> && ...) && (ArrayOrExpression<X> || ...);

}  // namespace spica
