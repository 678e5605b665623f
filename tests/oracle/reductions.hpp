// Calls reductions with every element type that they take.
#pragma once

#include "ops.hpp"

#include <spica/ops/reduce/reduce.hpp>

namespace spica::oracle {

/// `reduction(array, axes, keepdims)`; an element type that it does not take at compile time is a DTypeError.
template <class F> void add_reduction(Ops& ops, const char* name, F reduction) {
  ops[name] = [name, reduction](const Call& call) -> Results {
    return {std::visit(
        [&](const auto& array) -> AnyArray {
          if constexpr (std::invocable<F, decltype(array), const Axes&, KeepDims>) return reduction(array, call.axes(), call.keepdims());
          else throw DTypeError(std::string(name) + ": rejected at compile time");
        },
        call.array(0))};
  };
}

}  // namespace spica::oracle

/// Registers spica::function under `name`.
#define SPICA_ORACLE_REDUCTION(ops, name, function)                                                                 \
  add_reduction(ops, name, [](const auto& array, const Axes& axes, KeepDims keep) -> decltype(function(array, axes, keep)) { \
    return function(array, axes, keep);                                                                             \
  })
