#include "ops.hpp"

#include <spica/ops/join/concatenate.hpp>

namespace spica::oracle {

namespace {

/// f(list) with all arrays in the type in which they meet.
template <class F> Results joined(const Call& c, F f) {
  const std::size_t count = c.arguments().size();
  if (count == 0) return {f(std::vector<Array<double>>())};
  DType type = dtype(c.array(0));
  for (std::size_t i = 1; i < count; ++i) type = detail::promote(type, dtype(c.array(i)));
  return {with_element(type, [&]<class T>(std::type_identity<T>) {
    std::vector<Array<T>> list;
    for (std::size_t i = 0; i < count; ++i) list.push_back(std::get<Array<T>>(cast_to(c.array(i), type)));
    return AnyArray(f(list));
  })};
}

}  // namespace

void add_join_ops(Ops& ops) {
  ops["concatenate"] = [](const Call& c) {
    const OneAxis axis = c.is_null("axis") ? OneAxis(all_axes) : OneAxis(c.integer("axis", 0));
    return joined(c, [&](const auto& list) { return concatenate(list, axis); });
  };
  ops["stack"] = [](const Call& c) {
    const std::int64_t axis = c.integer("axis", 0);
    return joined(c, [&](const auto& list) { return stack(list, axis); });
  };
}

}  // namespace spica::oracle
