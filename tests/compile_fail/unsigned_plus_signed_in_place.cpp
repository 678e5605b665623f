// NumPy: cannot cast from int32 to uint32 with casting rule same_kind.
#include <spica/ops/elementwise/arithmetic.hpp>

void add(const spica::Array<std::uint32_t>& a, const spica::Array<std::int32_t>& b) { a += b; }
