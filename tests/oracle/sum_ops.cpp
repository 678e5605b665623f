#include "reductions.hpp"

#include <spica/ops/reduce/sum.hpp>

namespace spica::oracle {

void add_sums(Ops& ops) {
  SPICA_ORACLE_REDUCTION(ops, "sum", sum);
  SPICA_ORACLE_REDUCTION(ops, "prod", prod);
  SPICA_ORACLE_REDUCTION(ops, "mean", mean);
}

}  // namespace spica::oracle
