// The published corner of the product of two 10000 x 10000 matrices (shared/article.md, experiment 2), from the five rows and
// five columns that it needs. The whole product is spica-speedup's work.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/linalg/matmul.hpp>
#include <spica/ops/random/random_state.hpp>

#include "../support/backends.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace spica {
namespace {

constexpr std::int64_t n = 10000, corner = 5;

constexpr double float64_corner[] = {
    25461282.56020853, 25168348.08695598, 25212522.35402665, 25303307.69696668, 25277886.16204746,  //
    25114760.67252064, 25197555.19361381, 25340074.95867983, 25341847.41707999, 25373123.1113671,   //
    25381820.17590097, 25326519.29503381, 25438611.20780989, 25596935.44312112, 25538595.65174283,  //
    25317284.31091545, 25223539.66363661, 25272235.85780019, 25551426.21236818, 25467989.425944,    //
    25327294.06390036, 25527840.32567072, 25499601.14864586, 25657214.623082,   25527855.25691375};

constexpr double float32_corner[] = {25461280, 25168348, 25212528, 25303310, 25277886,  //
                                     25114762, 25197556, 25340074, 25341846, 25373122,  //
                                     25381818, 25326516, 25438612, 25596934, 25538596,  //
                                     25317284, 25223536, 25272240, 25551426, 25467992,  //
                                     25327292, 25527844, 25499604, 25657220, 25527856};

/// Rows 0 to 4 of A and columns 0 to 4 of B. Both matrices are drawn in full, as the article did, but a piece at a time.
class ArticleCorner : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    constexpr std::int64_t piece_rows = 100;
    random::RandomState state(0);
    a = state.uniform({corner, n}, 1, 100, Backend::serial).to_vector();
    for (std::int64_t row = corner; row < n; row += corner) state.uniform({corner, n}, 1, 100, Backend::serial);
    for (std::int64_t row = 0; row < n; row += piece_rows) {
      const auto piece = state.uniform({piece_rows, n}, 1, 100, Backend::serial)(all, slice(0, corner)).to_vector();
      b.insert(b.end(), piece.begin(), piece.end());
    }
  }

  template <class T> static void expect_corner(const double (&expected)[corner * corner], double tolerance) {
    const auto left = from_host(std::vector<T>(a.begin(), a.end()), {corner, n});
    const auto right = from_host(std::vector<T>(b.begin(), b.end()), {n, corner});

    const auto product = matmul(left, right).to_vector();

    for (std::size_t i = 0; i < product.size(); ++i) EXPECT_NEAR(product[i], expected[i], tolerance * expected[i]) << "element " << i;
  }

  inline static std::vector<double> a, b;
};

TEST_F(ArticleCorner, IsThePublishedOneInFloat64) {
  spica::testing::for_each_backend([](Backend) { expect_corner<double>(float64_corner, 1e-13); });
}

TEST_F(ArticleCorner, IsThePublishedOneInFloat32) {
  spica::testing::for_each_backend([](Backend) { expect_corner<float>(float32_corner, 1e-6); });
}

}  // namespace
}  // namespace spica
