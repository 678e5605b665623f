// Arithmetic and bits of integers have the same bits on every backend,
// with several numbers of threads: elementwise.same_bits_integers.
#include "same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

template <class T> void expect_same_arithmetic() {
  constexpr std::string_view family = "arithmetic";
  SPICA_FOR_EACH_UNARY(SPICA_SAME_BITS_UNARY)
  SPICA_FOR_EACH_BINARY(SPICA_SAME_BITS_BINARY)
}
template <class T> void expect_same_bitwise() {
  constexpr std::string_view family = "bitwise";
  SPICA_FOR_EACH_UNARY(SPICA_SAME_BITS_UNARY)
  SPICA_FOR_EACH_BINARY(SPICA_SAME_BITS_BINARY)
}

TEST(ElementwiseSameBits, ArithmeticOfInt32) { expect_same_arithmetic<std::int32_t>(); }
TEST(ElementwiseSameBits, BitwiseOfInt64) { expect_same_bitwise<std::int64_t>(); }

}  // namespace
}  // namespace spica
