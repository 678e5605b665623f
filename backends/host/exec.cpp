#include <spica/backends/host/exec.hpp>
#include <spica/backends/host/instance.hpp>

#include <Kokkos_Core.hpp>

#include <string>

namespace spica::detail {

thread_local int current_host_threads = 0;

HostExec serial_exec() { return {1}; }

std::uint32_t tools_device(const HostExec&) {
  return Kokkos::Tools::Experimental::device_id(Kokkos::DefaultHostExecutionSpace());
}

bool ToolsKernel::tool_loaded() { return Kokkos::Tools::profileLibraryLoaded(); }

void ToolsKernel::begin(const char* label, std::uint32_t device) {
  const std::string name = std::string("spica::") + label;
  switch (kind_) {
    case Kind::parallel_for: Kokkos::Tools::beginParallelFor(name, device, &id_); break;
    case Kind::parallel_reduce: Kokkos::Tools::beginParallelReduce(name, device, &id_); break;
    case Kind::parallel_scan: Kokkos::Tools::beginParallelScan(name, device, &id_); break;
  }
}

ToolsKernel::~ToolsKernel() {
  if (!active_) return;
  switch (kind_) {
    case Kind::parallel_for: Kokkos::Tools::endParallelFor(id_); break;
    case Kind::parallel_reduce: Kokkos::Tools::endParallelReduce(id_); break;
    case Kind::parallel_scan: Kokkos::Tools::endParallelScan(id_); break;
  }
}

}  // namespace spica::detail
