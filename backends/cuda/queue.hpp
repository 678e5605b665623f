// Streams as Spica sees them: Kokkos' default instance, or the one that a caller's `On` guard put in its place.
#pragma once

#include <spica/backends/cuda/check.hpp>
#include <spica/backends/host/exec.hpp>
#include <spica/backends/memory.hpp>

#include <Kokkos_Core.hpp>

#include <mutex>

namespace spica::detail {

/// A stream, and the mark behind the last work that Spica put on it.
class CudaQueue final : public Queue {
 public:
  explicit CudaQueue(const Kokkos::Cuda& instance);
  ~CudaQueue() override;

  void wait_for(Queue& other) override;
  cudaStream_t stream() const { return instance_.cuda_stream(); }
  const Kokkos::Cuda& instance() const { return instance_; }

  /// An op holds this from its first use of `counter` or `workspace` until its last kernel that uses them is launched: the
  /// kernels of two host threads that share the stream must not come in turns.
  [[nodiscard]] std::unique_lock<std::mutex> reserve() { return std::unique_lock(reserve_mutex_); }
  /// A counter in device memory, zero between kernels, for the block that finishes last. Call with `reserve` held.
  unsigned* counter();
  /// Device memory for an op's partial results, kept between ops: work on a stream follows its order, so each op may use all
  /// of it. Not from the pool: an op's only allocation is its result. Call with `reserve` held.
  void* workspace(std::size_t bytes);
  /// Blocks that keep the device busy in a reduction: enough for every multiprocessor, few enough to finish together.
  std::int64_t reduce_blocks() const { return 8 * static_cast<std::int64_t>(multiprocessors_); }

  void enter();  ///< a guard begins
  void leave();  ///< a guard ends; after the last one the caller may destroy the stream

 private:
  void mark();  // records the event behind everything on the stream, while the stream is known to live

  Kokkos::Cuda instance_;
  cudaEvent_t event_ = nullptr;
  unsigned* counter_ = nullptr;
  void* workspace_ = nullptr;
  std::size_t workspace_bytes_ = 0;
  std::mutex reserve_mutex_;
  int multiprocessors_ = 0;
  std::mutex mutex_;  // guards the rest, and the order of marks
  int guards_ = 0;
  bool permanent_ = false;
  friend std::shared_ptr<CudaQueue> default_cuda_queue();
};

/// The queue of Kokkos' default instance.
std::shared_ptr<CudaQueue> default_cuda_queue();
/// The calling thread's queue.
std::shared_ptr<CudaQueue> current_cuda_queue();

/// Puts an instance in place of the calling thread's queue while it lives.
class CurrentQueue {
 public:
  explicit CurrentQueue(const Kokkos::Cuda& instance);
  CurrentQueue(const CurrentQueue&) = delete;
  CurrentQueue& operator=(const CurrentQueue&) = delete;
  ~CurrentQueue();

 private:
  std::shared_ptr<CudaQueue> queue_, before_;
};

/// What kernels run on.
struct CudaExec {
  Kokkos::Cuda instance;
  cudaStream_t stream;
  CudaQueue* queue;
};
CudaExec current_cuda_exec();

std::uint32_t tools_device(const CudaExec& exec);

/// Releases every queue's event and counter; called before Kokkos ends.
void release_cuda_queues();
/// Releases cuBLAS handles and workspaces (backends/cuda/blas.cpp).
void release_blas_handles();
/// Releases cuSOLVER handles (backends/cuda/lapack.cpp).
void release_lapack_handles();
/// Releases cuFFT plans and workspaces (backends/cuda/fft.cpp).
void release_fft_plans();

}  // namespace spica::detail
