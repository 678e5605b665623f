// A formula in float64 does not make a float32 array.
#include <spica/ops/elementwise/arithmetic.hpp>

spica::Array<float> narrowed(const spica::Array<double>& a) { return a * 2; }
