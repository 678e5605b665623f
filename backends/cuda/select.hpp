// Selecting on CUDA: the places at which a predicate holds, in ascending order.
#pragma once

#include <spica/backends/cuda/elementwise.hpp>
#include <spica/backends/cuda/scratch.hpp>

#include <cub/device/device_scan.cuh>

namespace spica::detail {

inline constexpr int select_per_thread = 16, select_per_block = threads_per_block * select_per_thread;

/// counts[b] = places of block b at which the predicate holds.
template <class Predicate>
__global__ void __launch_bounds__(threads_per_block) count_places(const __grid_constant__ Predicate predicate, std::int64_t size, std::int64_t* counts) {
  __shared__ int warp_counts[threads_per_block / 32];
  const std::int64_t base = static_cast<std::int64_t>(blockIdx.x) * select_per_block;
  int count = 0;
#pragma unroll 4
  for (int step = 0; step < select_per_thread; ++step) {
    const std::int64_t i = base + step * threads_per_block + threadIdx.x;
    count += i < size && predicate(i);
  }
  for (int distance = 16; distance > 0; distance /= 2) count += __shfl_xor_sync(~0u, count, distance);
  if (threadIdx.x % 32 == 0) warp_counts[threadIdx.x / 32] = count;
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (const int c : warp_counts) total += c;
    counts[blockIdx.x] = total;
  }
}

/// ends[b] = places selected by blocks 0 to b.
template <class Predicate, class Place>
__global__ void __launch_bounds__(threads_per_block) write_places(const __grid_constant__ Predicate predicate, std::int64_t size, const std::int64_t* ends, Place* places) {
  __shared__ int warp_counts[threads_per_block / 32];
  const std::int64_t base = static_cast<std::int64_t>(blockIdx.x) * select_per_block;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Place* to = places + (blockIdx.x ? ends[blockIdx.x - 1] : 0);
#pragma unroll 1
  for (int step = 0; step < select_per_thread; ++step) {
    const std::int64_t i = base + step * threads_per_block + threadIdx.x;
    const bool selected = i < size && predicate(i);
    const unsigned ballot = __ballot_sync(~0u, selected);
    if (lane == 0) warp_counts[warp] = __popc(ballot);
    __syncthreads();
    int before = 0, all = 0;
    for (int w = 0; w < threads_per_block / 32; ++w) {
      before += w < warp ? warp_counts[w] : 0;
      all += warp_counts[w];
    }
    if (selected) to[before + __popc(ballot & ((1u << lane) - 1))] = static_cast<Place>(i);
    to += all;
    __syncthreads();
  }
}

/// As on hosts. Waits for the stream once, unless the number of places is known: it decides how much memory they need.
template <class Predicate, class Allocate>
void select_places(const CudaExec& exec, const char* op, std::int64_t size, const Predicate& predicate, Allocate allocate_places, std::int64_t known_count = -1) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  if (size == 0) {
    allocate_places(std::int64_t(0));
    return;
  }
  const unsigned blocks = blocks_for(op, size, select_per_block);
  const CudaScratch counts(op, blocks * sizeof(std::int64_t));
  auto* count = counts.data<std::int64_t>();
  count_places<<<blocks, threads_per_block, 0, exec.stream>>>(predicate, size, count);
  std::size_t bytes = 0;
  check_cuda(op, cub::DeviceScan::InclusiveSum(nullptr, bytes, count, count, blocks, exec.stream));
  const CudaScratch scratch(op, bytes);
  check_cuda(op, cub::DeviceScan::InclusiveSum(scratch.data(), bytes, count, count, blocks, exec.stream));
  const std::int64_t total = known_count >= 0 ? known_count : fetch(exec, op, count + blocks - 1);
  auto* places = allocate_places(total);
  if (total) write_places<<<blocks, threads_per_block, 0, exec.stream>>>(predicate, size, count, places);
  check_cuda(op, cudaGetLastError());
}

}  // namespace spica::detail
