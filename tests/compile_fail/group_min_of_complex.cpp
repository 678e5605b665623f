// Complex numbers have no order, so groups of them have no minimum.
#include <spica/ops/group/group_by.hpp>

auto smallest(const spica::Array<int>& keys, const spica::Array<spica::complex128>& values) {
  return spica::group_by(keys).aggregate(values, spica::agg::sum, spica::agg::min);
}
