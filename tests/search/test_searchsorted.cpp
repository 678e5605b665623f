#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/search/searchsorted.hpp>

#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

#include <algorithm>

namespace {

namespace sp = spica;
using sp::testing::expect_error;
using sp::testing::for_each_backend, sp::testing::inf, sp::testing::nan;
using std::int32_t, std::int64_t, std::uint8_t, std::uint64_t;
using Places = std::vector<int64_t>;
using sp::Side;

template <class T> class SearchIn : public ::testing::Test {};
using ElementTypes = ::testing::Types<std::int8_t, std::int16_t, int32_t, int64_t, uint8_t, std::uint16_t,
                                      std::uint32_t, uint64_t, float, double>;
TYPED_TEST_SUITE(SearchIn, ElementTypes);

TYPED_TEST(SearchIn, FindsEitherSideOfEqualElements) {
  for_each_backend([](sp::Backend) {
    using T = TypeParam;
    const auto sorted = sp::array<T>({T(1), T(3), T(3), T(3), T(7)});
    const auto values = sp::array<T>({T(0), T(1), T(3), T(5), T(7), T(9)});

    EXPECT_EQ(sp::searchsorted(sorted, values).to_vector(), (Places{0, 0, 1, 4, 4, 5}));
    EXPECT_EQ(sp::searchsorted(sorted, values, Side::right).to_vector(), (Places{0, 1, 4, 4, 5, 5}));
  });
}

TEST(Searchsorted, IsTheExampleOfItsDocumentation) {
  for_each_backend([](sp::Backend) {
    // example-begin searchsorted
    const auto limits = sp::array<double>({10, 20, 20, 30});
    const auto first = sp::searchsorted(limits, sp::array<double>({5, 20, 35}));                // [0 1 4]
    const auto behind = sp::searchsorted(limits, sp::array<double>({5, 20, 35}), Side::right);  // [0 3 4]
    // example-end

    EXPECT_EQ(first.to_vector(), (Places{0, 1, 4}));
    EXPECT_EQ(behind.to_vector(), (Places{0, 3, 4}));
  });
}

TEST(Searchsorted, NaNComesLastAndZerosAreEqual) {  // TRAP-11, TRAP-12
  for_each_backend([](sp::Backend) {
    const auto sorted = sp::array<double>({-inf, -0.0, 0.0, 1, inf, nan, -nan});

    EXPECT_EQ(sp::searchsorted(sorted, sp::array<double>({nan, -nan, inf, 0.0, -0.0, -inf})).to_vector(),
              (Places{5, 5, 4, 1, 1, 0}));
    EXPECT_EQ(sp::searchsorted(sorted, sp::array<double>({nan, -nan, inf, 0.0, -0.0, -inf}), Side::right).to_vector(),
              (Places{7, 7, 5, 3, 3, 1}));
  });
}

TEST(Searchsorted, BothSidesPromoteAndLiteralsAreWeak) {
  for_each_backend([](sp::Backend) {
    const auto ints = sp::array<int32_t>({1, 2, 3});

    EXPECT_EQ(sp::searchsorted(ints, sp::array<double>({1.5, 3})).to_vector(), (Places{1, 2}));
    EXPECT_EQ(sp::searchsorted(ints, 2).item(), 1);
    EXPECT_EQ(sp::searchsorted(ints, 2.5, Side::right).item(), 2);
    EXPECT_EQ(sp::searchsorted(ints, true).item(), 0);
    // 0.1 becomes 0.1f beside float32, as in NumPy: else it would stand before the equal element.
    EXPECT_EQ(sp::searchsorted(sp::array<float>({0.1f, 0.2f}), 0.1, Side::right).item(), 1);
    EXPECT_EQ(sp::searchsorted(sp::array<bool>({false, true}), sp::array<bool>({true}), Side::right).to_vector(),
              (Places{2}));
    expect_error<sp::ValueError>([] { sp::searchsorted(sp::array<uint8_t>({1}), 256); }, "searchsorted", "uint8");
  });
}

TEST(Searchsorted, ShapesViewsAndExpressions) {
  for_each_backend([](sp::Backend) {
    const auto descending = sp::arange<int64_t>(10, 0, -1);
    const auto sorted = descending(sp::slice(sp::none, sp::none, -2));  // 1, 3, 5, 7, 9
    const auto values = sp::transpose(sp::array<int64_t>({{0, 1, 2}, {8, 9, 10}}));

    const auto places = sp::searchsorted(sorted, values);

    EXPECT_EQ(places.shape(), (sp::Shape{3, 2}));
    EXPECT_EQ(places.to_vector(), (Places{0, 4, 0, 4, 1, 5}));
    EXPECT_EQ(sp::searchsorted(sorted * 2, values * 2 + 1).to_vector(), (Places{0, 4, 1, 5, 1, 5}));
    EXPECT_EQ(
        sp::searchsorted(sp::broadcast_to(sp::array<int64_t>({4}), {3}), sp::array<int64_t>({3, 4, 5}), Side::right)
            .to_vector(),
        (Places{0, 3, 3}));
    EXPECT_EQ(sp::searchsorted(sp::empty<int64_t>({0}), values).to_vector(), (Places(6, 0)));
    EXPECT_EQ(sp::searchsorted(sorted, sp::empty<int64_t>({2, 0})).shape(), (sp::Shape{2, 0}));
    EXPECT_EQ(sp::searchsorted(sorted, sp::full<int64_t>({}, 6)).item(), 3);
  });
}

TEST(Searchsorted, Errors) {
  for_each_backend([](sp::Backend) {
    expect_error<sp::ShapeError>(
        [] {
          sp::searchsorted(sp::ones<double>({2, 2}), 1.0);
        },
        "searchsorted", "(2, 2)", "one axis");
    expect_error<sp::ShapeError>([] { sp::searchsorted(sp::ones<double>({}), 1.0); }, "searchsorted", "one axis");
  });
  for (const sp::Backend other : sp::backends()) {  // TRAP-18
    if (other == sp::Backend::serial || !sp::usable(other)) continue;
    for (const sp::Shape& shape : {sp::Shape{2}, sp::Shape{0}, sp::Shape{}})
      expect_error<sp::BackendMismatch>(
          [&] { sp::searchsorted(sp::ones<double>({2}, sp::Backend::serial), sp::ones<double>(shape, other)); },
          "searchsorted", "serial", sp::name(other), ".to(");
  }
}

TEST(Searchsorted, AgreesWithTheStandardLibrary) {
  for_each_backend([](sp::Backend) {
    sp::testing::Numbers numbers(3);
    for (const int64_t length : {0, 1, 2, 3, 31, 32, 33, 1000, 100'003}) {
      std::vector<int32_t> sorted(static_cast<std::size_t>(length)), values(5000);
      for (auto& x : sorted) x = static_cast<int32_t>(numbers.next() % 5000);
      for (auto& x : values) x = static_cast<int32_t>(numbers.next() % 5002) - 1;
      std::sort(sorted.begin(), sorted.end());
      const auto a = sp::from_host(sorted, {length}), v = sp::from_host(values, {5000});

      const auto left = sp::searchsorted(a, v).to_vector(), right = sp::searchsorted(a, v, Side::right).to_vector();

      for (std::size_t i = 0; i < values.size(); ++i) {
        ASSERT_EQ(left[i], std::lower_bound(sorted.begin(), sorted.end(), values[i]) - sorted.begin());
        ASSERT_EQ(right[i], std::upper_bound(sorted.begin(), sorted.end(), values[i]) - sorted.begin());
      }
    }
  });
}

TEST(Searchsorted, HasTheSameBitsEverywhere) {
  const auto sorted = sp::eval(sp::linspace<double>(-1e9, 1e9, 12345, true, sp::Backend::serial));
  for (const int64_t size : sp::testing::awkward_sizes)
    sp::testing::expect_same_bits_everywhere([](const auto& a, const auto& v) { return sp::searchsorted(a, v); },
                                             sorted, sp::testing::awkward_values<float>({size}, 1, true));
}

}  // namespace
