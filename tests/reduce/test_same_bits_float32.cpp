// Reductions of float32 have the same bits on every backend; reduce.same_bits runs with several numbers of threads.
#include "same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

TEST(SameBitsFloat32, OfVectorsAroundEveryLimit) { testing::expect_same_bits_of_vectors<float>(); }
TEST(SameBitsFloat32, OfMatricesAlongEachAxis) { testing::expect_same_bits_of_matrices<float>(); }
TEST(SameBitsFloat32, OfRank4AlongEveryChoiceOfAxes) { testing::expect_same_bits_of_rank_4<float>(); }

}  // namespace
}  // namespace spica
