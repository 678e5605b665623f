#include <spica/spica.hpp>

#include <iostream>

namespace sp = spica;

int main(int argc, char** argv) {
  sp::Runtime runtime(argc, argv);                           // starts Kokkos, or joins the one that runs already
  sp::Array<double> x = sp::linspace(0, 1, 1'000'001);       // on the default backend
  double pi = sp::mean(4 / (1 + x * x)).item();              // one kernel; item() waits for the number
  std::cout << pi << '\n' << x(sp::slice(0, 5)) * 1e6 << '\n';
}
