#include "elementwise.hpp"

#include <spica/ops/elementwise/extrema.hpp>
#include <spica/ops/elementwise/where.hpp>

namespace spica::oracle {

namespace {

SPICA_ORACLE_FUNCTION(CallWhere, where)
SPICA_ORACLE_FUNCTION(CallClip, clip)
struct CallClipLow {
  template <class X, class L> auto operator()(const X& x, const L& low) const { return clip(x, low, std::nullopt); }
};
struct CallClipHigh {
  template <class X, class H> auto operator()(const X& x, const H& high) const { return clip(x, std::nullopt, high); }
};

/// The condition of `where`, as bool.
Value condition(const Value& value, Backend backend) {
  if (const auto* weak = std::get_if<Weak>(&value))
    return literal("where", std::visit([](auto number) { return number != 0; }, *weak), DType::bool_, backend);
  return cast_to(std::get<AnyArray>(value), DType::bool_);
}

AnyArray call_where(const Call& c) {
  static constexpr auto plans = make_plans<detail::Where, CallWhere, 2, Array<bool>>();
  const std::array<Value, 3> operands{condition(c.argument(0), c.backend()), c.argument(1), c.argument(2)};
  return run_plan("where", plans[kind_of_operand(operands[1]) * operand_kinds + kind_of_operand(operands[2])], operands, c.backend());
}

AnyArray call_clip(const Call& c) {
  const Value &x = c.argument(0), &low = c.argument(1), &high = c.argument(2);
  const bool has_low = !std::holds_alternative<NotGiven>(low), has_high = !std::holds_alternative<NotGiven>(high);
  if (!has_low && !has_high) return c.array(0);
  if (!has_high) return call<detail::ClipLow, CallClipLow, 2>({x, low}, c.backend());
  if (!has_low) return call<detail::ClipHigh, CallClipHigh, 2>({x, high}, c.backend());
  // A table for each type of x.
  return std::visit(
      [&]<class T>(const Array<T>&) {
        static constexpr auto plans = make_plans<detail::Clip, CallClip, 2, Array<T>>();
        return run_plan<3>("clip", plans[kind_of_operand(low) * operand_kinds + kind_of_operand(high)], {x, low, high}, c.backend());
      },
      c.array(0));
}

}  // namespace

void add_selection(Ops& ops) {
  ops["where"] = [](const Call& c) -> Results { return {call_where(c)}; };
  ops["clip"] = [](const Call& c) -> Results { return {call_clip(c)}; };
}

}  // namespace spica::oracle
