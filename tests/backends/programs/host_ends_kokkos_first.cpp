// TRAP-15: a host program that calls Kokkos::finalize while a Runtime and arrays are alive.
#include <spica/backends/runtime.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "check.hpp"

using namespace spica;

int main(int argc, char** argv) {
  Kokkos::initialize(argc, argv);
  const Runtime runtime;
  const Array<double> a = ones({1000});
  check(sum(a).item() == 1000, "Spica works");

  Kokkos::finalize();

  check_error<RuntimeError>([&] { sum(a); }, "the host program finalized Kokkos");
  runtime.fence();  // nothing is under way: no error, no crash
}
