// Linear algebra on CUDA: cuSOLVER through its 64-bit interface, one matrix of a stack after the other.
#include <spica/backends/lapack.hpp>

#include <spica/backends/cuda/data_type.hpp>
#include <spica/backends/cuda/handle_cache.hpp>
#include <spica/backends/cuda/scratch.hpp>

#include <cusolverDn.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

namespace spica::detail {

namespace {

void check_cusolver(const char* op, cusolverStatus_t status) {
  if (status == CUSOLVER_STATUS_SUCCESS) return;
  forget_cuda_error();
  const char* const text = status == CUSOLVER_STATUS_NOT_INITIALIZED    ? "not initialized"
                           : status == CUSOLVER_STATUS_ALLOC_FAILED     ? "no memory"
                           : status == CUSOLVER_STATUS_INVALID_VALUE    ? "invalid value"
                           : status == CUSOLVER_STATUS_ARCH_MISMATCH    ? "architecture not supported"
                           : status == CUSOLVER_STATUS_EXECUTION_FAILED ? "execution failed"
                           : status == CUSOLVER_STATUS_NOT_SUPPORTED    ? "not supported"
                                                                        : "internal error";
  throw DeviceError(std::string(op) + ": cuSOLVER reports \"" + text + "\" (" +
                    std::to_string(static_cast<int>(status)) + ")");
}

/// A handle for each stream, as for cuBLAS (blas.cpp).
HandleCache<cudaStream_t, cusolverDnHandle_t>& lapack_handles() {
  static auto* cache = new HandleCache<cudaStream_t, cusolverDnHandle_t>(8);
  return *cache;
}

/// Call with the mutex of lapack_handles() locked, also while the handle is used.
cusolverDnHandle_t lapack_handle(const char* op, cudaStream_t stream) {
  const auto make = [&] {
    cusolverDnHandle_t handle = nullptr;
    check_cusolver(op, cusolverDnCreate(&handle));
    const cusolverStatus_t set = cusolverDnSetStream(handle, stream);
    if (set != CUSOLVER_STATUS_SUCCESS) cusolverDnDestroy(handle);
    check_cusolver(op, set);
    return handle;
  };
  return lapack_handles().get(stream, make, [&](cusolverDnHandle_t oldest) {
    check_cuda(op, cudaDeviceSynchronize());  // its work may still be under way
    check_cusolver(op, cusolverDnDestroy(oldest));
  });
}

/// One call of an op: the handle, locked, and an `info` for each matrix.
class Solver {
 public:
  Solver(const CudaExec& exec, const char* op, std::int64_t count)
      : tools_(ToolsKernel::Kind::parallel_for, op, exec),
        lock_(lapack_handles().mutex),
        exec_(exec),
        op_(op),
        count_(count),
        infos_(op, static_cast<std::size_t>(count + 1) * sizeof(int)),
        handle_(lapack_handle(op, exec.stream)) {
    check_cuda(op, cudaMemsetAsync(infos_.data(), 0, static_cast<std::size_t>(count + 1) * sizeof(int), exec.stream));
    check(cusolverDnCreateParams(&params_));
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver() {
    if (params_) cusolverDnDestroyParams(params_);
  }

  cusolverDnHandle_t handle() const { return handle_; }
  cusolverDnParams_t params() const { return params_; }
  int* info(std::int64_t i) const { return infos_.data<int>() + i; }
  int* unread() const { return info(count_); }  ///< for a routine that can fail by its arguments only
  void check(cusolverStatus_t status) const { check_cusolver(op_, status); }

  /// Waits, and says which matrix failed first.
  LapackFailure wait() const {
    std::vector<int> infos(static_cast<std::size_t>(count_));
    check_cuda(op_, cudaMemcpyAsync(infos.data(), infos_.data(), infos.size() * sizeof(int), cudaMemcpyDeviceToHost,
                                    exec_.stream));
    check_cuda(op_, cudaStreamSynchronize(exec_.stream));
    for (std::int64_t i = 0; i < count_; ++i) {
      const int info = infos[static_cast<std::size_t>(i)];
      if (info < 0) throw DeviceError(std::string(op_) + ": cuSOLVER refuses its argument " + std::to_string(-info));
      if (info > 0) return {i, info};
    }
    return {};
  }

 private:
  const ToolsKernel tools_;
  const std::lock_guard<std::mutex> lock_;
  const CudaExec& exec_;
  const char* op_;
  std::int64_t count_;
  CudaScratch infos_;
  cusolverDnHandle_t handle_;
  cusolverDnParams_t params_ = nullptr;
};

/// Workspaces that a routine asked for; one serves all matrices of a stack, since the stream runs them one after the
/// other.
class Workspace {
 public:
  std::size_t device_bytes = 0, host_bytes = 0;

  explicit Workspace(const char* op, const CudaExec& exec) : op_(op), exec_(exec) {}
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  // What is queued may still read the host's part.
  ~Workspace() {
    if (host_bytes > 0) cudaStreamSynchronize(exec_.stream);
  }
  void make() {
    device_ = std::make_unique<CudaScratch>(op_, std::max<std::size_t>(device_bytes, 1));
    host_.resize(host_bytes);
  }
  void* device() const { return device_->data(); }
  void* host() { return host_.empty() ? nullptr : host_.data(); }

 private:
  const char* op_;
  const CudaExec& exec_;
  std::unique_ptr<CudaScratch> device_;
  std::vector<char> host_;
};

template <class T> T* matrix(void* first, std::int64_t i, std::int64_t elements) {
  return static_cast<T*>(first) + i * elements;
}

/// LU factors of each matrix; pivots: n for each.
template <class T>
void factor_lu(const CudaExec& exec, const char* op, const Solver& solver, std::int64_t count, std::int64_t n, void* a,
               std::int64_t* pivots) {
  constexpr cudaDataType_t type = cuda_type<T>;
  Workspace work(op, exec);
  solver.check(cusolverDnXgetrf_bufferSize(solver.handle(), solver.params(), n, n, type, a, n, type, &work.device_bytes,
                                           &work.host_bytes));
  work.make();
  for (std::int64_t i = 0; i < count; ++i)
    solver.check(cusolverDnXgetrf(solver.handle(), solver.params(), n, n, type, matrix<T>(a, i, n * n), n,
                                  pivots + i * n, type, work.device(), work.device_bytes, work.host(), work.host_bytes,
                                  solver.info(i)));
}

template <class T> LapackFailure run(const CudaExec& exec, const char* op, const LuSolve& call) {
  constexpr cudaDataType_t type = cuda_type<T>;
  const std::int64_t n = call.n;
  const Solver solver(exec, op, call.count);
  const CudaScratch pivots(op, static_cast<std::size_t>(call.count * n) * sizeof(std::int64_t));
  factor_lu<T>(exec, op, solver, call.count, n, call.a, pivots.data<std::int64_t>());
  for (std::int64_t i = 0; i < call.count; ++i)
    solver.check(cusolverDnXgetrs(solver.handle(), solver.params(), CUBLAS_OP_N, n, call.columns, type,
                                  matrix<T>(call.a, i, n * n), n, pivots.data<std::int64_t>() + i * n, type,
                                  matrix<T>(call.b, i, n * call.columns), n, solver.unread()));
  return solver.wait();
}

template <class T> LapackFailure run(const CudaExec& exec, const char* op, const LuFactor& call) {
  const Solver solver(exec, op, call.count);
  factor_lu<T>(exec, op, solver, call.count, call.n, call.a, call.pivots);
  return {};
}

template <class T> LapackFailure run(const CudaExec& exec, const char* op, const CholeskyFactor& call) {
  constexpr cudaDataType_t type = cuda_type<T>;
  const std::int64_t n = call.n;
  const cublasFillMode_t uplo = call.lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
  const Solver solver(exec, op, call.count);
  Workspace work(op, exec);
  solver.check(cusolverDnXpotrf_bufferSize(solver.handle(), solver.params(), uplo, n, type, call.a, n, type,
                                           &work.device_bytes, &work.host_bytes));
  work.make();
  for (std::int64_t i = 0; i < call.count; ++i)
    solver.check(cusolverDnXpotrf(solver.handle(), solver.params(), uplo, n, type, matrix<T>(call.a, i, n * n), n, type,
                                  work.device(), work.device_bytes, work.host(), work.host_bytes, solver.info(i)));
  return solver.wait();
}

template <class T> LapackFailure run(const CudaExec& exec, const char* op, const QrFactor& call) {
  constexpr cudaDataType_t type = cuda_type<T>;
  const std::int64_t m = call.rows, n = call.columns;
  const Solver solver(exec, op, call.count);
  Workspace work(op, exec);
  solver.check(cusolverDnXgeqrf_bufferSize(solver.handle(), solver.params(), m, n, type, call.a, m, type, call.tau,
                                           type, &work.device_bytes, &work.host_bytes));
  work.make();
  for (std::int64_t i = 0; i < call.count; ++i)
    solver.check(cusolverDnXgeqrf(solver.handle(), solver.params(), m, n, type, matrix<T>(call.a, i, m * n), m, type,
                                  matrix<T>(call.tau, i, std::min(m, n)), type, work.device(), work.device_bytes,
                                  work.host(), work.host_bytes, solver.info(i)));
  return {};
}

// The columns of q have no 64-bit interface.
#define SPICA_FORM_Q(T, C, name)                                                                                      \
  cusolverStatus_t form_q_size(cusolverDnHandle_t handle, int m, int n, int k, const T* q, const T* tau, int* size) { \
    return cusolverDn##name##_bufferSize(handle, m, n, k, reinterpret_cast<const C*>(q), m,                           \
                                         reinterpret_cast<const C*>(tau), size);                                      \
  }                                                                                                                   \
  cusolverStatus_t form_q(cusolverDnHandle_t handle, int m, int n, int k, T* q, const T* tau, void* work, int size,   \
                          int* info) {                                                                                \
    return cusolverDn##name(handle, m, n, k, reinterpret_cast<C*>(q), m, reinterpret_cast<const C*>(tau),             \
                            static_cast<C*>(work), size, info);                                                       \
  }
SPICA_FORM_Q(float, float, Sorgqr)
SPICA_FORM_Q(double, double, Dorgqr)
SPICA_FORM_Q(complex64, cuComplex, Cungqr)
SPICA_FORM_Q(complex128, cuDoubleComplex, Zungqr)
#undef SPICA_FORM_Q

int length(const char* op, std::int64_t n) {
  if (n > std::numeric_limits<int>::max())
    throw ShapeError(std::string(op) + ": an axis of length " + std::to_string(n) +
                     " is beyond what cuSOLVER counts here (32 bits)");
  return static_cast<int>(n);
}

template <class T> LapackFailure run(const CudaExec& exec, const char* op, const QrForm& call) {
  const int m = length(op, call.rows), n = length(op, call.columns), k = length(op, call.reflectors);
  const Solver solver(exec, op, call.count);
  int size = 0;
  solver.check(
      form_q_size(solver.handle(), m, n, k, static_cast<const T*>(call.q), static_cast<const T*>(call.tau), &size));
  const CudaScratch work(op, std::max<std::size_t>(static_cast<std::size_t>(size) * sizeof(T), 1));
  for (std::int64_t i = 0; i < call.count; ++i)
    solver.check(form_q(solver.handle(), m, n, k, matrix<T>(call.q, i, call.rows * call.columns),
                        static_cast<const T*>(call.tau) + i * call.reflectors, work.data(), size, solver.info(i)));
  return {};
}

template <class T> LapackFailure run(const CudaExec& exec, const char* op, const SvdFactor& call) {
  constexpr cudaDataType_t type = cuda_type<T>, real_type = cuda_type<real_t<T>>;
  const std::int64_t m = call.rows, n = call.columns, u_columns = call.full ? m : n;
  const signed char job = !call.vectors ? 'N' : call.full ? 'A' : 'S';
  const Solver solver(exec, op, call.count);
  Workspace work(op, exec);
  solver.check(cusolverDnXgesvd_bufferSize(solver.handle(), solver.params(), job, job, m, n, type, call.a, m, real_type,
                                           call.s, type, call.u, m, type, call.vh, n, type, &work.device_bytes,
                                           &work.host_bytes));
  work.make();
  for (std::int64_t i = 0; i < call.count; ++i)
    solver.check(cusolverDnXgesvd(solver.handle(), solver.params(), job, job, m, n, type, matrix<T>(call.a, i, m * n),
                                  m, real_type, matrix<real_t<T>>(call.s, i, n), type,
                                  call.vectors ? matrix<T>(call.u, i, m * u_columns) : nullptr, m, type,
                                  call.vectors ? matrix<T>(call.vh, i, n * n) : nullptr, n, type, work.device(),
                                  work.device_bytes, work.host(), work.host_bytes, solver.info(i)));
  return solver.wait();
}

template <class T> LapackFailure run(const CudaExec& exec, const char* op, const EighFactor& call) {
  constexpr cudaDataType_t type = cuda_type<T>, real_type = cuda_type<real_t<T>>;
  const std::int64_t n = call.n;
  const cusolverEigMode_t job = call.vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
  const cublasFillMode_t uplo = call.lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
  const Solver solver(exec, op, call.count);
  Workspace work(op, exec);
  solver.check(cusolverDnXsyevd_bufferSize(solver.handle(), solver.params(), job, uplo, n, type, call.a, n, real_type,
                                           call.w, type, &work.device_bytes, &work.host_bytes));
  work.make();
  for (std::int64_t i = 0; i < call.count; ++i)
    solver.check(cusolverDnXsyevd(solver.handle(), solver.params(), job, uplo, n, type, matrix<T>(call.a, i, n * n), n,
                                  real_type, matrix<real_t<T>>(call.w, i, n), type, work.device(), work.device_bytes,
                                  work.host(), work.host_bytes, solver.info(i)));
  return solver.wait();
}

}  // namespace

#define SPICA_LAPACK(Call)                                                                                  \
  LapackFailure lapack(const CudaExec& exec, const char* op, const Call& call) {                            \
    return with_lapack_type(call.dtype,                                                                     \
                            [&](auto type) { return run<typename decltype(type)::type>(exec, op, call); }); \
  }
SPICA_LAPACK(LuSolve)
SPICA_LAPACK(LuFactor)
SPICA_LAPACK(CholeskyFactor)
SPICA_LAPACK(QrFactor)
SPICA_LAPACK(QrForm)
SPICA_LAPACK(SvdFactor)
SPICA_LAPACK(EighFactor)
#undef SPICA_LAPACK

void release_lapack_handles() {
  lapack_handles().release([](cusolverDnHandle_t handle) { cusolverDnDestroy(handle); });  // errors have no reader here
}

}  // namespace spica::detail
