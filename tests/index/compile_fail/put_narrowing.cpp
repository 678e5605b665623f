// A float does not become an integer unasked.
#include <spica/ops/index/take.hpp>

void write(const spica::Array<int>& a, const spica::Array<int>& i, const spica::Array<double>& v) { spica::put(a, i, v); }
