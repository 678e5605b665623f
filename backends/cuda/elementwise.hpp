// Elementwise kernels on CUDA: a linear one that moves 16 bytes a thread, and one for any strides.
#pragma once

#include <spica/backends/cuda/queue.hpp>
#include <spica/core/expression.hpp>

namespace spica::detail {

/// Operands of a loop that is one run of elements: each follows its own without gaps, or is one value for all.
template <int Count> struct LinearOperands {
  char* data[Count];
  bool one_value[Count];
};

template <int Count> struct LinearAccess {
  const LinearOperands<Count>& operands;
  std::int64_t i;
  template <int K, class T> KOKKOS_FORCEINLINE_FUNCTION T load() const {
    return reinterpret_cast<const T*>(operands.data[K])[operands.one_value[K] ? 0 : i];
  }
  template <int K, class T, int W> KOKKOS_FORCEINLINE_FUNCTION Pack<T, W> load_pack() const {
    if (!operands.one_value[K]) return *reinterpret_cast<const Pack<T, W>*>(reinterpret_cast<const T*>(operands.data[K]) + i);
    Pack<T, W> result;
    const T value = *reinterpret_cast<const T*>(operands.data[K]);
    for (int w = 0; w < W; ++w) result.value[w] = value;
    return result;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t index() const { return i; }
};

inline constexpr int threads_per_block = 256;

template <class Out, int W, class Form, int Count>
__global__ void __launch_bounds__(threads_per_block) linear_kernel(const __grid_constant__ Form form, const __grid_constant__ LinearOperands<Count> operands, std::int64_t size) {
  std::int64_t i = (static_cast<std::int64_t>(blockIdx.x) * threads_per_block + threadIdx.x) * W;
  Out* out = reinterpret_cast<Out*>(operands.data[0]);
  if (i + W <= size) {
    const auto value = form.template pack<1, W>(LinearAccess<Count>{operands, i});
    Pack<Out, W> result;
    for (int w = 0; w < W; ++w) result.value[w] = convert<Out>(value.value[w]);
    *reinterpret_cast<Pack<Out, W>*>(out + i) = result;
  } else {
    for (; i < size; ++i) out[i] = convert<Out>(form.template at<1>(LinearAccess<Count>{operands, i}));
  }
}

/// Quotient and remainder by a number known before the launch: a multiplication where 32 bits are enough (Granlund and
/// Montgomery, Division by invariant integers using multiplication, 1994).
struct Divider {
  std::uint32_t divisor = 1, multiplier = 0, shift = 0;
  std::int64_t wide_divisor = 1;
  explicit Divider(std::int64_t d = 1) : divisor(static_cast<std::uint32_t>(d)), wide_divisor(d) {
    while (shift < 32 && (std::uint64_t(1) << shift) < divisor) ++shift;
    multiplier = static_cast<std::uint32_t>((((std::uint64_t(1) << shift) - divisor) << 32) / (divisor ? divisor : 1) + 1);
  }
  __device__ void divide(std::int64_t& quotient, std::int64_t& remainder, std::int64_t n, bool narrow) const {
    if (narrow) {
      const std::uint32_t m = static_cast<std::uint32_t>(n), high = __umulhi(m, multiplier);
      const std::uint32_t q = static_cast<std::uint32_t>((static_cast<std::uint64_t>(high) + m) >> shift);
      quotient = q;
      remainder = m - q * divisor;
    } else {
      quotient = n / wide_divisor;
      remainder = n - quotient * wide_divisor;
    }
  }
};

/// A Loop as a kernel takes it.
template <int Count> struct DeviceLoop {
  int rank;
  bool narrow;  ///< every index fits 31 bits
  std::int64_t size;
  Divider extent[max_rank];
  std::int64_t stride[Count][max_rank];

  explicit DeviceLoop(const Loop& loop) : rank(loop.rank), narrow(loop.size < (std::int64_t(1) << 31)), size(loop.size) {
    for (int d = 0; d < rank; ++d) {
      extent[d] = Divider(loop.extent[d]);
      for (int k = 0; k < Count; ++k) stride[k][d] = loop.operand[k].stride[d];
    }
  }
  /// Adds to each operand's address the offset of position `index`.
  __device__ void advance(char* (&address)[Count], std::int64_t index) const {
#pragma unroll 1
    for (int d = rank - 1; d >= 0; --d) {
      std::int64_t position = index;
      if (d > 0) extent[d].divide(index, position, index, narrow);
#pragma unroll
      for (int k = 0; k < Count; ++k) address[k] += position * stride[k][d];
    }
  }
};

template <int Count> struct Addresses { char* data[Count]; };

template <int Count> struct AddressAccess {
  char* const (&address)[Count];
  template <int K, class T> KOKKOS_FORCEINLINE_FUNCTION T load() const { return *reinterpret_cast<const T*>(address[K]); }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t index() const { return 0; }
};

inline constexpr int strided_per_thread = 4;

template <class Out, class Form, int Count>
__global__ void __launch_bounds__(threads_per_block) strided_kernel(const __grid_constant__ Form form, const __grid_constant__ DeviceLoop<Count> loop, const __grid_constant__ Addresses<Count> base) {
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * threads_per_block * strided_per_thread + threadIdx.x;
#pragma unroll 1
  for (int step = 0; step < strided_per_thread; ++step) {
    const std::int64_t i = first + step * threads_per_block;
    if (i >= loop.size) return;
    char* address[Count];
#pragma unroll
    for (int k = 0; k < Count; ++k) address[k] = base.data[k];
    loop.advance(address, i);
    *reinterpret_cast<Out*>(address[0]) = convert<Out>(form.template at<1>(AddressAccess<Count>{address}));
  }
}

inline unsigned blocks_for(const char* op, std::int64_t size, std::int64_t per_block) {
  const std::int64_t blocks = (size + per_block - 1) / per_block;
  if (blocks > 0x7fffffff) throw ShapeError(std::string(op) + ": more elements than one CUDA launch can cover");
  return static_cast<unsigned>(blocks);
}

template <class Out, class Form> void elementwise(const CudaExec& exec, const char* label, const Loop& loop, const Form& form) {
  constexpr int count = Form::leaves + 1, widest = larger(static_cast<int>(sizeof(Out)), Form::widest), width = widest >= 16 ? 1 : 16 / widest;
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, label, exec);
  LinearOperands<count> operands;
  bool linear = true;
  for (int k = 0; k < count; ++k) {
    const auto& operand = loop.operand[k];
    operands.data[k] = operand.data;
    operands.one_value[k] = k > 0 && loop.rank == 1 && operand.stride[0] == 0;
    linear = linear && (loop.linear(k) || operands.one_value[k]) &&
             reinterpret_cast<std::uintptr_t>(operand.data) % static_cast<std::uintptr_t>(operands.one_value[k] ? operand.itemsize : operand.itemsize * width) == 0;
  }
  if (linear) {
    linear_kernel<Out, width><<<blocks_for(label, loop.size, static_cast<std::int64_t>(threads_per_block) * width), threads_per_block, 0, exec.stream>>>(form, operands, loop.size);
  } else {
    Addresses<count> base;
    for (int k = 0; k < count; ++k) base.data[k] = loop.operand[k].data;
    strided_kernel<Out><<<blocks_for(label, loop.size, threads_per_block * strided_per_thread), threads_per_block, 0, exec.stream>>>(form, DeviceLoop<count>(loop), base);
  }
  check_cuda(label, cudaGetLastError());
}

}  // namespace spica::detail
