// Positions are integers.
#include <spica/ops/index/take.hpp>

spica::Array<double> taken(const spica::Array<double>& a, const spica::Array<float>& i) { return spica::take(a, i); }
