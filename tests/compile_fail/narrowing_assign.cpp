// Written elements do not narrow either.
#include <spica/ops/elementwise/arithmetic.hpp>

void narrowed(const spica::Array<std::int32_t>& a, const spica::Array<std::int64_t>& b) { a(spica::all) = b; }
