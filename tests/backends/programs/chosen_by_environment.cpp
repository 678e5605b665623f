// SPICA_BACKEND chooses the default backend (the test sets it to serial, which is not the default where OpenMP was
// built).
#include <spica/backends/runtime.hpp>
#include <spica/ops/creation/creation.hpp>

#include "check.hpp"

int main() {
  const spica::Runtime runtime;
  check(spica::default_backend() == spica::Backend::serial, "the default backend is serial");
  check(spica::zeros({3}).backend() == spica::Backend::serial, "new arrays are on serial");
}
