#include "ops.hpp"

#include <spica/ops/linalg/products.hpp>

namespace spica::oracle {

namespace {

/// f(a, b) with both operands in the type of the products of their types.
template <class F> Results product(const Call& call, F f) {
  const AnyArray &a = call.array(0), &b = call.array(1);
  const DType type = detail::promote(dtype(a), dtype(b));
  const AnyArray left = cast_to(a, type), right = cast_to(b, type);
  return {with_element(type, [&]<class T>(std::type_identity<T>) {
    return AnyArray(f(std::get<Array<T>>(left), std::get<Array<T>>(right)));
  })};
}

}  // namespace

void add_products(Ops& ops) {
  ops["matmul"] = [](const Call& call) { return product(call, [](const auto& a, const auto& b) { return matmul(a, b); }); };
  ops["dot"] = [](const Call& call) { return product(call, [](const auto& a, const auto& b) { return dot(a, b); }); };
  ops["outer"] = [](const Call& call) { return product(call, [](const auto& a, const auto& b) { return outer(a, b); }); };
  ops["tensordot"] = [](const Call& call) {
    if (!call.given("axes") || call.is_integer("axes")) {
      const std::int64_t count = call.integer("axes", 2);
      return product(call, [&](const auto& a, const auto& b) { return tensordot(a, b, count); });
    }
    const auto [axes_a, axes_b] = call.axes_of_both("axes");
    return product(call, [&](const auto& a, const auto& b) { return tensordot(a, b, axes_a, axes_b); });
  };
}

}  // namespace spica::oracle
