// The order of additions that docs/numerics.md promises, written once more with plain numbers and lists: sum must give
// the same bits.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/same_bits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace spica {
namespace {

using testing::for_each_backend;
using Doubles = std::vector<double>;

/// Neighbours are added until one is left; an odd one out moves up as it is.
double add_neighbours(Doubles v) {
  while (v.size() > 1) {
    Doubles next;
    for (std::size_t i = 0; i + 1 < v.size(); i += 2) next.push_back(v[i] + v[i + 1]);
    if (v.size() % 2) next.push_back(v.back());
    v = next;
  }
  return v[0];
}

/// At most 4096 numbers. Lane l of 64 has numbers l, l + 64, l + 128, …; they are added in groups of 16, one after the
/// other, and the groups as (0 + 1) + (2 + 3).
double add_chunk(const Doubles& v) {
  Doubles lanes;
  for (std::size_t l = 0; l < std::min<std::size_t>(64, v.size()); ++l) {
    Doubles groups;
    for (std::size_t t = 0; l + 64 * t < v.size(); ++t) {
      if (t % 16 == 0) groups.push_back(v[l + 64 * t]);
      else groups.back() += v[l + 64 * t];
    }
    lanes.push_back(add_neighbours(groups));
  }
  return add_neighbours(lanes);
}

/// Chunks of 4096 numbers, and their sums by the same rule.
double add_in_order(Doubles v) {
  while (true) {
    Doubles sums;
    for (std::size_t i = 0; i < v.size(); i += 4096)
      sums.push_back(add_chunk(Doubles(v.begin() + static_cast<std::ptrdiff_t>(i),
                                       v.begin() + static_cast<std::ptrdiff_t>(std::min(v.size(), i + 4096)))));
    if (sums.size() == 1) return sums[0];
    v = sums;
  }
}

Doubles as_doubles(const std::vector<float>& v) { return {v.begin(), v.end()}; }

TEST(Order, OfASumIsTheDocumentedOne) {
  for_each_backend([](Backend backend) {
    for (const std::int64_t size : testing::awkward_sizes) {
      const Array<double> a = testing::awkward_values<double>({size}, 5).to(backend);

      testing::expect_same_bits(Doubles{sum(a).item()}, Doubles{add_in_order(a.to_vector())});
      testing::expect_same_bits(Doubles{sum(flip(a)).item()}, Doubles{add_in_order(flip(a).to_vector())});
      ASSERT_FALSE(::testing::Test::HasFatalFailure()) << size << " elements";
    }
  });
}

TEST(Order, OfFloat32IsTheSameInFloat64) {
  for_each_backend([](Backend backend) {
    for (const std::int64_t size : testing::awkward_sizes) {
      const Array<float> a = testing::awkward_values<float>({size}, 6).to(backend);

      testing::expect_same_bits(std::vector<float>{sum(a).item()},
                                {static_cast<float>(add_in_order(as_doubles(a.to_vector())))});
    }
  });
}

TEST(Order, HoldsBeyondOneLevelOfChunks) {
  for_each_backend([](Backend backend) {
    const Array<double> a = testing::awkward_values<double>({4096 * 4096 + 12'345}, 7).to(backend);

    testing::expect_same_bits(Doubles{sum(a).item()}, Doubles{add_in_order(a.to_vector())});
  });
}

TEST(Order, IsThatOfTheReducedElementsWhateverTheLayout) {
  for_each_backend([](Backend backend) {
    for (const Shape& shape : testing::awkward_matrices) {
      const Array<double> a = testing::awkward_values<double>(shape, 8).to(backend);
      for (const Array<double>& b :
           {a, transpose(a), copy(transpose(a)), flip(a, axis(0)), a(all, slice(none, none, 2))}) {
        const Doubles rows = sum(b, axis(1)).to_vector(), columns = sum(b, axis(0)).to_vector();
        for (const std::int64_t i : {std::int64_t(0), b.shape()[0] / 2, b.shape()[0] - 1})
          testing::expect_same_bits(Doubles{rows[static_cast<std::size_t>(i)]},
                                    Doubles{add_in_order(b(i, all).to_vector())});
        for (const std::int64_t j : {std::int64_t(0), b.shape()[1] / 2, b.shape()[1] - 1})
          testing::expect_same_bits(Doubles{columns[static_cast<std::size_t>(j)]},
                                    Doubles{add_in_order(b(all, j).to_vector())});
        testing::expect_same_bits(Doubles{sum(b).item()}, Doubles{add_in_order(b.to_vector())});
        ASSERT_FALSE(::testing::Test::HasFatalFailure())
            << to_string(b.shape()) << " strides " << to_string(b.strides());
      }
    }
  });
}

TEST(Order, OfTwoReducedAxesIsTheirCOrder) {
  for_each_backend([](Backend backend) {
    const Array<double> a = testing::awkward_values<double>({61, 7, 83}, 9).to(backend);
    const Doubles sums = sum(a, axes({0, 2})).to_vector();

    for (std::int64_t i = 0; i < 7; ++i)
      testing::expect_same_bits(Doubles{sums[static_cast<std::size_t>(i)]},
                                Doubles{add_in_order(a(all, i, all).to_vector())});
  });
}

TEST(Order, OfAMeanIsThatOfTheSum) {
  for_each_backend([](Backend backend) {
    const Array<double> a = testing::awkward_values<double>({100'003}, 10).to(backend);

    EXPECT_EQ(mean(a).item(), add_in_order(a.to_vector()) / 100'003);
  });
}

TEST(Order, OfAFormulaIsThatOfItsElements) {
  for_each_backend([](Backend backend) {
    const Array<double> a = testing::awkward_values<double>({100'003}, 11).to(backend);

    EXPECT_EQ(sum(a * a + 1).item(), add_in_order(eval(a * a + 1).to_vector()));
  });
}

}  // namespace
}  // namespace spica
