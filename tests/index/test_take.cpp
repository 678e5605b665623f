#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/index/take.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

namespace {

namespace sp = spica;
using sp::testing::expect_error;
using sp::testing::for_each_backend;
using std::int32_t, std::int64_t, std::uint8_t, std::uint64_t;
template <class T> using Values = std::vector<T>;

template <class T> class TakeOf : public ::testing::Test {};
using ElementTypes = ::testing::Types<bool, std::int8_t, std::int16_t, int32_t, int64_t, uint8_t, std::uint16_t,
                                      std::uint32_t, uint64_t, float, double, sp::complex64, sp::complex128>;
TYPED_TEST_SUITE(TakeOf, ElementTypes);

TYPED_TEST(TakeOf, MovesElementsOfThisType) {
  for_each_backend([](sp::Backend) {
    using T = TypeParam;
    const sp::Array<T> a = sp::array<T>({{T(1), T(0), T(1)}, {T(0), T(0), T(1)}});

    EXPECT_EQ(sp::take(a, sp::array<int64_t>({2, -2, 0})).to_vector(), (Values<T>{T(1), T(0), T(1)}));
    EXPECT_EQ(sp::take(a, sp::array<int32_t>({1, 1}), sp::axis(1)).to_vector(), (Values<T>{T(0), T(0), T(0), T(0)}));
    EXPECT_EQ(sp::take(a, sp::array<uint8_t>({1}), 0).to_vector(), (Values<T>{T(0), T(0), T(1)}));
  });
}

template <class T> class TakeBy : public ::testing::Test {};
using IndexTypes =
    ::testing::Types<std::int8_t, std::int16_t, int32_t, int64_t, uint8_t, std::uint16_t, std::uint32_t, uint64_t>;
TYPED_TEST_SUITE(TakeBy, IndexTypes);

TYPED_TEST(TakeBy, IndicesOfThisTypeAreCheckedInIt) {
  for_each_backend([](sp::Backend) {
    using I = TypeParam;
    const auto a = sp::array<double>({0, 10, 20});

    EXPECT_EQ(sp::take(a, sp::array<I>({2, 0})).to_vector(), (Values<double>{20, 0}));
    expect_error<sp::IndexError>(
        [&] {
          sp::take(a, sp::array<I>({0, 3}));
        },
        "take", "index 3", "element 1", "flattened", "length 3");
    // In another type this one could be a valid index: 255 as int8 is -1, 2^64 - 1 as int64 too.
    if constexpr (std::unsigned_integral<I>) {
      expect_error<sp::IndexError>([&] { sp::take(a, sp::array<I>({std::numeric_limits<I>::max()})); }, "take",
                                   "out of bounds");
    } else {
      EXPECT_EQ(sp::take(a, sp::array<I>({-1, -3})).to_vector(), (Values<double>{20, 0}));
      expect_error<sp::IndexError>([&] { sp::take(a, sp::array<I>({std::numeric_limits<I>::min()})); }, "take",
                                   "out of bounds");
    }
  });
}

TEST(Take, IsTheExampleOfItsDocumentation) {
  for_each_backend([](sp::Backend) {
    // example-begin take
    const auto prices = sp::array<double>({{1, 2, 3}, {4, 5, 6}});
    const auto columns = sp::take(prices, sp::array<int64_t>({2, 0}), sp::axis(1));  // [[3. 1.] [6. 4.]]
    const auto flat = sp::take(prices, {0, -1});                                     // [1. 6.]
    const auto row = sp::take(prices, 1, 0);                                         // [4. 5. 6.]
    // example-end

    EXPECT_EQ(columns.to_vector(), (Values<double>{3, 1, 6, 4}));
    EXPECT_EQ(flat.to_vector(), (Values<double>{1, 6}));
    EXPECT_EQ(row.shape(), (sp::Shape{3}));
    EXPECT_EQ(row.to_vector(), (Values<double>{4, 5, 6}));
  });
}

TEST(Take, ShapeOfTheIndicesReplacesTheAxis) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::reshape(sp::arange<int64_t>(24), {2, 3, 4});
    const auto indices = sp::array<int32_t>({{0, 2}, {1, -1}});

    const auto middle = sp::take(a, indices, 1);

    EXPECT_EQ(middle.shape(), (sp::Shape{2, 2, 2, 4}));
    for (int64_t i = 0; i < 2; ++i)
      for (int64_t j = 0; j < 4; ++j) {
        const int64_t chosen[] = {0, 2, 1, 2};
        const auto values = sp::take(middle(i, sp::all, sp::all, j), sp::arange<int64_t>(4)).to_vector();
        for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(values[k], i * 12 + chosen[k] * 4 + j);
      }
    EXPECT_EQ(sp::take(a, indices, -1).shape(), (sp::Shape{2, 3, 2, 2}));
    EXPECT_EQ(sp::take(a, sp::zeros<int64_t>({}), sp::axis(0)).shape(), (sp::Shape{3, 4}));
    EXPECT_EQ(sp::take(a, sp::array<int64_t>({5, 23, 0})).to_vector(), (Values<int64_t>{5, 23, 0}));
    expect_error<sp::ShapeError>(
        [&] {
          sp::take(a, sp::zeros<int64_t>({1, 1, 1, 1, 1, 1, 1}), 0);
        },
        "take", "more than 8 axes");
  });
}

TEST(Take, ReadsViewsOfAnyLayout) {
  for_each_backend([](sp::Backend) {
    const auto base = sp::reshape(sp::arange<int64_t>(60), {6, 10});
    const auto view =
        sp::transpose(base(sp::slice(sp::none, sp::none, -2), sp::slice(1, 8, 3)));  // (3, 3): base[5 - 2 j, 1 + 3 i]
    const auto indices = sp::arange<int64_t>(7)(sp::slice(sp::none, sp::none, -3));  // 6, 3, 0
    const auto last_first = sp::array<int64_t>({2, 9, 0, 9, -2})(sp::slice(sp::none, sp::none, 2));  // 2, 0, -2

    EXPECT_EQ(sp::take(view, last_first, 0).to_vector(), (Values<int64_t>{57, 37, 17, 51, 31, 11, 54, 34, 14}));
    EXPECT_EQ(sp::take(view, last_first, 1).to_vector(), (Values<int64_t>{11, 51, 31, 14, 54, 34, 17, 57, 37}));
    EXPECT_EQ(sp::take(view, indices).to_vector(), (Values<int64_t>{57, 54, 51}));
    const auto repeated = sp::broadcast_to(sp::array<int64_t>({{4}, {5}}), {2, 3});
    EXPECT_EQ(sp::take(repeated, sp::broadcast_to(sp::array<int64_t>({1}), {2}), 0).to_vector(),
              (Values<int64_t>{5, 5, 5, 5, 5, 5}));
    EXPECT_EQ(sp::take(base * 2, indices % 2 + 1).to_vector(), (Values<int64_t>{2, 4, 2}));
  });
}

TEST(Take, NothingIsTakenFromNothing) {  // TRAP-07
  for_each_backend([](sp::Backend) {
    const auto none = sp::empty<int64_t>({0});

    EXPECT_EQ(sp::take(sp::empty<float>({0}), none, 0).shape(), (sp::Shape{0}));
    EXPECT_EQ(sp::take(sp::empty<float>({0, 3}), none, 0).shape(), (sp::Shape{0, 3}));
    EXPECT_EQ(sp::take(sp::empty<float>({0, 3}), sp::array<int64_t>({1, 1}), 1).shape(), (sp::Shape{0, 2}));
    EXPECT_EQ(sp::take(sp::ones<float>({4, 3}), none, 1).shape(), (sp::Shape{4, 0}));
    EXPECT_EQ(sp::take(sp::ones<float>({}), sp::array<int64_t>({0, -1})).to_vector(), (Values<float>{1, 1}));
    expect_error<sp::IndexError>([&] { sp::take(sp::empty<float>({0}), sp::array<int64_t>({0}), 0); }, "take", "axis 0",
                                 "length 0", "empty");
    // The result would have no elements, but the index is wrong all the same, as in NumPy.
    expect_error<sp::IndexError>(
        [&] {
          sp::take(sp::empty<float>({0, 3}), sp::array<int64_t>({3}), 1);
        },
        "take", "index 3", "axis 1", "length 3");
  });
}

TEST(Take, ErrorsNameTheIndexTheAxisAndItsLength) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::ones<double>({3, 4});

    expect_error<sp::IndexError>(
        [&] {
          sp::take(a, sp::array<int64_t>({{0, 1}, {-5, 9}}), 1);
        },
        "take", "index -5", "element 2", "axis 1", "length 4", "from -4 to 3");
    expect_error<sp::AxisError>([&] { sp::take(a, sp::array<int64_t>({0}), 2); }, "take", "axis");
    expect_error<sp::AxisError>([&] { sp::take(sp::ones<double>({}), sp::array<int64_t>({0}), 0); }, "take", "axis");
    expect_error<sp::AxisError>([&] { sp::take(a, sp::array<int64_t>({0}), sp::axes({0, 1})); }, "one axis");
  });
}

TEST(Take, OperandsOnTwoBackendsAreAnError) {  // TRAP-18
  for (const sp::Backend other : sp::backends()) {
    if (other == sp::Backend::serial || !sp::usable(other)) continue;
    for (const sp::Shape& shape : {sp::Shape{3}, sp::Shape{0}, sp::Shape{}}) {
      const auto a = sp::ones<double>(shape, sp::Backend::serial);
      const auto indices = sp::zeros<int64_t>(shape, other);

      expect_error<sp::BackendMismatch>([&] { sp::take(a, indices); }, "take", "serial", sp::name(other), ".to(");
      expect_error<sp::BackendMismatch>([&] { sp::put(a, indices, 1); }, "put", "serial", sp::name(other), ".to(");
      if (shape.rank() == 1)
        expect_error<sp::BackendMismatch>([&] { sp::take_along_axis(a, indices, 0); }, "take_along_axis",
                                          sp::name(other));
    }
    const auto a = sp::ones<double>({2}, sp::Backend::serial);
    expect_error<sp::BackendMismatch>(
        [&] { sp::put(a, sp::zeros<int64_t>({1}, sp::Backend::serial), sp::ones<double>({1}, other)); }, "put",
        sp::name(other));
  }
}

TEST(TakeAlongAxis, FetchesWhatArgmaxFound) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<int32_t>({{10, 30, 20}, {60, 40, 50}});

    const auto highest = sp::take_along_axis(a, sp::argmax(a, sp::axis(1), sp::keepdims), 1);
    const auto in_order = sp::take_along_axis(a, sp::array<int64_t>({{0, 2, 1}, {1, 2, -3}}), sp::axis(-1));
    const auto by_columns = sp::take_along_axis(a, sp::array<uint8_t>({{1, 0, 1}}), 0);

    EXPECT_EQ(highest.shape(), (sp::Shape{2, 1}));
    EXPECT_EQ(highest.to_vector(), (Values<int32_t>{30, 60}));
    EXPECT_EQ(in_order.to_vector(), (Values<int32_t>{10, 20, 30, 40, 50, 60}));
    EXPECT_EQ(by_columns.to_vector(), (Values<int32_t>{60, 30, 50}));
  });
}

TEST(TakeAlongAxis, BroadcastsTheOtherAxes) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::reshape(sp::arange<int64_t>(12), {3, 4});

    EXPECT_EQ(sp::take_along_axis(a, sp::array<int64_t>({{3, 0}}), 1).to_vector(),
              (Values<int64_t>{3, 0, 7, 4, 11, 8}));
    EXPECT_EQ(sp::take_along_axis(a(0, sp::newaxis), sp::array<int64_t>({{1}, {2}, {3}}), 1).to_vector(),
              (Values<int64_t>{1, 2, 3}));
    EXPECT_EQ(sp::take_along_axis(sp::transpose(sp::flip(a)), sp::array<int64_t>({{0, 1, 2}}), 0).to_vector(),
              (Values<int64_t>{11, 6, 1}));
    EXPECT_EQ(sp::take_along_axis(a, sp::empty<int64_t>({3, 0}), 1).shape(), (sp::Shape{3, 0}));
    expect_error<sp::ShapeError>([&] { sp::take_along_axis(a, sp::array<int64_t>({0}), 1); }, "take_along_axis",
                                 "as many axes");
    expect_error<sp::ShapeError>(
        [&] {
          sp::take_along_axis(a, sp::zeros<int64_t>({2, 1}), 1);
        },
        "take_along_axis", "broadcast");
    expect_error<sp::IndexError>(
        [&] {
          sp::take_along_axis(a, sp::full<int64_t>({3, 1}, 4), 1);
        },
        "take_along_axis", "index 4", "axis 1", "length 4");
    expect_error<sp::AxisError>(
        [&] {
          sp::take_along_axis(a, sp::zeros<int64_t>({3, 1}), sp::all_axes);
        },
        "take_along_axis", "one axis");
  });
}

TEST(Take, AgreesWithALoopForRowsOfEveryLength) {
  for_each_backend([](sp::Backend) {
    sp::testing::Numbers numbers(7);
    for (const int64_t row : {1, 2, 3, 4, 7, 8, 31, 32, 33, 100}) {
      const int64_t outer = 3, length = 50, count = 700;
      const auto a = sp::reshape(sp::arange<int32_t>(static_cast<int32_t>(outer * length * row)), {outer, length, row});
      Values<int64_t> chosen(static_cast<std::size_t>(count));
      for (auto& i : chosen) i = static_cast<int64_t>(numbers.next() % 100) - 50;

      const auto taken = sp::take(a, sp::from_host(chosen, {count}), 1).to_vector();

      std::size_t place = 0;
      for (int64_t o = 0; o < outer; ++o)
        for (const int64_t i : chosen)
          for (int64_t r = 0; r < row; ++r, ++place)
            ASSERT_EQ(taken[place], ((o * length + (i + 50) % 50) * row + r)) << "row " << row << " place " << place;
    }
  });
}

TEST(Take, HasTheSameBitsEverywhere) {
  for (const int64_t size : sp::testing::awkward_sizes) {
    const auto a = sp::testing::awkward_values<double>({size}, 1, true);
    const auto indices = sp::testing::awkward_values<int64_t>({size}, 2) % size;
    sp::testing::expect_same_bits_everywhere([](const auto& x, const auto& i) { return sp::take(x, i); }, a,
                                             sp::eval(indices));
  }
  for (const sp::Shape& shape : sp::testing::awkward_matrices) {
    const auto a = sp::testing::awkward_values<float>(shape, 3);
    const auto indices = sp::testing::awkward_values<int32_t>({shape[1]}, 4);
    sp::testing::expect_same_bits_everywhere(
        [&](const auto& x, const auto& i) { return sp::take(x, i % static_cast<int32_t>(shape[0]), 0); }, a,
        sp::eval(indices(sp::slice(0, 100))));
    sp::testing::expect_same_bits_everywhere(
        [&](const auto& x, const auto& i) { return sp::take(sp::transpose(x), i % static_cast<int32_t>(shape[1]), 0); },
        a, sp::eval(indices(sp::slice(0, 100))));
  }
}

}  // namespace
