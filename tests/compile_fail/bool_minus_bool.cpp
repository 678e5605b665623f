// NumPy: boolean subtract is not supported.
#include <spica/ops/elementwise/arithmetic.hpp>

spica::Array<bool> difference(const spica::Array<bool>& a, const spica::Array<bool>& b) { return a - b; }
