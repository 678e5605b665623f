#include <spica/backends/host/blas_threads.hpp>

#include <mutex>

#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef SPICA_HAVE_OPENBLAS
#include <cblas.h>
#else
#include <dlfcn.h>
#endif

namespace spica::detail {

namespace {

/// OpenBLAS' functions, where it is the BLAS and has a pool of its own; null otherwise.
struct OwnPool {
  int (*get)() = nullptr;
  void (*set)(int) = nullptr;

  OwnPool() {
    constexpr int own_threads = 1;  // 0: none, 2: OpenMP
#ifdef SPICA_HAVE_OPENBLAS
    if (openblas_get_parallel() != own_threads) return;
    get = [] { return openblas_get_num_threads(); };
    set = [](int threads) { openblas_set_num_threads(threads); };
#else  // behind Kokkos Kernels or a plain libblas there may be OpenBLAS all the same
    const auto parallel = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "openblas_get_parallel"));
    if (!parallel || parallel() != own_threads) return;
    get = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "openblas_get_num_threads"));
    set = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
    if (!get || !set) *this = {nullptr, nullptr};
#endif
  }
  OwnPool(int (*getter)(), void (*setter)(int)) : get(getter), set(setter) {}
};

const OwnPool& own_pool() {
  static const OwnPool pool;
  return pool;
}

std::mutex pool_mutex;
int calls = 0;         // under way, of all threads
int pool_before = 0;   // what the first of them found

}  // namespace

BlasThreads::BlasThreads(int threads) {
  if (const OwnPool& pool = own_pool(); pool.set) {
    const std::lock_guard lock(pool_mutex);
    if (calls++ > 0) return;
    pool_before = pool.get();
    if (pool_before != threads) pool.set(threads);
    return;
  }
#ifdef _OPENMP
  openmp_before_ = omp_get_max_threads();
  if (openmp_before_ != threads) omp_set_num_threads(threads);
#else
  (void)threads;
#endif
}

BlasThreads::~BlasThreads() {
  if (const OwnPool& pool = own_pool(); pool.set) {
    const std::lock_guard lock(pool_mutex);
    if (--calls == 0 && pool.get() != pool_before) pool.set(pool_before);
    return;
  }
#ifdef _OPENMP
  if (omp_get_max_threads() != openmp_before_) omp_set_num_threads(openmp_before_);
#endif
}

}  // namespace spica::detail
