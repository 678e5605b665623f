// Spica's own matrix product on hosts: integers, bool, and everything where there is no BLAS. Blocks of b and a are packed so
// that the innermost loops read memory in order; the tile they compute stays in registers.
// Source: Goto and van de Geijn, Anatomy of High-Performance Matrix Multiplication, ACM TOMS 34 (2008).
#pragma once

#include <spica/backends/blas.hpp>

#include <algorithm>
#include <memory>
#include <new>

#ifdef __CUDACC__
#pragma nv_diag_suppress 1675  // nvcc does not know GCC's pragmas, but hands them on to it
#endif

namespace spica::detail {

template <class T> class HostProduct {
  using Rule = Product<T>;
  using Sum = typename Rule::Sum;

  // A tile is four rows of two vectors: eight sums in flight hide the latency of a multiply-add, and registers are left over.
#ifdef __AVX512F__
  static constexpr int vector_bytes = 64;
#else
  static constexpr int vector_bytes = 32;
#endif
  static constexpr int tile_rows = 4, tile_columns = 2 * vector_bytes / static_cast<int>(sizeof(Sum));
  // A strip of b (block_k x tile_columns) stays in the first-level cache, the blocks of a and b in the second.
  static constexpr std::int64_t block_k = 256, block_rows = 96, block_columns = (1 << 19) / (block_k * static_cast<int>(sizeof(Sum)));
  /// Below this many multiply-adds, or with fewer rows or columns than a tile has rows, packing costs more than it brings.
  static constexpr std::int64_t small = 8192;

  struct Free { void operator()(Sum* p) const { ::operator delete(p, std::align_val_t(64)); } };
  static std::unique_ptr<Sum, Free> buffer(std::int64_t count) {
    return std::unique_ptr<Sum, Free>(static_cast<Sum*>(::operator new(static_cast<std::size_t>(count) * sizeof(Sum), std::align_val_t(64))));
  }
  static std::int64_t round_up(std::int64_t value, std::int64_t unit) { return (value + unit - 1) / unit * unit; }

 public:
  static void run(const HostExec& exec, const Gemm& g) {
    const std::int64_t work = g.m * g.n * g.k;
    // Many matrices: a thread for each. Few: the team shares every one of them.
    if (g.batch_size >= 4 * exec.threads || work <= small) {
      for_ranges(exec, g.batch_size, std::max<std::int64_t>(1, serial_threshold / work), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) HostProduct(HostExec{1}, g, i).multiply();
      });
    } else {
      for (std::int64_t i = 0; i < g.batch_size; ++i) HostProduct(exec, g, i).multiply();
    }
  }

 private:
  HostProduct(const HostExec& exec, const Gemm& g, std::int64_t index)
      : exec_(exec), g_(g),
        a_(reinterpret_cast<const T*>(g.a.data) + g.batch_offset(g.a, index)),
        b_(reinterpret_cast<const T*>(g.b.data) + g.batch_offset(g.b, index)),
        c_(reinterpret_cast<Sum*>(g.c.data) + g.batch_offset(g.c, index)) {
    if (g.m * g.n * g.k < serial_threshold) exec_.threads = 1;
  }

  /// The team shares the longer side. Each thread packs what it needs by itself: a little more packing, but nobody waits.
  void multiply() const {
    const bool packs = g_.m >= tile_rows && g_.n >= tile_rows && g_.m * g_.n * g_.k > small;
    const auto block = [&](std::int64_t i_begin, std::int64_t i_end, std::int64_t j_begin, std::int64_t j_end) {
      if (packs) in_tiles(i_begin, i_end, j_begin, j_end);
      else directly(i_begin, i_end, j_begin, j_end);
    };
    if (g_.m >= g_.n) for_ranges(exec_, g_.m, packs ? tile_rows : 1, [&](std::int64_t begin, std::int64_t end) { block(begin, end, 0, g_.n); });
    else for_ranges(exec_, g_.n, tile_columns, [&](std::int64_t begin, std::int64_t end) { block(0, g_.m, begin, end); });
  }

  void in_tiles(std::int64_t i_begin, std::int64_t i_end, std::int64_t j_begin, std::int64_t j_end) const {
    const std::int64_t depth = std::min(g_.k, block_k);
    const auto packed_a = buffer(round_up(std::min(i_end - i_begin, block_rows), tile_rows) * depth);
    const auto packed_b = buffer(round_up(std::min(j_end - j_begin, block_columns), tile_columns) * depth);
    for (std::int64_t j = j_begin; j < j_end; j += block_columns) {
      const std::int64_t width = std::min(block_columns, j_end - j);
      for (std::int64_t p = 0; p < g_.k; p += block_k) {
        const std::int64_t length = std::min(block_k, g_.k - p);
        for (std::int64_t s = 0; s < width; s += tile_columns)
          pack<tile_columns>(packed_b.get() + s * length, b_ + p * g_.b.row_stride + (j + s) * g_.b.column_stride, length, g_.b.row_stride,
                             std::min<std::int64_t>(tile_columns, width - s), g_.b.column_stride);
        for (std::int64_t i = i_begin; i < i_end; i += block_rows)
          multiply_block(packed_a.get(), packed_b.get(), i, std::min(block_rows, i_end - i), j, width, p, length);
      }
    }
  }

  /// A strip of Width rows of a or columns of b, one step of k after the other, filled up with zeros that no result sees.
  template <int Width>
  static void pack(Sum* to, const T* from, std::int64_t length, std::int64_t k_stride, std::int64_t width, std::int64_t stride) {
    for (std::int64_t p = 0; p < length; ++p, to += Width, from += k_stride) {
      if (width == Width && stride == 1) {
        for (int w = 0; w < Width; ++w) to[w] = Rule::load(from[w]);
      } else {
        for (int w = 0; w < Width; ++w) to[w] = w < width ? Rule::load(from[w * stride]) : Sum(0);
      }
    }
  }

  void multiply_block(Sum* packed_a, const Sum* packed_b, std::int64_t i, std::int64_t height, std::int64_t j, std::int64_t width,
                      std::int64_t p, std::int64_t length) const {
    for (std::int64_t s = 0; s < height; s += tile_rows)
      pack<tile_rows>(packed_a + s * length, a_ + (i + s) * g_.a.row_stride + p * g_.a.column_stride, length, g_.a.column_stride,
                      std::min<std::int64_t>(tile_rows, height - s), g_.a.row_stride);
    for (std::int64_t t = 0; t < width; t += tile_columns)
      for (std::int64_t s = 0; s < height; s += tile_rows)
        multiply_tile(packed_a + s * length, packed_b + t * length, length, p == 0, c_ + (i + s) * g_.c.row_stride + j + t,
                      std::min<std::int64_t>(tile_rows, height - s), std::min<std::int64_t>(tile_columns, width - t));
  }

  /// `first`: c is set; otherwise the sums of this block of k are added to it, so that a float32 product of many terms does
  /// not grow one long chain of additions. The order depends on the shape alone, not on the threads.
  void multiply_tile(const Sum* a, const Sum* b, std::int64_t length, bool first, Sum* c, std::int64_t rows, std::int64_t columns) const {
    Sum sum[tile_rows][tile_columns] = {};
    for (std::int64_t p = 0; p < length; ++p, a += tile_rows, b += tile_columns)
      for (int r = 0; r < tile_rows; ++r)
#pragma GCC unroll 1  // GCC would unroll it into scalars before it looks for vectors: six times slower for float64
        for (int s = 0; s < tile_columns; ++s) sum[r][s] = Rule::add(sum[r][s], a[r], b[s]);
    for (std::int64_t r = 0; r < rows; ++r) {
      Sum* row = c + r * g_.c.row_stride;
      for (std::int64_t s = 0; s < columns; ++s) row[s] = first ? sum[r][s] : Rule::plus(row[s], sum[r][s]);
    }
  }

  /// Without packing: vectors and small matrices.
  void directly(std::int64_t i_begin, std::int64_t i_end, std::int64_t j_begin, std::int64_t j_end) const {
    for (std::int64_t i = i_begin; i < i_end; ++i) {
      const T* a = a_ + i * g_.a.row_stride;
      Sum* c = c_ + i * g_.c.row_stride;
      if (g_.b.column_stride == 1 && j_end - j_begin > 1) {
        // Along the rows of b. A part of c that stays in the first-level cache at a time.
        constexpr std::int64_t part = 2048;
        for (std::int64_t j = j_begin; j < j_end; j += part) {
          const std::int64_t count = std::min(part, j_end - j);
          std::fill_n(c + j, count, Sum(0));
          for (std::int64_t p = 0; p < g_.k; ++p) {
            const Sum factor = Rule::load(a[p * g_.a.column_stride]);
            const T* b = b_ + p * g_.b.row_stride + j;
#pragma GCC ivdep
            for (std::int64_t s = 0; s < count; ++s) c[j + s] = Rule::add(c[j + s], factor, Rule::load(b[s]));
          }
        }
      } else {
        for (std::int64_t j = j_begin; j < j_end; ++j) {
          const T* b = b_ + j * g_.b.column_stride;
          Sum sum(0);
          if (g_.a.column_stride == 1 && g_.b.row_stride == 1)  // the strides are known, so integers are added a vector at a time
            for (std::int64_t p = 0; p < g_.k; ++p) sum = Rule::add(sum, Rule::load(a[p]), Rule::load(b[p]));
          else
            for (std::int64_t p = 0; p < g_.k; ++p)
              sum = Rule::add(sum, Rule::load(a[p * g_.a.column_stride]), Rule::load(b[p * g_.b.row_stride]));
          c[j] = sum;
        }
      }
    }
  }

  HostExec exec_;
  const Gemm& g_;
  const T* a_;
  const T* b_;
  Sum* c_;
};

}  // namespace spica::detail

#ifdef __CUDACC__
#pragma nv_diag_default 1675
#endif
