#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/index/take.hpp>

#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

namespace {

namespace sp = spica;
using sp::testing::expect_error;
using sp::testing::for_each_backend;
using std::int32_t, std::int64_t, std::uint8_t;
template <class T> using Values = std::vector<T>;

template <class T> class PutOf : public ::testing::Test {};
using ElementTypes = ::testing::Types<bool, std::int8_t, std::int16_t, int32_t, int64_t, uint8_t, std::uint16_t,
                                      std::uint32_t, std::uint64_t, float, double, sp::complex64, sp::complex128>;
TYPED_TEST_SUITE(PutOf, ElementTypes);

TYPED_TEST(PutOf, WritesElementsOfThisType) {
  for_each_backend([](sp::Backend) {
    using T = TypeParam;
    const auto a = sp::zeros<T>({2, 2});

    sp::put(a, sp::array<int32_t>({3, -4}), sp::array<T>({T(1), T(1)}));

    EXPECT_EQ(a.to_vector(), (Values<T>{T(1), T(0), T(0), T(1)}));
  });
}

TEST(Put, IsTheExampleOfItsDocumentation) {
  for_each_backend([](sp::Backend) {
    // example-begin put
    const auto a = sp::zeros<double>({2, 3});
    sp::put(a, sp::array<int64_t>({0, 4, -1}), sp::array<double>({1, 2, 3}));  // [[1. 0. 0.] [0. 2. 3.]]
    // example-end

    EXPECT_EQ(a.to_vector(), (Values<double>{1, 0, 0, 0, 2, 3}));
  });
}

TEST(Put, RepeatsValuesAndTakesNumbers) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::zeros<float>({6});

    sp::put(a, sp::arange<int64_t>(5), sp::array<uint8_t>({1, 2}));
    EXPECT_EQ(a.to_vector(), (Values<float>{1, 2, 1, 2, 1, 0}));
    sp::put(a, sp::array<uint8_t>({{1, 3}, {5, 5}}), 7);
    EXPECT_EQ(a.to_vector(), (Values<float>{1, 7, 1, 7, 1, 7}));
    sp::put(a, sp::array<int64_t>({0}), sp::array<float>({-1, 99}));  // more values than indices: the rest is not used
    EXPECT_EQ(a.to_vector(), (Values<float>{-1, 7, 1, 7, 1, 7}));
    sp::put(a, sp::array<int64_t>({1}), sp::empty<float>({0}));
    sp::put(a, sp::empty<int64_t>({0}), 5);
    EXPECT_EQ(a.to_vector(), (Values<float>{-1, 7, 1, 7, 1, 7}));
    sp::put(sp::empty<float>({0}), sp::empty<int64_t>({0}), 5);
    const auto scalar = sp::zeros<float>({});
    sp::put(scalar, sp::array<int64_t>({-1}), sp::array<float>({3}) * 2);
    EXPECT_EQ(scalar.item(), 6);
  });
}

TEST(Put, WritesThroughViews) {
  for_each_backend([](sp::Backend) {
    const auto base = sp::zeros<int32_t>({4, 6});
    const auto view = sp::transpose(
        base(sp::slice(sp::none, sp::none, -2), sp::slice(1, sp::none, 2)));  // (3, 2): base[3 - 2 j, 1 + 2 i]

    sp::put(view, sp::array<int64_t>({0, 1, 5}), sp::array<int32_t>({1, 2, 3}));

    const auto values = base.to_vector();
    EXPECT_EQ(values[3 * 6 + 1], 1);
    EXPECT_EQ(values[1 * 6 + 1], 2);
    EXPECT_EQ(values[1 * 6 + 5], 3);
    EXPECT_EQ(std::count(values.begin(), values.end(), 0), 21);
  });
}

TEST(Put, TheLastOfEqualIndicesWinsHoweverManyThereAre) {
  for_each_backend([](sp::Backend) {
    const auto small = sp::zeros<int64_t>({3});
    sp::put(small, sp::array<int64_t>({1, 1, -2, 0}), sp::array<int64_t>({5, 6, 7, 8}));
    EXPECT_EQ(small.to_vector(), (Values<int64_t>{8, 7, 0}));

    const int64_t size = 1'000'003, targets = 101;
    const auto a = sp::full<int64_t>({targets}, -1);
    sp::put(a, sp::arange<int64_t>(size) % (targets - 1), sp::arange<int64_t>(size));

    const auto values = a.to_vector();
    for (int64_t t = 0; t < targets - 1; ++t) EXPECT_EQ(values[static_cast<std::size_t>(t)] % (targets - 1), t);
    for (int64_t t = 0; t < targets - 1; ++t) EXPECT_GE(values[static_cast<std::size_t>(t)], size - (targets - 1));
    EXPECT_EQ(values[static_cast<std::size_t>(targets) - 1], -1);
  });
}

TEST(Put, ReadsWhatItOverwritesAsItWas) {  // TRAP-09
  for_each_backend([](sp::Backend) {
    const int64_t size = 100'000;
    const auto a = sp::arange<int64_t>(size);

    sp::put(a, a, sp::flip(a));  // indices and values share the destination's elements

    const auto values = a.to_vector();
    for (int64_t i = 0; i < size; ++i) ASSERT_EQ(values[static_cast<std::size_t>(i)], size - 1 - i);
  });
}

TEST(Put, ErrorsLeaveTheDestinationAlone) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::zeros<int32_t>({2, 2});

    expect_error<sp::IndexError>(
        [&] {
          sp::put(a, sp::array<int64_t>({0, 4}), 1);
        },
        "put", "index 4", "element 1", "flattened", "length 4");
    expect_error<sp::IndexError>([&] { sp::put(sp::empty<int32_t>({0}), sp::array<int64_t>({0}), 1); }, "put",
                                 "length 0");
    expect_error<sp::ValueError>(
        [&] {
          sp::put(sp::broadcast_to(a, {3, 2, 2}), sp::array<int64_t>({0}), 1);
        },
        "put", "broadcast");
    expect_error<sp::ValueError>([&] { sp::put(sp::zeros<uint8_t>({1}), sp::array<int64_t>({0}), 256); }, "put",
                                 "uint8");
    EXPECT_EQ(a.to_vector(), (Values<int32_t>{0, 0, 0, 0}));
  });
}

TEST(PutAlongAxis, WritesWhereTakeAlongAxisReads) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::zeros<int32_t>({2, 3});

    sp::put_along_axis(a, sp::array<int64_t>({{2, 0}, {1, -2}}), sp::array<int32_t>({{5, 6}, {7, 8}}), 1);
    EXPECT_EQ(a.to_vector(), (Values<int32_t>{6, 0, 5, 0, 8, 0}));  // the last of two wins

    sp::put_along_axis(a, sp::array<uint8_t>({{1, 0, 1}}), 9, sp::axis(0));
    EXPECT_EQ(a.to_vector(), (Values<int32_t>{6, 9, 5, 9, 8, 9}));

    const auto columns = sp::flip(sp::transpose(a));  // writes through: [[9 5] [8 9] [9 6]]
    sp::put_along_axis(columns, sp::array<int64_t>({{0}, {1}, {0}}), sp::array<int32_t>({{-1}, {-2}, {-3}}), -1);
    EXPECT_EQ(a.to_vector(), (Values<int32_t>{6, -2, 5, -3, 8, -1}));
  });
}

TEST(PutAlongAxis, BroadcastsIndicesAndValues) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::zeros<double>({3, 4});

    sp::put_along_axis(a, sp::array<int64_t>({{3, 0}}), sp::array<int64_t>({{1}, {2}, {3}}), 1);
    EXPECT_EQ(a.to_vector(), (Values<double>{1, 0, 0, 1, 2, 0, 0, 2, 3, 0, 0, 3}));

    const auto row = sp::zeros<double>({1, 3});  // one row for three indices: the last wins
    sp::put_along_axis(row, sp::array<int64_t>({{2}, {0}, {2}}), sp::array<double>({{5}, {6}, {7}}), 1);
    EXPECT_EQ(row.to_vector(), (Values<double>{6, 0, 7}));

    sp::put_along_axis(a, sp::empty<int64_t>({3, 0}), 5, 1);
    sp::put_along_axis(sp::empty<double>({0, 2}), sp::zeros<int64_t>({0, 1}), 5, 1);
    EXPECT_EQ(a(0, 1).item(), 0);
  });
}

TEST(PutAlongAxis, SortsInPlaceByWhatItReadsFromItself) {  // TRAP-09
  for_each_backend([](sp::Backend) {
    const int64_t rows = 300, columns = 211;
    const auto a = sp::reshape(sp::eval(sp::arange<int64_t>(rows * columns) * 7 % columns), {rows, columns});
    const auto before = a.to_vector();

    sp::put_along_axis(a, a, sp::flip(a), 1);  // a[i, a[i, j]] = a[rows - 1 - i, columns - 1 - j]

    const auto after = a.to_vector();
    const auto at = [&](int64_t i, int64_t j) { return static_cast<std::size_t>(i * columns + j); };
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        ASSERT_EQ(after[at(i, before[at(i, j)])], before[at(rows - 1 - i, columns - 1 - j)]);
  });
}

TEST(PutAlongAxis, ErrorsLeaveTheDestinationAlone) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::zeros<int32_t>({2, 3});
    const auto places = sp::zeros<int64_t>({2, 1});

    expect_error<sp::IndexError>([&] { sp::put_along_axis(a, places + 3, 1, 1); }, "put_along_axis", "index 3", "axis 1");
    expect_error<sp::ShapeError>([&] { sp::put_along_axis(a, sp::arange<int64_t>(2), 1, 1); }, "put_along_axis",
                                 "as many axes");
    expect_error<sp::ShapeError>([&] { sp::put_along_axis(a, places, sp::zeros<int32_t>({2, 2}), 1); },
                                 "put_along_axis: shape (2, 2) does not broadcast to (2, 1)");
    expect_error<sp::ValueError>([&] { sp::put_along_axis(sp::broadcast_to(a, {2, 2, 3}), sp::zeros<int64_t>({2, 2, 1}), 1, 2); },
                                 "put_along_axis", "broadcast");
    expect_error<sp::AxisError>([&] { sp::put_along_axis(a, places, 1, sp::all_axes); }, "put_along_axis", "one axis");
    EXPECT_EQ(a.to_vector(), Values<int32_t>(6, 0));
  });
}

TEST(Put, HasTheSameBitsEverywhere) {
  for (const int64_t size : sp::testing::awkward_sizes) {
    const auto values = sp::testing::awkward_values<double>({size}, 1, true);
    const auto indices = sp::eval(sp::testing::awkward_values<int64_t>({size}, 2) % (size / 3 + 1));
    sp::testing::expect_same_bits_everywhere(
        [&](const auto& v, const auto& i) {
          const auto a = sp::zeros<double>({size}, v.backend());
          sp::put(a, i, v);
          return a;
        },
        values, indices);
  }
}

}  // namespace
