// Division of integers gives float64, so it cannot be done in place.
#include <spica/ops/elementwise/arithmetic.hpp>

void halve(const spica::Array<std::int64_t>& a) { a /= 2; }
