#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>

#include "../support/backends.hpp"

namespace {

namespace sp = spica;
using sp::testing::for_each_backend;
template <class T> using Values = std::vector<T>;

// Functions that hold lambdas for a device have external names: a rule of nvcc.
template <class E> auto values(const E& expression) { return sp::eval(expression).to_vector(); }

struct Polynomial {
  double slope, offset;
  KOKKOS_FUNCTION double operator()(double x) const { return slope * x + offset; }
};

struct IsEven {
  KOKKOS_FUNCTION bool operator()(std::int32_t x) const { return x % 2 == 0; }
};

struct Bits {
  KOKKOS_FUNCTION long long operator()(std::uint8_t a, float b) const { return a * 1000LL + static_cast<long long>(b); }
};

}  // namespace

void check_lambdas() {
  // example-begin map
  const sp::Array<double> a = sp::array<double>({1, 2, 3});
  const double shift = 5;
  const sp::Array<double> y = sp::map(KOKKOS_LAMBDA(double x) { return x + shift; }, a);
  const sp::Array<double> z = sp::map(KOKKOS_LAMBDA(double x, double w) { return x > w ? x : -w; }, a * 2, y - 3) + 1;
  // example-end map

  EXPECT_EQ(y.to_vector(), (Values<double>{6, 7, 8}));
  EXPECT_EQ(z.to_vector(), (Values<double>{-2, -3 + 0.0, 7}));
}

TEST(Map, RunsALambdaInsideAnExpression) {
  for_each_backend([](sp::Backend) { check_lambdas(); });
}

TEST(Map, TheFunctionGetsTheElementTypesAndItsResultTypeCounts) {
  for_each_backend([](sp::Backend) {
    const auto even = sp::map(IsEven{}, sp::array<std::int32_t>({1, 2}));
    const auto wide = sp::map(Bits{}, sp::array<std::uint8_t>({255}), sp::array<float>({2.5f}));

    static_assert(std::same_as<decltype(even)::value_type, bool> && std::same_as<decltype(wide)::value_type, std::int64_t>);
    EXPECT_EQ(values(even), (Values<bool>{false, true}));
    EXPECT_EQ(values(wide), (Values<std::int64_t>{255002}));
  });
}

TEST(Map, BroadcastsAndTakesViews) {
  for_each_backend([](sp::Backend) {
    const auto m = sp::array<double>({{1, 2, 3}, {4, 5, 6}});

    EXPECT_EQ(values(sp::map(Polynomial{2, 1}, m(sp::all, sp::slice(2, {}, -2)))), (Values<double>{7, 3, 13, 9}));
    EXPECT_EQ(sp::map(Polynomial{2, 1}, sp::empty<double>({0, 3})).shape(), (sp::Shape{0, 3}));
  });
}
