#include <spica/backends/cuda/device.hpp>

#include <spica/backends/cuda/queue.hpp>

#include <algorithm>
#include <cstring>

namespace spica::detail {

namespace {

#ifdef KOKKOS_IMPL_ARCH_NVIDIA_GPU
constexpr int compiled_capability = KOKKOS_IMPL_ARCH_NVIDIA_GPU;
#else
constexpr int compiled_capability = 0;
#endif

std::string no_device_message(const std::string& reason) {
  return "backend cuda cannot run here: " + reason + "; use another backend (SPICA_BACKEND=openmp, --spica-backend=openmp), or check nvidia-smi and CUDA_VISIBLE_DEVICES";
}

Usable look_for_device() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code != cudaSuccess) {
    cudaGetLastError();  // do not leave the error for the next caller
    return {false, no_device_message(cudaGetErrorString(code))};
  }
  if (count == 0) return {false, no_device_message("no CUDA device is visible")};
  int major = 0, minor = 0;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
  if (compiled_capability > major * 10 + minor)
    return {false, no_device_message("the device has compute capability " + std::to_string(major) + "." + std::to_string(minor) +
                                     ", but Kokkos was compiled for " + std::to_string(compiled_capability / 10) + "." +
                                     std::to_string(compiled_capability % 10) + "; configure with the device's -DKokkos_ARCH_…=ON")};
  return {true, ""};
}

class CudaMemorySource final : public MemorySource {
 public:
  void* obtain(std::size_t bytes) override {
    void* data = nullptr;
    if (cudaMalloc(&data, bytes) == cudaSuccess) return data;
    cudaGetLastError();
    return nullptr;
  }
  void release(void* data) noexcept override { cudaFree(data); }
  std::shared_ptr<Queue> current_queue() override { return current_cuda_queue(); }
};

/// Two pinned buffers: the device copies one while the host's threads fill or empty the other.
class Staging {
 public:
  static constexpr std::size_t bytes = std::size_t(32) << 20;

  Staging() {
    for (int i = 0; i < 2; ++i) {
      check_cuda("to", cudaMallocHost(&buffer_[i], bytes));
      check_cuda("to", cudaEventCreateWithFlags(&free_[i], cudaEventDisableTiming));
    }
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging() {
    for (int i = 0; i < 2; ++i) {
      cudaFreeHost(buffer_[i]);
      cudaEventDestroy(free_[i]);
    }
  }

  void to_device(char* to, const char* from, std::size_t size, cudaStream_t stream) {
    for (std::size_t done = 0, i = 0; done < size; done += bytes, i ^= 1) {
      const std::size_t n = std::min(bytes, size - done);
      check_cuda("to", cudaEventSynchronize(free_[i]));
      move(static_cast<char*>(buffer_[i]), from + done, n);
      check_cuda("to", cudaMemcpyAsync(to + done, buffer_[i], n, cudaMemcpyHostToDevice, stream));
      check_cuda("to", cudaEventRecord(free_[i], stream));
    }
    // The caller's memory has been read already; the buffers' last use is guarded by their events.
  }

  void to_host(char* to, const char* from, std::size_t size, cudaStream_t stream) {
    const auto start = [&](std::size_t at, std::size_t i) {
      // A copy to the device on another stream may still be reading the buffer.
      check_cuda("to", cudaStreamWaitEvent(stream, free_[i], 0));
      check_cuda("to", cudaMemcpyAsync(buffer_[i], from + at, std::min(bytes, size - at), cudaMemcpyDeviceToHost, stream));
      check_cuda("to", cudaEventRecord(free_[i], stream));
    };
    start(0, 0);
    for (std::size_t done = 0, i = 0; done < size; done += bytes, i ^= 1) {
      if (done + bytes < size) start(done + bytes, i ^ 1);
      check_cuda("to", cudaEventSynchronize(free_[i]));
      move(to + done, static_cast<const char*>(buffer_[i]), std::min(bytes, size - done));
    }
  }

 private:
  static void move(char* to, const char* from, std::size_t size) {
    for_ranges(openmp_exec(), static_cast<std::int64_t>(size), std::int64_t(1) << 20, [&](std::int64_t begin, std::int64_t end) {
      std::memcpy(to + begin, from + begin, static_cast<std::size_t>(end - begin));
    });
  }

  void* buffer_[2] = {};
  cudaEvent_t free_[2] = {};
};

std::mutex staging_mutex;
std::unique_ptr<Staging> staging;

/// Below this the runtime's own path through its small pinned buffers is as good.
constexpr std::size_t staging_threshold = std::size_t(4) << 20;

bool pageable(const void* host) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, host) != cudaSuccess) {
    cudaGetLastError();
    return true;
  }
  return attributes.type == cudaMemoryTypeUnregistered;
}

}  // namespace

bool cuda_built() { return true; }

Usable cuda_usable() {
  static const Usable answer = look_for_device();
  return answer;
}

std::unique_ptr<MemorySource> cuda_memory_source() { return std::make_unique<CudaMemorySource>(); }

MemorySize cuda_memory_size() {
  MemorySize size;
  check_cuda("memory_size", cudaMemGetInfo(&size.available, &size.total));
  return size;
}

void cuda_copy_bytes(const char* op, void* to, Backend to_backend, const void* from, Backend from_backend, std::size_t bytes) {
  check_usable(op, Backend::cuda);
  const CudaExec exec = current_cuda_exec();
  if (to_backend == from_backend) return check_cuda(op, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, exec.stream));
  const bool to_device = to_backend == Backend::cuda;
  if (bytes >= staging_threshold && pageable(to_device ? from : to)) {
    const std::lock_guard lock(staging_mutex);
    if (!staging) staging = std::make_unique<Staging>();
    if (to_device) staging->to_device(static_cast<char*>(to), static_cast<const char*>(from), bytes, exec.stream);
    else staging->to_host(static_cast<char*>(to), static_cast<const char*>(from), bytes, exec.stream);
    return;
  }
  check_cuda(op, cudaMemcpyAsync(to, from, bytes, to_device ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost, exec.stream));
  check_cuda(op, cudaStreamSynchronize(exec.stream));
}

void cuda_fence() {
  check_cuda("fence", cudaStreamSynchronize(current_cuda_exec().stream));
}

void cuda_fence_device() { check_cuda("fence", cudaDeviceSynchronize()); }

void cuda_release() {
  release_blas_handles();
  release_lapack_handles();
  release_fft_plans();
  release_cuda_queues();
  const std::lock_guard lock(staging_mutex);
  staging.reset();
}

std::vector<CudaDevice> cuda_devices() {
  std::vector<CudaDevice> devices;
  int count = 0;
  if (!cuda_usable() || cudaGetDeviceCount(&count) != cudaSuccess) return devices;
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, i) != cudaSuccess) continue;
    CudaDevice device;
    device.name = properties.name;
    device.capability = properties.major * 10 + properties.minor;
    device.memory = properties.totalGlobalMem;
    device.multiprocessors = properties.multiProcessorCount;
    cudaDriverGetVersion(&device.driver);
    cudaRuntimeGetVersion(&device.runtime);
    device.compiled_for = compiled_capability;
    devices.push_back(device);
  }
  return devices;
}

}  // namespace spica::detail
