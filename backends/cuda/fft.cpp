// Fourier transforms on CUDA: cuFFT.
#include <spica/backends/fft.hpp>

#include <spica/backends/cuda/handle_cache.hpp>
#include <spica/backends/cuda/queue.hpp>
#include <spica/core/errors.hpp>

#include <cufft.h>

#include <algorithm>
#include <mutex>
#include <string>

namespace spica::detail {

namespace {

void check_cufft(const char* op, cufftResult code) {
  if (code == CUFFT_SUCCESS) return;
  forget_cuda_error();
  throw DeviceError(std::string(op) + ": cuFFT reports error " + std::to_string(static_cast<int>(code)) +
                    (code == CUFFT_ALLOC_FAILED ? " (no memory for its workspace)" : ""));
}

/// A plan owns a workspace, so each stream has its own.
struct PlanKey {
  cudaStream_t stream;
  cufftType type;
  int rank;
  std::int64_t length[3];
  std::int64_t stride, in_distance, out_distance, batch;
  bool operator==(const PlanKey&) const = default;
};
HandleCache<PlanKey, cufftHandle>& plans() {
  static auto* cache = new HandleCache<PlanKey, cufftHandle>(16);  // workspaces are as large as the arrays
  return *cache;
}

/// Call with the mutex of plans() locked, also while the plan is executed.
cufftHandle plan_for(const char* op, const PlanKey& key) {
  const auto make = [&] {
    const bool from_real = key.type == CUFFT_R2C || key.type == CUFFT_D2Z,
               to_real = key.type == CUFFT_C2R || key.type == CUFFT_Z2D;
    long long n[3], in_embed[3], out_embed[3];
    for (int d = 0; d < key.rank; ++d) {
      n[d] = key.length[d];
      in_embed[d] = to_real ? n[d] / 2 + 1 : n[d];
      out_embed[d] = from_real ? n[d] / 2 + 1 : n[d];
    }
    cufftHandle handle = 0;
    check_cufft(op, cufftCreate(&handle));
    std::size_t workspace = 0;
    const cufftResult made = cufftMakePlanMany64(handle, key.rank, n, in_embed, key.stride, key.in_distance, out_embed,
                                                 key.stride, key.out_distance, key.type, key.batch, &workspace);
    const cufftResult placed = made == CUFFT_SUCCESS ? cufftSetStream(handle, key.stream) : made;
    if (placed != CUFFT_SUCCESS) {
      cufftDestroy(handle);
      check_cufft(op, placed);
    }
    return handle;
  };
  return plans().get(key, make, [&](cufftHandle oldest) { check_cufft(op, cufftDestroy(oldest)); });
}

cufftType type_of(const FourierTransform& t) {
  switch (t.kind) {
    case FourierTransform::Kind::real_to_complex: return t.single ? CUFFT_R2C : CUFFT_D2Z;
    case FourierTransform::Kind::complex_to_real: return t.single ? CUFFT_C2R : CUFFT_Z2D;
    default: return t.single ? CUFFT_C2C : CUFFT_Z2Z;
  }
}

void execute(const char* op, cufftHandle plan, cufftType type, int direction, void* in, void* out) {
  switch (type) {
    case CUFFT_R2C:
      return check_cufft(op, cufftExecR2C(plan, static_cast<cufftReal*>(in), static_cast<cufftComplex*>(out)));
    case CUFFT_C2R:
      return check_cufft(op, cufftExecC2R(plan, static_cast<cufftComplex*>(in), static_cast<cufftReal*>(out)));
    case CUFFT_D2Z:
      return check_cufft(op,
                         cufftExecD2Z(plan, static_cast<cufftDoubleReal*>(in), static_cast<cufftDoubleComplex*>(out)));
    case CUFFT_Z2D:
      return check_cufft(op,
                         cufftExecZ2D(plan, static_cast<cufftDoubleComplex*>(in), static_cast<cufftDoubleReal*>(out)));
    case CUFFT_C2C:
      return check_cufft(
          op, cufftExecC2C(plan, static_cast<cufftComplex*>(in), static_cast<cufftComplex*>(out), direction));
    default:
      return check_cufft(op, cufftExecZ2Z(plan, static_cast<cufftDoubleComplex*>(in),
                                          static_cast<cufftDoubleComplex*>(out), direction));
  }
}

/// At most three axes. cuFFT knows one axis of other transforms: of `outer` and `inner` the longer one; the shorter is
/// a loop.
void transform_axes(const CudaExec& exec, const char* op, const FourierTransform& t) {
  const std::int64_t real_size = t.single ? 4 : 8, complex_size = 2 * real_size;
  const bool from_real = t.kind == FourierTransform::Kind::real_to_complex,
             to_real = t.kind == FourierTransform::Kind::complex_to_real;
  std::int64_t in_points = 1, out_points = 1;
  PlanKey key{exec.stream, type_of(t), t.rank, {}, t.inner, 1, 1, 1};
  for (int d = 0; d < t.rank; ++d) {
    key.length[d] = t.length[d];
    in_points *= to_real ? t.length[d] / 2 + 1 : t.length[d];
    out_points *= from_real ? t.length[d] / 2 + 1 : t.length[d];
  }
  const std::int64_t in_block = in_points * t.inner, out_block = out_points * t.inner;
  const bool over_outer = t.inner == 1 || t.outer > t.inner;
  key.batch = over_outer ? t.outer : t.inner;
  key.in_distance = over_outer ? in_block : 1;
  key.out_distance = over_outer ? out_block : 1;
  const std::int64_t times = over_outer ? t.inner : t.outer;
  const std::int64_t in_step = (over_outer ? 1 : in_block) * (from_real ? real_size : complex_size);
  const std::int64_t out_step = (over_outer ? 1 : out_block) * (to_real ? real_size : complex_size);
  const int direction = t.kind == FourierTransform::Kind::forward ? CUFFT_FORWARD : CUFFT_INVERSE;
  const std::lock_guard lock(plans().mutex);
  const cufftHandle plan = plan_for(op, key);
  for (std::int64_t i = 0; i < times; ++i)
    execute(op, plan, key.type, direction, static_cast<char*>(t.in) + i * in_step,
            static_cast<char*>(t.out) + i * out_step);
}

}  // namespace

void fourier_transform(const CudaExec& exec, const char* op, const FourierTransform& t) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  // cuFFT takes three axes at a time, so groups of three from the end.
  FourierTransform pass = t;
  for (int end = t.rank; end > 0; end -= pass.rank) {
    pass.rank = std::min(end, 3);
    pass.outer = t.outer;
    pass.inner = t.inner;
    for (int d = 0; d < end - pass.rank; ++d) pass.outer *= t.length[d];
    for (int d = end; d < t.rank; ++d) pass.inner *= t.length[d];
    for (int d = 0; d < pass.rank; ++d) pass.length[d] = t.length[end - pass.rank + d];
    transform_axes(exec, op, pass);
    pass.in = pass.out;
  }
}

void release_fft_plans() {
  plans().release([](cufftHandle plan) { cufftDestroy(plan); });  // errors have no reader here
}

}  // namespace spica::detail
