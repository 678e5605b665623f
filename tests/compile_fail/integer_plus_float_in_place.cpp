// NumPy: cannot cast from float64 to int64 with casting rule same_kind.
#include <spica/ops/elementwise/arithmetic.hpp>

void add(const spica::Array<std::int64_t>& a, const spica::Array<float>& b) { a += b; }
