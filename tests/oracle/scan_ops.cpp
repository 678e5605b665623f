#include "ops.hpp"

#include <spica/ops/scan/scan.hpp>

namespace spica::oracle {

namespace {

/// `scan(array)` or `scan(array, axis)`.
template <class F> void add_scan(Ops& ops, const char* name, F scan) {
  ops[name] = [scan](const Call& call) -> Results {
    return {std::visit(
        [&](const auto& array) -> AnyArray {
          if (call.given("axis")) return scan(array, call.integer("axis"));
          return scan(array);
        },
        call.array(0))};
  };
}

}  // namespace

void add_scans(Ops& ops) {
  add_scan(ops, "cumsum", [](const auto&... arguments) { return cumsum(arguments...); });
  add_scan(ops, "cumprod", [](const auto&... arguments) { return cumprod(arguments...); });
}

}  // namespace spica::oracle
