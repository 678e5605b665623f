// Complex numbers have no order.
#include <spica/ops/elementwise/comparison.hpp>

spica::Array<bool> smaller(const spica::Array<spica::complex128>& a) { return a < 1; }
