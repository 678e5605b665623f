// float64 does not go into float32 by itself.
#include <spica/ops/creation/creation.hpp>

spica::Array<float> narrowed(const spica::Array<double>& a) { return a; }
