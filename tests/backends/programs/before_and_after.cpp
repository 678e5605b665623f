// Spica before its Runtime, after it, and with a second one that comes too late: errors in words.
#include <spica/backends/runtime.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "check.hpp"

using namespace spica;

int main(int argc, char** argv) {
  const char* const none_runs = "no Runtime is running; put `spica::Runtime runtime(argc, argv);` first in main";
  check_error<RuntimeError>([] { ones({3}); }, none_runs);
  check_error<RuntimeError>([] { fence(Backend::serial); }, none_runs);
  const Array<double> early;  // an array without elements needs no Runtime
  check(early.size() == 0, "an early array is empty");

  Array<double> a;
  {
    const Runtime outer(argc, argv);
    {
      const Runtime inner;
      a = ones({1000});
    }
    check(sum(a).item() == 1000, "work goes on after an inner Runtime ended");
  }

  const char* const ended =
      "the Runtime has ended (or the host program finalized Kokkos); arrays cannot be used any more";
  check_error<RuntimeError>([&] { sum(a); }, ended);
  check_error<RuntimeError>([&] { a += 1; }, ended);
  check_error<RuntimeError>([&] { (void)a(0).item(); }, ended);
  check_error<RuntimeError>([&] { a.to_vector(); }, ended);
  check_error<RuntimeError>([&] { zeros({3}); }, ended);
  check(a.shape() == Shape{1000} && a(slice(0, 5)).size() == 5, "shapes and views need no Runtime");

  check_error<RuntimeError>([] { const Runtime again; },
                            "Kokkos was finalized before and cannot start again in this process");
}
