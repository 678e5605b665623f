// Reductions of complex64 have the same bits on every backend; reduce.same_bits runs with several numbers of threads.
#include "same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

TEST(SameBitsComplex64, OfVectorsAroundEveryLimit) { testing::expect_same_bits_of_vectors<complex64>(); }
TEST(SameBitsComplex64, OfMatricesAlongEachAxis) { testing::expect_same_bits_of_matrices<complex64>(); }
TEST(SameBitsComplex64, OfRank4AlongEveryChoiceOfAxes) { testing::expect_same_bits_of_rank_4<complex64>(); }

}  // namespace
}  // namespace spica
