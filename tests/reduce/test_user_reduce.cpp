// reduce with a caller's own function.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/kernels.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

using testing::for_each_backend;
using Ints = std::vector<std::int64_t>;

// Functors and not lambdas: a test's body is a private function, where CUDA allows no KOKKOS_LAMBDA.
struct Plus {
  template <class T> KOKKOS_FUNCTION T operator()(T a, T b) const { return a + b; }
};
struct Larger {
  KOKKOS_FUNCTION double operator()(double a, double b) const { return a < b ? b : a; }
};
/// Associative, not commutative: the left one of two. `reduce` asks for commutative functions.
struct Left {
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t a, std::int64_t) const { return a; }
};
struct Xor {
  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return a ^ b; }
};

// example-begin reduce
double sum_of_squares(const Array<double>& a) {
  return reduce(
             KOKKOS_LAMBDA(double x, double y) { return x + y; }, 0.0, a * a)
      .item();
}
// example-end reduce

TEST(UserReduce, Example) {
  for_each_backend([](Backend) { EXPECT_EQ(sum_of_squares(array<double>({1, 2, 3})), 14); });
}

TEST(UserReduce, InitIsCountedOnce) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : {1, 2, 64, 65, 4096, 4097, 100'003}) {
      EXPECT_EQ(reduce(Plus{}, std::int64_t(1000), ones<std::int64_t>({n})).item(), 1000 + n);
      EXPECT_EQ(reduce(Plus{}, std::int64_t(1000), ones<std::int64_t>({3, n}), axis(1)).to_vector(), Ints(3, 1000 + n));
      EXPECT_EQ(reduce(Plus{}, std::int64_t(1000), ones<std::int64_t>({n, 3}), axis(0)).to_vector(), Ints(3, 1000 + n));
    }
  });
}

TEST(UserReduce, OfNoElementsIsInit) {
  for_each_backend([](Backend) {
    EXPECT_EQ(reduce(Plus{}, 7.5, ones({0})).item(), 7.5);
    EXPECT_EQ(reduce(Plus{}, 7.5, ones({2, 0}), axis(1)).to_vector(), (std::vector<double>{7.5, 7.5}));
  });
}

TEST(UserReduce, ElementsAreConvertedToTheTypeOfInit) {
  for_each_backend([](Backend) {
    EXPECT_EQ(reduce(Plus{}, std::int64_t(0), full<std::int8_t>({1000}, 127)).item(), 127'000);
    EXPECT_EQ(reduce(Plus{}, 0.5, arange(4)).item(), 6.5);
  });
}

TEST(UserReduce, TakesAxesAndKeepdims) {
  for_each_backend([](Backend) {
    const Array<double> a = reshape(arange<double>(24), {2, 3, 4});

    EXPECT_EQ(reduce(Larger{}, 0.0, a, axes({0, 2})).to_vector(), (std::vector<double>{15, 19, 23}));
    EXPECT_EQ(reduce(Larger{}, 20.0, a, axis(-1), keepdims).shape(), Shape({2, 3, 1}));
    EXPECT_EQ(reduce(Larger{}, 20.0, a, axis(-1)).to_vector(), (std::vector<double>{20, 20, 20, 20, 20, 23}));
  });
}

TEST(UserReduce, OrderIsThatOfSum) {
  for_each_backend([](Backend) {
    const Array<double> a = 1 / (arange<double>(100'003) + 1);

    EXPECT_EQ(reduce(Plus{}, 0.0, a).item(), sum(a).item());
  });
}

// The order is fixed, and the same everywhere, but it is not that of the elements: init stands in front, and what a
// function that is not commutative makes of the rest is the tree's business (docs/numerics.md, "order of additions").
TEST(UserReduce, InitStandsInFrontForFunctionsThatAreNotCommutative) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : {1, 64, 65, 100'003}) EXPECT_EQ(reduce(Left{}, std::int64_t(-5), arange(n)).item(), -5);
  });
}

TEST(UserReduce, EveryElementTakesPartOnce) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : {1, 63, 64, 65, 1023, 1025, 4095, 4096, 4097, 32'769, 1'000'003}) {
      std::uint64_t expected = 0;
      for (std::int64_t i = 0; i < n; ++i) expected ^= static_cast<std::uint64_t>(i * i);
      const Array<std::uint64_t> i = arange<std::uint64_t>(static_cast<std::uint64_t>(n));

      EXPECT_EQ(reduce(Xor{}, std::uint64_t(0), i * i).item(), expected) << n;
    }
  });
}

TEST(UserReduce, IsOneKernel) {
  for_each_backend([](Backend) {
    const Array<double> a = ones({100'000});
    const testing::KernelLog log;

    EXPECT_EQ(reduce(Plus{}, 0.0, a * a + 1).item(), 200'000);

    EXPECT_EQ(testing::KernelLog::names(), std::vector<std::string>{"spica::reduce"});
  });
}

TEST(UserReduce, WrongAxesAreRefused) {
  for_each_backend([](Backend) {
    testing::expect_error<AxisError>(
        [] {
          reduce(Plus{}, 0.0, ones({2, 3}), axis(2));
        },
        "reduce: axis 2 is out of range");
  });
}

}  // namespace
}  // namespace spica
