// tile, repeat, roll, pad, tril, diag: elements at other places. Small numbers from NumPy 2.4, large ones from a loop.
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/shape/pad.hpp>
#include <spica/ops/shape/repeat.hpp>
#include <spica/ops/shape/roll.hpp>
#include <spica/ops/shape/triangle.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/kernels.hpp"

#include <functional>

namespace {

namespace sp = spica;
using sp::testing::expect_error;
using sp::testing::for_each_backend;
using Ints = std::vector<std::int64_t>;

/// 0, 1, 2, … in that shape.
sp::Array<std::int64_t> counting(const sp::Shape& shape) {
  return sp::reshape(sp::arange(sp::detail::size_of(shape)), shape);
}

// ---- each size of element, each layout, lengths up to several blocks
// -----------------------------------------------------

template <class T> class Moves : public ::testing::Test {};
using OneOfEachSize = ::testing::Types<bool, std::int16_t, float, sp::complex64, sp::complex128>;
TYPED_TEST_SUITE(Moves, OneOfEachSize);

/// Number i as an element; different numbers below 97 are different elements where the type has so many.
template <class T> T element(std::int64_t i) {
  return T(static_cast<sp::real_t<T>>(std::same_as<T, bool> ? i % 97 % 2 : i % 97));
}

/// `got` is 2-D and its element (i, j) is element(number(i, j)), or zero where that is negative.
template <class T>
void expect_numbers(const sp::Array<T>& got, const sp::Shape& shape,
                    std::function<std::int64_t(std::int64_t, std::int64_t)> number) {
  ASSERT_EQ(got.shape(), shape);
  const std::vector<T> values = got.to_vector();
  for (std::int64_t i = 0; i < shape[0]; ++i)
    for (std::int64_t j = 0; j < shape[1]; ++j) {
      const std::int64_t n = number(i, j);
      const T value = values[static_cast<std::size_t>(i * shape[1] + j)], expected = n < 0 ? T(0) : element<T>(n);
      ASSERT_TRUE(value == expected) << "element (" << i << ", " << j << ")";
    }
}

TYPED_TEST(Moves, AgreeWithALoop) {
  using T = TypeParam;
  for_each_backend([](sp::Backend) {
    for (const sp::Shape& shape : {sp::Shape{3, 5}, sp::Shape{7, 301}, sp::Shape{411, 3}, sp::Shape{257, 259}}) {
      const std::int64_t n = shape[0], m = shape[1];
      std::vector<std::uint8_t> bytes(static_cast<std::size_t>(n * m) * sizeof(T));
      for (std::int64_t i = 0; i < n * m; ++i) reinterpret_cast<T*>(bytes.data())[i] = element<T>(i);
      const auto contiguous =
          sp::from_host(std::span(reinterpret_cast<const T*>(bytes.data()), static_cast<std::size_t>(n * m)), shape);
      const auto column_major = sp::transpose(sp::copy(sp::transpose(contiguous)));
      const auto backwards = sp::flip(sp::copy(sp::flip(contiguous)));
      for (const auto& a : {contiguous, column_major, backwards}) {
        const auto at = [n, m](std::int64_t i, std::int64_t j) {
          return i < 0 || i >= n || j < 0 || j >= m ? -1 : i * m + j;
        };

        expect_numbers(sp::tile(a, {2, 3}), {2 * n, 3 * m}, [&](auto i, auto j) { return at(i % n, j % m); });
        expect_numbers(sp::repeat(a, 3, 1), {n, 3 * m}, [&](auto i, auto j) { return at(i, j / 3); });
        expect_numbers(sp::repeat(a, 2, 0), {2 * n, m}, [&](auto i, auto j) { return at(i / 2, j); });
        expect_numbers(sp::roll(a, {-1, 2}, {0, 1}), {n, m},
                       [&](auto i, auto j) { return at((i + 1) % n, (j - 2 + m) % m); });
        expect_numbers(sp::roll(a, 4), {n, m}, [&](auto i, auto j) { return (i * m + j - 4 + n * m) % (n * m); });
        expect_numbers(sp::pad(a, {{1, 2}, {3, 0}}), {n + 3, m + 3}, [&](auto i, auto j) { return at(i - 1, j - 3); });
        expect_numbers(sp::pad(a, {{1, 2}, {3, 4}}, sp::PadMode::wrap), {n + 3, m + 7},
                       [&](auto i, auto j) { return at((i - 1 + n) % n, (j - 3 + m) % m); });
        expect_numbers(sp::tril(a, 1), shape, [&](auto i, auto j) { return j - i <= 1 ? at(i, j) : -1; });
        expect_numbers(sp::triu(a, -2), shape, [&](auto i, auto j) { return j - i >= -2 ? at(i, j) : -1; });
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  });
}

// ---- tile and repeat
// -------------------------------------------------------------------------------------------------------

TEST(Tile, LaysTheArrayAlongEachAxis) {
  for_each_backend([](sp::Backend) {
    // example-begin tile
    const auto a = sp::array<int>({{1, 2}, {3, 4}});
    const auto twice = sp::tile(a, 2);         // [[1 2 1 2] [3 4 3 4]]
    const auto below = sp::tile(a, {2, 1});    // [[1 2] [3 4] [1 2] [3 4]]
    const auto deep = sp::tile(a, {2, 1, 2});  // shape (2, 2, 4)
    // example-end

    EXPECT_EQ(twice.to_vector(), (std::vector<int>{1, 2, 1, 2, 3, 4, 3, 4}));
    EXPECT_EQ(below.to_vector(), (std::vector<int>{1, 2, 3, 4, 1, 2, 3, 4}));
    EXPECT_EQ(deep.shape(), sp::Shape({2, 2, 4}));
    EXPECT_EQ(deep.to_vector(), (std::vector<int>{1, 2, 1, 2, 3, 4, 3, 4, 1, 2, 1, 2, 3, 4, 3, 4}));
    EXPECT_EQ(sp::tile(a + 1, 1).to_vector(), (std::vector<int>{2, 3, 4, 5}));
    EXPECT_EQ(sp::tile(sp::full<double>({}, 3.0), sp::Shape{}).shape(), sp::Shape{});
    EXPECT_EQ(sp::tile(sp::full<double>({}, 3.0), 3).to_vector(), (std::vector<double>{3, 3, 3}));
    EXPECT_EQ(sp::tile(a, {0, 3}).shape(), sp::Shape({0, 6}));
    EXPECT_EQ(sp::tile(sp::ones({2, 0}), {2, 2}).shape(), sp::Shape({4, 0}));
  });
}

TEST(Tile, IsOneKernelUpToEightAxesOfTheLoopAndRightBeyond) {
  for_each_backend([](sp::Backend) {
    const auto a = counting({3, 5});
    {
      const sp::testing::KernelLog log;
      (void)sp::tile(a, {2, 2});
      EXPECT_EQ(log.names().size(), 1u);
    }
    const auto corner = counting({2, 2, 2, 2, 2, 2, 2, 2});
    const auto tiled = sp::tile(corner, {2, 1, 2, 1, 2, 1, 2, 2});
    EXPECT_EQ(tiled.shape(), sp::Shape({4, 2, 4, 2, 4, 2, 4, 4}));
    EXPECT_EQ(tiled(3, 1, 0, 1, 2, 0, 1, 3).item(), corner(1, 1, 0, 1, 0, 0, 1, 1).item());
    EXPECT_EQ(tiled(2, 0, 3, 1, 1, 1, 2, 0).item(), corner(0, 0, 1, 1, 1, 1, 0, 0).item());
  });
}

TEST(Tile, RefusesWhatCannotBe) {
  const auto a = sp::ones({2});
  expect_error<sp::ValueError>([&] { sp::tile(a, {2, -1}); }, "tile: a count of -1 in (2, -1)");
  expect_error<sp::ShapeError>([&] { sp::tile(a, std::int64_t(1) << 62); }, "tile", "int64");
  expect_error<sp::ShapeError>([&] { sp::tile(a, {1, 1, 1, 1, 1, 1, 1, 1, 1}); }, "8");
}

TEST(Repeat, RepeatsElementsOrParts) {
  for_each_backend([](sp::Backend) {
    // example-begin repeat
    const auto a = sp::array<int>({{1, 2}, {3, 4}});
    const auto flat = sp::repeat(a, 2);          // [1 1 2 2 3 3 4 4]
    const auto rows = sp::repeat(a, {2, 1}, 0);  // [[1 2] [1 2] [3 4]]
    const auto columns = sp::repeat(a, 2, 1);    // [[1 1 2 2] [3 3 4 4]]
    // example-end

    EXPECT_EQ(flat.to_vector(), (std::vector<int>{1, 1, 2, 2, 3, 3, 4, 4}));
    EXPECT_EQ(rows.shape(), sp::Shape({3, 2}));
    EXPECT_EQ(rows.to_vector(), (std::vector<int>{1, 2, 1, 2, 3, 4}));
    EXPECT_EQ(columns.to_vector(), (std::vector<int>{1, 1, 2, 2, 3, 3, 4, 4}));
    EXPECT_EQ(sp::repeat(a, sp::array<std::uint8_t>({0, 3}), sp::axis(1)).to_vector(),
              (std::vector<int>{2, 2, 2, 4, 4, 4}));
    EXPECT_EQ(sp::repeat(a, {2}, 0).shape(), sp::Shape({4, 2}));  // one for all
    EXPECT_EQ(sp::repeat(a, sp::arange(4)).to_vector(), (std::vector<int>{2, 3, 3, 4, 4, 4}));
    EXPECT_EQ(sp::repeat(sp::transpose(a), {0, 0}, 1).shape(), sp::Shape({2, 0}));
    EXPECT_EQ(sp::repeat(sp::ones({0, 2}), 3, 0).shape(), sp::Shape({0, 2}));
    EXPECT_EQ(sp::repeat(sp::ones({2, 0}), {1, 2}, 0).shape(), sp::Shape({3, 0}));
    EXPECT_EQ(sp::repeat(sp::ones({}), 2).shape(), sp::Shape{2});
    EXPECT_EQ(sp::repeat(counting({2, 1, 1, 1, 1, 1, 1, 2}), 2, 0).to_vector(), (Ints{0, 1, 0, 1, 2, 3, 2, 3}));
  });
}

TEST(Repeat, ByManyCountsAgreesWithALoop) {
  for_each_backend([](sp::Backend) {
    constexpr std::int64_t n = 50'001;
    const auto counts = sp::eval(sp::arange(n) * 7 % 5);

    const Ints got = sp::repeat(sp::arange(n), counts).to_vector();

    std::size_t place = 0;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t k = 0; k < i * 7 % 5; ++k, ++place) ASSERT_EQ(got.at(place), i);
    EXPECT_EQ(got.size(), place);
  });
}

TEST(Repeat, RefusesWhatCannotBe) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::ones({3});
    expect_error<sp::ValueError>([&] { sp::repeat(a, -1); }, "repeat", "-1 times");
    expect_error<sp::ValueError>([&] { sp::repeat(a, {1, -2, 0}); }, "repeat", "-2 times");
    expect_error<sp::ShapeError>([&] { sp::repeat(a, {1, 2}, 0); }, "repeat: counts of shape (2,)", "length 3");
    expect_error<sp::ShapeError>([&] { sp::repeat(a, sp::ones<int>({1, 3}), 0); }, "repeat: counts of shape (1, 3)");
    expect_error<sp::ShapeError>([&] { sp::repeat(a, sp::full<std::int64_t>({3}, std::int64_t(1) << 62)); }, "int64");
    expect_error<sp::AxisError>([&] { sp::repeat(a, 2, 1); }, "repeat: axis 1");
  });
}

// ---- roll
// ------------------------------------------------------------------------------------------------------------------

TEST(Roll, MovesOnAndComesBack) {
  for_each_backend([](sp::Backend) {
    // example-begin roll
    const auto a = sp::reshape(sp::arange(6), {2, 3});
    const auto right = sp::roll(a, 1, 1);            // [[2 0 1] [5 3 4]]
    const auto both = sp::roll(a, {1, -1}, {0, 1});  // [[4 5 3] [1 2 0]]
    const auto flat = sp::roll(a, 1);                // [[5 0 1] [2 3 4]]
    // example-end

    EXPECT_EQ(right.to_vector(), (Ints{2, 0, 1, 5, 3, 4}));
    EXPECT_EQ(both.to_vector(), (Ints{4, 5, 3, 1, 2, 0}));
    EXPECT_EQ(flat.to_vector(), (Ints{5, 0, 1, 2, 3, 4}));
    EXPECT_EQ(sp::roll(a, 1, sp::axes({0, 1})).to_vector(), (Ints{5, 3, 4, 2, 0, 1}));
    EXPECT_EQ(sp::roll(sp::arange(4), {1, 2}, {0}).to_vector(), (Ints{1, 2, 3, 0}));  // one axis takes both
    EXPECT_EQ(sp::roll(sp::arange(4), {1, 2}, {0, -1}).to_vector(), (Ints{1, 2, 3, 0}));
    EXPECT_EQ(sp::roll(sp::transpose(a), 2).to_vector(), (Ints{2, 5, 0, 3, 1, 4}));
    EXPECT_EQ(sp::roll(sp::ones({}), 5).shape(), sp::Shape{});
    EXPECT_EQ(sp::roll(sp::ones({0, 3}), 5, 0).shape(), sp::Shape({0, 3}));
    for (const std::int64_t far : {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()})
      EXPECT_EQ(sp::roll(sp::arange(5), far).to_vector(), sp::roll(sp::arange(5), far % 5).to_vector());
    expect_error<sp::AxisError>([&] { sp::roll(a, 1, 2); }, "roll: axis 2");
    expect_error<sp::ShapeError>([&] { sp::roll(a, {1, 2, 3}, {0, 1}); }, "roll: 3 shifts for 2 axes");
  });
}

// ---- pad
// -------------------------------------------------------------------------------------------------------------------

TEST(Pad, WithANumber) {
  for_each_backend([](sp::Backend) {
    // example-begin pad
    const auto a = sp::array<int>({{1, 2}, {3, 4}});
    const auto frame = sp::pad(a, 1);                                          // zeros all around: shape (4, 4)
    const auto left = sp::pad(a, {{0, 0}, {2, 0}}, 9);                         // [[9 9 1 2] [9 9 3 4]]
    const auto mirror = sp::pad(a, {{0, 0}, {0, 2}}, sp::PadMode::symmetric);  // [[1 2 2 1] [3 4 4 3]]
    // example-end

    EXPECT_EQ(frame.to_vector(), (std::vector<int>{0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 0}));
    EXPECT_EQ(left.to_vector(), (std::vector<int>{9, 9, 1, 2, 9, 9, 3, 4}));
    EXPECT_EQ(mirror.to_vector(), (std::vector<int>{1, 2, 2, 1, 3, 4, 4, 3}));
    EXPECT_EQ(sp::pad(sp::arange(2), {{1, 2}}, -1).to_vector(), (Ints{-1, 0, 1, -1, -1}));
    EXPECT_EQ(sp::pad(a, {{1, 0}}).shape(), sp::Shape({3, 3}));  // one pair for every axis
    EXPECT_EQ(sp::pad(sp::ones<bool>({1}), 1, true).to_vector(), (std::vector<bool>{true, true, true}));
    EXPECT_EQ(sp::pad(sp::ones<float>({1}), {{0, 1}}, 2.5).to_vector(), (std::vector<float>{1, 2.5f}));
    EXPECT_EQ(sp::pad(sp::ones<double>({0}), 1, 7).to_vector(), (std::vector<double>{7, 7}));
    EXPECT_EQ(sp::pad(sp::ones<double>({}), 3).shape(), sp::Shape{});
    EXPECT_EQ(sp::pad(sp::ones<double>({}), sp::PadWidths(std::vector<std::pair<std::int64_t, std::int64_t>>())).item(),
              1);
  });
}

TEST(Pad, ContinuesTheArray) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::arange(1, 5);
    const auto padded = [](const auto& x, std::int64_t before, std::int64_t behind, sp::PadMode mode) {
      return sp::pad(x, {{before, behind}}, mode).to_vector();
    };
    using enum sp::PadMode;

    EXPECT_EQ(padded(a, 3, 3, edge), (Ints{1, 1, 1, 1, 2, 3, 4, 4, 4, 4}));
    EXPECT_EQ(padded(a, 3, 3, reflect), (Ints{4, 3, 2, 1, 2, 3, 4, 3, 2, 1}));
    EXPECT_EQ(padded(a, 3, 3, symmetric), (Ints{3, 2, 1, 1, 2, 3, 4, 4, 3, 2}));
    EXPECT_EQ(padded(a, 3, 3, wrap), (Ints{2, 3, 4, 1, 2, 3, 4, 1, 2, 3}));
    // wider than the axis: periodic
    EXPECT_EQ(padded(a, 2, 11, reflect), (Ints{3, 2, 1, 2, 3, 4, 3, 2, 1, 2, 3, 4, 3, 2, 1, 2, 3}));
    EXPECT_EQ(padded(a, 9, 1, reflect), (Ints{4, 3, 2, 1, 2, 3, 4, 3, 2, 1, 2, 3, 4, 3}));
    EXPECT_EQ(padded(a, 9, 1, symmetric), (Ints{1, 1, 2, 3, 4, 4, 3, 2, 1, 1, 2, 3, 4, 4}));
    EXPECT_EQ(padded(a, 2, 11, wrap), (Ints{3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3}));
    EXPECT_EQ(padded(sp::arange(1, 3), 3, 4, reflect), (Ints{2, 1, 2, 1, 2, 1, 2, 1, 2}));
    EXPECT_EQ(padded(sp::arange(1, 3), 3, 4, symmetric), (Ints{2, 2, 1, 1, 2, 2, 1, 1, 2}));
    for (const sp::PadMode mode : {edge, reflect, symmetric, wrap})
      EXPECT_EQ(padded(sp::arange(1, 2), 2, 3, mode), (Ints{1, 1, 1, 1, 1, 1}));
    EXPECT_EQ(sp::pad(counting({2, 3}), {{1, 2}, {2, 4}}, reflect).to_vector(),
              (Ints{5, 4, 3, 4, 5, 4, 3, 4, 5, 2, 1, 0, 1, 2, 1, 0, 1, 2, 5, 4, 3, 4, 5,
                    4, 3, 4, 5, 2, 1, 0, 1, 2, 1, 0, 1, 2, 5, 4, 3, 4, 5, 4, 3, 4, 5}));
    EXPECT_EQ(sp::pad(sp::ones({0, 2}), {{0, 0}, {1, 1}}, wrap).shape(), sp::Shape({0, 4}));
    expect_error<sp::ValueError>(
        [&] {
          sp::pad(sp::ones({2, 0}), 1, edge);
        },
        "pad: axis 1 of shape (2, 0)", "no elements");
  });
}

TEST(Pad, FarBeyondTheArrayAgreesWithTheFormula) {
  for_each_backend([](sp::Backend) {
    for (const std::int64_t n : {1, 2, 3, 7, 1000}) {
      constexpr std::int64_t before = 5003, behind = 40'009;
      for (const sp::PadMode mode : {sp::PadMode::reflect, sp::PadMode::symmetric, sp::PadMode::wrap}) {
        const Ints got = sp::pad(sp::arange(n), {{before, behind}}, mode).to_vector();
        ASSERT_EQ(got.size(), static_cast<std::size_t>(n + before + behind));
        const std::int64_t period = mode == sp::PadMode::wrap        ? n
                                    : mode == sp::PadMode::symmetric ? 2 * n
                                                                     : std::max<std::int64_t>(2 * n - 2, 1);
        for (std::size_t i = 0; i < got.size(); ++i) {
          std::int64_t place = (static_cast<std::int64_t>(i) - before) % period;
          if (place < 0) place += period;
          if (place >= n) place = (mode == sp::PadMode::symmetric ? period - 1 : period) - place;
          ASSERT_EQ(got[i], place) << "length " << n << ", element " << i;
        }
      }
    }
  });
}

TEST(Pad, RefusesWhatCannotBe) {
  const auto a = sp::ones({3});
  expect_error<sp::ValueError>([&] { sp::pad(a, {{-1, 1}}); }, "pad: widths (-1, 1) cannot be negative");
  expect_error<sp::ShapeError>([&] { sp::pad(a, {{1, 1}, {1, 1}}); }, "pad: 2 pairs of widths", "(3,)");
  expect_error<sp::ShapeError>([&] { sp::pad(a, std::numeric_limits<std::int64_t>::max()); }, "pad", "int64");
  expect_error<sp::ValueError>([&] { sp::pad(sp::ones<std::uint8_t>({3}), 1, 256); }, "pad", "uint8");
}

// ---- triangles
// -------------------------------------------------------------------------------------------------------------

TEST(Tril, KeepsOneSideOfADiagonal) {
  for_each_backend([](sp::Backend) {
    // example-begin tril
    const auto a = sp::reshape(sp::arange(1, 10), {3, 3});
    const auto lower = sp::tril(a);     // [[1 0 0] [4 5 0] [7 8 9]]
    const auto upper = sp::triu(a, 1);  // [[0 2 3] [0 0 6] [0 0 0]]
    // example-end

    EXPECT_EQ(lower.to_vector(), (Ints{1, 0, 0, 4, 5, 0, 7, 8, 9}));
    EXPECT_EQ(upper.to_vector(), (Ints{0, 2, 3, 0, 0, 6, 0, 0, 0}));
    EXPECT_EQ(sp::tril(sp::arange(3)).to_vector(), (Ints{0, 0, 0, 0, 1, 0, 0, 1, 2}));
    EXPECT_EQ(sp::triu(sp::arange(3) * 1, 1).to_vector(), (Ints{0, 1, 2, 0, 0, 2, 0, 0, 0}));
    EXPECT_EQ(sp::tril(a, std::numeric_limits<std::int64_t>::min()).to_vector(), Ints(9, 0));
    EXPECT_EQ(sp::triu(sp::ones({2, 0, 3})).shape(), sp::Shape({2, 0, 3}));
    expect_error<sp::ShapeError>([] { sp::tril(sp::ones({})); }, "tril", "rank 0");
  });
}

TEST(Diag, MakesAMatrixOrTakesItsDiagonal) {
  for_each_backend([](sp::Backend) {
    EXPECT_EQ(sp::diag(sp::arange(1, 4)).to_vector(), (Ints{1, 0, 0, 0, 2, 0, 0, 0, 3}));
    EXPECT_EQ(sp::diag(sp::arange(1, 3), -1).to_vector(), (Ints{0, 0, 0, 1, 0, 0, 0, 2, 0}));
    EXPECT_EQ(sp::diag(sp::arange(0), 1).to_vector(), Ints{0});
    EXPECT_EQ(sp::diag(counting({2, 3}), 1).to_vector(), (Ints{1, 5}));
    EXPECT_EQ(sp::diag(sp::ones({0, 3})).shape(), sp::Shape{0});
    expect_error<sp::ShapeError>([] { sp::diag(sp::ones({})); }, "diag", "()");
    expect_error<sp::ShapeError>([] { sp::diag(sp::ones({1, 1, 1})); }, "diag", "(1, 1, 1)", "diagonal");
    expect_error<sp::ShapeError>([] { sp::diag(sp::ones({1}), std::numeric_limits<std::int64_t>::min()); }, "int64");
  });
}

TEST(Trace, AddsADiagonal) {
  for_each_backend([](sp::Backend) {
    EXPECT_EQ(sp::trace(counting({3, 3})).item(), 12);
    EXPECT_EQ(sp::trace(counting({3, 4}) * 2, 1).item(), 2 * (1 + 6 + 11));
    EXPECT_EQ(sp::trace(counting({2, 3, 4}), 0, 0, 2).to_vector(), (Ints{13, 21, 29}));
    EXPECT_EQ(sp::trace(sp::ones<bool>({2, 2})).item(), 2);
    EXPECT_EQ(sp::trace(sp::ones({0, 2})).item(), 0);
    expect_error<sp::AxisError>([] { sp::trace(sp::ones({2, 2}), 0, 1, -1); }, "trace", "same axis");
  });
}

}  // namespace
