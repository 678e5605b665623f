#include "reductions.hpp"

#include <spica/ops/reduce/min_max.hpp>

namespace spica::oracle {

void add_extrema(Ops& ops) {
  SPICA_ORACLE_REDUCTION(ops, "min", min);
  SPICA_ORACLE_REDUCTION(ops, "max", max);
  SPICA_ORACLE_REDUCTION(ops, "argmin", argmin);
  SPICA_ORACLE_REDUCTION(ops, "argmax", argmax);
}

}  // namespace spica::oracle
