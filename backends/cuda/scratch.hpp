// Device memory that one op needs while it runs.
#pragma once

#include <spica/backends/cuda/queue.hpp>
#include <spica/core/storage.hpp>

namespace spica::detail {

/// A block of the pool, in order with the current stream: it may be given back while kernels that use it are still queued.
class CudaScratch {
 public:
  CudaScratch(const char* op, std::size_t bytes) : storage_(allocate(op, Backend::cuda, bytes)) { storage_->mark_used(); }
  template <class T = void> T* data() const { return static_cast<T*>(storage_->data()); }

 private:
  std::shared_ptr<Storage> storage_;
};

/// A number from device memory: waits for the stream.
template <class T> T fetch(const CudaExec& exec, const char* op, const T* from) {
  T value;
  check_cuda(op, cudaMemcpyAsync(&value, from, sizeof(T), cudaMemcpyDeviceToHost, exec.stream));
  check_cuda(op, cudaStreamSynchronize(exec.stream));
  return value;
}

}  // namespace spica::detail
