#include "reductions.hpp"

#include <spica/ops/reduce/nan.hpp>

namespace spica::oracle {

void add_nan_reductions(Ops& ops) {
  SPICA_ORACLE_REDUCTION(ops, "nansum", nansum);
  SPICA_ORACLE_REDUCTION(ops, "nanmean", nanmean);
  SPICA_ORACLE_REDUCTION(ops, "nanmin", nanmin);
  SPICA_ORACLE_REDUCTION(ops, "nanmax", nanmax);
}

}  // namespace spica::oracle
