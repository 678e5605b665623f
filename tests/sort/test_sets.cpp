#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/sort/sets.hpp>

#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace {

namespace sp = spica;
using sp::testing::expect_error;
using sp::testing::for_each_backend;
using sp::testing::nan;
using Ints = std::vector<std::int64_t>;
using Doubles = std::vector<double>;
using Bools = std::vector<bool>;

TEST(Isin, TellsForEachElement) {
  for_each_backend([](sp::Backend) {
    // example-begin isin
    const auto a = sp::array<int>({{1, 7}, {3, 9}});
    const auto odd_one_out = sp::isin(a, {9, 3, 5, 1});                  // [[true false] [true true]]
    const auto the_others = sp::isin(a, {9, 3, 5, 1}, sp::invert_isin);  // [[false true] [false false]]
    // example-end

    EXPECT_EQ(odd_one_out.shape(), sp::Shape({2, 2}));
    EXPECT_EQ(odd_one_out.to_vector(), (Bools{true, false, true, true}));
    EXPECT_EQ(the_others.to_vector(), (Bools{false, true, false, false}));
    EXPECT_EQ(sp::isin(sp::transpose(a), sp::array<double>({{7, 2.5}})).to_vector(),
              (Bools{false, false, true, false}));
    EXPECT_EQ(sp::isin(a + 1, sp::arange(4)).to_vector(), (Bools{true, false, false, false}));
    EXPECT_EQ(sp::isin(a, sp::array<int>({})).to_vector(), Bools(4, false));
    EXPECT_EQ(sp::isin(a, sp::array<int>({}), sp::invert_isin).to_vector(), Bools(4, true));
    EXPECT_EQ(sp::isin(sp::ones({3, 0}), a).shape(), sp::Shape({3, 0}));
    EXPECT_TRUE(sp::isin(sp::ones({}), sp::ones({})).item());
    EXPECT_EQ(sp::isin(sp::array<bool>({true, false}), sp::array<bool>({true})).to_vector(), (Bools{true, false}));
  });
}

TEST(Isin, NaNIsInNothingAndZerosAreEqual) {
  for_each_backend([](sp::Backend) {
    EXPECT_EQ(sp::isin(sp::array<double>({nan, 0, 2}), sp::array<double>({2, nan, -0.0, -nan})).to_vector(),
              (Bools{false, true, true}));
    EXPECT_EQ(sp::isin(sp::array<float>({float(nan)}), sp::array<float>({float(nan)}), sp::invert_isin).to_vector(),
              Bools{true});
  });
}

TEST(Sets, AreSortedAndDistinct) {
  for_each_backend([](sp::Backend) {
    // example-begin sets
    const auto a = sp::array<int>({5, 3, 3, 1}), b = sp::array<int>({3, 5, 7, 5});
    const auto either = sp::union1d(a, b);     // [1 3 5 7]
    const auto both = sp::intersect1d(a, b);   // [3 5]
    const auto only_a = sp::setdiff1d(a, b);   // [1]
    const auto only_one = sp::setxor1d(a, b);  // [1 7]
    // example-end

    EXPECT_EQ(either.to_vector(), (std::vector<int>{1, 3, 5, 7}));
    EXPECT_EQ(both.to_vector(), (std::vector<int>{3, 5}));
    EXPECT_EQ(only_a.to_vector(), (std::vector<int>{1}));
    EXPECT_EQ(only_one.to_vector(), (std::vector<int>{1, 7}));
    const auto found = sp::intersect1d_indices(a, b);
    EXPECT_EQ(found.values.to_vector(), (std::vector<int>{3, 5}));
    EXPECT_EQ(found.first_indices.to_vector(), (Ints{1, 0}));
    EXPECT_EQ(found.second_indices.to_vector(), (Ints{0, 1}));
  });
}

TEST(Sets, NaNAsInNumPy) {  // numpy 2.4: union1d [1 2 nan], intersect1d [1], setdiff1d [nan], setxor1d [2 nan nan]
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<double>({nan, 1, nan}), b = sp::array<double>({nan, 2, 1});
    const auto text = [](const sp::Array<double>& x) {
      std::string s;
      for (const double v : x.to_vector()) s += std::isnan(v) ? "nan " : std::to_string(static_cast<int>(v)) + " ";
      return s;
    };

    EXPECT_EQ(text(sp::union1d(a, b)), "1 2 nan ");
    EXPECT_EQ(text(sp::intersect1d(a, b)), "1 ");
    EXPECT_EQ(text(sp::setdiff1d(a, b)), "nan ");
    EXPECT_EQ(text(sp::setxor1d(a, b)), "2 nan nan ");
    const auto found = sp::intersect1d_indices(a, b);
    EXPECT_EQ(found.first_indices.to_vector(), Ints{1});
    EXPECT_EQ(found.second_indices.to_vector(), Ints{2});
  });
}

TEST(Sets, TypesPromoteAndShapesFlatten) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<std::int8_t>({{1, 2}, {3, 4}});
    const auto b = sp::array<double>({2.5, 4});

    static_assert(std::same_as<decltype(sp::union1d(a, b)), sp::Array<double>>);
    static_assert(std::same_as<decltype(sp::setdiff1d(a, b)), sp::Array<std::int8_t>>,
                  "the type of the first, as in NumPy");
    EXPECT_EQ(sp::union1d(a, b).to_vector(), (Doubles{1, 2, 2.5, 3, 4}));
    EXPECT_EQ(sp::setdiff1d(sp::transpose(a), b).to_vector(), (std::vector<std::int8_t>{1, 2, 3}));
    EXPECT_EQ(sp::setxor1d(a, b * 1).to_vector(), (Doubles{1, 2, 2.5, 3}));
    EXPECT_EQ(sp::intersect1d(a, b).to_vector(), (Doubles{4}));
  });
}

TEST(Sets, OfNothing) {
  for_each_backend([](sp::Backend) {
    const auto none = sp::empty<float>({0, 3}), some = sp::array<float>({2, 1, 2});

    EXPECT_EQ(sp::union1d(none, none).shape(), sp::Shape{0});
    EXPECT_EQ(sp::union1d(none, some).to_vector(), (std::vector<float>{1, 2}));
    EXPECT_EQ(sp::intersect1d(none, some).shape(), sp::Shape{0});
    EXPECT_EQ(sp::intersect1d_indices(some, none).second_indices.shape(), sp::Shape{0});
    EXPECT_EQ(sp::setdiff1d(none, some).shape(), sp::Shape{0});
    EXPECT_EQ(sp::setdiff1d(some, none).to_vector(), (std::vector<float>{1, 2}));
    EXPECT_EQ(sp::setxor1d(some, none).to_vector(), (std::vector<float>{1, 2}));
    EXPECT_EQ(sp::union1d(sp::ones({}), sp::ones({})).to_vector(), Doubles{1});
  });
}

TEST(Sets, AgreeWithTheStandardLibrary) {
  for_each_backend([](sp::Backend) {
    sp::testing::Numbers numbers(11);
    for (const std::int64_t n : {1, 100, 5000, 70'001})
      for (const std::uint64_t range : {std::uint64_t(50), std::uint64_t(100'000)}) {
        Ints x(static_cast<std::size_t>(n)), y(static_cast<std::size_t>(n / 2 + 1));
        for (auto& v : x) v = static_cast<std::int64_t>(numbers.next() % range) - 20;
        for (auto& v : y) v = static_cast<std::int64_t>(numbers.next() % range) - 20;
        const auto a = sp::from_host(x, {n}), b = sp::from_host(y, {n / 2 + 1});
        const std::set<std::int64_t> in_x(x.begin(), x.end()), in_y(y.begin(), y.end());
        Ints expected;

        std::ranges::set_union(in_x, in_y, std::back_inserter(expected));
        EXPECT_EQ(sp::union1d(a, b).to_vector(), expected);
        expected.clear();
        std::ranges::set_difference(in_x, in_y, std::back_inserter(expected));
        EXPECT_EQ(sp::setdiff1d(a, b).to_vector(), expected);
        expected.clear();
        std::ranges::set_symmetric_difference(in_x, in_y, std::back_inserter(expected));
        EXPECT_EQ(sp::setxor1d(a, b).to_vector(), expected);
        expected.clear();
        std::ranges::set_intersection(in_x, in_y, std::back_inserter(expected));
        const auto found = sp::intersect1d_indices(a, b);
        EXPECT_EQ(found.values.to_vector(), expected);
        const Ints first = found.first_indices.to_vector(), second = found.second_indices.to_vector();
        for (std::size_t i = 0; i < expected.size(); ++i) {
          ASSERT_EQ(first[i], std::ranges::find(x, expected[i]) - x.begin());
          ASSERT_EQ(second[i], std::ranges::find(y, expected[i]) - y.begin());
          if (i > 200) break;
        }
        const std::vector<bool> is_in = sp::isin(a, b).to_vector();
        for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(is_in[i], in_y.contains(x[i]));
      }
  });
}

TEST(Sets, OperandsOnTwoBackendsAreAnError) {
  for (const sp::Backend other : sp::backends()) {
    if (other == sp::Backend::serial || !sp::usable(other)) continue;
    const auto a = sp::ones({3}, sp::Backend::serial), b = sp::ones({3}, other);
    expect_error<sp::BackendMismatch>([&] { sp::isin(a, b); }, "isin", sp::name(other));
    expect_error<sp::BackendMismatch>([&] { sp::union1d(a, b); }, "union1d", sp::name(other));
    expect_error<sp::BackendMismatch>([&] { sp::intersect1d(a, b); }, "intersect1d", sp::name(other));
    expect_error<sp::BackendMismatch>([&] { sp::setdiff1d(a, b); }, "setdiff1d", sp::name(other));
    expect_error<sp::BackendMismatch>([&] { sp::setxor1d(a, b); }, "setxor1d", sp::name(other));
  }
}

}  // namespace
