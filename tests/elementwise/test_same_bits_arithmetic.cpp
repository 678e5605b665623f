// Arithmetic, the larger and smaller, and choices have the same bits on every backend,
// with several numbers of threads: elementwise.same_bits_arithmetic.
#include "same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

template <class T> void expect_same_arithmetic() {
  constexpr std::string_view family = "arithmetic";
  SPICA_FOR_EACH_UNARY(SPICA_SAME_BITS_UNARY)
  SPICA_FOR_EACH_BINARY(SPICA_SAME_BITS_BINARY)
}
template <class T> void expect_same_extrema() {
  constexpr std::string_view family = "extrema";
  SPICA_FOR_EACH_BINARY(SPICA_SAME_BITS_BINARY)
}

TEST(ElementwiseSameBits, ArithmeticOfFloat64) { expect_same_arithmetic<double>(); }
TEST(ElementwiseSameBits, ExtremaOfFloat64) { expect_same_extrema<double>(); }
TEST(ElementwiseSameBits, Choices) {
  testing::expect_same_elements<float>(
      "where", [](const Array<float>& x, const Array<float>& y) { return where(x > y, x, y * 2); });
  testing::expect_same_elements<float>("clip",
                                       [](const Array<float>& x, const Array<float>& y) { return clip(x, -1, y); });
}

}  // namespace
}  // namespace spica
