#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/join/concatenate.hpp>

#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

namespace {

namespace sp = spica;
using sp::testing::expect_error;
using sp::testing::for_each_backend;
using std::int32_t, std::int64_t, std::uint8_t, std::uint64_t;
template <class T> using Values = std::vector<T>;
template <class E> using Element = sp::value_type_t<E>;

template <class T> class JoinOf : public ::testing::Test {};
using ElementTypes = ::testing::Types<bool, std::int8_t, std::int16_t, int32_t, int64_t, uint8_t, std::uint16_t,
                                      std::uint32_t, uint64_t, float, double, sp::complex64, sp::complex128>;
TYPED_TEST_SUITE(JoinOf, ElementTypes);

TYPED_TEST(JoinOf, KeepsElementsOfThisType) {
  for_each_backend([](sp::Backend) {
    using T = TypeParam;
    const sp::Array<T> a = sp::array<T>({T(1), T(0)}), b = sp::array<T>({T(1), T(1)});

    EXPECT_EQ(sp::concatenate({a, b, a}).to_vector(), (Values<T>{T(1), T(0), T(1), T(1), T(1), T(0)}));
    EXPECT_EQ(sp::stack({a, b}, 1).to_vector(), (Values<T>{T(1), T(1), T(0), T(1)}));
  });
}

TEST(Concatenate, IsTheExampleOfItsDocumentation) {
  for_each_backend([](sp::Backend) {
    // example-begin concatenate
    const auto a = sp::array<double>({{1, 2}, {3, 4}}), b = sp::array<double>({{5, 6}});
    const auto rows = sp::concatenate({a, b});                            // [[1. 2.] [3. 4.] [5. 6.]]
    const auto columns = sp::concatenate(a, a * 10, sp::axis(1));         // [[1. 2. 10. 20.] [3. 4. 30. 40.]]
    const auto mixed = sp::concatenate(b, sp::array<int32_t>({{7, 8}}));  // int32 and float64 meet in float64
    // example-end

    EXPECT_EQ(rows.to_vector(), (Values<double>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(columns.shape(), (sp::Shape{2, 4}));
    EXPECT_EQ(columns.to_vector(), (Values<double>{1, 2, 10, 20, 3, 4, 30, 40}));
    static_assert(std::same_as<Element<decltype(mixed)>, double>);
    EXPECT_EQ(mixed.to_vector(), (Values<double>{5, 6, 7, 8}));
  });
}

TEST(Stack, IsTheExampleOfItsDocumentation) {
  for_each_backend([](sp::Backend) {
    // example-begin stack
    const auto x = sp::array<float>({1, 2, 3}), y = sp::array<float>({4, 5, 6});
    const auto rows = sp::stack({x, y});               // [[1. 2. 3.] [4. 5. 6.]]
    const auto points = sp::stack(x, y, sp::axis(1));  // [[1. 4.] [2. 5.] [3. 6.]]
    // example-end

    EXPECT_EQ(rows.shape(), (sp::Shape{2, 3}));
    EXPECT_EQ(rows.to_vector(), (Values<float>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(points.shape(), (sp::Shape{3, 2}));
    EXPECT_EQ(points.to_vector(), (Values<float>{1, 4, 2, 5, 3, 6}));
  });
}

TEST(Concatenate, TakesListsOfEveryForm) {
  for_each_backend([](sp::Backend) {
    const std::vector<sp::Array<int32_t>> list{sp::array<int32_t>({1}), sp::array<int32_t>({2, 3})};

    EXPECT_EQ(sp::concatenate(list).to_vector(), (Values<int32_t>{1, 2, 3}));
    EXPECT_EQ(sp::concatenate(std::span<const sp::Array<int32_t>>(list), -1).to_vector(), (Values<int32_t>{1, 2, 3}));
    EXPECT_EQ(sp::concatenate(list[1]).to_vector(), (Values<int32_t>{2, 3}));
    EXPECT_EQ(sp::stack(std::vector{list[0], list[0]}, sp::axis(-1)).shape(), (sp::Shape{1, 2}));
    EXPECT_EQ(sp::stack(list[1]).shape(), (sp::Shape{1, 2}));
  });
}

TEST(Concatenate, AllAxesFlattensInCOrder) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::transpose(sp::array<uint8_t>({{1, 2}, {3, 4}})), b = sp::array<uint8_t>({5});

    EXPECT_EQ(sp::concatenate({a, b}, sp::all_axes).to_vector(), (Values<uint8_t>{1, 3, 2, 4, 5}));
    EXPECT_EQ(sp::concatenate(a + b, sp::array<int64_t>({{7}}), sp::ones<uint8_t>({}), sp::all_axes).to_vector(),
              (Values<int64_t>{6, 8, 7, 9, 7, 1}));
  });
}

TEST(Concatenate, PromotesLikeArithmetic) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::concatenate(sp::array<int64_t>({1}), sp::array<uint64_t>({2}));
    const auto b = sp::stack(sp::array<bool>({true}), sp::array<uint8_t>({3}));
    const auto c = sp::concatenate(sp::array<float>({1}), sp::array<sp::complex64>({sp::complex64(0, 2)}));

    static_assert(std::same_as<Element<decltype(a)>, double> && std::same_as<Element<decltype(b)>, uint8_t> &&
                  std::same_as<Element<decltype(c)>, sp::complex64>);
    EXPECT_EQ(a.to_vector(), (Values<double>{1, 2}));
    EXPECT_EQ(b.to_vector(), (Values<uint8_t>{1, 3}));
    EXPECT_EQ(c.to_vector(), (Values<sp::complex64>{sp::complex64(1, 0), sp::complex64(0, 2)}));
  });
}

TEST(Concatenate, ReadsViewsOfAnyLayout) {
  for_each_backend([](sp::Backend) {
    const auto base = sp::reshape(sp::arange<int64_t>(12), {3, 4});
    const auto back = base(sp::slice(sp::none, sp::none, -1), sp::slice(sp::none, sp::none, -2));
    const auto repeated = sp::broadcast_to(sp::array<int64_t>({{7}, {8}, {9}}), {3, 2});

    EXPECT_EQ(sp::concatenate({back, repeated}, 1).to_vector(), (Values<int64_t>{11, 9, 7, 7, 7, 5, 8, 8, 3, 1, 9, 9}));
    EXPECT_EQ(sp::stack({back, repeated}, 2).to_vector(), (Values<int64_t>{11, 7, 9, 7, 7, 8, 5, 8, 3, 9, 1, 9}));
  });
}

TEST(Concatenate, EmptyPartsAddNothing) {  // TRAP-07
  for_each_backend([](sp::Backend) {
    EXPECT_EQ(sp::concatenate({sp::empty<float>({0}), sp::ones<float>({2}), sp::empty<float>({0})}).to_vector(),
              (Values<float>{1, 1}));
    EXPECT_EQ(sp::concatenate({sp::empty<float>({2, 0}), sp::empty<float>({2, 0})}, 1).shape(), (sp::Shape{2, 0}));
    EXPECT_EQ(sp::concatenate({sp::empty<float>({0, 3}), sp::empty<float>({0, 1})}, 1).shape(), (sp::Shape{0, 4}));
    EXPECT_EQ(sp::stack({sp::empty<float>({0, 3}), sp::empty<float>({0, 3})}, -1).shape(), (sp::Shape{0, 3, 2}));
    EXPECT_EQ(sp::stack({sp::full<float>({}, 3), sp::full<float>({}, 4)}).to_vector(), (Values<float>{3, 4}));
    EXPECT_EQ(sp::concatenate({sp::empty<float>({0}), sp::empty<float>({3, 0})}, sp::all_axes).shape(), (sp::Shape{0}));
    expect_error<sp::ShapeError>(
        [] {
          sp::concatenate({sp::empty<float>({0}), sp::ones<float>({2, 2})});
        },
        "concatenate", "(0,)", "(2, 2)");
  });
}

TEST(Concatenate, Errors) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::ones<double>({2, 3});

    expect_error<sp::ValueError>([] { sp::concatenate(std::vector<sp::Array<double>>()); }, "concatenate", "no arrays");
    expect_error<sp::ValueError>([] { sp::stack(std::vector<sp::Array<double>>()); }, "stack", "no arrays");
    expect_error<sp::ShapeError>(
        [&] {
          sp::concatenate({a, sp::ones<double>({2, 2})});
        },
        "concatenate", "(2, 3)", "(2, 2)", "array 1", "axis 0");
    expect_error<sp::ShapeError>([&] { sp::concatenate(a, sp::ones<float>({3})); }, "concatenate", "(3,)");
    expect_error<sp::ShapeError>(
        [] {
          sp::concatenate({sp::ones<double>({}), sp::ones<double>({})});
        },
        "concatenate", "rank 0", "stack");
    expect_error<sp::AxisError>([&] { sp::concatenate({a, a}, 2); }, "concatenate", "axis");
    expect_error<sp::AxisError>([&] { sp::concatenate(a, a, sp::axes({0, 1})); }, "one axis");
    expect_error<sp::ShapeError>(
        [&] {
          sp::stack({a, sp::ones<double>({2, 2})});
        },
        "stack", "(2, 3)", "(2, 2)", "concatenate");
    expect_error<sp::AxisError>([&] { sp::stack({a, a}, 3); }, "stack", "axis");
    expect_error<sp::AxisError>([&] { sp::stack({a, a}, -4); }, "stack", "axis");
    expect_error<sp::AxisError>([&] { sp::stack({a, a}, sp::all_axes); }, "stack", "one axis");
    expect_error<sp::ShapeError>([&] { sp::stack(sp::ones<double>({1, 1, 1, 1, 1, 1, 1, 1})); }, "stack", "8 axes");
    const auto huge = sp::broadcast_to(sp::ones<double>({1}), {int64_t(1) << 62});
    expect_error<sp::ShapeError>([&] { sp::concatenate({huge, huge}); }, "concatenate", "int64");
  });
}

TEST(Stacks, JoinRowsAndColumns) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<int32_t>({1, 2}), b = sp::array<int32_t>({3, 4});
    const auto m = sp::array<int32_t>({{5, 6}, {7, 8}});

    EXPECT_EQ(sp::vstack({a, b}).shape(), (sp::Shape{2, 2}));
    EXPECT_EQ(sp::vstack({m, sp::atleast_2d(a)}).to_vector(), (Values<int32_t>{5, 6, 7, 8, 1, 2}));
    EXPECT_EQ(sp::vstack(m, a * 0.5).to_vector(), (Values<double>{5, 6, 7, 8, 0.5, 1}));
    EXPECT_EQ(sp::hstack({a, b}).to_vector(), (Values<int32_t>{1, 2, 3, 4}));
    EXPECT_EQ(sp::hstack({m, m}).to_vector(), (Values<int32_t>{5, 6, 5, 6, 7, 8, 7, 8}));
    EXPECT_EQ(sp::hstack(sp::ones<int32_t>({}), a).to_vector(), (Values<int32_t>{1, 1, 2}));
    EXPECT_EQ(sp::column_stack({a, b}).to_vector(), (Values<int32_t>{1, 3, 2, 4}));
    EXPECT_EQ(sp::column_stack(a + 1, m).to_vector(), (Values<int32_t>{2, 5, 6, 3, 7, 8}));
    EXPECT_EQ(sp::vstack({sp::ones<int32_t>({}), sp::ones<int32_t>({})}).shape(), (sp::Shape{2, 1}));
    expect_error<sp::ValueError>([] { sp::hstack(std::vector<sp::Array<double>>()); }, "no arrays");
    expect_error<sp::ShapeError>([&] { sp::vstack(a, sp::ones({3})); }, "concatenate");
  });
}

TEST(Concatenate, OperandsOnTwoBackendsAreAnError) {  // TRAP-18
  for (const sp::Backend other : sp::backends()) {
    if (other == sp::Backend::serial || !sp::usable(other)) continue;
    for (const sp::Shape& shape : {sp::Shape{2}, sp::Shape{0}}) {
      const auto a = sp::ones<double>(shape, sp::Backend::serial), b = sp::ones<double>(shape, other);

      expect_error<sp::BackendMismatch>(
          [&] {
            sp::concatenate({a, b});
          },
          "concatenate", "serial", sp::name(other), ".to(");
      expect_error<sp::BackendMismatch>([&] { sp::concatenate(a, b + 1.0, sp::axis(0)); }, "concatenate", "serial",
                                        sp::name(other), ".to(");
      expect_error<sp::BackendMismatch>([&] { sp::stack({b, a}); }, "stack", "serial", sp::name(other), ".to(");
    }
  }
}

TEST(Concatenate, HasTheSameBitsEverywhere) {
  for (const int64_t size : sp::testing::awkward_sizes)
    sp::testing::expect_same_bits_everywhere(
        [](const auto& x, const auto& y) { return sp::concatenate(x, y, sp::flip(x)); },
        sp::testing::awkward_values<float>({size}, 1, true), sp::testing::awkward_values<double>({size + 1}, 2));
  for (const sp::Shape& shape : sp::testing::awkward_matrices)
    for (const int axis : {0, 1, 2})
      sp::testing::expect_same_bits_everywhere(
          [&](const auto& x) {
            return sp::stack({x, sp::flip(x), x}, axis);
          },
          sp::testing::awkward_values<float>(shape, 3));
}

}  // namespace
