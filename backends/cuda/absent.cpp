// CUDA as the rest of backends/ sees it in a build without CUDA.
#include <spica/backends/cuda/device.hpp>

namespace spica::detail {

bool cuda_built() { return false; }
Usable cuda_usable() { return {false, not_built_reason(Backend::cuda)}; }
std::unique_ptr<MemorySource> cuda_memory_source() { return nullptr; }
MemorySize cuda_memory_size() { return {}; }
void cuda_copy_bytes(const char* op, void*, Backend, const void*, Backend, std::size_t) {
  throw BackendNotBuilt(std::string(op) + ": " + not_built_reason(Backend::cuda));
}
void cuda_fence() {}
void cuda_fence_device() {}
void cuda_release() {}
std::vector<CudaDevice> cuda_devices() { return {}; }

}  // namespace spica::detail
