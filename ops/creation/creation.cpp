#include <spica/ops/creation/creation.hpp>

namespace spica::detail {

std::int64_t arange_length(double start, double stop, double step) {
  if (step == 0) throw ValueError("arange: step cannot be 0");
  const double length = std::ceil((stop - start) / step);
  if (!(length < 9.2e18)) throw ValueError("arange: the number of elements is not finite or beyond int64");
  return length > 0 ? static_cast<std::int64_t>(length) : 0;
}

}  // namespace spica::detail
