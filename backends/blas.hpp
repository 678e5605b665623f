// The seam between matmul and the BLAS of each backend: matrix products without types, so that they are compiled once.
#pragma once

#include <spica/backends/config.hpp>
#include <spica/backends/host/exec.hpp>
#include <spica/core/dtype.hpp>
#include <spica/core/shape.hpp>

#include <Kokkos_MathematicalFunctions.hpp>

#ifdef SPICA_HAS_CUDA
#include <spica/backends/cuda/queue.hpp>
#endif

namespace spica::detail {

/// c = a b for a stack of matrices: a is m x k, b is k x n, c is m x n. No length is 0. Strides count elements.
struct Gemm {
  struct Matrix {
    char* data = nullptr;
    std::int64_t row_stride = 1, column_stride = 1;  ///< one is 1, the other as a BLAS wants its leading dimension; c: column_stride is 1
    std::int64_t batch_stride[max_rank] = {};        ///< 0 where one matrix serves all

    KOKKOS_FUNCTION bool transposed() const { return column_stride != 1; }
    KOKKOS_FUNCTION std::int64_t leading() const { return transposed() ? column_stride : row_stride; }
  };
  DType dtype{};
  std::int64_t m = 1, n = 1, k = 1;
  Matrix a, b, c;
  std::int64_t batch_size = 1;
  int batch_rank = 0;
  std::int64_t batch_extent[max_rank] = {};

  /// Elements from the first matrix of the stack to the one at place `index`.
  KOKKOS_FUNCTION std::int64_t batch_offset(const Matrix& matrix, std::int64_t index) const {
    std::int64_t offset = 0;
    for (int d = batch_rank - 1; d >= 0; --d) {
      offset += index % batch_extent[d] * matrix.batch_stride[d];
      index /= batch_extent[d];
    }
    return offset;
  }
};

/// Runs on the executor: the vendor's BLAS where it takes the type, else Spica's own kernel.
void gemm(const HostExec& exec, const char* label, const Gemm& g);
#ifdef SPICA_HAS_CUDA
void gemm(const CudaExec& exec, const char* label, const Gemm& g);
#endif

/// The largest length or leading dimension that the host's BLAS takes; longer rows and inner lengths are split, the rest is
/// left to Spica's own kernel. Lowered by tests only.
extern std::int64_t host_blas_limit;

// ---- what Spica's own kernels share ------------------------------------------------------------------------------------

/// The arithmetic of a product: sums in Sum, in ascending k. Integers wrap, so they are unsigned.
template <class T> struct Product {
  using Sum = T;
  static KOKKOS_FORCEINLINE_FUNCTION Sum load(T value) { return value; }
  static KOKKOS_FORCEINLINE_FUNCTION Sum plus(Sum a, Sum b) { return a + b; }
  static KOKKOS_FORCEINLINE_FUNCTION Sum add(Sum sum, Sum a, Sum b) { return Kokkos::fma(a, b, sum); }
};
template <IntegerElement T> struct Product<T> {
  using Sum = std::make_unsigned_t<T>;
  using Wide = std::conditional_t<(sizeof(T) < 8), std::uint32_t, std::uint64_t>;  // int would overflow for 16 bits
  static KOKKOS_FORCEINLINE_FUNCTION Sum load(T value) { return static_cast<Sum>(value); }
  static KOKKOS_FORCEINLINE_FUNCTION Sum plus(Sum a, Sum b) { return static_cast<Sum>(a + b); }
  static KOKKOS_FORCEINLINE_FUNCTION Sum add(Sum sum, Sum a, Sum b) { return static_cast<Sum>(sum + static_cast<Wide>(a) * b); }
};
template <> struct Product<bool> {
  using Sum = std::uint8_t;
  static KOKKOS_FORCEINLINE_FUNCTION Sum load(bool value) { return value; }
  static KOKKOS_FORCEINLINE_FUNCTION Sum plus(Sum a, Sum b) { return static_cast<Sum>(a | b); }
  static KOKKOS_FORCEINLINE_FUNCTION Sum add(Sum sum, Sum a, Sum b) { return static_cast<Sum>(sum | (a & b)); }
};
template <class R> struct Product<Kokkos::complex<R>> {
  using Sum = Kokkos::complex<R>;
  static KOKKOS_FORCEINLINE_FUNCTION Sum load(Sum value) { return value; }
  static KOKKOS_FORCEINLINE_FUNCTION Sum plus(Sum a, Sum b) { return a + b; }
  static KOKKOS_FORCEINLINE_FUNCTION Sum add(Sum sum, Sum a, Sum b) {
    return Sum(Kokkos::fma(-a.imag(), b.imag(), Kokkos::fma(a.real(), b.real(), sum.real())),
               Kokkos::fma(a.imag(), b.real(), Kokkos::fma(a.real(), b.imag(), sum.imag())));
  }
};

template <class T> inline constexpr bool blas_takes = kind_of(dtype_of<T>) >= Kind::floating;

/// Calls f(std::type_identity<T>{}) for the type of that number.
template <class F> void with_element_type(DType dtype, F&& f) {
  switch (dtype) {
    case DType::bool_: return f(std::type_identity<bool>{});
    case DType::int8: return f(std::type_identity<std::int8_t>{});
    case DType::int16: return f(std::type_identity<std::int16_t>{});
    case DType::int32: return f(std::type_identity<std::int32_t>{});
    case DType::int64: return f(std::type_identity<std::int64_t>{});
    case DType::uint8: return f(std::type_identity<std::uint8_t>{});
    case DType::uint16: return f(std::type_identity<std::uint16_t>{});
    case DType::uint32: return f(std::type_identity<std::uint32_t>{});
    case DType::uint64: return f(std::type_identity<std::uint64_t>{});
    case DType::float16: case DType::bfloat16: return;  // multiplied as floats (ops/linalg/matmul.hpp)
    case DType::float32: return f(std::type_identity<float>{});
    case DType::float64: return f(std::type_identity<double>{});
    case DType::complex64: return f(std::type_identity<complex64>{});
    case DType::complex128: return f(std::type_identity<complex128>{});
  }
}

}  // namespace spica::detail
