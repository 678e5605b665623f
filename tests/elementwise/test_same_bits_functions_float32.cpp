// Elementary functions of float32 have the same bits on every backend,
// with several numbers of threads: elementwise.same_bits_functions_float32.
#include "same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

template <class T> void expect_same_functions() {
  constexpr std::string_view family = "function";
  SPICA_FOR_EACH_UNARY(SPICA_SAME_BITS_UNARY)
  SPICA_FOR_EACH_BINARY(SPICA_SAME_BITS_BINARY)
}

TEST(ElementwiseSameBits, FunctionsOfFloat32) { expect_same_functions<float>(); }

}  // namespace
}  // namespace spica
