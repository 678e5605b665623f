// A number with a fraction does not go into integers.
#include <spica/ops/elementwise/arithmetic.hpp>

void narrowed(const spica::Array<std::int32_t>& a) { a(0) = 1.5; }
