#include "ops.hpp"

#include <spica/ops/index/diff.hpp>
#include <spica/ops/index/take.hpp>

namespace spica::oracle {

namespace {

/// The axis of the call; null is none.
OneAxis axis_or_none(const Call& c) { return c.given("axis") ? OneAxis(c.integer("axis")) : OneAxis(all_axes); }

Results call_take(const Call& c) {
  const OneAxis axis = axis_or_none(c);
  return {std::visit(
      [&]<class T, class I>(const Array<T>& a, const Array<I>& indices) -> AnyArray {
        if constexpr (IntegerElement<I>) return take(a, indices, axis);
        else throw DTypeError("take: rejected at compile time");
      },
      c.array(0), c.array(1))};
}

Results call_diff(const Call& c) {
  const std::int64_t n = c.integer("n", 1), axis = c.integer("axis", -1);
  return {std::visit([&](const auto& a) { return AnyArray(diff(a, n, axis)); }, c.array(0))};
}

}  // namespace

void add_index_ops(Ops& ops) {
  ops["take"] = call_take;
  ops["diff"] = call_diff;
}

}  // namespace spica::oracle
