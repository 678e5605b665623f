// A backend that is unknown or was not built, by argument and by environment: an error, after which a Runtime can
// start.
#include <spica/backends/runtime.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "check.hpp"

#include <cstdlib>

using namespace spica;

namespace {

void start_with(std::string argument) {
  char program[] = "program";
  char* argv[] = {program, argument.data(), nullptr};
  int argc = 2;
  const Runtime runtime(argc, argv);
}

}  // namespace

int main() {
  check_error<ValueError>([] { start_with("--spica-backend=gpu"); },
                          "--spica-backend: backend: unknown name \"gpu\"; known are serial, openmp, cuda");
  setenv("SPICA_BACKEND", "tpu", 1);
  check_error<ValueError>([] { const Runtime runtime; }, "SPICA_BACKEND: backend: unknown name \"tpu\"");
  check_error<ValueError>([] { start_with("--other"); }, "SPICA_BACKEND: backend: unknown name \"tpu\"");
  for (const Backend backend : all_backends) {
    if (usable(backend)) continue;
    setenv("SPICA_BACKEND", name(backend), 1);
    try {
      const Runtime runtime;
      check(false, "a backend that cannot be used is refused");
    } catch (const BackendNotBuilt&) {
    } catch (const BackendUnavailable&) {}
  }

  setenv("SPICA_BACKEND", "tpu", 1);
  char program[] = "program", choice[] = "--spica-backend=serial";  // the argument goes before the environment
  char* argv[] = {program, choice, nullptr};
  int argc = 2;
  const Runtime runtime(argc, argv);
  check(argc == 1 && default_backend() == Backend::serial, "the argument is taken");
  check(sum(ones({1000})).item() == 1000, "the program goes on");
}
