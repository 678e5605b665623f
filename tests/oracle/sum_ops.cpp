#include "reductions.hpp"

#include <spica/ops/reduce/sum.hpp>
#include <spica/ops/shape/triangle.hpp>

namespace spica::oracle {

void add_sums(Ops& ops) {
  SPICA_ORACLE_REDUCTION(ops, "sum", sum);
  SPICA_ORACLE_REDUCTION(ops, "prod", prod);
  SPICA_ORACLE_REDUCTION(ops, "mean", mean);
  ops["trace"] = [](const Call& c) -> Results {
    const std::int64_t offset = c.integer("offset", 0), axis1 = c.integer("axis1", 0), axis2 = c.integer("axis2", 1);
    return {std::visit([&](const auto& a) { return AnyArray(trace(a, offset, axis1, axis2)); }, c.array(0))};
  };
}

}  // namespace spica::oracle
