// Grouping on CUDA: what is to be known of the keys, and reductions of the groups in the order of all reductions.
#pragma once

#include <spica/backends/cuda/reduce.hpp>
#include <spica/backends/cuda/select.hpp>
#include <spica/backends/group_rows.hpp>

namespace spica::detail {

/// In device memory while it is made.
struct DeviceKeySummary {
  unsigned long long runs, low, high, falls;
};

template <class T>
__global__ void __launch_bounds__(threads_per_block) summarize_kernel(const T* keys, std::int64_t size, DeviceKeySummary* summary) {
  using Key = typename OrderKey<T>::Key;
  Key low = static_cast<Key>(~Key(0)), high = 0;
  unsigned runs = 0, falls = 0;
  const std::int64_t stride = static_cast<std::int64_t>(gridDim.x) * threads_per_block;
#pragma unroll 4
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads_per_block + threadIdx.x; i < size; i += stride) {
    const Key key = OrderKey<T>::of(keys[i]), before = i ? OrderKey<T>::of(keys[i - 1]) : key;
    runs += i == 0 || key != before;
    falls += key < before;
    low = key < low ? key : low;
    high = high < key ? key : high;
  }
  __shared__ DeviceKeySummary block;
  if (threadIdx.x == 0) block = {0, ~0ull, 0, 0};
  __syncthreads();
  for (int distance = 16; distance > 0; distance /= 2) {
    runs += __shfl_xor_sync(~0u, runs, distance);
    falls += __shfl_xor_sync(~0u, falls, distance);
    const Key other_low = __shfl_xor_sync(~0u, low, distance), other_high = __shfl_xor_sync(~0u, high, distance);
    low = other_low < low ? other_low : low;
    high = high < other_high ? other_high : high;
  }
  if (threadIdx.x % 32 == 0) {
    atomicAdd(&block.runs, static_cast<unsigned long long>(runs));
    atomicAdd(&block.falls, static_cast<unsigned long long>(falls));
    atomicMin(&block.low, static_cast<unsigned long long>(low));
    atomicMax(&block.high, static_cast<unsigned long long>(high));
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&summary->runs, block.runs);
    if (block.falls) atomicAdd(&summary->falls, block.falls);
    atomicMin(&summary->low, block.low);
    atomicMax(&summary->high, block.high);
  }
}

/// Waits for the stream: the answer decides what is launched next.
template <class T> KeySummary summarize_keys(const CudaExec& exec, const char* op, const T* keys, std::int64_t size) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_reduce, op, exec);
  const CudaScratch scratch(op, sizeof(DeviceKeySummary));
  auto* summary = scratch.data<DeviceKeySummary>();
  const DeviceKeySummary none{0, ~0ull, 0, 0};
  check_cuda(op, cudaMemcpyAsync(summary, &none, sizeof(none), cudaMemcpyHostToDevice, exec.stream));
  const auto blocks = std::clamp<std::int64_t>((size + 4 * threads_per_block - 1) / (4 * threads_per_block), 1, exec.queue->reduce_blocks());
  summarize_kernel<<<static_cast<unsigned>(blocks), threads_per_block, 0, exec.stream>>>(keys, size, summary);
  check_cuda(op, cudaGetLastError());
  const DeviceKeySummary found = fetch(exec, op, summary);
  return {static_cast<std::int64_t>(found.runs), found.low, found.high, found.falls == 0, {}};
}

/// Whether a run of equal keys begins here.
template <class T> struct RunBegins {
  const T* keys;
  __device__ bool operator()(std::int64_t i) const { return i == 0 || OrderKey<T>::of(keys[i]) != OrderKey<T>::of(keys[i - 1]); }
};
/// find_runs counts the runs itself.
template <class T> KeySummary summarize_sorted(const CudaExec&, const char*, const T*, std::int64_t) {
  KeySummary unknown;
  unknown.runs = -1;
  return unknown;
}
template <class T, class Allocate>
void find_runs(const CudaExec& exec, const char* op, const T* keys, std::int64_t size, const KeySummary& summary, Allocate allocate_offsets) {
  select_places(exec, op, size, RunBegins<T>{keys}, allocate_offsets, summary.runs);
}

/// A warp reads pieces of rows as fast by their list.
inline bool pieces_pay(const CudaExec&, const KeySummary&, std::int64_t) { return false; }

/// Radix sort of a few bits is as fast as counting here, and needs no table.
inline bool counting_pays(const CudaExec&, const KeySummary&, std::int64_t) { return false; }
template <class T, class Allocate>
void order_by_counting(const CudaExec&, const char*, const T*, std::int64_t, const KeySummary&, std::uint32_t*, Allocate) {}

template <class Rank> __global__ void __launch_bounds__(threads_per_block) rank_kernel(const __grid_constant__ GroupRows rows, Rank* ranks) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads_per_block + threadIdx.x;
  if (i >= rows.rows) return;
  std::int64_t low = 0, high = rows.groups;  // offsets[low] <= i < offsets[high]
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (rows.offsets[middle] <= i ? low : high) = middle;
  }
  ranks[rows.order ? static_cast<std::int64_t>(rows.order[i]) : i] = low;
}
inline void rank_rows(const CudaExec& exec, const char* op, const GroupRows& rows, std::int64_t* ranks) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  rank_kernel<<<blocks_for(op, rows.rows, threads_per_block), threads_per_block, 0, exec.stream>>>(rows, ranks);
  check_cuda(op, cudaGetLastError());
}

// ---- several reductions at once ----------------------------------------------------------------------------------------

template <class... Reducers> struct StepList {
  struct Accumulator {};
  __device__ StepList for_group(std::int64_t) const { return *this; }
  template <class V> __device__ Accumulator start(const V&, std::int64_t) const { return {}; }
  __device__ Accumulator combine(const Accumulator&, const Accumulator&) const { return {}; }
  __device__ void write(const Accumulator&, std::int64_t, std::int64_t) const {}
};
template <class First, class... Rest> struct StepList<First, Rest...> {
  struct Accumulator {
    typename First::Accumulator first;
    typename StepList<Rest...>::Accumulator rest;
  };
  GroupStep<First> first;
  StepList<Rest...> rest;
  __host__ __device__ StepList(const GroupStep<First>& f, const StepList<Rest...>& r) : first(f), rest(r) {}
  StepList(const GroupStep<First>& f, const GroupStep<Rest>&... r) requires(sizeof...(Rest) > 0) : first(f), rest(r...) {}
  explicit StepList(const GroupStep<First>& f) requires(sizeof...(Rest) == 0) : first(f) {}

  __device__ StepList for_group(std::int64_t group) const {
    if constexpr (requires { first.reducer.for_group(group); }) return StepList(GroupStep<First>{first.reducer.for_group(group), first.out}, rest.for_group(group));
    else return StepList(first, rest.for_group(group));
  }
  template <class V> __device__ Accumulator start(const V& value, std::int64_t place) const { return {first.reducer.start(value, place), rest.start(value, place)}; }
  __device__ Accumulator combine(const Accumulator& a, const Accumulator& b) const { return {first.reducer.combine(a.first, b.first), rest.combine(a.rest, b.rest)}; }
  __device__ void write(const Accumulator& a, std::int64_t group, std::int64_t count) const {
    if (first.out) first.out[group] = first.reducer.finish(a.first, count);
    rest.write(a.rest, group, count);
  }
};

// ---- groups ------------------------------------------------------------------------------------------------------------

/// Groups of at most as many rows as a chunk has lanes are reduced by one thread each.
inline constexpr int short_group = reduce_lanes;

struct GroupTask { std::uint32_t group, chunk; };
/// Work left by the kernel of short groups. The order of the lists does not matter: every task has its own result.
struct GroupTasks {
  unsigned* counts;  ///< tasks, groups of several chunks
  GroupTask* tasks;
  std::uint32_t* long_groups;
};

template <class V, class Steps>
__global__ void __launch_bounds__(threads_per_block)
reduce_short_groups(const __grid_constant__ Steps steps, const __grid_constant__ GroupRows rows, const V* values, const __grid_constant__ GroupTasks work) {
  using A = typename Steps::Accumulator;
  const std::int64_t group = static_cast<std::int64_t>(blockIdx.x) * threads_per_block + threadIdx.x;
  if (group >= rows.groups) return;
  const std::int64_t start = rows.offsets[group], length = rows.offsets[group + 1] - start;
  if (length > short_group) {
    const auto chunks = static_cast<unsigned>((length + reduce_chunk - 1) / reduce_chunk), first = atomicAdd(&work.counts[0], chunks);
    for (unsigned c = 0; c < chunks; ++c) work.tasks[first + c] = {static_cast<std::uint32_t>(group), c};
    if (chunks > 1) work.long_groups[atomicAdd(&work.counts[1], 1u)] = static_cast<std::uint32_t>(group);
    return;
  }
  // The tree over the lanes: whenever two subtrees of one size are complete, they combine.
  const auto own = steps.for_group(group);
  A open[7];
  int depth = 0;
  for (int i = 0; i < length; ++i) {
    const std::int64_t place = rows.order ? rows.order[start + i] : start + i;
    open[depth++] = own.start(values[place], place);
    for (int done = i + 1; done % 2 == 0; done /= 2, --depth) open[depth - 2] = own.combine(open[depth - 2], open[depth - 1]);
  }
  for (; depth > 1; --depth) open[depth - 2] = own.combine(open[depth - 2], open[depth - 1]);
  own.write(open[0], group, length);
}

/// A warp for a chunk.
template <class V, class Steps>
__global__ void __launch_bounds__(threads_per_block)
reduce_group_chunks(const __grid_constant__ Steps steps, const __grid_constant__ GroupRows rows, const V* values, const __grid_constant__ GroupTasks work, typename Steps::Accumulator* partials) {
  using A = typename Steps::Accumulator;
  const int lane = threadIdx.x % 32;
  const unsigned warps = gridDim.x * (threads_per_block / 32), count = work.counts[0];
  for (unsigned t = blockIdx.x * (threads_per_block / 32) + threadIdx.x / 32; t < count; t += warps) {
    const GroupTask task = work.tasks[t];
    const std::int64_t start = rows.offsets[task.group], length = rows.offsets[task.group + 1] - start, first = task.chunk * reduce_chunk;
    const std::int64_t size = length - first < reduce_chunk ? length - first : reduce_chunk;
    const auto own = steps.for_group(task.group);
    const A sum = warp_chunk<5, decltype(own), A>(own, size, lane, 32, [&](std::int64_t j, bool both, A& a, A& b) {
      std::int64_t place = start + first + j, next = place + both;
      if (rows.order) {
        place = rows.order[place];
        next = rows.order[next];
      }
      a = own.start(values[place], place);
      b = own.start(values[next], next);
    });
    if (lane == 0) {
      if (length <= reduce_chunk) own.write(sum, task.group, length);
      else partials[partial_slot(start, first)] = sum;
    }
  }
}

/// A warp for a group of several chunks.
template <class V, class Steps>
__global__ void __launch_bounds__(threads_per_block)
finish_long_groups(const __grid_constant__ Steps steps, const __grid_constant__ GroupRows rows, const __grid_constant__ GroupTasks work, typename Steps::Accumulator* partials) {
  using A = typename Steps::Accumulator;
  const int lane = threadIdx.x % 32;
  const unsigned warps = gridDim.x * (threads_per_block / 32), total = work.counts[1];
  for (unsigned t = blockIdx.x * (threads_per_block / 32) + threadIdx.x / 32; t < total; t += warps) {
    const std::int64_t group = work.long_groups[t], start = rows.offsets[group], length = rows.offsets[group + 1] - start;
    const auto own = steps.for_group(group);
    A* row = partials + partial_slot(start, 0);
    for (std::int64_t count = (length + reduce_chunk - 1) / reduce_chunk; count > 1;) {
      const std::int64_t next = (count + reduce_chunk - 1) / reduce_chunk;
      for (std::int64_t c = 0; c < next; ++c) {  // in place: a chunk is read whole before its slot in front of it is written
        const std::int64_t left = count - c * reduce_chunk;
        const A sum = chunk_of_accumulators(own, row + c * reduce_chunk, left < reduce_chunk ? left : reduce_chunk, lane);
        __syncwarp();
        if (lane == 0) row[c] = sum;
        __threadfence();
        __syncwarp();
      }
      count = next;
    }
    if (lane == 0) own.write(load_written(row), group, length);
  }
}

template <class V, class... Reducers>
void reduce_each_group(const CudaExec& exec, const char* op, const GroupRows& rows, const V* values, const GroupStep<Reducers>&... each) {
  using Steps = StepList<Reducers...>;
  using A = typename Steps::Accumulator;
  const ToolsKernel tools(ToolsKernel::Kind::parallel_reduce, op, exec);
  const Steps steps(each...);
  const std::int64_t max_tasks = rows.rows / short_group + rows.rows / reduce_chunk + 1, max_long = rows.rows / reduce_chunk + 1, slots = partial_slots(rows);
  const auto padded = [](std::int64_t count, std::size_t each_bytes) { return (static_cast<std::size_t>(count) * each_bytes + 255) / 256 * 256; };
  const std::size_t task_bytes = padded(max_tasks, sizeof(GroupTask)), long_bytes = padded(max_long, sizeof(std::uint32_t));
  const CudaScratch scratch(op, 256 + task_bytes + long_bytes + padded(slots + 1, sizeof(A)));
  char* base = scratch.data<char>();
  const GroupTasks work{reinterpret_cast<unsigned*>(base), reinterpret_cast<GroupTask*>(base + 256), reinterpret_cast<std::uint32_t*>(base + 256 + task_bytes)};
  A* partials = reinterpret_cast<A*>(base + 256 + task_bytes + long_bytes);

  check_cuda(op, cudaMemsetAsync(work.counts, 0, 2 * sizeof(unsigned), exec.stream));
  reduce_short_groups<V><<<blocks_for(op, rows.groups, threads_per_block), threads_per_block, 0, exec.stream>>>(steps, rows, values, work);
  if (rows.longest > short_group) {
    const std::int64_t warps_per_block = threads_per_block / 32;
    const auto blocks = static_cast<unsigned>(std::clamp<std::int64_t>((max_tasks + warps_per_block - 1) / warps_per_block, 1, exec.queue->reduce_blocks()));
    reduce_group_chunks<V><<<blocks, threads_per_block, 0, exec.stream>>>(steps, rows, values, work, partials);
    if (rows.longest > reduce_chunk) {
      const auto few = static_cast<unsigned>(std::clamp<std::int64_t>((max_long + warps_per_block - 1) / warps_per_block, 1, exec.queue->reduce_blocks()));
      finish_long_groups<V><<<few, threads_per_block, 0, exec.stream>>>(steps, rows, work, partials);
    }
  }
  check_cuda(op, cudaGetLastError());
}

}  // namespace spica::detail
