// Reductions on CUDA, in the one order of backends/host/reduce.hpp: a warp is the 64 lanes of a chunk, two to a thread, and
// a butterfly of shuffles is their tree.
#pragma once

#include <spica/backends/cuda/elementwise.hpp>
#include <spica/backends/host/reduce.hpp>

#include <cstring>

namespace spica::detail {

template <class A> __device__ A shuffle_xor(const A& value, int distance) {
  constexpr int words = (sizeof(A) + 3) / 4;
  unsigned in[words] = {}, out[words];
  memcpy(in, &value, sizeof(A));
#pragma unroll
  for (int w = 0; w < words; ++w) out[w] = __shfl_xor_sync(~0u, in[w], distance);
  A result;
  memcpy(&result, out, sizeof(A));
  return result;
}

/// The tree over the lanes: `sub` neighbouring threads (a power of two) hold lanes 2 * lane and 2 * lane + 1 of a chunk of
/// `count` elements. Thread 0 of them gets the result. All threads of the warp must call it.
template <class Reducer, class A>
__device__ A warp_tree(const Reducer& reducer, const A& even, const A& odd, std::int64_t count, int lane, int sub) {
  A sum = 2 * lane + 1 < count ? reducer.combine(even, odd) : even;
  for (int distance = 1; distance < sub; distance *= 2) {
    const A other = shuffle_xor(sum, distance);
    const bool upper = lane & distance;
    const int lowest_of_upper = ((lane | distance) / distance) * distance;  // its first lane decides whether the upper half has elements
    const A& low = upper ? other : sum;
    const A& high = upper ? sum : other;
    sum = 2 * lowest_of_upper < count ? reducer.combine(low, high) : low;
  }
  return sum;
}

/// One chunk by `sub` threads; pair(j, both, a, b) brings element j of the chunk, and j + 1 if `both`, as accumulators.
/// The loop over groups is not unrolled: what is repeated in the code is repeated in every instantiation (compile time), and
/// sixteen pairs in flight are enough.
template <int Unroll, class Reducer, class A, class Pair>
__device__ A warp_chunk(const Reducer& reducer, std::int64_t count, int lane, int sub, Pair pair) {
  constexpr int group_size = reduce_group * reduce_lanes;
  A even, odd, half_even, half_odd;
#pragma unroll 1
  for (int g = 0; g < reduce_groups; ++g) {
    const int e = g * group_size + 2 * lane, o = e + 1;
    if (e >= count) break;
    A a, b;
    pair(e, o < count, a, b);
    if (count >= (g + 1) * group_size) {
#pragma unroll Unroll
      for (int t = 1; t < reduce_group; ++t) {
        A next_a, next_b;
        pair(e + t * reduce_lanes, true, next_a, next_b);
        a = reducer.combine(a, next_a);
        b = reducer.combine(b, next_b);
      }
    } else {
#pragma unroll 1
      for (int t = 1; t < reduce_group && e + t * reduce_lanes < count; ++t) {
        A next_a, next_b;
        const bool both = o + t * reduce_lanes < count;
        pair(e + t * reduce_lanes, both, next_a, next_b);
        a = reducer.combine(a, next_a);
        if (both) b = reducer.combine(b, next_b);
      }
    }
    // (0 + 1) + (2 + 3); a group that is there has all groups before it.
    const bool second = g % 2 == 1, odd_there = o < count;
    half_even = second ? reducer.combine(half_even, a) : a;
    if (odd_there) half_odd = second ? reducer.combine(half_odd, b) : b;
    const bool closes = second || (g + 1) * group_size + 2 * lane >= count, closes_odd = second || (g + 1) * group_size + 2 * lane + 1 >= count;
    if (closes) even = g < 2 ? half_even : reducer.combine(even, half_even);
    if (odd_there && closes_odd) odd = g < 2 ? half_odd : reducer.combine(odd, half_odd);
  }
  return warp_tree(reducer, even, odd, count, lane, sub);
}

/// Accumulators that other blocks wrote in this kernel: read past the first-level cache.
template <class A> __device__ A load_written(const A* from) {
  A value;
  if constexpr (sizeof(A) % 4 == 0 && alignof(A) >= 4) {
    unsigned words[sizeof(A) / 4];
#pragma unroll
    for (unsigned w = 0; w < sizeof(A) / 4; ++w) words[w] = __ldcg(reinterpret_cast<const unsigned*>(from) + w);
    memcpy(&value, words, sizeof(A));
  } else {
    unsigned char bytes[sizeof(A)];
    for (unsigned b = 0; b < sizeof(A); ++b) bytes[b] = __ldcg(reinterpret_cast<const unsigned char*>(from) + b);
    memcpy(&value, bytes, sizeof(A));
  }
  return value;
}

template <class Reducer, class A> __device__ A chunk_of_accumulators(const Reducer& reducer, const A* from, std::int64_t count, int lane) {
  return warp_chunk<1, Reducer, A>(reducer, count, lane, 32, [&](std::int64_t j, bool both, A& a, A& b) {
    a = load_written(from + j);
    if (both) b = load_written(from + j + 1);
  });
}

template <int Count> struct DeviceReduce {
  Addresses<Count> base;
  DeviceLoop<Count> kept, reduced;
  std::int64_t chunks;
  int sub;       ///< threads for one chunk
  bool pairs;    ///< two neighbouring reduced elements are one aligned load for every operand (or one value for all)
  bool one_value[Count];
};

template <int Count> struct PairAccess {
  char* const (&row)[Count];
  const bool (&one_value)[Count];
  std::int64_t j;
  template <int K, class T, int W> KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> load_pack() const {
    if (!one_value[K]) return *reinterpret_cast<const Pack<T, W>*>(reinterpret_cast<const T*>(row[K]) + j);
    const T value = *reinterpret_cast<const T*>(row[K]);
    Pack<T, W> result;
    for (int w = 0; w < W; ++w) result.value[w] = value;
    return result;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t index() const { return j; }
};

/// Results whose reduced elements lie next to each other, or anywhere: a warp (or part of one) for a chunk.
template <class Form, class Reducer, int Count>
__global__ void __launch_bounds__(threads_per_block)
reduce_rows_kernel(const __grid_constant__ Form form, const __grid_constant__ Reducer reducer, const __grid_constant__ DeviceReduce<Count> loop,
                   typename Reducer::Accumulator* partials, typename Reducer::Accumulator* scratch, typename Reducer::Result* results, unsigned* finished) {
  using A = typename Reducer::Accumulator;
  const int thread = threadIdx.x & 31, lane = thread & (loop.sub - 1), per_warp = 32 / loop.sub;
  const std::int64_t warp = (static_cast<std::int64_t>(blockIdx.x) * threads_per_block + threadIdx.x) >> 5;
  const std::int64_t warps = (static_cast<std::int64_t>(gridDim.x) * threads_per_block) >> 5;
  const std::int64_t tasks = loop.kept.size * loop.chunks, size = loop.reduced.size;
  for (std::int64_t first_task = warp * per_warp; first_task < tasks; first_task += warps * per_warp) {
    const std::int64_t task = first_task + thread / loop.sub;
    const bool live = task < tasks;
    const std::int64_t result = live ? (loop.chunks == 1 ? task : task / loop.chunks) : 0, first = live ? (task - result * loop.chunks) * reduce_chunk : 0;
    const std::int64_t count = !live ? 0 : size - first < reduce_chunk ? size - first : reduce_chunk;
    char* row[Count];
#pragma unroll
    for (int k = 0; k < Count; ++k) row[k] = loop.base.data[k];
    loop.kept.advance(row, result);
    A sum;
    if (loop.pairs) {
      sum = warp_chunk<reduce_group - 1, Reducer, A>(reducer, count, lane, loop.sub, [&](std::int64_t j, bool both, A& a, A& b) {
        j += first;
        const PairAccess<Count> access{row, loop.one_value, j};
        if (both) {
          const auto pair = form.template pack<0, 2>(access);
          a = reducer.start(pair.value[0], j);
          b = reducer.start(pair.value[1], j + 1);
        } else {
          a = reducer.start(form.template pack<0, 1>(access).value[0], j);
        }
      });
    } else {
      sum = warp_chunk<1, Reducer, A>(reducer, count, lane, loop.sub, [&](std::int64_t j, bool both, A& a, A& b) {
#pragma unroll 1
        for (int e = 0; e <= both; ++e) {
          char* address[Count];
#pragma unroll
          for (int k = 0; k < Count; ++k) address[k] = row[k];
          loop.reduced.advance(address, first + j + e);
          (e ? b : a) = reducer.start(form.template at<0>(AddressAccess<Count>{address}), first + j + e);
        }
      });
    }
    if (live && lane == 0) {
      if (loop.chunks == 1) results[result] = reducer.finish(sum, size);
      else partials[task] = sum;
    }
  }
  if (loop.chunks == 1 || loop.kept.size != 1) return;

  // One result from many chunks: the block that finishes last reduces their accumulators, in the same kernel.
  __threadfence();
  __syncthreads();
  __shared__ bool last;
  if (threadIdx.x == 0) last = atomicAdd(finished, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  if (threadIdx.x == 0) *finished = 0;
  A *from = partials, *to = scratch;
  for (std::int64_t count = loop.chunks; count > 1;) {
    const std::int64_t next = (count + reduce_chunk - 1) / reduce_chunk;
    for (std::int64_t c = threadIdx.x >> 5; c < next; c += threads_per_block / 32) {
      const std::int64_t left = count - c * reduce_chunk;
      const A sum = chunk_of_accumulators(reducer, from + c * reduce_chunk, left < reduce_chunk ? left : reduce_chunk, thread);
      if (thread == 0) to[c] = sum;
    }
    __threadfence();
    __syncthreads();
    A* swap = from;
    from = to;
    to = swap;
    count = next;
  }
  if (threadIdx.x == 0) results[0] = reducer.finish(load_written(from), size);
}

inline constexpr int column_threads = 32, column_rows = 8, lanes_per_thread = reduce_lanes / column_rows;

/// Results that lie next to each other: a thread reads down its column, a block holds 32 columns of one chunk.
template <class Form, class Reducer, int Count>
__global__ void __launch_bounds__(column_threads * column_rows)
reduce_columns_kernel(const __grid_constant__ Form form, const __grid_constant__ Reducer reducer, const __grid_constant__ DeviceReduce<Count> loop,
                      typename Reducer::Accumulator* partials, typename Reducer::Result* results) {
  using A = typename Reducer::Accumulator;
  __shared__ alignas(16) char shared_bytes[sizeof(A) * column_threads * column_rows];
  A* shared = reinterpret_cast<A*>(shared_bytes);
  const std::int64_t result = static_cast<std::int64_t>(blockIdx.x) * column_threads + threadIdx.x;
  const bool live = result < loop.kept.size;
  const int first_lane = threadIdx.y * lanes_per_thread;
  char* column[Count];
#pragma unroll
  for (int k = 0; k < Count; ++k) column[k] = loop.base.data[k];
  if (live) loop.kept.advance(column, result);
  for (std::int64_t chunk = blockIdx.y; chunk < loop.chunks; chunk += gridDim.y) {
    const std::int64_t first = chunk * reduce_chunk, left = loop.reduced.size - first, count = left < reduce_chunk ? left : reduce_chunk;
    const auto element = [&](std::int64_t row) {
      char* address[Count];
#pragma unroll
      for (int k = 0; k < Count; ++k) address[k] = column[k] + (first + row) * loop.reduced.stride[k][0];
      return reducer.start(form.template at<0>(AddressAccess<Count>{address}), first + row);
    };
    A total[lanes_per_thread], half_sum[lanes_per_thread];
    if (live) {
#pragma unroll 1
      for (int g = 0; g < reduce_groups; ++g) {
        const int base = g * reduce_group * reduce_lanes + first_lane;
        if (base >= count) break;
        A sum[lanes_per_thread];
#pragma unroll
        for (int l = 0; l < lanes_per_thread; ++l)
          if (base + l < count) sum[l] = element(base + l);
#pragma unroll 1
        for (int t = 1; t < reduce_group; ++t)
#pragma unroll
          for (int l = 0; l < lanes_per_thread; ++l)
            if (base + t * reduce_lanes + l < count) sum[l] = reducer.combine(sum[l], element(base + t * reduce_lanes + l));
        // (0 + 1) + (2 + 3); a group that is there has all groups before it.
        const bool second = g % 2 == 1;
#pragma unroll
        for (int l = 0; l < lanes_per_thread; ++l) {
          if (base + l >= count) continue;
          half_sum[l] = second ? reducer.combine(half_sum[l], sum[l]) : sum[l];
          if (second || base + reduce_group * reduce_lanes + l >= count) total[l] = g < 2 ? half_sum[l] : reducer.combine(total[l], half_sum[l]);
        }
      }
#pragma unroll
      for (int width = 1; width < lanes_per_thread; width *= 2)
#pragma unroll
        for (int l = 0; l + width < lanes_per_thread; l += 2 * width)
          if (first_lane + l + width < count) total[l] = reducer.combine(total[l], total[l + width]);
      if (first_lane < count) shared[threadIdx.y * column_threads + threadIdx.x] = total[0];
    }
    __syncthreads();
    if (live && threadIdx.y == 0) {
      for (int width = 1; width < column_rows; width *= 2)
        for (int y = 0; y + width < column_rows; y += 2 * width)
          if ((y + width) * lanes_per_thread < count)
            shared[y * column_threads + threadIdx.x] = reducer.combine(shared[y * column_threads + threadIdx.x], shared[(y + width) * column_threads + threadIdx.x]);
      const A sum = shared[threadIdx.x];
      if (loop.chunks == 1) results[result] = reducer.finish(sum, loop.reduced.size);
      else partials[result * loop.chunks + chunk] = sum;
    }
    __syncthreads();
  }
}

/// Many results from several chunks each: a warp for a result.
template <class Reducer>
__global__ void __launch_bounds__(threads_per_block)
reduce_partials_kernel(const __grid_constant__ Reducer reducer, typename Reducer::Accumulator* partials, std::int64_t kept, std::int64_t chunks,
                       std::int64_t reduced, typename Reducer::Result* results) {
  using A = typename Reducer::Accumulator;
  const int lane = threadIdx.x & 31;
  const std::int64_t result = (static_cast<std::int64_t>(blockIdx.x) * threads_per_block + threadIdx.x) >> 5;
  if (result >= kept) return;
  A* row = partials + result * chunks;
  for (std::int64_t count = chunks; count > 1;) {
    const std::int64_t next = (count + reduce_chunk - 1) / reduce_chunk;
    for (std::int64_t c = 0; c < next; ++c) {  // in place: a chunk is read whole before its slot in front of it is written
      const std::int64_t left = count - c * reduce_chunk;
      const A sum = chunk_of_accumulators(reducer, row + c * reduce_chunk, left < reduce_chunk ? left : reduce_chunk, lane);
      __syncwarp();
      if (lane == 0) row[c] = sum;
      __threadfence();
      __syncwarp();
    }
    count = next;
  }
  if (lane == 0) results[result] = reducer.finish(load_written(row), reduced);
}

template <class Form, class Reducer>
void reduce(const CudaExec& exec, const char* label, const ReduceLoop& loop, typename Reducer::Result* results, const Form& form,
            const Reducer& reducer) {
  using A = typename Reducer::Accumulator;
  constexpr int count = Form::leaves > 0 ? Form::leaves : 1;
  const ToolsKernel tools(ToolsKernel::Kind::parallel_reduce, label, exec);
  DeviceReduce<count> device{{}, DeviceLoop<count>(loop.kept), DeviceLoop<count>(loop.reduced), (loop.reduced.size + reduce_chunk - 1) / reduce_chunk, 32, true, {}};
  while (device.sub > 1 && loop.reduced.size <= device.sub) device.sub /= 2;  // two elements a thread
  for (int k = 0; k < Form::leaves; ++k) {
    const auto& operand = loop.reduced.operand[k];
    device.base.data[k] = operand.data;
    device.one_value[k] = loop.reduced.rank == 0 || (loop.reduced.rank == 1 && operand.stride[0] == 0);
    if (device.one_value[k]) continue;
    const auto alignment = static_cast<std::int64_t>(2 * operand.itemsize);
    bool aligned = loop.reduced.rank == 1 && operand.stride[0] == operand.itemsize && reinterpret_cast<std::uintptr_t>(operand.data) % static_cast<std::uintptr_t>(alignment) == 0;
    for (int d = 0; d < loop.kept.rank; ++d) aligned = aligned && loop.kept.operand[k].stride[d] % alignment == 0;
    device.pairs = device.pairs && aligned;
  }
  const auto reserved = exec.queue->reserve();
  A *partials = nullptr, *scratch = nullptr;
  if (device.chunks > 1) {
    const std::int64_t slots = loop.kept.size * device.chunks;
    partials = static_cast<A*>(exec.queue->workspace(static_cast<std::size_t>(slots + slots / reduce_chunk + 1) * sizeof(A)));
    scratch = partials + slots;
  }
  // Several reduced axes that do not merge go by rows: finding their elements costs more than the order of reading.
  const bool columns = results_are_neighbours(loop) && loop.reduced.rank == 1;
  if (columns) {
    const dim3 grid(blocks_for(label, loop.kept.size, column_threads), static_cast<unsigned>(device.chunks < 65535 ? device.chunks : 65535));
    reduce_columns_kernel<<<grid, dim3(column_threads, column_rows), 0, exec.stream>>>(form, reducer, device, partials, results);
  } else {
    const std::int64_t per_block = threads_per_block / device.sub, tasks = loop.kept.size * device.chunks;
    const std::int64_t blocks = (tasks + per_block - 1) / per_block;
    // Several blocks for each multiprocessor, each taking chunks in turn; the last block's wait grows with their number.
    const unsigned grid = static_cast<unsigned>(blocks < exec.queue->reduce_blocks() ? blocks : exec.queue->reduce_blocks());
    reduce_rows_kernel<<<grid, threads_per_block, 0, exec.stream>>>(form, reducer, device, partials, scratch, results, exec.queue->counter());
  }
  check_cuda(label, cudaGetLastError());
  if (device.chunks > 1 && (loop.kept.size > 1 || columns)) {
    reduce_partials_kernel<<<blocks_for(label, loop.kept.size, threads_per_block / 32), threads_per_block, 0, exec.stream>>>(reducer, partials, loop.kept.size, device.chunks, loop.reduced.size, results);
    check_cuda(label, cudaGetLastError());
  }
}

}  // namespace spica::detail
