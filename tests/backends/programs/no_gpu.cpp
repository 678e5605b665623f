// TRAP-19: CUDA_VISIBLE_DEVICES is empty. A build with CUDA starts all the same, hosts work, and asking for CUDA is an
// error in words; a build without CUDA says that it is one.
#include <spica/backends/memory.hpp>
#include <spica/backends/runtime.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "check.hpp"

#include <chrono>

using namespace spica;

int main(int argc, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  const Runtime runtime(argc, argv);
  check(std::chrono::steady_clock::now() - start < std::chrono::seconds(5), "no wait of seconds");

  check(!usable(Backend::cuda), "cuda cannot be used");
  const auto ask = [] { zeros({3}, Backend::cuda); };
#ifdef KOKKOS_ENABLE_CUDA
  check_error<BackendUnavailable>(ask, "backend cuda cannot run here");
  check_error<BackendUnavailable>([] { set_default_backend(Backend::cuda); }, "CUDA_VISIBLE_DEVICES");
#else
  check_error<BackendNotBuilt>(
      ask, "zeros: backend cuda was not built into this library; configure with -DKokkos_ENABLE_CUDA=ON");
  check_error<BackendNotBuilt>([] { set_default_backend(Backend::cuda); }, "choose one of backends()");
#endif
  for (const Backend backend : {Backend::serial, Backend::openmp})
    if (usable(backend)) check(sum(ones({100'000}, backend)).item() == 100'000, "hosts work");
}
