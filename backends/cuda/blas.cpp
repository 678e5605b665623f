// Matrix products on CUDA: cuBLAS for floating and complex types, Spica's own kernel for the rest.
#include <spica/backends/blas.hpp>

#include <spica/backends/cuda/data_type.hpp>
#include <spica/backends/cuda/gemm_kernel.hpp>
#include <spica/backends/cuda/handle_cache.hpp>

#include <cublas_v2.h>

#include <mutex>

// Its 64-bit interface takes every length, so nothing has to be split here.
static_assert(CUBLAS_VER_MAJOR >= 12, "Spica needs the cuBLAS of CUDA 12 or newer");

namespace spica::detail {

namespace {

void check_cublas(const char* op, cublasStatus_t status) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  forget_cuda_error();
  throw DeviceError(std::string(op) + ": cuBLAS reports \"" + cublasGetStatusString(status) + "\" (" + cublasGetStatusName(status) + ")");
}

/// A handle for each stream. It takes tens of megabytes of the device; programs that make streams again and again must not collect them.
HandleCache<cudaStream_t, cublasHandle_t>& blas_handles() {
  static auto* cache = new HandleCache<cudaStream_t, cublasHandle_t>(8);
  return *cache;
}

/// Call with the mutex of blas_handles() locked, also while the handle is used.
cublasHandle_t blas_handle(const char* op, cudaStream_t stream) {
  const auto make = [&] {
    cublasHandle_t handle = nullptr;
    check_cublas(op, cublasCreate(&handle));
    // Full precision: float32 products stay float32 (TF32 would keep 10 bits of each factor).
    cublasStatus_t set = cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH);
    if (set == CUBLAS_STATUS_SUCCESS) set = cublasSetStream(handle, stream);
    if (set != CUBLAS_STATUS_SUCCESS) cublasDestroy(handle);
    check_cublas(op, set);
    return handle;
  };
  return blas_handles().get(stream, make, [&](cublasHandle_t oldest) { check_cublas(op, cublasDestroy(oldest)); });  // waits for the device
}

/// cuBLAS counts columns first, so it is asked for c' = b' a', which leaves every matrix where it is.
template <class T> void vendor_gemm(const CudaExec& exec, const char* label, const Gemm& g) {
  constexpr cudaDataType_t type = cuda_type<T>;
  constexpr cublasComputeType_t compute = std::same_as<real_t<T>, float> ? CUBLAS_COMPUTE_32F : CUBLAS_COMPUTE_64F;
  const T one(1), zero(0);
  const std::lock_guard lock(blas_handles().mutex);
  const cublasHandle_t handle = blas_handle(label, exec.stream);
  const auto operation = [](const Gemm::Matrix& matrix) { return matrix.transposed() ? CUBLAS_OP_T : CUBLAS_OP_N; };

  // The longest axis of the stack is one call.
  int axis = 0;
  for (int d = 1; d < g.batch_rank; ++d)
    if (g.batch_extent[d] > g.batch_extent[axis]) axis = d;
  Gemm rest = g;
  const std::int64_t matrices = g.batch_rank > 0 ? g.batch_extent[axis] : 1;
  const std::int64_t a_step = g.a.batch_stride[axis], b_step = g.b.batch_stride[axis], c_step = g.c.batch_stride[axis];
  if (g.batch_rank > 0) rest.batch_extent[axis] = 1;
  for (std::int64_t i = 0; i < g.batch_size / matrices; ++i) {
    const T* a = reinterpret_cast<const T*>(g.a.data) + rest.batch_offset(g.a, i);
    const T* b = reinterpret_cast<const T*>(g.b.data) + rest.batch_offset(g.b, i);
    T* c = reinterpret_cast<T*>(g.c.data) + rest.batch_offset(g.c, i);
    if (g.m == 1 && g.n == 1 && matrices == 1) {
      // Two vectors: gemm would use one block of the device. (A matrix and a vector are recognised by gemm itself.)
      check_cublas(label, cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
      const cublasStatus_t status = cublasDotEx_64(handle, g.k, a, type, g.a.column_stride, b, type, g.b.row_stride, c, type, type);
      check_cublas(label, cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
      check_cublas(label, status);
    } else if (matrices == 1) {
      check_cublas(label, cublasGemmEx_64(handle, operation(g.b), operation(g.a), g.n, g.m, g.k, &one, b, type, g.b.leading(), a, type, g.a.leading(),
                                          &zero, c, type, g.c.leading(), compute, CUBLAS_GEMM_DEFAULT));
    } else {
      const cublasStatus_t status =
          cublasGemmStridedBatchedEx_64(handle, operation(g.b), operation(g.a), g.n, g.m, g.k, &one, b, type, g.b.leading(), b_step, a, type,
                                        g.a.leading(), a_step, &zero, c, type, g.c.leading(), c_step, matrices, compute, CUBLAS_GEMM_DEFAULT);
      if (status != CUBLAS_STATUS_NOT_SUPPORTED) {
        check_cublas(label, status);
        continue;
      }
      // cuBLAS 13.0 refuses some complex64 stacks of views; each of their matrices it takes.
      for (std::int64_t j = 0; j < matrices; ++j)
        check_cublas(label, cublasGemmEx_64(handle, operation(g.b), operation(g.a), g.n, g.m, g.k, &one, b + j * b_step, type, g.b.leading(),
                                            a + j * a_step, type, g.a.leading(), &zero, c + j * c_step, type, g.c.leading(), compute,
                                            CUBLAS_GEMM_DEFAULT));
    }
  }
}

}  // namespace

void gemm(const CudaExec& exec, const char* label, const Gemm& g) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, label, exec);
  with_element_type(g.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    if constexpr (blas_takes<T>) vendor_gemm<T>(exec, label, g);
    else own_gemm<T>(exec, label, g);
  });
}

void release_blas_handles() {
  blas_handles().release([](cublasHandle_t handle) { cublasDestroy(handle); });  // errors have no reader here
}

}  // namespace spica::detail
