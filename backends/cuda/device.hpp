// What the rest of backends/ asks of CUDA. Declared in every build; without CUDA, backends/cuda/absent.cpp answers.
#pragma once

#include <spica/backends/memory.hpp>
#include <spica/backends/runtime.hpp>

namespace spica::detail {

bool cuda_built();
/// Whether a device can be used, and if not, why not and what to do. Never aborts, and is quick.
Usable cuda_usable();
std::unique_ptr<MemorySource> cuda_memory_source();
MemorySize cuda_memory_size();
void cuda_copy_bytes(const char* op, void* to, Backend to_backend, const void* from, Backend from_backend, std::size_t bytes);
/// Waits for the calling thread's queue. @throws DeviceError.
void cuda_fence();
/// Waits for every stream of the device. @throws DeviceError.
void cuda_fence_device();
/// Frees handles, workspaces and pinned memory; called before Kokkos ends.
void cuda_release();

/// "backend cuda was not built into this library; …", without the operation that asked.
std::string not_built_reason(Backend backend);

/// What spica-info prints of a device.
struct CudaDevice {
  std::string name;
  int capability = 0;        ///< 90 for 9.0
  std::size_t memory = 0;
  int multiprocessors = 0;
  int driver = 0, runtime = 0;  ///< 13000 for 13.0
  int compiled_for = 0;      ///< the capability that Kokkos was compiled for; 0 if unknown
};
std::vector<CudaDevice> cuda_devices();

}  // namespace spica::detail
