#include <spica/ops/index/diff.hpp>

#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/comparison.hpp>

namespace spica::detail {

template <Element T> Array<T> differences(const Array<T>& a, std::int64_t times, int axis) {
  Array<T> result = a;
  for (; times > 0 && result.shape()[axis] > 0; --times) {
    const std::int64_t length = result.shape()[axis] - 1;
    const Array<T> later = part_along(result, axis, 1, length), earlier = part_along(result, axis, 0, length);
    const Array<T> next = Array<T>::uninitialized("diff", later.shape(), a.backend());
    if constexpr (std::same_as<T, bool>) assign_elements("diff", next, later != earlier);
    else assign_elements("diff", next, later - earlier);
    result = next;
  }
  return result;
}

#define SPICA_DIFFERENCES(T) template Array<T> differences<T>(const Array<T>& a, std::int64_t times, int axis);
SPICA_DIFFERENCES(bool)
SPICA_DIFFERENCES(std::int8_t)
SPICA_DIFFERENCES(std::int16_t)
SPICA_DIFFERENCES(std::int32_t)
SPICA_DIFFERENCES(std::int64_t)
SPICA_DIFFERENCES(std::uint8_t)
SPICA_DIFFERENCES(std::uint16_t)
SPICA_DIFFERENCES(std::uint32_t)
SPICA_DIFFERENCES(std::uint64_t)
SPICA_DIFFERENCES(float16)
SPICA_DIFFERENCES(bfloat16)
SPICA_DIFFERENCES(float)
SPICA_DIFFERENCES(double)
SPICA_DIFFERENCES(complex64)
SPICA_DIFFERENCES(complex128)
#undef SPICA_DIFFERENCES

}  // namespace spica::detail
