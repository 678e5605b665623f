#include "elementwise.hpp"

#include <spica/ops/elementwise/op_list.hpp>

namespace spica::oracle {

namespace {

#define SPICA_ORACLE_CALL(name, functor, family, meaning) SPICA_ORACLE_FUNCTION(Call##functor, name)
SPICA_FOR_EACH_BINARY(SPICA_ORACLE_CALL)
#undef SPICA_ORACLE_CALL

}  // namespace

void add_binary(Ops& ops) {
#define SPICA_ORACLE_ADD(name, functor, family, meaning) add_binary_op<detail::functor, Call##functor>(ops, #name);
  SPICA_FOR_EACH_BINARY(SPICA_ORACLE_ADD)
#undef SPICA_ORACLE_ADD
}

}  // namespace spica::oracle
