// Reductions of uint8 have the same bits on every backend; reduce.same_bits runs with several numbers of threads.
#include "same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

TEST(SameBitsUInt8, OfVectorsAroundEveryLimit) { testing::expect_same_bits_of_vectors<std::uint8_t>(); }
TEST(SameBitsUInt8, OfMatricesAlongEachAxis) { testing::expect_same_bits_of_matrices<std::uint8_t>(); }
TEST(SameBitsUInt8, OfRank4AlongEveryChoiceOfAxes) { testing::expect_same_bits_of_rank_4<std::uint8_t>(); }

}  // namespace
}  // namespace spica
