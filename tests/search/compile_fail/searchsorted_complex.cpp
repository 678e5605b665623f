// Complex numbers have no order.
#include <spica/ops/search/searchsorted.hpp>

spica::Array<std::int64_t> places(const spica::Array<spica::complex128>& a) { return spica::searchsorted(a, 1); }
