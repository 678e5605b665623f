#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/index/diff.hpp>

#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

namespace {

namespace sp = spica;
using sp::testing::expect_error;
using sp::testing::for_each_backend;
using std::int32_t, std::int64_t, std::uint8_t;
template <class T> using Values = std::vector<T>;

template <class T> class DiffOf : public ::testing::Test {};
using ElementTypes = ::testing::Types<std::int8_t, std::int16_t, int32_t, int64_t, uint8_t, std::uint16_t,
                                      std::uint32_t, std::uint64_t, float, double, sp::complex64, sp::complex128>;
TYPED_TEST_SUITE(DiffOf, ElementTypes);

TYPED_TEST(DiffOf, KeepsThisTypeAndWraps) {
  for_each_backend([](sp::Backend) {
    using T = TypeParam;
    const auto d = sp::diff(sp::array<T>({T(1), T(4), T(2)}));

    static_assert(std::same_as<sp::value_type_t<decltype(d)>, T>);
    EXPECT_EQ(d.to_vector(), (Values<T>{T(3), static_cast<T>(T(2) - T(4))}));
  });
}

TEST(Diff, IsTheExampleOfItsDocumentation) {
  for_each_backend([](sp::Backend) {
    // example-begin diff
    const auto heights = sp::array<double>({{1, 4, 9, 16}, {0, 2, 6, 12}});
    const auto slope = sp::diff(heights);                    // [[3. 5. 7.] [2. 4. 6.]]
    const auto curvature = sp::diff(heights, 2);             // [[2. 2.] [2. 2.]]
    const auto between = sp::diff(heights, 1, sp::axis(0));  // [[-1. -2. -3. -4.]]
    // example-end

    EXPECT_EQ(slope.to_vector(), (Values<double>{3, 5, 7, 2, 4, 6}));
    EXPECT_EQ(curvature.to_vector(), (Values<double>{2, 2, 2, 2}));
    EXPECT_EQ(between.shape(), (sp::Shape{1, 4}));
    EXPECT_EQ(between.to_vector(), (Values<double>{-1, -2, -3, -4}));
  });
}

TEST(Diff, OfBoolTellsWhetherNeighboursDiffer) {
  for_each_backend([](sp::Backend) {
    EXPECT_EQ(sp::diff(sp::array<bool>({true, true, false, true})).to_vector(), (Values<bool>{false, true, true}));
    EXPECT_EQ(sp::diff(sp::array<bool>({true, true, false, true}), 2).to_vector(), (Values<bool>{true, false}));
  });
}

TEST(Diff, OfViewsAndExpressions) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::reshape(sp::eval(sp::arange<int64_t>(12) * sp::arange<int64_t>(12)), {3, 4});

    EXPECT_EQ(sp::diff(sp::transpose(a), 1, 0).to_vector(), (Values<int64_t>{1, 9, 17, 3, 11, 19, 5, 13, 21}));
    EXPECT_EQ(sp::diff(sp::flip(a), 2, 0).to_vector(), (Values<int64_t>{32, 32, 32, 32}));
    EXPECT_EQ(sp::diff(sp::broadcast_to(sp::array<int64_t>({{1}, {5}}), {2, 3})).to_vector(),
              (Values<int64_t>{0, 0, 0, 0}));
    EXPECT_EQ(sp::diff(sp::arange<int64_t>(4) * 10).to_vector(), (Values<int64_t>{10, 10, 10}));
  });
}

TEST(Diff, NeverBecomesShorterThanNothing) {  // TRAP-07
  for_each_backend([](sp::Backend) {
    EXPECT_EQ(sp::diff(sp::empty<float>({0})).shape(), (sp::Shape{0}));
    EXPECT_EQ(sp::diff(sp::ones<float>({1})).shape(), (sp::Shape{0}));
    EXPECT_EQ(sp::diff(sp::ones<float>({2, 3}), int64_t(1) << 62, 0).shape(), (sp::Shape{0, 3}));
    EXPECT_EQ(sp::diff(sp::ones<float>({0, 3}), 1, 1).shape(), (sp::Shape{0, 2}));
    EXPECT_EQ(sp::diff(sp::ones<float>({3}), 0).to_vector(), (Values<float>{1, 1, 1}));
  });
}

TEST(Diff, Errors) {
  for_each_backend([](sp::Backend) {
    expect_error<sp::ValueError>([] { sp::diff(sp::ones<float>({3}), -1); }, "diff", "negative", "-1");
    expect_error<sp::AxisError>([] { sp::diff(sp::ones<float>({3}), 1, 1); }, "diff", "axis");
    expect_error<sp::AxisError>([] { sp::diff(sp::ones<float>({})); }, "diff", "axis");
    expect_error<sp::AxisError>([] { sp::diff(sp::ones<float>({3}), 1, sp::all_axes); }, "diff", "one axis");
  });
}

TEST(Diff, HasTheSameBitsEverywhere) {
  for (const int64_t size : sp::testing::awkward_sizes)
    sp::testing::expect_same_bits_everywhere([](const auto& x) { return sp::diff(x, 2); },
                                             sp::testing::awkward_values<float>({size}, 5, true));
  for (const sp::Shape& shape : sp::testing::awkward_matrices)
    for (const int axis : {0, 1})
      sp::testing::expect_same_bits_everywhere([&](const auto& x) { return sp::diff(x, 1, axis); },
                                               sp::testing::awkward_values<double>(shape, 6));
}

}  // namespace
