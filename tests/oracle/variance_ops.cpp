#include "reductions.hpp"

#include <spica/ops/reduce/variance.hpp>

namespace spica::oracle {

namespace {

template <class F> void add_variance(Ops& ops, const char* name, F function) {
  ops[name] = [function](const Call& call) -> Results {
    const double ddof = call.given("ddof") ? call.number("ddof") : 0;
    return {
        std::visit([&](const auto& array) -> AnyArray { return function(array, call.axes(), ddof, call.keepdims()); },
                   call.array(0))};
  };
}

}  // namespace

void add_variances(Ops& ops) {
  add_variance(ops, "var",
               [](const auto& a, const Axes& axes, double ddof, KeepDims keep) { return var(a, axes, ddof, keep); });
  add_variance(ops, "std", [](const auto& a, const Axes& axes, double ddof, KeepDims keep) {
    return spica::std(a, axes, ddof, keep);
  });
}

}  // namespace spica::oracle
