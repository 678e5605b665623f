// Elementwise kernels on hosts.
#pragma once

#include <spica/backends/host/exec.hpp>
#include <spica/core/expression.hpp>

namespace spica::detail {

/// Computes count elements: pointers[0] is the destination, the others the expression's arrays, all without gaps;
/// first is the place of the first element in the loop's order.
using BlockFunction = void (*)(const void* form, char* const* pointers, std::int64_t count, std::int64_t first);

void run_elementwise(const HostExec& exec, const char* label, const Loop& loop, BlockFunction function, const void* form);

template <int Count> struct HostAccess {
  char* const (&pointers)[Count];
  std::int64_t i, first;
  template <int K, class T> KOKKOS_FORCEINLINE_FUNCTION T load() const {
    // A bool is loaded as a byte: g++ (12) vectorises a comparison of bytes, but not a condition that is loaded.
    if constexpr (std::same_as<T, bool>) return reinterpret_cast<const unsigned char*>(pointers[K])[i] != 0;
    else return reinterpret_cast<const T*>(pointers[K])[i];
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t index() const { return first + i; }
};

template <class Out, class Form>
void host_block(const void* form_address, char* const* pointers, std::int64_t count, std::int64_t first) {
  constexpr int operands = Form::leaves + 1;
  const Form form = *static_cast<const Form*>(form_address);
  char* local[operands];  // in registers: a destination of bytes could alias the caller's list
  for (int k = 0; k < operands; ++k) local[k] = pointers[k];
  Out* out = reinterpret_cast<Out*>(local[0]);
  // An element is read before the same element is written; other overlap never reaches a kernel (assign_elements).
#pragma GCC ivdep
  for (std::int64_t i = 0; i < count; ++i)
    out[i] = convert<Out>(form.template at<1>(HostAccess<operands>{local, i, first}));
}

template <class Out, class Form> void elementwise(const HostExec& exec, const char* label, const Loop& loop, const Form& form) {
  run_elementwise(exec, label, loop, &host_block<Out, Form>, &form);
}

}  // namespace spica::detail
