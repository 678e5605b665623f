// Every expected text below was printed by NumPy 1.24 (NumPy 2.0 to 2.2 agree but for the one case marked).
#include <spica/core/format.hpp>

#include <spica/core/errors.hpp>

#include <gtest/gtest.h>
#include <Kokkos_Complex.hpp>

#include <clocale>
#include <cstdint>
#include <limits>
#include <locale>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace {

using spica::PrintOptions;
using spica::detail::format_array;
using Integers = std::vector<std::int64_t>;
using c64 = Kokkos::complex<float>;
using c128 = Kokkos::complex<double>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

/// Text of a C-contiguous array; without a shape, of a vector. A plain array because std::vector<bool> has no data().
template <class T>
std::string text(const std::vector<T>& values, Integers shape = {-1}, const PrintOptions& options = {}) {
  const auto size = static_cast<std::int64_t>(values.size());
  if (shape == Integers{-1}) shape = {size};
  const std::unique_ptr<T[]> data(new T[values.size()]);
  for (std::size_t i = 0; i < values.size(); ++i) data[i] = values[i];
  Integers strides(shape.size(), 1);
  for (std::size_t axis = shape.size(); axis > 1; --axis) strides[axis - 2] = strides[axis - 1] * shape[axis - 1];
  return format_array<T>(data.get(), shape, strides, options);
}

template <class T> std::string scalar_text(T value) { return text<T>({value}, Integers{}); }

/// first, first + 1, …
template <class T> std::vector<T> range(std::size_t size, T first = 0) {
  std::vector<T> values(size);
  std::iota(values.begin(), values.end(), first);
  return values;
}

// The vectors of the article's first experiment.
TEST(Format, EqualNumbersOfALongVectorAreSummarised) {
  EXPECT_EQ(text(std::vector<double>(1001, 2.0)), "[2. 2. 2. ... 2. 2. 2.]");
  EXPECT_EQ(text(std::vector<double>(300'000, 6.0)), "[6. 6. 6. ... 6. 6. 6.]");
  EXPECT_EQ(text(range<std::int64_t>(1001)), "[   0    1    2 ...  998  999 1000]");
  EXPECT_EQ(text(range<double>(2000)), "[0.000e+00 1.000e+00 2.000e+00 ... 1.997e+03 1.998e+03 1.999e+03]");
}

TEST(Format, CornerOfAMatrixProductKeepsEightDecimals) {
  const std::vector<double> corner = {
      25461282.56020853, 25168348.08695598, 25212522.35402665, 25303307.69696668, 25277886.16204746,
      25114760.67252064, 25197555.19361381, 25340074.95867983, 25341847.41707999, 25373123.1113671,
      25381820.17590097, 25326519.29503381, 25438611.20780989, 25596935.44312112, 25538595.65174283,
      25317284.31091545, 25223539.66363661, 25272235.85780019, 25551426.21236818, 25467989.425944,
      25327294.06390036, 25527840.32567072, 25499601.14864586, 25657214.623082,   25527855.25691375};

  EXPECT_EQ(text(corner, {5, 5}),
            "[[25461282.56020853 25168348.08695598 25212522.35402665 25303307.69696668\n"
            "  25277886.16204746]\n"
            " [25114760.67252064 25197555.19361381 25340074.95867983 25341847.41707999\n"
            "  25373123.1113671 ]\n"
            " [25381820.17590097 25326519.29503381 25438611.20780989 25596935.44312112\n"
            "  25538595.65174283]\n"
            " [25317284.31091545 25223539.66363661 25272235.85780019 25551426.21236818\n"
            "  25467989.425944  ]\n"
            " [25327294.06390036 25527840.32567072 25499601.14864586 25657214.623082\n"
            "  25527855.25691375]]");
}

TEST(Format, FloatsAreWholeWhereTheirSpacingIsWhole) {
  // clang-format off
  const std::vector<float> corner = {
      25461280.f, 25168348.f, 25212528.f, 25303310.f, 25277886.f,
      25114762.f, 25197556.f, 25340074.f, 25341846.f, 25373122.f,
      25381818.f, 25326516.f, 25438612.f, 25596934.f, 25538596.f,
      25317284.f, 25223536.f, 25272240.f, 25551426.f, 25467992.f,
      25327292.f, 25527844.f, 25499604.f, 25657220.f, 25527856.f};
  // clang-format on

  EXPECT_EQ(text(corner, {5, 5}),
            "[[25461280. 25168348. 25212528. 25303310. 25277886.]\n"
            " [25114762. 25197556. 25340074. 25341846. 25373122.]\n"
            " [25381818. 25326516. 25438612. 25596934. 25538596.]\n"
            " [25317284. 25223536. 25272240. 25551426. 25467992.]\n"
            " [25327292. 25527844. 25499604. 25657220. 25527856.]]");
  EXPECT_EQ(text<float>({95842176.f, -78313024.f}), "[ 95842176. -78313024.]");  // not the shortest digits, 95842180
}

// TRAP-20
TEST(Format, SmallNumbersAndNanAreNotZero) {
  EXPECT_EQ(text<double>({1e-06, 2.5e-07}), "[1.0e-06 2.5e-07]");
  EXPECT_EQ(text<double>({1e-06, 1}), "[1.e-06 1.e+00]");
  EXPECT_EQ(text<double>({nan}), "[nan]");
  EXPECT_EQ(text<double>({nan, 1, inf, -2.5}, {2, 2}),
            "[[ nan  1. ]\n"
            " [ inf -2.5]]");
}

TEST(Format, DecimalsAreTheFewestThatReadBack) {
  EXPECT_EQ(text<double>({0.1, 0.2, 0.3}), "[0.1 0.2 0.3]");
  EXPECT_EQ(text<double>({0.1, 0.25, 3}), "[0.1  0.25 3.  ]");
  EXPECT_EQ(text<double>({0.3333333333333333, 0.6666666666666666}), "[0.33333333 0.66666667]");
  EXPECT_EQ(text<float>({0.3333333333333333f, 0.6666666666666666f}), "[0.33333334 0.6666667 ]");  // seven digits say it
  EXPECT_EQ(text<float>({0.1f, 16777216.f}), "[1.0000000e-01 1.6777216e+07]");
  EXPECT_EQ(text<float>({0.1f, 1.2345678e-05f}), "[1.0000000e-01 1.2345678e-05]");
  EXPECT_EQ(text<float>({3.14159274f, 2.71828175f}), "[3.1415927 2.7182817]");
  EXPECT_EQ(text<double>({1, 10, 100}), "[  1.  10. 100.]");
  EXPECT_EQ(text<double>({0}), "[0.]");
  EXPECT_EQ(text<double>({100000, 0.5, 512}), "[1.00e+05 5.00e-01 5.12e+02]");
  EXPECT_EQ(text<double>({99999999, 0.5}), "[9.9999999e+07 5.0000000e-01]");
}

TEST(Format, PrecisionRoundsTheExactValueHalfToEven) {
  EXPECT_EQ(text<double>({123.456789012345, 1.5}), "[123.45678901   1.5       ]");
  EXPECT_EQ(text<double>({0.5, 1.5, 2.5}, {-1}, {.precision = 0}), "[0. 2. 2.]");
  EXPECT_EQ(text<double>({2.675, 0.125, 0.375}, {-1}, {.precision = 2}), "[2.67 0.12 0.38]");  // 2.675 lies just below
  EXPECT_EQ(text<double>({0.99999999951, 1.5}), "[1.  1.5]");
  EXPECT_EQ(text<double>({1.00000000001e-05, 0.5}), "[1.e-05 5.e-01]");
  EXPECT_EQ(text<double>({9.996, 10}, {-1}, {.precision = 2}), "[10. 10.]");
  EXPECT_EQ(text<double>({0.3333333333333333}, {-1}, {.precision = 15}), "[0.333333333333333]");
  EXPECT_EQ(text<double>({0.1, 0.25}, {-1}, {.precision = 17}), "[0.1  0.25]");
}

TEST(Format, ExponentialFormBeginsWhereNumPyBegins) {
  EXPECT_EQ(text<double>({100000000}), "[1.e+08]");
  EXPECT_EQ(text<double>({99999999}), "[99999999.]");
  EXPECT_EQ(text<double>({0.0001}), "[0.0001]");
  EXPECT_EQ(text<double>({9.9999e-05}), "[9.9999e-05]");
  EXPECT_EQ(text<double>({1, 1000}), "[   1. 1000.]");
  EXPECT_EQ(text<double>({1, 1000.5}), "[1.0000e+00 1.0005e+03]");
  EXPECT_EQ(text<float>({0.0001f}), "[1.e-04]");  // NumPy 2: [0.0001]
  EXPECT_EQ(text<double>({0, 1e-05}), "[0.e+00 1.e-05]");
  EXPECT_EQ(text<double>({nan, 1e-05, -inf}), "[   nan 1.e-05   -inf]");
  EXPECT_EQ(text<double>({-15000000000, 2.25}), "[-1.50e+10  2.25e+00]");
  EXPECT_EQ(text<double>({25461282.56020853, 1}), "[2.54612826e+07 1.00000000e+00]");
}

TEST(Format, ExponentsHaveTwoDigitsOrAsManyAsTheLongest) {
  EXPECT_EQ(text<double>({1e-05, 100000}), "[1.e-05 1.e+05]");
  EXPECT_EQ(text<double>({1e+100, 100000}), "[1.e+100 1.e+005]");
  EXPECT_EQ(text<double>({1e-300, 5e-324}), "[1.e-300 5.e-324]");
  EXPECT_EQ(text<double>({1.7976931348623157e+308, -2.2250738585072014e-308}), "[ 1.79769313e+308 -2.22507386e-308]");
  EXPECT_EQ(text<float>({3.4e+38f, 1e-45f}), "[3.4e+38 1.4e-45]");
  EXPECT_EQ(text<float>({1e-05f, 0.1f}), "[1.e-05 1.e-01]");
  EXPECT_EQ(text<double>({1.23456789012e-07, 1}, {-1}, {.precision = 3}), "[1.235e-07 1.000e+00]");
}

// Rounding 2^149 to 15 decimals gives ...799e+44, which lies nearer to the double below.
TEST(Format, MoreDigitsNeverReadBackAsAnotherNumber) {
  EXPECT_EQ(text<double>({7.1362384635298e+44, 1.234567890123456e-07}, {-1}, {.precision = 15}),
            "[7.136238463529800e+44 1.234567890123456e-07]");
}

TEST(Format, SuppressPrintsSmallNumbersAsZero) {
  EXPECT_EQ(text<double>({1e-10, 1}, {-1}, {.suppress = true}), "[0. 1.]");
  EXPECT_EQ(text<double>({6e-09, -1}, {-1}, {.suppress = true}), "[ 0.00000001 -1.        ]");
  EXPECT_EQ(text<double>({1e-05, 5000}, {-1}, {.suppress = true}), "[   0.00001 5000.     ]");
  EXPECT_EQ(text<double>({-1e-10, 1}, {-1}, {.suppress = true}), "[-0.  1.]");
  EXPECT_EQ(text<double>({100000000, 1}, {-1}, {.suppress = true}), "[1.e+08 1.e+00]");  // large ones keep the exponent
}

TEST(Format, NegativeZeroKeepsItsSign) {
  EXPECT_EQ(text<double>({-0.0}), "[-0.]");
  EXPECT_EQ(text<double>({0, -0.0, 1.5}), "[ 0.  -0.   1.5]");
  EXPECT_EQ(text<double>({-0.0, 1e-07}), "[-0.e+00  1.e-07]");
}

TEST(Format, NanAndInfinityLineUpWithNumbers) {
  EXPECT_EQ(text<double>({nan, inf, -inf}), "[ nan  inf -inf]");
  EXPECT_EQ(text<double>({inf, 1}), "[inf  1.]");
  EXPECT_EQ(text<double>({-inf, 1.25, nan}), "[-inf 1.25  nan]");
  EXPECT_EQ(text<double>({nan, 10000000000}), "[   nan 1.e+10]");
  EXPECT_EQ(text<float>({float(inf)}), "[inf]");
}

TEST(Format, IntegersAlignRight) {
  EXPECT_EQ(text<std::int32_t>({1, 10, 100}), "[  1  10 100]");
  EXPECT_EQ(text<std::int64_t>({-1, 10, 0}), "[-1 10  0]");
  EXPECT_EQ(text<std::int8_t>({-128, 127}), "[-128  127]");
  EXPECT_EQ(text<std::uint8_t>({0, 255}), "[  0 255]");
  EXPECT_EQ(text<std::int16_t>({-32768, 7}), "[-32768      7]");
  EXPECT_EQ(text<std::uint16_t>({65535, 65}), "[65535    65]");
  EXPECT_EQ(text<std::uint32_t>({4294967295, 0}), "[4294967295          0]");
  EXPECT_EQ(text<std::int64_t>({std::numeric_limits<std::int64_t>::min(), 9223372036854775807}),
            "[-9223372036854775808  9223372036854775807]");
  EXPECT_EQ(text<std::uint64_t>({18446744073709551615u, 0}), "[18446744073709551615                    0]");
}

TEST(Format, BoolsAlignRight) {
  EXPECT_EQ(text<bool>({true, false}), "[ True False]");
  EXPECT_EQ(text<bool>({true, true}), "[ True  True]");
  EXPECT_EQ(text<bool>({true, false, false, true}, {2, 2}),
            "[[ True False]\n"
            " [False  True]]");
}

TEST(Format, ComplexPartsAlignSeparately) {
  EXPECT_EQ(text<c128>({{1, 2}, {3, -4}}), "[1.+2.j 3.-4.j]");
  EXPECT_EQ(text<c128>({{1.5, 2}, {-3, 0.25}}), "[ 1.5+2.j   -3. +0.25j]");
  EXPECT_EQ(text<c128>({{1, 2}, {1e-05, 1000}}), "[1.e+00   +2.j 1.e-05+1000.j]");
  EXPECT_EQ(text<c128>({{nan, inf}, {1, -inf}}), "[nan+infj  1.-infj]");
  EXPECT_EQ(text<c128>({{-0.0, -0.0}, {0, 0.5}}), "[-0.-0.j   0.+0.5j]");
  EXPECT_EQ(text<c64>({{0.1, 0.2}, {0.3333333333333333, 1}}), "[0.1       +0.2j 0.33333334+1.j ]");
  EXPECT_EQ(text<c64>({{1, 2}, {3, 4}, {5, 6}, {7, 8.5}}, {2, 2}),
            "[[1.+2.j  3.+4.j ]\n"
            " [5.+6.j  7.+8.5j]]");
}

TEST(Format, RankZeroPrintsAsAScalar) {
  EXPECT_EQ(scalar_text<double>(5), "5.0");
  EXPECT_EQ(scalar_text<double>(-0.0), "-0.0");
  EXPECT_EQ(scalar_text<double>(0.3333333333333333), "0.3333333333333333");
  EXPECT_EQ(scalar_text<double>(1e+16), "1e+16");
  EXPECT_EQ(scalar_text<double>(9999999999999998), "9999999999999998.0");
  EXPECT_EQ(scalar_text<double>(0.0001), "0.0001");
  EXPECT_EQ(scalar_text<double>(1.5e-05), "1.5e-05");
  EXPECT_EQ(scalar_text<double>(nan), "nan");
  EXPECT_EQ(scalar_text<double>(-inf), "-inf");
  EXPECT_EQ(scalar_text<float>(0.1f), "0.1");
  EXPECT_EQ(scalar_text<float>(95842176.f), "95842180.0");
  EXPECT_EQ(scalar_text<std::int32_t>(7), "7");
  EXPECT_EQ(scalar_text<std::int8_t>(-128), "-128");
  EXPECT_EQ(scalar_text<std::uint8_t>(200), "200");
  EXPECT_EQ(scalar_text<bool>(true), "True");
  EXPECT_EQ(scalar_text<bool>(false), "False");
  EXPECT_EQ(scalar_text<c128>({1, 2}), "(1+2j)");
  EXPECT_EQ(scalar_text<c128>({0, 2}), "2j");
  EXPECT_EQ(scalar_text<c128>({-0.0, -1.5}), "(-0-1.5j)");
  EXPECT_EQ(scalar_text<c128>({nan, inf}), "(nan+infj)");
  EXPECT_EQ(scalar_text<c64>({1e-05, 1e+16}), "(1e-05+1e+16j)");
}

TEST(Format, EmptyArraysPrintAsBrackets) {
  EXPECT_EQ(text<double>({}, {0}), "[]");
  EXPECT_EQ(text<double>({}, {2, 0}), "[]");
  EXPECT_EQ(text<double>({}, {0, 3}), "[]");
  EXPECT_EQ(text<double>({}, {3, 0, 2}), "[]");
  EXPECT_EQ(format_array<double>(nullptr, Integers{0}, Integers{1}, {}), "[]");
}

TEST(Format, MatricesIndentUnderTheBracket) {
  EXPECT_EQ(text<std::int32_t>({1, 2, 3, 4}, {2, 2}),
            "[[1 2]\n"
            " [3 4]]");
  EXPECT_EQ(text<double>({1, 2.5, -3, 4}, {2, 2}),
            "[[ 1.   2.5]\n"
            " [-3.   4. ]]");
  EXPECT_EQ(text<std::int32_t>({5}, {1, 1, 1}), "[[[5]]]");
}

TEST(Format, BlankLinesSeparateMatrices) {
  EXPECT_EQ(text(range<std::int32_t>(8), {2, 2, 2}),
            "[[[0 1]\n"
            "  [2 3]]\n"
            "\n"
            " [[4 5]\n"
            "  [6 7]]]");
  EXPECT_EQ(text(range<std::int32_t>(8), {2, 2, 2, 1}),
            "[[[[0]\n"
            "   [1]]\n"
            "\n"
            "  [[2]\n"
            "   [3]]]\n"
            "\n"
            "\n"
            " [[[4]\n"
            "   [5]]\n"
            "\n"
            "  [[6]\n"
            "   [7]]]]");
}

TEST(Format, LinesBreakBeforeTheLimit) {
  EXPECT_EQ(text(range<double>(30)),
            "[ 0.  1.  2.  3.  4.  5.  6.  7.  8.  9. 10. 11. 12. 13. 14. 15. 16. 17.\n"
            " 18. 19. 20. 21. 22. 23. 24. 25. 26. 27. 28. 29.]");
  EXPECT_EQ(text(range<std::int64_t>(45), {1, 45}),
            "[[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
            "  24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44]]");
  EXPECT_EQ(text(range<double>(6), {-1}, {.linewidth = 10}),
            "[0. 1. 2.\n"
            " 3. 4. 5.]");
  EXPECT_EQ(text(range<double>(2), {-1}, {.linewidth = 0}),
            "[0.\n"
            " 1.]");
  EXPECT_EQ(text(range<std::int32_t>(4), {-1}, {.linewidth = 9}), "[0 1 2 3]");
  EXPECT_EQ(text(range<std::int32_t>(4), {-1}, {.linewidth = 8}),
            "[0 1 2\n"
            " 3]");
  EXPECT_EQ(text(range<std::int32_t>(4), {1, 4}, {.linewidth = 11}), "[[0 1 2 3]]");
  EXPECT_EQ(text(range<std::int32_t>(4), {1, 4}, {.linewidth = 10}),
            "[[0 1 2\n"
            "  3]]");
}

TEST(Format, EachLongAxisIsSummarised) {
  EXPECT_EQ(text(range<std::int64_t>(10'000), {100, 100}),
            "[[   0    1    2 ...   97   98   99]\n"
            " [ 100  101  102 ...  197  198  199]\n"
            " [ 200  201  202 ...  297  298  299]\n"
            " ...\n"
            " [9700 9701 9702 ... 9797 9798 9799]\n"
            " [9800 9801 9802 ... 9897 9898 9899]\n"
            " [9900 9901 9902 ... 9997 9998 9999]]");
  EXPECT_EQ(text(range<double>(2002), {2, 1001}),
            "[[0.000e+00 1.000e+00 2.000e+00 ... 9.980e+02 9.990e+02 1.000e+03]\n"
            " [1.001e+03 1.002e+03 1.003e+03 ... 1.999e+03 2.000e+03 2.001e+03]]");
  EXPECT_EQ(text(range<std::int32_t>(2400), {8, 3, 100}),
            "[[[   0    1    2 ...   97   98   99]\n"
            "  [ 100  101  102 ...  197  198  199]\n"
            "  [ 200  201  202 ...  297  298  299]]\n"
            "\n"
            " [[ 300  301  302 ...  397  398  399]\n"
            "  [ 400  401  402 ...  497  498  499]\n"
            "  [ 500  501  502 ...  597  598  599]]\n"
            "\n"
            " [[ 600  601  602 ...  697  698  699]\n"
            "  [ 700  701  702 ...  797  798  799]\n"
            "  [ 800  801  802 ...  897  898  899]]\n"
            "\n"
            " ...\n"
            "\n"
            " [[1500 1501 1502 ... 1597 1598 1599]\n"
            "  [1600 1601 1602 ... 1697 1698 1699]\n"
            "  [1700 1701 1702 ... 1797 1798 1799]]\n"
            "\n"
            " [[1800 1801 1802 ... 1897 1898 1899]\n"
            "  [1900 1901 1902 ... 1997 1998 1999]\n"
            "  [2000 2001 2002 ... 2097 2098 2099]]\n"
            "\n"
            " [[2100 2101 2102 ... 2197 2198 2199]\n"
            "  [2200 2201 2202 ... 2297 2298 2299]\n"
            "  [2300 2301 2302 ... 2397 2398 2399]]]");
  EXPECT_EQ(text(range<std::int32_t>(8), {-1}, {.threshold = 7, .edgeitems = 1}), "[0 ... 7]");
  EXPECT_EQ(text(range<std::int32_t>(10), {2, 5}, {.threshold = 7, .edgeitems = 1}),
            "[[0 ... 4]\n"
            " [5 ... 9]]");
  EXPECT_EQ(text(range<std::int32_t>(8), {-1}, {.threshold = 8, .edgeitems = 1}), "[0 1 2 3 4 5 6 7]");
}

TEST(Format, ViewsPrintThroughTheirStrides) {
  const std::vector<double> x = range<double>(6);

  EXPECT_EQ(format_array<double>(&x[5], Integers{3}, Integers{-2}, {}), "[5. 3. 1.]");  // x[::-2]
  EXPECT_EQ(format_array<double>(&x[0], Integers{3, 2}, Integers{1, 3}, {}),            // x.reshape(2, 3).T
            "[[0. 3.]\n"
            " [1. 4.]\n"
            " [2. 5.]]");
  EXPECT_EQ(format_array<double>(&x[2], Integers{2, 3}, Integers{0, 1}, {}),  // np.broadcast_to(x[2:5], (2, 3))
            "[[2. 3. 4.]\n"
            " [2. 3. 4.]]");
}

// Reading 10^27 elements (all the same one) would never end, and their number does not fit 64 bits.
TEST(Format, OnlyElementsShownAreRead) {
  const std::int32_t one = 1;
  const std::int64_t length = 1'000'000'000;
  std::vector<std::int32_t> values(2000, 1);
  values[1000] = -123456;

  EXPECT_EQ(format_array<std::int32_t>(&one, Integers{length}, Integers{0}, {.edgeitems = 1}), "[1 ... 1]");
  EXPECT_EQ(format_array<std::int32_t>(&one, Integers{length, length, length}, Integers{0, 0, 0}, {.edgeitems = 1}),
            "[[[1 ... 1]\n"
            "  ...\n"
            "  [1 ... 1]]\n"
            "\n"
            " ...\n"
            "\n"
            " [[1 ... 1]\n"
            "  ...\n"
            "  [1 ... 1]]]");
  EXPECT_EQ(text(values), "[1 1 1 ... 1 1 1]");
}

// A deviation: NumPy reads the whole axis here and would print "[...    0]".
TEST(Format, NoEdgeItemsStillShowTheLastOne) {
  std::vector<std::int32_t> values(2000, 1000);
  values.back() = 0;

  EXPECT_EQ(text(values, {-1}, {.edgeitems = 0}), "[... 0]");
}

class PrintOptionsTest : public ::testing::Test {
 protected:
  void TearDown() override { spica::set_print_options({}); }
};

TEST_F(PrintOptionsTest, DefaultsAreNumPys) {
  const PrintOptions options = spica::print_options();

  EXPECT_EQ(options.precision, 8);
  EXPECT_EQ(options.threshold, 1000);
  EXPECT_EQ(options.edgeitems, 3);
  EXPECT_EQ(options.linewidth, 75);
  EXPECT_FALSE(options.suppress);
}

TEST_F(PrintOptionsTest, SetOptionsAreReturnedInEveryThread) {
  spica::set_print_options({.precision = 3, .threshold = 10, .edgeitems = 2, .linewidth = 40, .suppress = true});
  PrintOptions options;
  std::thread([&] { options = spica::print_options(); }).join();

  EXPECT_EQ(options.precision, 3);
  EXPECT_EQ(options.threshold, 10);
  EXPECT_EQ(options.edgeitems, 2);
  EXPECT_EQ(options.linewidth, 40);
  EXPECT_TRUE(options.suppress);
}

TEST_F(PrintOptionsTest, NegativeNumbersThrowAndChangeNothing) {
  spica::set_print_options({.precision = 3});

  EXPECT_THROW(spica::set_print_options({.precision = -1}), spica::ValueError);
  EXPECT_THROW(spica::set_print_options({.threshold = -1}), spica::ValueError);
  EXPECT_THROW(spica::set_print_options({.edgeitems = -1}), spica::ValueError);
  EXPECT_THROW(spica::set_print_options({.linewidth = -1}), spica::ValueError);
  EXPECT_EQ(spica::print_options().precision, 3);
}

/// Numbers that a locale could spoil, in each of the places where a text is made or read.
void expect_points_not_commas() {
  EXPECT_EQ(text<double>({1234567.5, 0.25}), "[1.2345675e+06 2.5000000e-01]");
  EXPECT_EQ(text<double>({-1.5, 1e4 / 3}, {-1}, {.precision = 3, .suppress = true}), "[  -1.5   3333.333]");
  EXPECT_EQ(text<c128>({{0.5, -2.25}}), "[0.5-2.25j]");
  EXPECT_EQ(text<std::int64_t>({1234567}), "[1234567]");
  EXPECT_EQ(scalar_text(0.5), "0.5");
}

// TRAP-25. The name of such a locale differs between systems; the first one installed serves.
TEST(FormatLocale, DecimalCommaOfTheHostProgramChangesNothing) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  const char* found = nullptr;
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8", "de_DE", "fr_FR"}) {
    if (found == nullptr) found = std::setlocale(LC_ALL, name);
  }
  if (found == nullptr) GTEST_SKIP() << "no locale with a decimal comma is installed (tried de_DE, fr_FR)";
  ASSERT_STREQ(std::localeconv()->decimal_point, ",");

  expect_points_not_commas();

  std::setlocale(LC_ALL, before.c_str());
}

struct CommaPunctuation : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(FormatLocale, GlobalCxxLocaleChangesNothing) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaPunctuation));

  expect_points_not_commas();

  std::locale::global(before);
}

}  // namespace
