// The team of host threads. Without OpenMP in Kokkos there is none, and ranges run on the calling thread.
#include <spica/backends/config.hpp>
#include <spica/backends/host/exec.hpp>
#include <spica/backends/host/instance.hpp>

#include <algorithm>
#include <exception>

#ifdef SPICA_HAS_OPENMP
#include <omp.h>
#endif

namespace spica::detail {

HostExec openmp_exec() {
#ifdef SPICA_HAS_OPENMP
  if (omp_in_parallel()) return {1};
  if (current_host_threads > 0) return {current_host_threads};
  // Kokkos' count where it runs (it knows --kokkos-num-threads); read once, so that later omp_set_num_threads do not matter.
  static const int default_threads = Kokkos::is_initialized() ? Kokkos::OpenMP().concurrency() : omp_get_max_threads();
  return {default_threads};
#else
  return {1};
#endif
}

void run_ranges(const HostExec& exec, std::int64_t size, std::int64_t grain,
                void (*function)(void*, std::int64_t, std::int64_t), void* context) {
  if (size <= 0) return;
  const std::int64_t grains = (size + grain - 1) / grain;
  const int team = static_cast<int>(std::min<std::int64_t>(exec.threads, grains));
  if (team <= 1) return function(context, 0, size);
#ifdef SPICA_HAS_OPENMP
  std::exception_ptr failure;
#pragma omp parallel num_threads(team)
  {
    const std::int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    const std::int64_t begin = grains * thread / threads * grain, end = std::min(size, grains * (thread + 1) / threads * grain);
    try {
      if (begin < end) function(context, begin, end);
    } catch (...) {
#pragma omp critical(spica_failure)
      if (!failure) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
#else
  function(context, 0, size);
#endif
}

}  // namespace spica::detail
