// Reductions of int32 have the same bits on every backend; reduce.same_bits runs with several numbers of threads.
#include "same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

TEST(SameBitsInt32, OfVectorsAroundEveryLimit) { testing::expect_same_bits_of_vectors<std::int32_t>(); }
TEST(SameBitsInt32, OfMatricesAlongEachAxis) { testing::expect_same_bits_of_matrices<std::int32_t>(); }
TEST(SameBitsInt32, OfRank4AlongEveryChoiceOfAxes) { testing::expect_same_bits_of_rank_4<std::int32_t>(); }

}  // namespace
}  // namespace spica
