#include <spica/backends/cuda/queue.hpp>

#include <map>
#include <mutex>

namespace spica::detail {

namespace {

std::mutex queues_mutex;
// Never destroyed: blocks in the pool hold queues until the very end.
auto& queues() {
  static auto* map = new std::map<cudaStream_t, std::shared_ptr<CudaQueue>>;
  return *map;
}
thread_local std::shared_ptr<CudaQueue> current;

std::shared_ptr<CudaQueue> queue_of(const Kokkos::Cuda& instance) {
  const std::lock_guard lock(queues_mutex);
  auto& queue = queues()[instance.cuda_stream()];
  if (!queue) queue = std::make_shared<CudaQueue>(instance);
  return queue;
}

}  // namespace

CudaQueue::CudaQueue(const Kokkos::Cuda& instance) : instance_(instance), multiprocessors_(instance.cuda_device_prop().multiProcessorCount) {
  check_cuda("On", cudaEventCreateWithFlags(&event_, cudaEventDisableTiming));
}

CudaQueue::~CudaQueue() {
  // Errors have no reader here; at process end the driver may be gone already.
  if (event_) cudaEventDestroy(event_);
  if (counter_) cudaFree(counter_);
  if (workspace_) cudaFree(workspace_);
}

void CudaQueue::mark() { check_cuda("On", cudaEventRecord(event_, stream())); }

void CudaQueue::wait_for(Queue& other_queue) {
  auto& other = static_cast<CudaQueue&>(other_queue);
  // While its guard lives (or for the default instance) the other stream exists, so its mark can be moved to now; afterwards
  // the mark made when the guard ended stands behind all of its work.
  const std::lock_guard lock(other.mutex_);
  if (other.permanent_ || other.guards_ > 0) other.mark();
  check_cuda("allocate", cudaStreamWaitEvent(stream(), other.event_, 0));
}

void* CudaQueue::workspace(std::size_t bytes) {
  if (bytes > workspace_bytes_) {
    std::size_t size = std::size_t(1) << 20;
    while (size < bytes) size *= 2;
    void* larger = nullptr;
    check_cuda("reduce", cudaMalloc(&larger, size));
    if (workspace_) {
      check_cuda("reduce", cudaStreamSynchronize(stream()));  // rare: the kernels that use the old one must be done
      cudaFree(workspace_);
    }
    workspace_ = larger;
    workspace_bytes_ = size;
  }
  return workspace_;
}

unsigned* CudaQueue::counter() {
  if (!counter_) {
    check_cuda("reduce", cudaMalloc(&counter_, sizeof(unsigned)));
    check_cuda("reduce", cudaMemsetAsync(counter_, 0, sizeof(unsigned), stream()));
  }
  return counter_;
}

void CudaQueue::enter() {
  const std::lock_guard lock(mutex_);
  // A new stream may have the address of one destroyed before: put it behind the old one's work.
  if (guards_ == 0 && !permanent_) check_cuda("On", cudaStreamWaitEvent(stream(), event_, 0));
  ++guards_;
}

void CudaQueue::leave() {
  const std::lock_guard lock(mutex_);
  if (--guards_ == 0 && !permanent_) cudaEventRecord(event_, stream());  // in a destructor: an error shows at the next wait
}

std::shared_ptr<CudaQueue> default_cuda_queue() {
  const std::lock_guard lock(queues_mutex);
  static std::weak_ptr<CudaQueue> cached;
  auto queue = cached.lock();
  if (!queue) {
    const Kokkos::Cuda instance;
    auto& entry = queues()[instance.cuda_stream()];
    if (!entry) entry = std::make_shared<CudaQueue>(instance);
    {
      const std::lock_guard entry_lock(entry->mutex_);
      entry->permanent_ = true;
    }
    cached = queue = entry;
  }
  return queue;
}

std::shared_ptr<CudaQueue> current_cuda_queue() { return current ? current : default_cuda_queue(); }

CudaExec current_cuda_exec() {
  const auto queue = current_cuda_queue();
  return {queue->instance(), queue->stream(), queue.get()};
}

CurrentQueue::CurrentQueue(const Kokkos::Cuda& instance) : queue_(queue_of(instance)), before_(current) {
  queue_->enter();
  current = queue_;
}

CurrentQueue::~CurrentQueue() {
  current = before_;
  queue_->leave();
}

std::uint32_t tools_device(const CudaExec& exec) { return Kokkos::Tools::Experimental::device_id(exec.instance); }

void release_cuda_queues() {
  const std::lock_guard lock(queues_mutex);
  queues().clear();
}

}  // namespace spica::detail
