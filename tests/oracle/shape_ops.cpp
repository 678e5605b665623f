#include "ops.hpp"

#include <spica/ops/elementwise/assign.hpp>

namespace spica::oracle {

namespace {

/// f(array) for the array's element type; a function that keeps the element type.
template <class F> Results on_array(const Call& call, F f) {
  return {std::visit([&](const auto& a) { return AnyArray(f(a)); }, call.array(0))};
}

}  // namespace

void add_shape_ops(Ops& ops) {
  ops["reshape"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return reshape(a, call.shape("shape")); });
  };
  ops["broadcast_to"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return broadcast_to(a, call.shape("shape")); });
  };
  ops["transpose"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return call.given("axes") ? transpose(a, call.shape("axes")) : transpose(a); });
  };
  ops["moveaxis"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return moveaxis(a, call.shape("source"), call.shape("destination")); });
  };
  ops["squeeze"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return squeeze(a, call.axes()); });
  };
  ops["expand_dims"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return expand_dims(a, call.axes()); });
  };
  ops["flip"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return flip(a, call.axes()); });
  };
  ops["getitem"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return a.index(call.index("key")); });
  };
}

}  // namespace spica::oracle
