// A host program that starts and ends Kokkos itself: Spica joins, with and without a Runtime, and ends with it.
#include <spica/backends/runtime.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "check.hpp"

using namespace spica;

int main(int argc, char** argv) {
  Array<double> a;
  Kokkos::initialize(argc, argv);
  {
    a = ones({1000});
    check(sum(a).item() == 1000, "Spica works without a Runtime where the host program runs Kokkos");
    { const Runtime runtime; }
    check(Kokkos::is_initialized() && !Kokkos::is_finalized(), "a Runtime does not end the host program's Kokkos");
    check(sum(a).item() == 1000, "Spica works on until the host program ends Kokkos");
  }
  Kokkos::finalize();
  check_error<RuntimeError>([&] { sum(a); }, "the Runtime has ended (or the host program finalized Kokkos)");
  check_error<RuntimeError>([] { const Runtime runtime; }, "Kokkos was finalized before");
}
