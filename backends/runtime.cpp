#include <spica/backends/runtime.hpp>

#include <spica/backends/cuda/device.hpp>
#include <spica/backends/host/exec.hpp>
#include <spica/backends/host/instance.hpp>
#include <spica/backends/memory.hpp>

#ifdef SPICA_HAS_CUDA
#include <spica/backends/cuda/queue.hpp>
#endif

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>

namespace spica {

namespace {

#ifdef SPICA_HAS_OPENMP
constexpr bool openmp_built = true;
#else
constexpr bool openmp_built = false;
#endif

std::mutex state_mutex;  // guards these three
int runtimes = 0;  // Runtime objects alive, and one more where a host program that runs Kokkos made none
bool started_kokkos = false;
bool hook_pushed = false;
std::atomic<bool> is_running{false}, has_ended{false};
std::atomic<Backend> chosen_backend{openmp_built ? Backend::openmp : Backend::serial};

/// Called when Kokkos ends, whoever ends it: from then on Spica holds nothing that needs it.
void end_spica() {
  if (!is_running.exchange(false)) return;
  has_ended = true;
  detail::release_tracked();
  memory_pool(Backend::serial).trim();
  if (detail::cuda_built() && detail::cuda_usable()) {
    memory_pool(Backend::cuda).trim();
    detail::cuda_release();
  }
}

/// Kokkos with CUDA aborts where no device can be used, so it is left out there; host backends do without it.
bool kokkos_can_start() { return !detail::cuda_built() || detail::cuda_usable(); }

void choose(const char* from, std::string_view text) {
  try {
    const Backend backend = parse_backend(text);
    detail::check_usable(from, backend);
    chosen_backend = backend;
  } catch (const ValueError& error) {
    throw ValueError(std::string(from) + ": " + error.what());
  }
}

void start(int* argc, char** argv) {
  const std::lock_guard lock(state_mutex);
  if (Kokkos::is_finalized())
    throw RuntimeError("Runtime: Kokkos was finalized before and cannot start again in this process; keep one Runtime in main");
  if (!Kokkos::is_initialized() && kokkos_can_start()) {
    if (argc) Kokkos::initialize(*argc, argv);
    else Kokkos::initialize();
    started_kokkos = true;
  }
  if (Kokkos::is_initialized() && !hook_pushed) {
    Kokkos::push_finalize_hook(end_spica);
    hook_pushed = true;
  }
  is_running = true;
  ++runtimes;
}

void stop() {
  const std::lock_guard lock(state_mutex);
  if (--runtimes > 0) return;
  if (started_kokkos && Kokkos::is_initialized() && !Kokkos::is_finalized()) Kokkos::finalize();  // runs end_spica
  else if (!Kokkos::is_initialized()) end_spica();
  // Where the host program started Kokkos, Spica works on until the host program ends it.
}

}  // namespace

// A name that is unknown or cannot run is an error before Kokkos starts: it starts once in a process, and the caller may try again.
Runtime::Runtime() {
  if (const char* text = std::getenv("SPICA_BACKEND"); text && *text) choose("SPICA_BACKEND", text);
  start(nullptr, nullptr);
}

Runtime::Runtime(int& argc, char** argv) {
  constexpr std::string_view flag = "--spica-backend";
  std::optional<std::string> argument;
  int kept = 0;
  for (int i = 0; i < argc; ++i) {
    const std::string_view text = argv[i];
    if (i > 0 && text == flag) argument = i + 1 < argc ? argv[++i] : "";
    else if (i > 0 && text.starts_with(flag) && text[flag.size()] == '=') argument = text.substr(flag.size() + 1);
    else argv[kept++] = argv[i];
  }
  if (kept < argc) argv[kept] = nullptr;
  argc = kept;
  const char* text = std::getenv("SPICA_BACKEND");
  if (argument) choose("--spica-backend", *argument);
  else if (text && *text) choose("SPICA_BACKEND", text);
  start(&argc, argv);
}

Runtime::~Runtime() { stop(); }

void Runtime::fence() const {
  if (!detail::running()) return;  // the host program has ended Kokkos, which waited for everything
  if (detail::cuda_built() && detail::cuda_usable()) detail::cuda_fence_device();
}

std::vector<Backend> backends() {
  std::vector<Backend> list{Backend::serial};
  if (openmp_built) list.push_back(Backend::openmp);
  if (detail::cuda_built()) list.push_back(Backend::cuda);
  return list;
}

Usable usable(Backend backend) {
  switch (backend) {
    case Backend::serial: return {true, ""};
    case Backend::openmp: return openmp_built ? Usable{true, ""} : Usable{false, detail::not_built_reason(backend)};
    case Backend::cuda: return detail::cuda_usable();
  }
  return {false, "unknown backend"};
}

void set_default_backend(Backend backend) {
  detail::check_usable("set_default_backend", backend);
  chosen_backend = backend;
}

Backend default_backend() { return chosen_backend; }

void fence(Backend backend) {
  detail::check_running("fence");
  if (backend == Backend::cuda) {
    detail::check_usable("fence", backend);
    detail::cuda_fence();
  }
}

int concurrency(Backend backend) { return backend == Backend::openmp ? detail::openmp_exec().threads : 1; }

struct On::State {
  int host_threads_before = 0;
  bool host = false;
#ifdef SPICA_HAS_CUDA
  std::unique_ptr<detail::CurrentQueue> queue;
#endif
};

#ifdef KOKKOS_ENABLE_SERIAL
On::On(const Kokkos::Serial&) {}  // serial work runs on the calling thread, whichever instance
#endif
#ifdef SPICA_HAS_OPENMP
On::On(const Kokkos::OpenMP& instance) : state_(std::make_unique<State>()) {
  state_->host = true;
  state_->host_threads_before = detail::current_host_threads;
  detail::current_host_threads = instance.concurrency();
}
#endif
#ifdef SPICA_HAS_CUDA
On::On(const Kokkos::Cuda& instance) : state_(std::make_unique<State>()) {
  state_->queue = std::make_unique<detail::CurrentQueue>(instance);
}
#endif

On::~On() {
  if (state_ && state_->host) detail::current_host_threads = state_->host_threads_before;
}

namespace detail {

bool running() { return is_running; }

void check_running(const char* op) {
  if (is_running) return;
  if (Kokkos::is_finalized() || has_ended)
    throw RuntimeError(std::string(op) + ": the Runtime has ended (or the host program finalized Kokkos); arrays cannot be used any more");
  if (Kokkos::is_initialized()) {  // a host program that runs Kokkos itself need not make a Runtime
    start(nullptr, nullptr);
    return;
  }
  throw RuntimeError(std::string(op) + ": no Runtime is running; put `spica::Runtime runtime(argc, argv);` first in main");
}

std::string not_built_reason(Backend backend) {
  const std::string upper = backend == Backend::cuda ? "CUDA" : "OPENMP";
  return std::string("backend ") + name(backend) + " was not built into this library; configure with -DKokkos_ENABLE_" + upper +
         "=ON, or choose one of backends()";
}

void check_usable(const char* op, Backend backend) {
  if (backend == Backend::serial) return;
  const bool built = backend == Backend::openmp ? openmp_built : cuda_built();
  if (!built) throw BackendNotBuilt(std::string(op) + ": " + not_built_reason(backend));
  if (backend == Backend::cuda)
    if (const Usable cuda = cuda_usable(); !cuda) throw BackendUnavailable(std::string(op) + ": " + cuda.why_not);
}

Backend current_default_backend() { return chosen_backend; }

}  // namespace detail
}  // namespace spica
