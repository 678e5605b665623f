// Sorting on CUDA: CUB's radix sort, and what NumPy's order needs besides it.
#pragma once

#include <spica/backends/cuda/elementwise.hpp>
#include <spica/backends/cuda/scratch.hpp>
#include <spica/backends/order.hpp>
#include <spica/core/errors.hpp>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cub/device/device_radix_sort.cuh>

#include <algorithm>
#include <bit>

namespace spica::detail {

/// CUB puts NaNs with a sign in front. *count = how many there are in the sorted `keys`.
template <class T> __global__ void count_leading_nans(const T* keys, std::int64_t size, std::int64_t* count) {
  std::int64_t low = 0, high = size;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    // Positive NaNs are at the end; a number lies between them and those with a sign.
    if (keys[middle] != keys[middle] && signbit(compute_t<T>(keys[middle]))) low = middle + 1;
    else high = middle;
  }
  *count = low;
}
/// to[i] = from[(i + *shift) mod size], if *shift is not 0.
template <class T> __global__ void __launch_bounds__(threads_per_block) rotate_kernel(const T* from, T* to, std::int64_t size, const std::int64_t* shift, bool back) {
  const std::int64_t by = *shift;
  if (by == 0) return;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads_per_block + threadIdx.x; i < size; i += static_cast<std::int64_t>(gridDim.x) * threads_per_block)
    to[i] = from[back ? i : i + by < size ? i + by : i + by - size];
}

inline unsigned stride_blocks(const CudaExec& exec, std::int64_t size) {
  return static_cast<unsigned>(std::clamp<std::int64_t>((size + threads_per_block - 1) / threads_per_block, 1, exec.queue->reduce_blocks()));
}

/// What CUB calls our type.
template <class T> struct CubKey { using type = T; };
template <> struct CubKey<bool> { using type = std::uint8_t; };
template <> struct CubKey<float16> { using type = __half; };
template <> struct CubKey<bfloat16> { using type = __nv_bfloat16; };

template <class T> void sort_one_row(const CudaExec& exec, const char* op, const T* in, T* out, std::int64_t size) {
  using Cub = typename CubKey<T>::type;
  const auto* keys = reinterpret_cast<const Cub*>(in);
  auto* sorted = reinterpret_cast<Cub*>(out);
  std::size_t bytes = 0;
  check_cuda(op, cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, sorted, size, 0, 8 * static_cast<int>(sizeof(Cub)), exec.stream));
  if constexpr (FloatingElement<T>) bytes = std::max(bytes, static_cast<std::size_t>(size) * sizeof(T));
  bytes = (bytes + 7) / 8 * 8;
  const CudaScratch scratch(op, bytes + sizeof(std::int64_t));
  check_cuda(op, cub::DeviceRadixSort::SortKeys(scratch.data(), bytes, keys, sorted, size, 0, 8 * static_cast<int>(sizeof(Cub)), exec.stream));
  if constexpr (FloatingElement<T>) {
    auto* count = reinterpret_cast<std::int64_t*>(scratch.data<char>() + bytes);
    count_leading_nans<<<1, 1, 0, exec.stream>>>(out, size, count);
    const unsigned blocks = stride_blocks(exec, size);
    rotate_kernel<<<blocks, threads_per_block, 0, exec.stream>>>(out, scratch.data<T>(), size, count, false);
    rotate_kernel<<<blocks, threads_per_block, 0, exec.stream>>>(scratch.data<T>(), out, size, count, true);
  }
  check_cuda(op, cudaGetLastError());
}

template <class KeyAt, class Key> __global__ void __launch_bounds__(threads_per_block) start_pairs(const __grid_constant__ KeyAt key_at, Key* keys, std::uint32_t* places, std::int64_t size) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads_per_block + threadIdx.x;
  if (i < size) {
    keys[i] = key_at(i);
    places[i] = static_cast<std::uint32_t>(i);
  }
}
template <class Place> __global__ void __launch_bounds__(threads_per_block) row_of_places(const Place* places, Place* rows, std::int64_t size, std::int64_t length) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads_per_block + threadIdx.x;
  if (i < size) rows[i] = static_cast<Place>(places[i] / length);
}
template <class Order> __global__ void __launch_bounds__(threads_per_block) places_in_rows(const std::uint32_t* places, Order* order, std::int64_t size, std::int64_t length, bool one_row) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads_per_block + threadIdx.x;
  if (i < size) order[i] = static_cast<Order>(one_row ? places[i] : places[i] % length);
}

/// Sorts (key, place) pairs by `bits` bits of the key, stable. @return which of the two buffers of each holds the result
template <class Key>
int sort_pairs(const CudaExec& exec, const char* op, Key* (&keys)[2], std::uint32_t* (&places)[2], std::int64_t size, int bits) {
  cub::DoubleBuffer<Key> key_buffers(keys[0], keys[1]);
  cub::DoubleBuffer<std::uint32_t> place_buffers(places[0], places[1]);
  std::size_t bytes = 0;
  check_cuda(op, cub::DeviceRadixSort::SortPairs(nullptr, bytes, key_buffers, place_buffers, size, 0, bits, exec.stream));
  const CudaScratch scratch(op, bytes);
  check_cuda(op, cub::DeviceRadixSort::SortPairs(scratch.data(), bytes, key_buffers, place_buffers, size, 0, bits, exec.stream));
  if (key_buffers.selector != place_buffers.selector) throw DeviceError(std::string(op) + ": CUB left keys and places in different buffers");
  return place_buffers.selector;
}

/// As on hosts; several rows are sorted as one, first by key, then by row.
template <class Order, class Key, class KeyAt>
void argsort_rows(const CudaExec& exec, const char* op, KeyAt key_at, Order* order, std::int64_t rows, std::int64_t length, int bits) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  const std::int64_t size = rows * length;
  if (size > std::int64_t(1) << 32) throw ShapeError(std::string(op) + ": more than 2^32 elements cannot be put in order at once on cuda");
  if (size == 0) return;
  const auto count = static_cast<std::size_t>(size);
  const std::size_t key_bytes = (count * sizeof(Key) + 255) / 256 * 256, place_bytes = (count * sizeof(std::uint32_t) + 255) / 256 * 256;
  const CudaScratch memory(op, 2 * key_bytes + 2 * place_bytes);
  char* base = memory.data<char>();
  Key* keys[] = {reinterpret_cast<Key*>(base), reinterpret_cast<Key*>(base + key_bytes)};
  std::uint32_t* places[] = {reinterpret_cast<std::uint32_t*>(base + 2 * key_bytes), reinterpret_cast<std::uint32_t*>(base + 2 * key_bytes + place_bytes)};
  const unsigned blocks = blocks_for(op, size, threads_per_block);
  start_pairs<<<blocks, threads_per_block, 0, exec.stream>>>(key_at, keys[0], places[0], size);
  int current = sort_pairs(exec, op, keys, places, size, bits);
  if (rows > 1) {
    // The keys are done with; their memory holds the rows.
    std::uint32_t* row[] = {reinterpret_cast<std::uint32_t*>(keys[0]), reinterpret_cast<std::uint32_t*>(keys[1])};
    std::uint32_t* again[] = {places[current], places[1 - current]};
    row_of_places<<<blocks, threads_per_block, 0, exec.stream>>>(again[0], row[0], size, length);
    current = sort_pairs(exec, op, row, again, size, std::bit_width(static_cast<std::uint64_t>(rows - 1)));
    places_in_rows<<<blocks, threads_per_block, 0, exec.stream>>>(again[current], order, size, length, false);
  } else {
    places_in_rows<<<blocks, threads_per_block, 0, exec.stream>>>(places[current], order, size, length, true);
  }
  check_cuda(op, cudaGetLastError());
}

/// As on hosts.
template <class Key, class KeyAt>
void sort_with_places(const CudaExec& exec, const char* op, KeyAt key_at, std::uint32_t* order, Key* sorted, std::int64_t size, int bits) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  std::size_t bytes = 0;
  check_cuda(op, cub::DeviceRadixSort::SortPairs(nullptr, bytes, static_cast<const Key*>(sorted), sorted, static_cast<const std::uint32_t*>(order), order, size, 0, bits, exec.stream));
  const std::size_t key_bytes = (static_cast<std::size_t>(size) * sizeof(Key) + 255) / 256 * 256, place_bytes = (static_cast<std::size_t>(size) * sizeof(std::uint32_t) + 255) / 256 * 256;
  const CudaScratch scratch(op, key_bytes + place_bytes + bytes);
  auto* keys = scratch.data<Key>();
  auto* places = reinterpret_cast<std::uint32_t*>(scratch.data<char>() + key_bytes);
  start_pairs<<<blocks_for(op, size, threads_per_block), threads_per_block, 0, exec.stream>>>(key_at, keys, places, size);
  check_cuda(op, cudaGetLastError());
  check_cuda(op, cub::DeviceRadixSort::SortPairs(scratch.data<char>() + key_bytes + place_bytes, bytes, static_cast<const Key*>(keys), sorted,
                                                 static_cast<const std::uint32_t*>(places), order, size, 0, bits, exec.stream));
}

template <class T, class Order>
void argsort_rows(const CudaExec& exec, const char* op, const T* keys, Order* order, std::int64_t rows, std::int64_t length) {
  argsort_rows<Order, typename OrderKey<T>::Key>(exec, op, KeyOfPlace<T>{keys}, order, rows, length, OrderKey<T>::bits);
}

template <class T> __global__ void __launch_bounds__(threads_per_block) gather_rows(const T* in, const std::uint32_t* order, T* out, std::int64_t size, std::int64_t length) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads_per_block + threadIdx.x;
  if (i < size) out[i] = in[i / length * length + order[i]];
}

template <class T> void sort_rows(const CudaExec& exec, const char* op, const T* in, T* out, std::int64_t rows, std::int64_t length) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  const std::int64_t size = rows * length;
  if (size == 0) return;
  if (rows == 1) return sort_one_row(exec, op, in, out, length);
  const CudaScratch order(op, static_cast<std::size_t>(size) * sizeof(std::uint32_t));
  argsort_rows(exec, op, in, order.data<std::uint32_t>(), rows, length);
  gather_rows<<<blocks_for(op, size, threads_per_block), threads_per_block, 0, exec.stream>>>(in, order.data<std::uint32_t>(), out, size, length);
  check_cuda(op, cudaGetLastError());
}

}  // namespace spica::detail
