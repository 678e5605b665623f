// A user's program, built outside the tree by the tests install.*.
#include <spica/spica.hpp>

#include <iostream>

namespace sp = spica;

int main(int argc, char** argv) {
  sp::Runtime runtime(argc, argv);
  sp::Array<double> a = sp::ones<double>({1000});
  double total = sp::sum(sp::sqrt(a * a + 3.0)).item();
  std::cout << total << '\n';
  return total == 2000.0 ? 0 : 1;
}
