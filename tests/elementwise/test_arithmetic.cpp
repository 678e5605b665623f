#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>

#include <spica/ops/reduce/sum.hpp>

#include "../support/backends.hpp"
#include "../support/values.hpp"

#include <limits>

namespace {

namespace sp = spica;
using sp::testing::for_each_backend;
using std::int32_t, std::int64_t, std::int8_t, std::uint8_t;
template <class T> using Values = std::vector<T>;

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
constexpr int32_t smallest = std::numeric_limits<int32_t>::min();

template <class E> auto values(const E& expression) { return sp::eval(expression).to_vector(); }

TEST(Arithmetic, IntegersWrap) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<int32_t>({smallest, std::numeric_limits<int32_t>::max()});
    const auto bytes = sp::array<uint8_t>({200, 3});

    EXPECT_EQ(values(a + 1), (Values<int32_t>{smallest + 1, smallest}));
    EXPECT_EQ(values(-a), (Values<int32_t>{smallest, smallest + 1}));
    EXPECT_EQ(values(sp::abs(a)), (Values<int32_t>{smallest, std::numeric_limits<int32_t>::max()}));
    EXPECT_EQ(values(bytes * bytes), (Values<uint8_t>{64, 9}));
    EXPECT_EQ(values(3 - bytes), (Values<uint8_t>{59, 0}));
  });
}

TEST(Arithmetic, IntegerDivisionRoundsDownAndZeroGivesZero) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<int32_t>({7, -7, 7, -7, 5, smallest});
    const auto b = sp::array<int32_t>({2, 2, -2, -2, 0, -1});

    EXPECT_EQ(values(sp::floor_divide(a, b)), (Values<int32_t>{3, -4, -4, 3, 0, smallest}));
    EXPECT_EQ(values(a % b), (Values<int32_t>{1, 1, -1, -1, 0, 0}));
    EXPECT_EQ(values(sp::fmod(a, b)), (Values<int32_t>{1, -1, 1, -1, 0, 0}));
    EXPECT_EQ(values(a / sp::array<int32_t>({2})), (Values<double>{3.5, -3.5, 3.5, -3.5, 2.5, smallest / 2.0}));
  });
}

TEST(Arithmetic, FloatDivisionRoundsEveryStepAsNumPy) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<double>({1, -1, 6, -6, 1});
    const auto b = sp::array<double>({0.1, inf, -3, 3, 0});

    const auto quotient = values(sp::floor_divide(a, b));
    const auto rest = values(a % b);

    EXPECT_EQ(quotient, (Values<double>{9, -1, -2, -2, inf}));
    EXPECT_EQ(Values<double>(rest.begin() + 1, rest.begin() + 4), (Values<double>{inf, 0, 0}));
    EXPECT_TRUE(std::signbit(rest[2]) && !std::signbit(rest[3])) << "a zero takes the sign of the divisor";
    EXPECT_TRUE(std::isnan(rest[4]));
    EXPECT_TRUE(std::isnan(values(sp::floor_divide(sp::array<double>({inf}), 1))[0]));
  });
}

TEST(Arithmetic, BoolAddsAsOrAndMultipliesAsAnd) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<bool>({false, true, true}), b = sp::array<bool>({false, false, true});

    EXPECT_EQ(values(a + b), (Values<bool>{false, true, true}));
    EXPECT_EQ(values(a * b), (Values<bool>{false, false, true}));
    EXPECT_EQ(values(a + 2), (Values<int64_t>{2, 3, 3}));
  });
}

TEST(Arithmetic, SignAndReciprocal) {
  for_each_backend([](sp::Backend) {
    const auto sign = values(sp::sign(sp::array<double>({-2, -0.0, 3, nan})));

    EXPECT_EQ(Values<double>(sign.begin(), sign.begin() + 3), (Values<double>{-1, 0, 1}));
    EXPECT_TRUE(std::isnan(sign[3]));
    EXPECT_EQ(values(sp::reciprocal(sp::array<int32_t>({1, -1, 2}))), (Values<int32_t>{1, -1, 0}));
    EXPECT_EQ(values(sp::reciprocal(sp::array<float>({4, -0.5f}))), (Values<float>{0.25f, -2}));
  });
}

TEST(Power, IntegersAreExactBeyondWhatDoublesHold) {  // TRAP-01
  for_each_backend([](sp::Backend) {
    EXPECT_EQ(values(sp::power(sp::array<int64_t>({123456789}), 2)), (Values<int64_t>{15241578750190521}));
    EXPECT_EQ(values(sp::power(sp::array<int32_t>({3, -2, 0}), sp::array<int32_t>({21, 31, 0}))), (Values<int32_t>{1870418611, smallest, 1}));
  });
}

TEST(Power, NegativeIntegerPowersOfIntegersThrowWhenWritten) {  // TRAP-01
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<int64_t>({2});

    EXPECT_THROW(sp::power(a, -2), sp::ValueError);
    EXPECT_THROW(sp::power(a, sp::array<int32_t>({1, 0, -1})), sp::ValueError);
    EXPECT_THROW(sp::power(2, sp::array<int64_t>({-1})), sp::ValueError);
    EXPECT_EQ(values(sp::power(a, -1.0)), (Values<double>{0.5}));
    EXPECT_EQ(values(sp::power(sp::cast<double>(a), sp::array<int32_t>({-1}))), (Values<double>{0.5}));
    EXPECT_EQ(values(sp::power(a, sp::empty<int64_t>({0}))), (Values<int64_t>{}));
  });
}

TEST(Power, TwoIsExactlySquareAndOneIsOneForEveryExponent) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<float>({0.1f, -3.3f, 1e-30f, float(inf)}), one = sp::array<float>({1});

    EXPECT_EQ(values(sp::power(a, 2)), values(sp::square(a)));
    EXPECT_EQ(values(sp::power(one, nan)), (Values<float>{1}));
    EXPECT_EQ(values(sp::power(one, inf)), (Values<float>{1}));
  });
}

TEST(InPlace, WritesThroughViewsAndKeepsTheType) {
  for_each_backend([](sp::Backend) {
    auto a = sp::array<int32_t>({{1, 2, 3}, {4, 5, 6}});

    a(sp::all, 1) += 10;
    a(0) %= 2;
    a *= sp::array<int32_t>({1, -1, 2});
    a(1, sp::slice(0, 2)) <<= 1;

    EXPECT_EQ(a.to_vector(), (Values<int32_t>{1, 0, 2, 8, -30, 12}));
    auto f = sp::array<float>({1, 2});
    f /= 4;
    f -= 0.1;  // a literal is weak: 0.1f
    EXPECT_EQ(f.to_vector(), (Values<float>{0.25f - 0.1f, 0.5f - 0.1f}));
  });
}

TEST(InPlace, OverlapGivesWhatACopyWouldGive) {  // TRAP-09
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<int64_t>({1, 2, 3, 4, 5});

    a(sp::slice(1, 5)) += a(sp::slice(0, 4));

    EXPECT_EQ(a.to_vector(), (Values<int64_t>{1, 3, 5, 7, 9}));
  });
}

TEST(Bitwise, ShiftsOutsideTheWidth) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<int32_t>({1, -8, 5, -5, 1});
    const auto count = sp::array<int32_t>({31, 1, 32, 40, -1});

    EXPECT_EQ(values(a << count), (Values<int32_t>{smallest, -16, 0, 0, 0}));
    EXPECT_EQ(values(a >> count), (Values<int32_t>{0, -4, 0, -1, 0}));
    EXPECT_EQ(values(sp::array<uint8_t>({255}) << 7), (Values<uint8_t>{128}));
  });
}

TEST(Bitwise, BoolStaysBool) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<bool>({true, false}), b = sp::array<bool>({true, true});

    EXPECT_EQ(values(~a), (Values<bool>{false, true}));
    EXPECT_EQ(values(a ^ b), (Values<bool>{false, true}));
    EXPECT_EQ(values((a & b) | ~b), (Values<bool>{true, false}));
    EXPECT_EQ(values(sp::array<uint8_t>({6}) & 3), (Values<uint8_t>{2}));
  });
}

TEST(Comparison, ConvertsToThePromotedTypeFirst) {
  for_each_backend([](sp::Backend) {
    EXPECT_EQ(values(sp::array<float>({0.1f}) == 0.1), (Values<bool>{true}));
    EXPECT_EQ(values(sp::array<float>({0.1f}) == sp::array<double>({0.1})), (Values<bool>{false}));
    EXPECT_EQ(values(sp::array<int64_t>({-1}) < sp::array<std::uint64_t>({1})), (Values<bool>{true}));
    EXPECT_EQ(values(sp::array<double>({nan}) == nan), (Values<bool>{false}));
    EXPECT_EQ(values(sp::array<double>({nan}) != nan), (Values<bool>{true}));
    EXPECT_EQ(values(2 >= sp::array<int8_t>({1, 2, 3})), (Values<bool>{true, true, false}));
  });
}

TEST(Logical, NaNIsTrue) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<double>({nan, 0, 0.5}), b = sp::array<double>({1, 1, -0.0});

    EXPECT_EQ(values(a && b), (Values<bool>{true, false, false}));
    EXPECT_EQ(values(a || b), (Values<bool>{true, true, true}));
    EXPECT_EQ(values(sp::logical_xor(a, b)), (Values<bool>{false, true, true}));
    EXPECT_EQ(values(!a), (Values<bool>{false, true, false}));
  });
}

// g++ 12 fuses products on its own account; then hosts and devices would differ.
TEST(Arithmetic, ComplexProductsAreRoundedAsWritten) {
  using namespace spica;
  spica::testing::for_each_backend([](Backend) {
    spica::testing::Numbers numbers(31);
    std::vector<complex128> x(1000), y(1000), expected(1000);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = complex128(numbers.unit(), numbers.unit());
      y[i] = complex128(numbers.unit(), numbers.unit());
      const volatile double rr = x[i].real() * y[i].real(), ii = x[i].imag() * y[i].imag(), ri = x[i].real() * y[i].imag(), ir = x[i].imag() * y[i].real();
      expected[i] = complex128(rr - ii, ri + ir);
    }
    const Array<complex128> a = from_host(x, {1000}), b = from_host(y, {1000});
    std::vector<complex128> both(x);
    both.insert(both.end(), y.begin(), y.end());

    spica::testing::expect_same_bits(eval(a * b).to_vector(), expected);
    spica::testing::expect_same_bits(prod(from_host(both, {2, 1000}), axis(0)).to_vector(), expected);
  });
}

TEST(Arithmetic, LengthsZeroAndOneBroadcast) {  // TRAP-07
  for_each_backend([](sp::Backend) {
    EXPECT_EQ((sp::ones<float>({1}) + sp::ones<float>({0})).shape(), (sp::Shape{0}));
    EXPECT_EQ(sp::eval(sp::ones<float>({3, 1}) + sp::ones<float>({1, 0})).shape(), (sp::Shape{3, 0}));
    EXPECT_THROW(sp::ones<float>({0}) + sp::ones<float>({2}), sp::ShapeError);
    EXPECT_EQ(sp::eval(sp::full<int>({}, 2) * 3).item(), 6);
    EXPECT_THROW(sp::array<uint8_t>({1}) + 256, sp::ValueError);
  });
}

}  // namespace
