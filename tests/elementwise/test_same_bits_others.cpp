// Rounding, classification, comparison, logic and casts have the same bits on every backend,
// with several numbers of threads: elementwise.same_bits_others.
#include "same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

template <class T> void expect_same_rounding() {
  constexpr std::string_view family = "rounding";
  SPICA_FOR_EACH_UNARY(SPICA_SAME_BITS_UNARY)
  SPICA_FOR_EACH_BINARY(SPICA_SAME_BITS_BINARY)
}
template <class T> void expect_same_classification() {
  constexpr std::string_view family = "classification";
  SPICA_FOR_EACH_UNARY(SPICA_SAME_BITS_UNARY)
}
template <class T> void expect_same_comparison() {
  constexpr std::string_view family = "comparison";
  SPICA_FOR_EACH_BINARY(SPICA_SAME_BITS_BINARY)
}
template <class T> void expect_same_logic() {
  constexpr std::string_view family = "logical";
  SPICA_FOR_EACH_UNARY(SPICA_SAME_BITS_UNARY)
  SPICA_FOR_EACH_BINARY(SPICA_SAME_BITS_BINARY)
}

TEST(ElementwiseSameBits, RoundingOfFloat64) { expect_same_rounding<double>(); }
TEST(ElementwiseSameBits, RoundingOfFloat32) { expect_same_rounding<float>(); }
TEST(ElementwiseSameBits, ClassificationOfFloat32) { expect_same_classification<float>(); }
TEST(ElementwiseSameBits, ComparisonOfFloat64) { expect_same_comparison<double>(); }
TEST(ElementwiseSameBits, LogicOfFloat32) { expect_same_logic<float>(); }
TEST(ElementwiseSameBits, Casts) {
  testing::expect_same_elements<double>(
      "cast", [](const Array<double>& x, const Array<double>&) { return cast<std::int32_t>(x); });
  testing::expect_same_elements<double>(
      "cast", [](const Array<double>& x, const Array<double>&) { return cast<std::uint8_t>(x); });
  testing::expect_same_elements<double>("cast",
                                        [](const Array<double>& x, const Array<double>&) { return cast<float>(x); });
  testing::expect_same_elements<std::int64_t>(
      "cast", [](const Array<std::int64_t>& x, const Array<std::int64_t>&) { return cast<float>(x); });
}

}  // namespace
}  // namespace spica
