#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/reduce/sum.hpp>
#include <spica/ops/search/histogram.hpp>

#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

#include <algorithm>
#include <cmath>

namespace {

namespace sp = spica;
using sp::testing::expect_error;
using sp::testing::for_each_backend, sp::testing::inf, sp::testing::nan;
using std::int32_t, std::int64_t, std::uint8_t, std::uint64_t;
using Counts = std::vector<int64_t>;
template <class T> using Values = std::vector<T>;

template <class T> class HistogramOf : public ::testing::Test {};
using ElementTypes = ::testing::Types<std::int8_t, std::int16_t, int32_t, int64_t, uint8_t, std::uint16_t,
                                      std::uint32_t, uint64_t, float, double>;
TYPED_TEST_SUITE(HistogramOf, ElementTypes);

TYPED_TEST(HistogramOf, CountsElementsOfThisType) {
  for_each_backend([](sp::Backend) {
    using T = TypeParam;
    using Edge = std::conditional_t<std::same_as<T, float>, float, double>;
    const auto a = sp::array<T>({T(1), T(2), T(1), T(5), T(9), T(3)});

    const auto [counts, edges] = sp::histogram(a, 4);
    const auto [given, ends] = sp::histogram(a, sp::array<T>({T(1), T(2), T(5)}));

    static_assert(std::same_as<sp::value_type_t<decltype(edges)>, Edge>);
    static_assert(std::same_as<sp::value_type_t<decltype(ends)>, T>);
    EXPECT_EQ(counts.to_vector(), (Counts{3, 1, 1, 1}));
    EXPECT_EQ(edges.to_vector(), (Values<Edge>{1, 3, 5, 7, 9}));
    EXPECT_EQ(given.to_vector(), (Counts{2, 3}));
    EXPECT_EQ(ends.to_vector(), (Values<T>{T(1), T(2), T(5)}));
  });
}

TEST(Histogram, IsTheExampleOfItsDocumentation) {
  for_each_backend([](sp::Backend) {
    // example-begin histogram
    const auto a = sp::array<double>({0.5, 1, 1.5, 2, 3, 7});
    const auto [counts, edges] =
        sp::histogram(a, 3, {0, 3});  // [1 2 2], [0. 1. 2. 3.]: 3 is in the last bin, 7 in none
    const auto uneven = sp::histogram(a, sp::array<double>({0, 1, 10})).counts;  // [1 5]
    // example-end

    EXPECT_EQ(counts.to_vector(), (Counts{1, 2, 2}));
    EXPECT_EQ(edges.to_vector(), (Values<double>{0, 1, 2, 3}));
    EXPECT_EQ(uneven.to_vector(), (Counts{1, 5}));
  });
}

TEST(Histogram, IgnoresNaNAndWhatLiesOutside) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<double>({nan, -inf, inf, -0.1, 0, -0.0, 0.5, 1, 1.1});

    EXPECT_EQ(sp::histogram(a, 2, {0, 1}).counts.to_vector(), (Counts{2, 2}));
    EXPECT_EQ(sp::histogram(a, sp::array<double>({0, 0.5, 1})).counts.to_vector(), (Counts{2, 2}));
    EXPECT_EQ(sp::histogram(a, sp::array<double>({-inf, 0, inf})).counts.to_vector(), (Counts{2, 6}));
    EXPECT_EQ(sp::histogram(a, sp::array<double>({0, nan})).counts.to_vector(), (Counts{0}));
  });
}

TEST(Histogram, RangeOfTheDataIsWidenedWhereItIsOnePoint) {
  for_each_backend([](sp::Backend) {
    EXPECT_EQ(sp::histogram(sp::full<int32_t>({3}, 4), 2).edges.to_vector(), (Values<double>{3.5, 4, 4.5}));
    EXPECT_EQ(sp::histogram(sp::full<int32_t>({3}, 4), 2).counts.to_vector(), (Counts{0, 3}));
    EXPECT_EQ(sp::histogram(sp::empty<float>({0}), 2).edges.to_vector(), (Values<float>{0, 0.5, 1}));
    EXPECT_EQ(sp::histogram(sp::empty<float>({3, 0}), 2).counts.to_vector(), (Counts{0, 0}));
    EXPECT_EQ(sp::histogram(sp::full<double>({}, 7)).counts.shape(), (sp::Shape{10}));
    EXPECT_EQ(sp::histogram(sp::array<bool>({true, false, true}), 2).counts.to_vector(), (Counts{1, 2}));
    // Half of one is nothing beside 1e20: all edges are one number, and everything is in the last bin.
    EXPECT_EQ(sp::histogram(sp::full<double>({5}, 1e20), 3).counts.to_vector(), (Counts{0, 0, 5}));
  });
}

TEST(Histogram, RepeatedEdgesMakeEmptyBinsButForTheLast) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<int32_t>({0, 0, 1, 2, 2, 2});

    EXPECT_EQ(sp::histogram(a, sp::array<int32_t>({0, 0, 1, 2, 2})).counts.to_vector(), (Counts{0, 2, 1, 3}));
    EXPECT_EQ(sp::histogram(a, sp::array<int32_t>({1})).counts.shape(), (sp::Shape{0}));
    EXPECT_EQ(sp::histogram(a, sp::array<double>({0.5, 1.5})).counts.to_vector(), (Counts{1}));
  });
}

TEST(Histogram, ReadsViewsAndExpressions) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::transpose(sp::reshape(sp::arange<int64_t>(12), {3, 4}))(sp::slice(sp::none, sp::none, -2),
                                                                               sp::all);    // 3, 7, 11, 1, 5, 9
    const auto edges = sp::arange<int64_t>(12, -1, -4)(sp::slice(sp::none, sp::none, -1));  // 0, 4, 8, 12

    EXPECT_EQ(sp::histogram(a, edges).counts.to_vector(), (Counts{2, 2, 2}));
    EXPECT_EQ(sp::histogram(a * 2, 2).counts.to_vector(), (Counts{3, 3}));
    EXPECT_EQ(sp::histogram(a * 2.5, edges + 0).counts.to_vector(), (Counts{1, 1, 0}));
    EXPECT_EQ(sp::histogram(sp::broadcast_to(sp::array<float>({1}), {70'000}), 1).counts.to_vector(), (Counts{70'000}));
  });
}

TEST(Histogram, Errors) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<double>({1, 2, nan});

    expect_error<sp::ValueError>([&] { sp::histogram(a, 0); }, "histogram", "at least 1 bin", "0");
    expect_error<sp::ValueError>([&] { sp::histogram(a, -2, {0, 1}); }, "histogram", "-2");
    expect_error<sp::ValueError>([&] { sp::histogram(a, 3); }, "histogram", "not finite", "give a range");
    expect_error<sp::ValueError>([&] { sp::histogram(a, 3, {0, inf}); }, "histogram", "not finite");
    expect_error<sp::ValueError>([&] { sp::histogram(a, 3, {2, 1}); }, "histogram", "upside down");
    expect_error<sp::ValueError>([&] { sp::histogram(a, sp::array<double>({1, 3, 2})); }, "histogram", "decrease");
    expect_error<sp::ValueError>([&] { sp::histogram(a, sp::empty<double>({0})); }, "histogram", "no edges");
    expect_error<sp::ShapeError>([&] { sp::histogram(a, sp::ones<double>({2, 2})); }, "histogram", "(2, 2)");
  });
  for (const sp::Backend other : sp::backends()) {  // TRAP-18
    if (other == sp::Backend::serial || !sp::usable(other)) continue;
    for (const sp::Shape& shape : {sp::Shape{2}, sp::Shape{0}, sp::Shape{}})
      expect_error<sp::BackendMismatch>(
          [&] { sp::histogram(sp::ones<double>(shape, sp::Backend::serial), sp::ones<double>({2}, other)); },
          "histogram", "serial", sp::name(other), ".to(");
  }
}

/// For each element the bin whose edges enclose it, found one by one.
template <class T, class E> Counts enclosing(const std::vector<T>& values, const std::vector<E>& edges) {
  Counts counts(edges.size() - 1);
  for (const T value : values) {
    for (std::size_t b = 0; b + 1 < edges.size(); ++b)
      if (value >= edges[b] && (value < edges[b + 1] || (b + 2 == edges.size() && value == edges[b + 1]))) ++counts[b];
  }
  return counts;
}

TEST(Histogram, TheReturnedEdgesEncloseEveryElement) {
  for_each_backend([](sp::Backend) {
    for (const int64_t bins : {1, 3, 7, 10, 49, 100}) {
      SCOPED_TRACE(bins);
      // The edges themselves and their neighbours, where the guess of the bin is off by rounding.
      const auto edges32 = sp::histogram(sp::zeros<float>({0}), bins, {0.1, 0.7}).edges.to_vector();
      std::vector<float> values;
      for (const float edge : edges32)
        values.insert(values.end(), {edge, std::nextafter(edge, -9.f), std::nextafter(edge, 9.f)});
      const auto result = sp::histogram(sp::from_host(values, {int64_t(values.size())}), bins, {0.1, 0.7});
      EXPECT_EQ(result.edges.to_vector(), edges32);
      EXPECT_EQ(result.counts.to_vector(), enclosing(values, edges32));

      const auto edges64 = sp::histogram(sp::zeros<double>({0}), bins, {-3, 1e-3}).edges.to_vector();
      std::vector<double> wide;
      for (const double edge : edges64)
        wide.insert(wide.end(), {edge, std::nextafter(edge, -9), std::nextafter(edge, 9)});
      EXPECT_EQ(sp::histogram(sp::from_host(wide, {int64_t(wide.size())}), bins, {-3, 1e-3}).counts.to_vector(),
                enclosing(wide, edges64));
    }
  });
}

TEST(Histogram, CountsEveryElementOnceOnEveryBackend) {
  for (const int64_t size : sp::testing::awkward_sizes)
    for (const int64_t bins : {1, 10, 1000, 100'000}) {
      const auto a = sp::testing::awkward_values<double>({size}, 1);
      EXPECT_EQ(sp::sum(sp::histogram(a, bins).counts).item(), size);
      sp::testing::expect_same_bits_everywhere([&](const auto& x) { return sp::histogram(x, bins).counts; }, a);
      sp::testing::expect_same_bits_everywhere([&](const auto& x) { return sp::histogram(x, bins).edges; }, a);
      const auto edges = sp::eval(sp::linspace<double>(-1e6, 1e6, bins + 1, true, sp::Backend::serial));
      sp::testing::expect_same_bits_everywhere([](const auto& x, const auto& e) { return sp::histogram(x, e).counts; },
                                               a, edges);
    }
}

}  // namespace
