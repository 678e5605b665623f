#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/reduce/sum.hpp>
#include <spica/ops/search/bincount.hpp>

#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

namespace {

namespace sp = spica;
using sp::testing::expect_error;
using sp::testing::for_each_backend;
using std::int32_t, std::int64_t, std::uint8_t, std::uint64_t;
using Counts = std::vector<int64_t>;
using Sums = std::vector<double>;

template <class T> class BincountOf : public ::testing::Test {};
using IndexTypes =
    ::testing::Types<std::int8_t, std::int16_t, int32_t, int64_t, uint8_t, std::uint16_t, std::uint32_t, uint64_t>;
TYPED_TEST_SUITE(BincountOf, IndexTypes);

TYPED_TEST(BincountOf, CountsNumbersOfThisType) {
  for_each_backend([](sp::Backend) {
    using I = TypeParam;
    const auto x = sp::array<I>({I(3), I(0), I(3), I(5)});

    EXPECT_EQ(sp::bincount(x).to_vector(), (Counts{1, 0, 0, 2, 0, 1}));
    EXPECT_EQ(sp::bincount(x, 8).to_vector(), (Counts{1, 0, 0, 2, 0, 1, 0, 0}));
    EXPECT_EQ(sp::bincount(x, 2).size(), 6);
    EXPECT_EQ(sp::bincount(x, sp::array<float>({1, 2, 4, 8})).to_vector(), (Sums{2, 0, 0, 5, 0, 8}));
    if constexpr (std::signed_integral<I>)
      expect_error<sp::ValueError>(
          [] {
            sp::bincount(sp::array<I>({I(1), I(-7), I(-2)}));
          },
          "bincount", "negative", "-7");
  });
}

TEST(Bincount, IsTheExampleOfItsDocumentation) {
  for_each_backend([](sp::Backend) {
    // example-begin bincount
    const auto votes = sp::array<int32_t>({2, 0, 2, 2, 3});
    const auto counts = sp::bincount(votes);                                           // [1 0 3 1]
    const auto totals = sp::bincount(votes, sp::array<double>({1, 2, 0.5, 0.25, 4}));  // [2. 0. 1.75 4.]
    // example-end

    EXPECT_EQ(counts.to_vector(), (Counts{1, 0, 3, 1}));
    EXPECT_EQ(totals.to_vector(), (Sums{2, 0, 1.75, 4}));
  });
}

TEST(Bincount, OfNothingHasMinlengthZeros) {  // TRAP-07
  for_each_backend([](sp::Backend) {
    const auto none = sp::empty<int64_t>({0});

    EXPECT_EQ(sp::bincount(none).shape(), (sp::Shape{0}));
    EXPECT_EQ(sp::bincount(none, 3).to_vector(), (Counts{0, 0, 0}));
    EXPECT_EQ(sp::bincount(none, sp::empty<double>({0}), 2).to_vector(), (Sums{0, 0}));
  });
}

TEST(Bincount, ReadsViewsBoolsAndExpressions) {
  for_each_backend([](sp::Backend) {
    const auto x = sp::arange<int64_t>(12);

    EXPECT_EQ(sp::bincount(x(sp::slice(sp::none, sp::none, -3)) / 3 > 1.5).to_vector(), (Counts{1, 3}));
    EXPECT_EQ(sp::bincount(x % 4, sp::flip(x)).to_vector(), (Sums{21, 18, 15, 12}));
    EXPECT_EQ(sp::bincount(sp::broadcast_to(sp::array<int32_t>({1}), {70'000})).to_vector(), (Counts{0, 70'000}));
    EXPECT_EQ(sp::bincount(sp::transpose(sp::array<int32_t>({{1, 9}, {2, 9}}))(0, sp::all)).to_vector(),
              (Counts{0, 1, 1}));
  });
}

TEST(Bincount, FewAndManyBinsCountTheSame) {
  for_each_backend([](sp::Backend) {
    for (const int64_t size : {1000, 32'768, 100'000, 1'000'003})
      for (const int64_t bins : {1, 2, 7, 257, 40'000, 3'000'000}) {
        SCOPED_TRACE(::testing::Message() << size << " elements, " << bins << " bins");
        const auto x = sp::eval(sp::arange<int64_t>(size) * 7919 % bins);

        const auto counts = sp::bincount(x, bins).to_vector();

        Counts expected(static_cast<std::size_t>(bins));
        for (int64_t i = 0; i < size; ++i) ++expected[static_cast<std::size_t>(i * 7919 % bins)];
        ASSERT_EQ(counts, expected);
      }
  });
}

TEST(Bincount, Errors) {
  for_each_backend([](sp::Backend) {
    expect_error<sp::ValueError>([] { sp::bincount(sp::array<int64_t>({0, 1}), -1); }, "bincount", "minlength", "-1");
    expect_error<sp::ShapeError>([] { sp::bincount(sp::zeros<int64_t>({2, 2})); }, "bincount", "(2, 2)", "one axis");
    expect_error<sp::ShapeError>([] { sp::bincount(sp::zeros<int64_t>({})); }, "bincount", "one axis");
    expect_error<sp::ShapeError>([] { sp::bincount(sp::zeros<int64_t>({3}), sp::ones<double>({2})); }, "bincount",
                                 "(3,)", "(2,)");
    expect_error<sp::ValueError>([] { sp::bincount(sp::full<uint64_t>({1}, std::numeric_limits<uint64_t>::max())); },
                                 "bincount", "18446744073709551615");
    EXPECT_THROW(sp::bincount(sp::full<int64_t>({1}, int64_t(1) << 61)), sp::Error);
  });
  for (const sp::Backend other : sp::backends()) {  // TRAP-18
    if (other == sp::Backend::serial || !sp::usable(other)) continue;
    for (const sp::Shape& shape : {sp::Shape{2}, sp::Shape{0}})
      expect_error<sp::BackendMismatch>(
          [&] { sp::bincount(sp::zeros<int64_t>(shape, sp::Backend::serial), sp::ones<double>(shape, other)); },
          "bincount", "serial", sp::name(other), ".to(");
  }
}

TEST(Bincount, HasTheSameBitsEverywhere) {
  for (const int64_t size : sp::testing::awkward_sizes)
    for (const int64_t bins : {1, 3, 100, 20'000}) {
      const auto x = sp::eval(sp::testing::awkward_values<int64_t>({size}, 1) % bins);
      const auto weights = sp::testing::awkward_values<double>({size}, 2, bins == 100);
      sp::testing::expect_same_bits_everywhere([](const auto& i, const auto& w) { return sp::bincount(i, w); }, x,
                                               weights);
      sp::testing::expect_same_bits_everywhere([](const auto& i) { return sp::bincount(i); }, x);
    }
}

TEST(Bincount, WeightsAddUpWithinTheBoundOfOtherSums) {
  for_each_backend([](sp::Backend) {
    const int64_t size = 1'000'000;
    const auto x = sp::zeros<int32_t>({size});

    const double total = sp::bincount(x, sp::full<float>({size}, 0.1f)).item();

    // eps * (ceil(log2 n) + 2) * sum|x| would be the pairwise bound; chains of 1024 stay within 1024 eps.
    EXPECT_NEAR(total, double(0.1f) * double(size), 1024 * std::numeric_limits<double>::epsilon() * 1e5);
  });
}

}  // namespace
