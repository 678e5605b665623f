// Floats are counted by histogram.
#include <spica/ops/search/bincount.hpp>

spica::Array<std::int64_t> counts(const spica::Array<double>& a) { return spica::bincount(a); }
