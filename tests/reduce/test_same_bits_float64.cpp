// Reductions of float64 have the same bits on every backend; reduce.same_bits runs with several numbers of threads.
#include "same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

TEST(SameBitsFloat64, OfVectorsAroundEveryLimit) { testing::expect_same_bits_of_vectors<double>(); }
TEST(SameBitsFloat64, OfMatricesAlongEachAxis) { testing::expect_same_bits_of_matrices<double>(); }
TEST(SameBitsFloat64, OfRank4AlongEveryChoiceOfAxes) { testing::expect_same_bits_of_rank_4<double>(); }

}  // namespace
}  // namespace spica
