// Starting and ending Spica, and what can run here.
#pragma once

#include <spica/backends/config.hpp>
#include <spica/core/backend.hpp>
#include <spica/core/errors.hpp>

#include <memory>
#include <string>
#include <vector>

namespace spica {

/// Starts Kokkos, or joins the one that the host program has started; ends what it started.
///
/// Reads SPICA_BACKEND, and takes `--spica-backend=NAME` or `--spica-backend NAME`, which goes before the variable, out of the
/// arguments (Kokkos takes its own). In a CUDA build on a machine without a usable GPU, Kokkos itself cannot start; Spica then
/// leaves it out, and `serial` and `openmp` work. Runtimes may nest; the last one to end ends Spica.
/// @throws ValueError (a backend name that is unknown or missing), BackendNotBuilt, BackendUnavailable, RuntimeError (Kokkos was
///         finalized before).
class Runtime {
 public:
  Runtime();
  Runtime(int& argc, char** argv);
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;
  ~Runtime();

  /// Waits for all work on all backends, of every thread and stream. @throws DeviceError if any of it failed.
  void fence() const;
};

/// The backends compiled into this library.
std::vector<Backend> backends();

/// Whether a backend can run here, and if not, why not and what to do.
struct Usable {
  bool yes = false;
  std::string why_not;
  explicit operator bool() const { return yes; }
};
Usable usable(Backend backend);

/// The backend of creation functions that name none. @throws BackendNotBuilt, BackendUnavailable.
void set_default_backend(Backend backend);
Backend default_backend();

/// Waits for the work on one backend's current instance: what the calling thread enqueues on. @throws DeviceError if any of it
/// failed; RuntimeError, BackendNotBuilt, BackendUnavailable.
void fence(Backend backend);

/// The number of host threads that the backend uses from the calling thread (1 for serial and cuda).
int concurrency(Backend backend);

/// While it lives, the calling thread's work of that instance's backend runs on the given execution-space instance.
/// Guards nest. The instance must outlive the guard; memory that the work used is reused only in order with it.
class On {
 public:
#ifdef KOKKOS_ENABLE_SERIAL
  explicit On(const Kokkos::Serial& instance);
#endif
#ifdef SPICA_HAS_OPENMP
  explicit On(const Kokkos::OpenMP& instance);
#endif
#ifdef SPICA_HAS_CUDA
  explicit On(const Kokkos::Cuda& instance);
#endif
  On(const On&) = delete;
  On& operator=(const On&) = delete;
  ~On();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

namespace detail {
/// @throws RuntimeError naming `op` if no Runtime is running.
void check_running(const char* op);
bool running();
/// @throws BackendNotBuilt or BackendUnavailable naming `op`.
void check_usable(const char* op, Backend backend);
}  // namespace detail

}  // namespace spica
