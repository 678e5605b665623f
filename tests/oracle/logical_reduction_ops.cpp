#include "reductions.hpp"

#include <spica/ops/reduce/any_all.hpp>

namespace spica::oracle {

void add_logical_reductions(Ops& ops) {
  SPICA_ORACLE_REDUCTION(ops, "any", any);
  SPICA_ORACLE_REDUCTION(ops, "all", all);
  SPICA_ORACLE_REDUCTION(ops, "count_nonzero", count_nonzero);
}

}  // namespace spica::oracle
