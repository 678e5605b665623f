// A function of one number for two arrays.
#include <spica/ops/elementwise/map.hpp>

struct Half {
  KOKKOS_FUNCTION double operator()(double x) const { return x / 2; }
};
spica::Array<double> halves(const spica::Array<double>& a) { return spica::map(Half{}, a, a); }
