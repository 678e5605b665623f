// Spica's own matrix product on CUDA, for what cuBLAS does not take: integers and bool.
// Source: NVIDIA, CUDA C++ Programming Guide, "Shared Memory" (tiled matrix multiplication).
#pragma once

#include <spica/backends/blas.hpp>

#include <algorithm>

namespace spica::detail {

/// A block of 16 x 16 threads computes 64 x 64 elements, 4 x 4 a thread, 16 steps of k at a time.
inline constexpr int gemm_tile = 64, gemm_depth = 16, gemm_threads = 256, gemm_per_thread = 4;

/// Sums in ascending k, one chain for each element; for integers and bool every order gives the same.
template <class T>
__global__ void __launch_bounds__(gemm_threads) gemm_kernel(const __grid_constant__ Gemm g, std::int64_t column_tiles, std::int64_t first_matrix) {
  using Rule = Product<T>;
  using Sum = typename Rule::Sum;
  __shared__ Sum a_tile[gemm_depth][gemm_tile + 1], b_tile[gemm_depth][gemm_tile + 1];  // + 1: a column meets all banks

  const std::int64_t matrix = first_matrix + blockIdx.y;
  const T* a = reinterpret_cast<const T*>(g.a.data) + g.batch_offset(g.a, matrix);
  const T* b = reinterpret_cast<const T*>(g.b.data) + g.batch_offset(g.b, matrix);
  Sum* c = reinterpret_cast<Sum*>(g.c.data) + g.batch_offset(g.c, matrix);
  const std::int64_t row = blockIdx.x / column_tiles * gemm_tile, column = blockIdx.x % column_tiles * gemm_tile;
  const int thread = static_cast<int>(threadIdx.x), x = thread % 16, y = thread / 16;

  Sum sum[gemm_per_thread][gemm_per_thread] = {};
  for (std::int64_t p = 0; p < g.k; p += gemm_depth) {
    // Neighbouring threads load along the axis whose stride is 1.
#pragma unroll
    for (int load = 0; load < gemm_tile * gemm_depth / gemm_threads; ++load) {
      const int place = load * gemm_threads + thread;
      const int a_depth = g.a.transposed() ? place / gemm_tile : place % gemm_depth, a_row = g.a.transposed() ? place % gemm_tile : place / gemm_depth;
      const bool a_inside = row + a_row < g.m && p + a_depth < g.k;
      a_tile[a_depth][a_row] = a_inside ? Rule::load(a[(row + a_row) * g.a.row_stride + (p + a_depth) * g.a.column_stride]) : Sum(0);
      const int b_depth = g.b.transposed() ? place % gemm_depth : place / gemm_tile, b_column = g.b.transposed() ? place / gemm_depth : place % gemm_tile;
      const bool b_inside = column + b_column < g.n && p + b_depth < g.k;
      b_tile[b_depth][b_column] = b_inside ? Rule::load(b[(p + b_depth) * g.b.row_stride + (column + b_column) * g.b.column_stride]) : Sum(0);
    }
    __syncthreads();
#pragma unroll
    for (int depth = 0; depth < gemm_depth; ++depth) {
      Sum a_value[gemm_per_thread], b_value[gemm_per_thread];
#pragma unroll
      for (int i = 0; i < gemm_per_thread; ++i) {
        a_value[i] = a_tile[depth][y + 16 * i];
        b_value[i] = b_tile[depth][x + 16 * i];
      }
#pragma unroll
      for (int i = 0; i < gemm_per_thread; ++i)
#pragma unroll
        for (int j = 0; j < gemm_per_thread; ++j) sum[i][j] = Rule::add(sum[i][j], a_value[i], b_value[j]);
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < gemm_per_thread; ++i)
#pragma unroll
    for (int j = 0; j < gemm_per_thread; ++j) {
      const std::int64_t r = row + y + 16 * i, s = column + x + 16 * j;
      if (r < g.m && s < g.n) c[r * g.c.row_stride + s] = sum[i][j];
    }
}

template <class T> void own_gemm(const CudaExec& exec, const char* label, const Gemm& g) {
  const std::int64_t row_tiles = (g.m + gemm_tile - 1) / gemm_tile, column_tiles = (g.n + gemm_tile - 1) / gemm_tile;
  if (row_tiles > 0x7fffffff / column_tiles) throw ShapeError(std::string(label) + ": more elements than one CUDA launch can cover");
  constexpr std::int64_t matrices_per_launch = 65535;  // CUDA's limit on that axis of a grid
  for (std::int64_t first = 0; first < g.batch_size; first += matrices_per_launch) {
    const dim3 grid(static_cast<unsigned>(row_tiles * column_tiles), static_cast<unsigned>(std::min(matrices_per_launch, g.batch_size - first)));
    gemm_kernel<T><<<grid, gemm_threads, 0, exec.stream>>>(g, column_tiles, first);
    check_cuda(label, cudaGetLastError());
  }
}

}  // namespace spica::detail
