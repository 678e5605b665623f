// Calls elementwise functors. What they take and give is decided by Spica's own compile-time rules for the operands as they
// come (`Accepts`, `PartType`, `Op::signature`), in one table for each functor; the operands are then converted, and only
// the functor's own argument types reach a kernel: some nine for each functor instead of 144.
#pragma once

#include "ops.hpp"

#include <spica/ops/elementwise/assign.hpp>

#include <array>
#include <tuple>
#include <utility>

namespace spica::oracle {

/// What can stand in one place of a call: arrays in the order of AnyArray, then literals in the order of Weak.
using Standing = std::tuple<Array<bool>, Array<std::uint8_t>, Array<std::int32_t>, Array<std::int64_t>, Array<std::uint64_t>,
                            Array<float>, Array<double>, Array<complex64>, Array<complex128>, bool, std::int64_t, double>;
inline constexpr std::size_t array_kinds = std::variant_size_v<AnyArray>;
inline constexpr std::size_t operand_kinds = std::tuple_size_v<Standing>;
template <std::size_t Kind> using standing_t = std::tuple_element_t<Kind, Standing>;

/// How one combination of operands is computed.
template <std::size_t N> struct Plan {
  AnyArray (*run)(const std::array<AnyArray, N>& arguments) = nullptr;  ///< none: the functor does not take this combination
  std::array<DType, N> part{};      ///< what a literal becomes beside its neighbours
  std::array<DType, N> argument{};  ///< what the functor takes
};

template <class T> inline constexpr bool in_format = std::constructible_from<AnyArray, Array<T>>;

/// The public function `F` on arrays of the argument types of `Op`'s signature.
template <class F, class Signature> struct Kernel;
template <class F, class R, class... A> struct Kernel<F, R(A...)> {
  static constexpr std::array<DType, sizeof...(A)> arguments{dtype_of<A>...};
  static AnyArray run(const std::array<AnyArray, sizeof...(A)>& arguments) {
    // bool // bool is int8, which no case can expect.
    if constexpr (!(in_format<R> && ... && in_format<A>)) throw std::logic_error("oracle: a type outside the case format");
    else return [&]<std::size_t... I>(std::index_sequence<I...>) -> AnyArray {
      const auto expression = F{}(std::get<Array<A>>(arguments[I])...);
      static_assert(std::same_as<value_type_t<decltype(expression)>, R>, "a signature must keep its own argument types");
      return Array<R>(expression);
    }(std::index_sequence_for<A...>{});
  }
};

template <class Op, class F, class... X> constexpr Plan<sizeof...(X)> plan_for() {
  if constexpr ((ArrayOrExpression<X> || ...)) {
    if constexpr (detail::Accepts<Op, X...>) {
      using Strong = detail::strong_t<X...>;
      using Signature = typename Op::template signature<typename detail::PartType<Strong, X>::type...>;
      using Call = Kernel<F, Signature>;
      return {&Call::run, {dtype_of<typename detail::PartType<Strong, X>::type>...}, Call::arguments};
    }
  }
  return {};
}

/// Plans of all combinations of N operands, that of the last changing fastest, behind operands of the fixed types `Before`.
template <class Op, class F, std::size_t N, class... Before> constexpr auto make_plans() {
  return []<std::size_t... K>(std::index_sequence<K...>) {
    if constexpr (N == 1) return std::array{plan_for<Op, F, Before..., standing_t<K>>()...};
    else return std::array{plan_for<Op, F, Before..., standing_t<K / operand_kinds>, standing_t<K % operand_kinds>>()...};
  }(std::make_index_sequence<N == 1 ? operand_kinds : operand_kinds * operand_kinds>{});
}

inline std::size_t kind_of_operand(const Value& value) {
  if (const auto* array = std::get_if<AnyArray>(&value)) return array->index();
  if (const auto* weak = std::get_if<Weak>(&value)) return array_kinds + weak->index();
  throw FormatError("an operand of an elementwise operation is null");
}

template <std::size_t N> AnyArray run_plan(const char* op, const Plan<N>& plan, const std::array<Value, N>& operands, Backend backend) {
  if (!plan.run) throw DTypeError(std::string(op) + ": rejected at compile time");
  std::array<AnyArray, N> arguments;
  for (std::size_t i = 0; i < N; ++i) {
    const auto* weak = std::get_if<Weak>(&operands[i]);
    arguments[i] = cast_to(weak ? literal(op, *weak, plan.part[i], backend) : std::get<AnyArray>(operands[i]), plan.argument[i]);
  }
  return plan.run(arguments);
}

template <class Op, class F, std::size_t N> AnyArray call(const std::array<Value, N>& operands, Backend backend) {
  static constexpr auto plans = make_plans<Op, F, N>();
  std::size_t place = 0;
  for (const Value& operand : operands) place = place * operand_kinds + kind_of_operand(operand);
  return run_plan(Op::name, plans[place], operands, backend);
}

template <class Op, class F> void add_unary_op(Ops& ops, const char* name) {
  ops[name] = [](const Call& c) -> Results { return {call<Op, F, 1>({c.argument(0)}, c.backend())}; };
}
template <class Op, class F> void add_binary_op(Ops& ops, const char* name) {
  ops[name] = [](const Call& c) -> Results { return {call<Op, F, 2>({c.argument(0), c.argument(1)}, c.backend())}; };
}

}  // namespace spica::oracle

/// A function object of the type `Name` that calls spica::function. (Not a lambda in decltype, which nvcc takes badly.)
#define SPICA_ORACLE_FUNCTION(Name, function)                                            \
  struct Name {                                                                          \
    template <class... X> auto operator()(const X&... x) const { return spica::function(x...); } \
  };
