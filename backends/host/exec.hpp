// How work runs on the host, for both host backends: `serial` is an executor with one thread, `openmp` one with a team.
// One kernel instantiation serves both, so choosing the backend costs no compile time and cannot change a result.
#pragma once

#include <cstdint>

namespace spica::detail {

struct HostExec {
  int threads = 1;
};

/// The calling thread's executor. Inside a caller's own parallel region it has one thread: there is no team to wake.
HostExec serial_exec();
HostExec openmp_exec();  ///< defined in backends/openmp/team.cpp

/// Calls function(context, begin, end) so that the ranges cover [0, size), each a multiple of `grain` long but for the last;
/// on the calling thread alone if there is one thread or one grain. An exception from any range reaches the caller.
void run_ranges(const HostExec& exec, std::int64_t size, std::int64_t grain,
                void (*function)(void* context, std::int64_t begin, std::int64_t end), void* context);

template <class F> void for_ranges(const HostExec& exec, std::int64_t size, std::int64_t grain, F f) {
  run_ranges(exec, size, grain, [](void* context, std::int64_t begin, std::int64_t end) { (*static_cast<F*>(context))(begin, end); }, &f);
}

/// Below this many elements a team costs more than it brings.
inline constexpr std::int64_t serial_threshold = 32768;

/// The device numbers that Kokkos Tools knows.
std::uint32_t tools_device(const HostExec& exec);

/// Reports a kernel to Kokkos Tools while it lives; costs a comparison when no tool is loaded.
class ToolsKernel {
 public:
  enum class Kind : std::uint8_t { parallel_for, parallel_reduce, parallel_scan };
  template <class Exec> ToolsKernel(Kind kind, const char* label, const Exec& exec) : kind_(kind), active_(tool_loaded()) {
    if (active_) begin(label, tools_device(exec));
  }
  ToolsKernel(const ToolsKernel&) = delete;
  ToolsKernel& operator=(const ToolsKernel&) = delete;
  ~ToolsKernel();

 private:
  static bool tool_loaded();
  void begin(const char* label, std::uint32_t device);

  std::uint64_t id_ = 0;
  Kind kind_;
  bool active_;
};

}  // namespace spica::detail
