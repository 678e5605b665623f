// group_by and its aggregates.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/elementwise/cast.hpp>
#include <spica/ops/group/group_by.hpp>
#include <spica/ops/index/select.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

namespace spica {
namespace {

using testing::expect_error;
using testing::expect_same_bits;
using testing::for_each_backend;
using testing::nan;
using Ints = std::vector<std::int64_t>;
using Doubles = std::vector<double>;

TEST(GroupBy, Example) {
  for_each_backend([](Backend) {
    // example-begin group_by
    const Array<std::int32_t> day = array<std::int32_t>({2, 1, 2, 1, 2});
    const Array<double> usage = array<double>({0.5, 4, 1, 2, 3});

    const auto days = group_by(day);
    const auto [low, high, average] = days.aggregate(usage, agg::min, agg::max, agg::mean);
    // days.keys() is [1 2], low [2. 0.5], high [4. 3.], average [3. 1.5], days.count() [2 3]
    // example-end group_by

    EXPECT_EQ(days.size(), 2);
    EXPECT_EQ(days.rows(), 5);
    EXPECT_EQ(days.keys().to_vector(), (std::vector<std::int32_t>{1, 2}));
    EXPECT_EQ(low.to_vector(), (Doubles{2, 0.5}));
    EXPECT_EQ(high.to_vector(), (Doubles{4, 3}));
    EXPECT_EQ(average.to_vector(), (Doubles{3, 1.5}));
    EXPECT_EQ(days.count().to_vector(), (Ints{2, 3}));
    EXPECT_EQ(days.ranks().to_vector(), (Ints{1, 0, 1, 0, 1}));
  });
}

TEST(GroupBy, EveryAggregate) {
  for_each_backend([](Backend) {
    const auto groups = group_by(array<std::int32_t>({7, 3, 7, 3, 7, 7}));
    const Array<double> v = array<double>({4, 10, 1, 20, 3, 2});

    EXPECT_EQ(groups.sum(v).to_vector(), (Doubles{30, 10}));
    EXPECT_EQ(groups.first(v).to_vector(), (Doubles{10, 4}));
    EXPECT_EQ(groups.last(v).to_vector(), (Doubles{20, 2}));
    EXPECT_EQ(groups.argmin(v).to_vector(), (Ints{1, 2}));
    EXPECT_EQ(groups.argmax(v).to_vector(), (Ints{3, 0}));
    EXPECT_EQ(groups.var(v).to_vector(), (Doubles{25, 1.25}));
    EXPECT_EQ(groups.std(v).to_vector(), (Doubles{5, std::sqrt(1.25)}));
    EXPECT_EQ(groups.var(v, 1).to_vector(), (Doubles{50, 5.0 / 3}));
    EXPECT_EQ(groups.median(v).to_vector(), (Doubles{15, 2.5}));
    EXPECT_EQ(groups.quantile(v, 0.25).to_vector(), (Doubles{12.5, 1.75}));
    EXPECT_EQ(groups.quantiles(v, {0, 1}).to_vector(), (Doubles{10, 20, 1, 4}));
    EXPECT_EQ(groups.mean(v * 2 + 1).to_vector(), (Doubles{31, 6}));
    const auto [count, spread, low, first] = groups.aggregate(v, agg::count, agg::std, agg::min, agg::first);
    EXPECT_EQ(count.to_vector(), (Ints{2, 4}));
    EXPECT_EQ(spread.to_vector(), (Doubles{5, std::sqrt(1.25)}));
    EXPECT_EQ(low.to_vector(), (Doubles{10, 1}));
    EXPECT_EQ(first.to_vector(), (Doubles{10, 4}));
  });
}

struct Larger {
  KOKKOS_FUNCTION double operator()(double a, double b) const { return a < b ? b : a; }
};

TEST(GroupBy, ReducesWithTheCallersFunction) {
  for_each_backend([](Backend) {
    const auto groups = group_by(array<std::int32_t>({1, 0, 1, 0}));

    EXPECT_EQ(groups.reduce(Larger{}, 2.5, array<std::int32_t>({1, 2, 5, 1})).to_vector(), (Doubles{2.5, 5}));
  });
}

// TRAP-12
TEST(GroupBy, KeysThatAreEqualButDifferInBitsAreOne) {
  for_each_backend([](Backend) {
    const auto groups = group_by(array<double>({0.0, -0.0, 1.0, nan, -nan}));

    expect_same_bits(groups.keys().to_vector(), Doubles{0, 1, nan});
    EXPECT_EQ(groups.sum(array<double>({1, 2, 4, 8, 16})).to_vector(), (Doubles{3, 4, 24}));
  });
}

TEST(GroupBy, TypesOfResults) {
  for_each_backend([](Backend) {
    const auto groups = group_by(array<bool>({true, false, true}));
    const auto bytes = array<std::uint8_t>({200, 1, 100});

    EXPECT_EQ(groups.keys().to_vector(), (std::vector<bool>{false, true}));
    static_assert(std::same_as<decltype(groups.sum(bytes)), Array<std::uint64_t>>);
    static_assert(std::same_as<decltype(groups.mean(bytes)), Array<double>>);
    static_assert(std::same_as<decltype(groups.min(bytes)), Array<std::uint8_t>>);
    static_assert(std::same_as<decltype(groups.mean(ones<float>({3}))), Array<float>>);
    EXPECT_EQ(groups.sum(bytes).to_vector(), (std::vector<std::uint64_t>{1, 300}));
    EXPECT_EQ(groups.mean(bytes).to_vector(), (Doubles{1, 150}));
    EXPECT_EQ(groups.sum(array<bool>({true, true, true})).to_vector(), (Ints{1, 2}));
    EXPECT_EQ(groups.sum(array<complex128>({complex128(0, 1), 2, 3})).to_vector().at(1), complex128(3, 1));
    expect_same_bits(groups.max(array<double>({nan, 1, 2})).to_vector(), Doubles{1, nan});
    expect_same_bits(groups.median(array<double>({nan, 1, 2})).to_vector(), Doubles{1, nan});
  });
}

TEST(GroupBy, TwoColumns) {
  for_each_backend([](Backend) {
    const auto groups = group_by(array<std::int32_t>({2, 1, 2, 1, 2}), array<double>({0.5, 7, -1, 7, 0.5}));

    const auto [a, b] = groups.keys();
    EXPECT_EQ(a.to_vector(), (std::vector<std::int32_t>{1, 2, 2}));
    EXPECT_EQ(b.to_vector(), (Doubles{7, -1, 0.5}));
    EXPECT_EQ(groups.sum(array<std::int64_t>({1, 10, 100, 1000, 10000})).to_vector(), (Ints{1010, 100, 10001}));
    expect_error<ShapeError>([] { group_by(zeros({2}), zeros({3})); }, "(2,)", "(3,)");
  });
}

TEST(GroupBy, OfNothing) {
  for_each_backend([](Backend) {
    const auto groups = group_by(zeros<std::int32_t>({0}));

    EXPECT_EQ(groups.size(), 0);
    EXPECT_EQ(groups.keys().shape(), Shape{0});
    EXPECT_EQ(groups.mean(zeros({0})).shape(), Shape{0});
    EXPECT_EQ(groups.var(zeros({0})).shape(), Shape{0});
    EXPECT_EQ(groups.argmin(zeros({0})).shape(), Shape{0});
    EXPECT_EQ(groups.quantiles(zeros({0}), {0.5}).shape(), Shape({0, 1}));
    EXPECT_EQ(groups.count().shape(), Shape{0});
    EXPECT_EQ(groups.ranks().shape(), Shape{0});
  });
}

TEST(GroupBy, WrongUse) {
  for_each_backend([](Backend) {
    const auto groups = group_by(array<std::int32_t>({1, 2}));
    expect_error<ShapeError>([&] { groups.min(zeros({3})); }, "group_by", "(3,)", "(2,)");
    expect_error<ShapeError>([&] { groups.sum(zeros({2, 1})); }, "group_by", "(2, 1)");
    expect_error<ShapeError>([] { group_by(zeros<std::int32_t>({2, 2})); }, "group_by", "(2, 2)");
    expect_error<ValueError>([&] { groups.quantile(zeros({2}), 1.5); }, "quantile", "1.5");
  });
  for (const Backend backend : backends())
    if (backend != Backend::serial && usable(backend))
      expect_error<BackendMismatch>([&] { group_by(ones<std::int32_t>({2}, backend)).min(ones({2}, Backend::serial)); }, "serial", name(backend));
}

/// Keys of one kind: sorted or not, few or many groups, a small range or a large one.
struct Keys {
  const char* name;
  std::int64_t (*key)(std::int64_t row, std::uint64_t random, std::int64_t rows);
};
constexpr Keys kinds[] = {
    {"sorted, few", [](std::int64_t i, std::uint64_t, std::int64_t n) { return i * 7 / n; }},
    {"sorted, each its own", [](std::int64_t i, std::uint64_t, std::int64_t) { return i; }},
    {"one", [](std::int64_t, std::uint64_t, std::int64_t) { return std::int64_t(-3); }},
    {"shuffled, few", [](std::int64_t, std::uint64_t r, std::int64_t) { return static_cast<std::int64_t>(r % 11) - 5; }},
    {"shuffled, thousand", [](std::int64_t, std::uint64_t r, std::int64_t) { return static_cast<std::int64_t>(r % 1096); }},
    {"shuffled, many", [](std::int64_t, std::uint64_t r, std::int64_t n) { return static_cast<std::int64_t>(r % static_cast<std::uint64_t>(n)) * 1'000'003; }},
    {"over the whole range", [](std::int64_t, std::uint64_t r, std::int64_t) { return static_cast<std::int64_t>(r); }},
    {"falling", [](std::int64_t i, std::uint64_t, std::int64_t n) { return (n - i) / 5; }},
};

Array<std::int64_t> keys_of(const Keys& kind, std::int64_t rows) {
  testing::Numbers numbers(17);
  std::vector<std::int64_t> keys(static_cast<std::size_t>(rows));
  for (std::int64_t i = 0; i < rows; ++i) keys[static_cast<std::size_t>(i)] = kind.key(i, numbers.next(), rows);
  return from_host(keys, {rows}, Backend::serial);
}

TEST(GroupBy, AgreesWithAMapOfRows) {
  for_each_backend([](Backend backend) {
    for (const Keys& kind : kinds)
      for (const std::int64_t rows : {1, 2, 65, 5000, 40'000}) {
        SCOPED_TRACE(::testing::Message() << kind.name << ", " << rows << " rows");
        const Array<std::int64_t> keys = keys_of(kind, rows);
        const Array<std::int64_t> values = copy(testing::awkward_values<std::int64_t>({rows}, 4) % 1000);
        std::map<std::int64_t, Ints> rows_of;
        const Ints key_list = keys.to_vector(), value_list = values.to_vector();
        for (std::size_t i = 0; i < key_list.size(); ++i) rows_of[key_list[i]].push_back(static_cast<std::int64_t>(i));

        const auto groups = group_by(keys.to(backend));
        const auto v = values.to(backend);
        const Ints found = groups.keys().to_vector(), low = groups.min(v).to_vector(), high = groups.max(v).to_vector(), sums = groups.sum(v).to_vector(),
                   counts = groups.count().to_vector(), first_rows = groups.argmin(v).to_vector(), last = groups.last(v).to_vector(),
                   ranks = groups.ranks().to_vector();
        const Doubles middle = groups.median(v).to_vector();

        ASSERT_EQ(found.size(), rows_of.size());
        std::size_t g = 0;
        for (const auto& [key, members] : rows_of) {
          Ints own;
          for (const std::int64_t row : members) own.push_back(value_list[static_cast<std::size_t>(row)]);
          const auto smallest = std::min_element(own.begin(), own.end());
          ASSERT_EQ(found[g], key);
          ASSERT_EQ(low[g], *smallest);
          ASSERT_EQ(high[g], *std::max_element(own.begin(), own.end()));
          ASSERT_EQ(first_rows[g], members[static_cast<std::size_t>(smallest - own.begin())]);
          ASSERT_EQ(sums[g], std::accumulate(own.begin(), own.end(), std::int64_t(0)));
          ASSERT_EQ(counts[g], static_cast<std::int64_t>(own.size()));
          ASSERT_EQ(last[g], own.back());
          for (const std::int64_t row : members) ASSERT_EQ(ranks[static_cast<std::size_t>(row)], static_cast<std::int64_t>(g));
          std::sort(own.begin(), own.end());
          const std::size_t half = own.size() / 2;
          ASSERT_EQ(middle[g], own.size() % 2 ? static_cast<double>(own[half]) : (static_cast<double>(own[half - 1]) + static_cast<double>(own[half])) / 2);
          ++g;
        }
      }
  });
}

TEST(GroupBy, AGroupHasTheBitsOfTheReductionOfItsValues) {
  for_each_backend([](Backend backend) {
    const std::int64_t rows = 50'000;
    const auto keys = copy(keys_of(kinds[3], rows)).to(backend);
    const auto values = testing::awkward_values<double>({rows}, 21).to(backend);
    const auto groups = group_by(keys);
    const Doubles sums = groups.sum(values).to_vector(), means = groups.mean(values).to_vector();
    for (std::int64_t g = 0; g < groups.size(); ++g) {
      const Array<double> own = values[keys == groups.keys()(g)];
      EXPECT_EQ(sums[static_cast<std::size_t>(g)], sum(own).item());
      EXPECT_EQ(means[static_cast<std::size_t>(g)], mean(own).item());
    }
  });
}

TEST(GroupBy, SameBitsEverywhere) {
  for (const Keys& kind : kinds)
    for (const std::int64_t rows : {4097, 100'003}) {
      SCOPED_TRACE(::testing::Message() << kind.name << ", " << rows << " rows");
      const auto keys = keys_of(kind, rows);
      const auto values = testing::awkward_values<double>({rows}, 22, true);
      const auto floats = testing::awkward_values<float>({rows}, 23);
      testing::expect_same_bits_everywhere([](const auto& k, const auto& v) { return group_by(k).sum(v); }, keys, values);
      testing::expect_same_bits_everywhere([](const auto& k, const auto& v) { return group_by(k).min(v); }, keys, values);
      testing::expect_same_bits_everywhere([](const auto& k, const auto& v) { return group_by(k).mean(v); }, keys, floats);
      testing::expect_same_bits_everywhere([](const auto& k, const auto& v) { return group_by(k).var(v); }, keys, floats);
      testing::expect_same_bits_everywhere([](const auto& k, const auto& v) { return group_by(k).argmax(v); }, keys, values);
      testing::expect_same_bits_everywhere([](const auto& k, const auto& v) { return group_by(k).quantile(v, 0.3); }, keys, floats);
      testing::expect_same_bits_everywhere([](const auto& k) { return group_by(k).ranks(); }, keys);
    }
}

}  // namespace
}  // namespace spica
