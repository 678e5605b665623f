// Running totals on CUDA, in the one order of backends/host/scan.hpp: a thread is a run, a warp is a group, a block is
// a chunk. Memory is read and written in the order of its addresses; a warp's own part of shared memory turns that into
// runs.
#pragma once

#include <spica/backends/cuda/elementwise.hpp>
#include <spica/backends/cuda/scratch.hpp>
#include <spica/backends/host/scan.hpp>

#include <cstring>

namespace spica::detail {

template <class A> __device__ A shuffle_up(const A& value, int distance, int width) {
  constexpr int words = (sizeof(A) + 3) / 4;
  unsigned in[words] = {}, out[words];
  memcpy(in, &value, sizeof(A));
#pragma unroll
  for (int w = 0; w < words; ++w) out[w] = __shfl_up_sync(~0u, in[w], distance, width);
  A result;
  memcpy(&result, out, sizeof(A));
  return result;
}

/// The total of lanes 0 to this one, of `width` neighbours (a power of two). All threads of the warp must call it. What
/// a lane without elements brings goes to lanes behind it only, which have none either.
template <class Reducer, class A>
__device__ A scan_lanes_of_warp(const Reducer& reducer, A total, int lane, int width) {
#pragma unroll 1
  for (int distance = 1; distance < width; distance *= 2) {
    const A before = shuffle_up(total, distance, width);
    if (lane >= distance) total = reducer.combine(before, total);
  }
  return total;
}

/// Shared memory of a warp: 32 runs, each with a word more than it needs, so that neighbours' words lie in different
/// banks. A word is an element, or half of one of 16 bytes.
inline constexpr int exchange_pitch = scan_run + 1, exchange_bytes = scan_lanes * exchange_pitch * 8;

template <int Bytes> struct ExchangeWord { using type = std::uint64_t; };
template <> struct ExchangeWord<4> { using type = std::uint32_t; };
template <> struct ExchangeWord<2> { using type = std::uint16_t; };
template <> struct ExchangeWord<1> { using type = std::uint8_t; };

/// Where element k of a warp's 512 has its word.
struct OneGroup {
  __device__ int word(int k) const { return k + k / scan_run; }
};
/// Rows of at most 512 elements, one behind the other, each given `lanes` runs.
struct PackedRows {
  int length, lanes;
  unsigned multiplier;  // k / length = k * multiplier >> 20 for k, length <= 512
  PackedRows(int row_length, int lanes_per_row)
      : length(row_length),
        lanes(lanes_per_row),
        multiplier(((1u << 20) + static_cast<unsigned>(row_length) - 1) / static_cast<unsigned>(row_length)) {}
  __device__ int word(int k) const {
    const int row = static_cast<int>(static_cast<unsigned>(k) * multiplier >> 20), place = k - row * length;
    return (row * lanes + place / scan_run) * exchange_pitch + place % scan_run;
  }
};

/// run[t] = element t of this lane's run, of `count` elements from `from` on; zeros for what is not there (PackedRows:
/// anything).
template <class T, class Places>
__device__ void load_runs(const T* from, int count, const Places& places, char* shared, int lane, T (&run)[scan_run]) {
  using Word = typename ExchangeWord<sizeof(T)>::type;
  constexpr int planes = sizeof(T) / sizeof(Word);
  Word* words = reinterpret_cast<Word*>(shared);
  Word item[scan_run][planes] = {};
#pragma unroll
  for (int j = 0; j < scan_run; ++j)
    if (j * scan_lanes + lane < count) memcpy(item[j], from + j * scan_lanes + lane, sizeof(T));
  Word turned[scan_run][planes];
#pragma unroll
  for (int p = 0; p < planes; ++p) {
#pragma unroll
    for (int j = 0; j < scan_run; ++j) {
      const int k = j * scan_lanes + lane;
      if (std::is_same_v<Places, OneGroup> || k < count) words[places.word(k)] = item[j][p];
    }
    __syncwarp();
#pragma unroll
    for (int t = 0; t < scan_run; ++t) turned[t][p] = words[lane * exchange_pitch + t];
    __syncwarp();
  }
#pragma unroll
  for (int t = 0; t < scan_run; ++t) memcpy(&run[t], turned[t], sizeof(T));
}

/// The reverse: writes `count` elements.
template <class T, class Places>
__device__ void store_runs(T* to, int count, const Places& places, char* shared, int lane, const T (&run)[scan_run]) {
  using Word = typename ExchangeWord<sizeof(T)>::type;
  constexpr int planes = sizeof(T) / sizeof(Word);
  Word* words = reinterpret_cast<Word*>(shared);
  Word turned[scan_run][planes], item[scan_run][planes];
#pragma unroll
  for (int t = 0; t < scan_run; ++t) memcpy(turned[t], &run[t], sizeof(T));
#pragma unroll
  for (int p = 0; p < planes; ++p) {
#pragma unroll
    for (int t = 0; t < scan_run; ++t) words[lane * exchange_pitch + t] = turned[t][p];
    __syncwarp();
#pragma unroll
    for (int j = 0; j < scan_run; ++j) {
      const int k = j * scan_lanes + lane;
      if (std::is_same_v<Places, OneGroup> || k < count) item[j][p] = words[places.word(k)];
    }
    __syncwarp();
  }
#pragma unroll
  for (int j = 0; j < scan_run; ++j)
    if (j * scan_lanes + lane < count) memcpy(to + j * scan_lanes + lane, item[j], sizeof(T));
}

template <class Reducer, class T, class A>
__device__ void combine_run(const Reducer& reducer, const T (&item)[scan_run], A (&run)[scan_run]) {
  run[0] = reducer.start(item[0], 0);
#pragma unroll
  for (int t = 1; t < scan_run; ++t) run[t] = reducer.combine(run[t - 1], reducer.start(item[t], 0));
}
template <class Reducer, class A, class Result>
__device__ void finish_run(const Reducer& reducer, const Before<A>& before, const A (&run)[scan_run],
                           Result (&results)[scan_run]) {
#pragma unroll
  for (int t = 0; t < scan_run; ++t) results[t] = reducer.finish(before.then(reducer, run[t]), 0);
}

/// Rows of at most 512 elements: a warp, or a part of one, for a row.
template <class T, class Reducer>
__global__ void __launch_bounds__(threads_per_block)
    scan_short_rows_kernel(const __grid_constant__ Reducer reducer, const T* in, typename Reducer::Result* out,
                           std::int64_t rows, const __grid_constant__ PackedRows places) {
  using A = typename Reducer::Accumulator;
  __shared__ alignas(16) char shared[threads_per_block / 32][exchange_bytes];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, per_warp = scan_lanes / places.lanes;
  const std::int64_t first = (static_cast<std::int64_t>(blockIdx.x) * (threads_per_block / 32) + warp) * per_warp,
                     left = rows - first;
  if (left <= 0) return;
  const int count = static_cast<int>(left < per_warp ? left : per_warp) * places.length;
  A run[scan_run];
  {
    T item[scan_run];
    load_runs(in + first * places.length, count, places, shared[warp], lane, item);
    combine_run(reducer, item, run);
  }
  const int lane_of_row = lane & (places.lanes - 1);
  const A total = scan_lanes_of_warp(reducer, run[scan_run - 1], lane_of_row, places.lanes);
  const Before<A> before{shuffle_up(total, 1, places.lanes), lane_of_row > 0};
  typename Reducer::Result results[scan_run];
  finish_run(reducer, before, run, results);
  store_runs(out + first * places.length, count, places, shared[warp], lane, results);
}

/// totals[row][c] = the total of chunk c; a row has `chunks` whole ones that count.
template <class T, class Reducer>
__global__ void __launch_bounds__(threads_per_block)
    chunk_totals_kernel(const __grid_constant__ Reducer reducer, const T* in, std::int64_t length, std::int64_t chunks,
                        typename Reducer::Accumulator* totals) {
  using A = typename Reducer::Accumulator;
  __shared__ alignas(16) char shared[scan_groups][exchange_bytes];
  __shared__ alignas(16) char group_bytes[scan_groups * sizeof(A)];
  A* group = reinterpret_cast<A*>(group_bytes);
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const std::int64_t row = blockIdx.x / chunks, chunk = blockIdx.x - row * chunks;
  T item[scan_run];
  load_runs(in + row * length + chunk * scan_chunk + warp * scan_group, scan_group, OneGroup{}, shared[warp], lane,
            item);
  A total = reducer.start(item[0], 0);
#pragma unroll
  for (int t = 1; t < scan_run; ++t) total = reducer.combine(total, reducer.start(item[t], 0));
  total = scan_lanes_of_warp(reducer, total, lane, scan_lanes);
  if (lane == scan_lanes - 1) group[warp] = total;
  __syncthreads();
  if (threadIdx.x != 0) return;
  total = group[0];
  for (int g = 1; g < scan_groups; ++g) total = reducer.combine(total, group[g]);
  totals[blockIdx.x] = total;
}

/// Results of rows of `chunks` chunks; before[row][c] = the total of chunks 0 to c. A block has a warp for each group.
template <class T, class Reducer>
__global__ void __launch_bounds__(threads_per_block)
    scan_chunks_kernel(const __grid_constant__ Reducer reducer, const T* in, typename Reducer::Result* out,
                       std::int64_t length, std::int64_t chunks, const typename Reducer::Accumulator* before_chunk) {
  using A = typename Reducer::Accumulator;
  __shared__ alignas(16) char shared[scan_groups][exchange_bytes];
  __shared__ alignas(16) char group_bytes[scan_groups * sizeof(A)];
  A* group = reinterpret_cast<A*>(group_bytes);
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const std::int64_t block =
      static_cast<std::int64_t>(gridDim.x) - 1 - blockIdx.x;  // backwards: the last chunks may still be in the cache
  const std::int64_t row = block / chunks, chunk = block - row * chunks, first = chunk * scan_chunk + warp * scan_group,
                     left = length - first;
  const int count = left < 0 ? 0 : left < scan_group ? static_cast<int>(left) : scan_group;
  A run[scan_run];
  {
    T item[scan_run];
    load_runs(in + row * length + first, count, OneGroup{}, shared[warp], lane, item);
    combine_run(reducer, item, run);
  }
  const A total = scan_lanes_of_warp(reducer, run[scan_run - 1], lane, scan_lanes);
  if (lane == scan_lanes - 1) group[warp] = total;
  Before<A> before{shuffle_up(total, 1, scan_lanes), lane > 0};
  __syncthreads();
  if (warp > 0) {
    A groups = group[0];
    for (int g = 1; g < warp; ++g) groups = reducer.combine(groups, group[g]);
    before = Before<A>{groups, true}.then(reducer, before);
  }
  if (chunk > 0) before = Before<A>{before_chunk[row * (chunks - 1) + chunk - 1], true}.then(reducer, before);
  typename Reducer::Result results[scan_run];
  finish_run(reducer, before, run, results);
  store_runs(out + row * length + first, count, OneGroup{}, shared[warp], lane, results);
}

template <class T, class Reducer>
void scan_rows(const CudaExec& exec, const char* label, std::int64_t rows, std::int64_t length, const T* in,
               typename Reducer::Result* out, const Reducer& reducer) {
  if (length <= scan_group) {
    int lanes = 1;
    while (lanes * scan_run < length) lanes *= 2;
    const PackedRows places(static_cast<int>(length), lanes);
    scan_short_rows_kernel<<<blocks_for(label, rows, threads_per_block / lanes), threads_per_block, 0, exec.stream>>>(
        reducer, in, out, rows, places);
    return check_cuda(label, cudaGetLastError());
  }
  using A = typename Reducer::Accumulator;
  const std::int64_t chunks = (length + scan_chunk - 1) / scan_chunk, before = chunks - 1;
  const CudaScratch totals(label, static_cast<std::size_t>(rows * before) * sizeof(A));
  if (before > 0) {
    chunk_totals_kernel<<<blocks_for(label, rows * before, 1), threads_per_block, 0, exec.stream>>>(
        reducer, in, length, before, totals.data<A>());
    check_cuda(label, cudaGetLastError());
    scan_rows(exec, label, rows, before, totals.data<A>(), totals.data<A>(), for_totals_t<Reducer>{});
  }
  const unsigned threads =
      chunks > 1 ? threads_per_block : static_cast<unsigned>((length + scan_group - 1) / scan_group) * 32;
  scan_chunks_kernel<<<blocks_for(label, rows * chunks, 1), threads, 0, exec.stream>>>(reducer, in, out, length, chunks,
                                                                                       totals.data<A>());
  check_cuda(label, cudaGetLastError());
}

template <class T, class Reducer>
void scan(const CudaExec& exec, const char* label, std::int64_t rows, std::int64_t length, const T* in,
          typename Reducer::Result* out, const Reducer& reducer) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_scan, label, exec);
  scan_rows(exec, label, rows, length, in, out, reducer);
}

}  // namespace spica::detail
