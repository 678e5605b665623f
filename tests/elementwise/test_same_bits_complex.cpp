// Functions and arithmetic of complex numbers have the same bits on every backend,
// with several numbers of threads: elementwise.same_bits_complex.
#include "same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

template <class T> void expect_same_functions() {
  constexpr std::string_view family = "function";
  SPICA_FOR_EACH_UNARY(SPICA_SAME_BITS_UNARY)
}
template <class T> void expect_same_arithmetic() {
  constexpr std::string_view family = "arithmetic";
  SPICA_FOR_EACH_UNARY(SPICA_SAME_BITS_UNARY)
  SPICA_FOR_EACH_BINARY(SPICA_SAME_BITS_BINARY)
}
template <class T> void expect_same_parts() {
  constexpr std::string_view family = "complex";
  SPICA_FOR_EACH_UNARY(SPICA_SAME_BITS_UNARY)
}

TEST(ElementwiseSameBits, FunctionsOfComplex64) { expect_same_functions<complex64>(); }
TEST(ElementwiseSameBits, ArithmeticOfComplex128) { expect_same_arithmetic<complex128>(); }
TEST(ElementwiseSameBits, PartsOfComplex64) { expect_same_parts<complex64>(); }

}  // namespace
}  // namespace spica
