// The elementary functions of ops/elementwise/math, one value at a time: accuracy, special values, reproducible bits.
// No Kokkos run time is needed. References are the long double functions of the C library (64 bits on x86), good to
// 2^-11 of a double's ULP; ulp_table.cpp measures against 113 bits.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <limits>
#include <vector>

#include <spica/ops/elementwise/math/math.hpp>

namespace {

namespace sm = spica::math;
using sm::detail::from_bits;
using sm::detail::to_bits;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double tiny = std::numeric_limits<double>::denorm_min();
constexpr double pi = 3.141592653589793;

// Integers only, so that every platform draws the same arguments (Steele, Lea, Flood 2014: SplitMix64).
class SplitMix {
 public:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double uniform(double low, double high) { return low + static_cast<double>(next() >> 11) * 0x1p-53 * (high - low); }

 private:
  std::uint64_t state_ = 1;
};

template <class T> struct Bits;
template <> struct Bits<double> { using Type = std::uint64_t; };
template <> struct Bits<float> { using Type = std::uint32_t; };

// Half of the arguments are random bits (every exponent, denormals, NaNs), half come from [-20, 20], where functions
// have their shape.
template <class T> T draw(SplitMix& random, int i) {
  using B = typename Bits<T>::Type;
  if (i % 2 == 0) return from_bits(static_cast<B>(random.next()));
  return static_cast<T>(random.uniform(-20, 20));
}

template <class T> double ulp_error(T result, long double exact) {
  if (std::isnan(exact)) return std::isnan(result) ? 0 : inf;
  if (std::isinf(result) || std::isinf(exact)) {
    // The two sides may overflow a rounding error apart.
    const T rounded = static_cast<T>(exact);
    return rounded == result || (std::isinf(result) && std::nextafter(rounded, result) == result) ? 0 : inf;
  }
  if (exact == 0) return result == 0 && std::signbit(result) == std::signbit(exact) ? 0 : inf;
  int exponent;
  std::frexp(exact, &exponent);
  exponent = std::max(exponent, std::numeric_limits<T>::min_exponent);
  return static_cast<double>(std::fabs(static_cast<long double>(result) - exact) /
                             std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits));
}

constexpr int num_samples = 60000;

template <class T, class F, class Exact> void expect_accurate(const char* name, F f, Exact exact, double bound) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is not wider than double here";
  SplitMix random;
  double worst = 0;
  T where = 0;
  for (int i = 0; i < num_samples; ++i) {
    const T x = draw<T>(random, i);
    const double error = ulp_error<T>(f(x), exact(static_cast<long double>(x)));
    if (error > worst) worst = error, where = x;
  }
  EXPECT_LE(worst, bound) << name << (sizeof(T) == 8 ? " float64" : " float32") << " at " << std::hexfloat << where;
}
template <class T, class F, class Exact> void expect_accurate2(const char* name, F f, Exact exact, double bound) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is not wider than double here";
  SplitMix random;
  double worst = 0;
  T where[2] = {0, 0};
  for (int i = 0; i < num_samples; ++i) {
    const T x = draw<T>(random, i), y = draw<T>(random, i % 3);
    const double error = ulp_error<T>(f(x, y), exact(static_cast<long double>(x), static_cast<long double>(y)));
    if (error > worst) worst = error, where[0] = x, where[1] = y;
  }
  EXPECT_LE(worst, bound) << name << (sizeof(T) == 8 ? " float64" : " float32") << " at " << std::hexfloat << where[0]
                          << ", " << where[1];
}

// One list of the functions for all sweeps below: name, bound of the float64 error in ULP.
#define SPICA_MATH_UNARY(X)                                                                                           \
  X(exp, 1.0)                                                                                                         \
  X(exp2, 1.0)                                                                                                        \
  X(expm1, 1.3) X(log, 0.7) X(log2, 0.7) X(log10, 0.7) X(log1p, 0.7) X(sin, 0.9) X(cos, 0.9) X(tan, 1.0) X(asin, 0.7) \
      X(acos, 0.7) X(atan, 0.9) X(sinh, 0.8) X(cosh, 0.8) X(tanh, 1.1) X(asinh, 1.2) X(acosh, 0.8) X(atanh, 1.0)      \
          X(cbrt, 0.52) X(sqrt, 0.501) X(rint, 0) X(floor, 0) X(ceil, 0) X(trunc, 0)
#define SPICA_MATH_BINARY(X) X(pow, 1.0) X(atan2, 0.9) X(hypot, 0.8)

TEST(Math, Float64ErrorsStayWithinTheirBounds) {
#define SPICA_CHECK(name, bound) \
  expect_accurate<double>(       \
      #name, [](double x) { return sm::name(x); }, [](long double x) { return std::name(x); }, bound);
  SPICA_MATH_UNARY(SPICA_CHECK)
#undef SPICA_CHECK
#define SPICA_CHECK(name, bound)                                \
  expect_accurate2<double>(                                     \
      #name, [](double x, double y) { return sm::name(x, y); }, \
      [](long double x, long double y) { return std::name(x, y); }, bound);
  SPICA_MATH_BINARY(SPICA_CHECK)
#undef SPICA_CHECK
}

TEST(Math, Float32ErrorsStayNearHalfAnUlp) {
#define SPICA_CHECK(name, bound) \
  expect_accurate<float>(        \
      #name, [](float x) { return sm::name(x); }, [](long double x) { return std::name(x); }, 0.51);
  SPICA_MATH_UNARY(SPICA_CHECK)
#undef SPICA_CHECK
#define SPICA_CHECK(name, bound)                              \
  expect_accurate2<float>(                                    \
      #name, [](float x, float y) { return sm::name(x, y); }, \
      [](long double x, long double y) { return std::name(x, y); }, 0.51);
  SPICA_MATH_BINARY(SPICA_CHECK)
#undef SPICA_CHECK
}

// Where the logarithm needs every one of its extra bits; the sweep above seldom comes here.
TEST(Math, PowIsAccurateNearOneWithLargeExponents) {
  SplitMix random;
  double worst = 0;
  for (int i = 0; i < num_samples; ++i) {
    const double x = random.uniform(0.99, 1.01), y = random.uniform(-7e4, 7e4);
    worst = std::max(worst, ulp_error<double>(sm::pow(x, y), std::pow(static_cast<long double>(x), y)));
  }
  EXPECT_LE(worst, 1.0);
}

TEST(Math, LogaddexpIsAccurateAwayFromCancellation) {
  SplitMix random;
  double worst = 0;
  for (int i = 0; i < num_samples; ++i) {
    const double a = random.uniform(0, 50), b = random.uniform(-50, 50);
    const long double exact =
        std::max<long double>(a, b) + std::log1p(std::exp(-std::fabs(static_cast<long double>(a) - b)));
    worst = std::max(worst, ulp_error<double>(sm::logaddexp(a, b), exact));
  }
  EXPECT_LE(worst, 0.7);
  EXPECT_EQ(sm::logaddexp(1000.0, 1000.0), 1000 + 0.6931471805599453);
  EXPECT_EQ(sm::logaddexp(-1000.0, 0.5), 0.5);
}

// Same value, any NaN, zeros with their sign.
void expect_same(const char* what, double result, double expected) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(result)) << what << " gave " << result;
  } else {
    EXPECT_TRUE(result == expected && std::signbit(result) == std::signbit(expected))
        << what << " gave " << std::hexfloat << result << ", not " << expected;
  }
}
#define SPICA_SAME(call, expected) expect_same(#call, sm::call, expected)

TEST(Math, SpecialValuesAreThoseOfAnnexF) {
  SPICA_SAME(exp(0.0), 1.0);
  SPICA_SAME(exp(-inf), 0.0);
  SPICA_SAME(exp(inf), inf);
  SPICA_SAME(exp(710.0), inf);
  SPICA_SAME(exp(-746.0), 0.0);
  SPICA_SAME(exp(-745.1), tiny);
  SPICA_SAME(exp2(-1074.0), tiny);
  SPICA_SAME(exp2(1023.0), 0x1p1023);
  SPICA_SAME(exp2(1024.0), inf);
  SPICA_SAME(exp2(-0.0), 1.0);
  SPICA_SAME(expm1(-0.0), -0.0);
  SPICA_SAME(expm1(-inf), -1.0);
  SPICA_SAME(expm1(inf), inf);
  SPICA_SAME(expm1(tiny), tiny);
  SPICA_SAME(log(1.0), 0.0);
  SPICA_SAME(log(0.0), -inf);
  SPICA_SAME(log(-0.0), -inf);
  SPICA_SAME(log(-1.0), nan);
  SPICA_SAME(log(-inf), nan);
  SPICA_SAME(log(inf), inf);
  SPICA_SAME(log2(tiny), -1074.0);
  SPICA_SAME(log2(8.0), 3.0);
  SPICA_SAME(log10(1000.0), 3.0);
  SPICA_SAME(log10(-0.0), -inf);
  SPICA_SAME(log1p(-1.0), -inf);
  SPICA_SAME(log1p(-0.0), -0.0);
  SPICA_SAME(log1p(-1.5), nan);
  SPICA_SAME(log1p(inf), inf);
  SPICA_SAME(log1p(tiny), tiny);
  SPICA_SAME(sin(-0.0), -0.0);
  SPICA_SAME(sin(inf), nan);
  SPICA_SAME(cos(-inf), nan);
  SPICA_SAME(cos(0.0), 1.0);
  SPICA_SAME(tan(-0.0), -0.0);
  SPICA_SAME(tan(inf), nan);
  SPICA_SAME(asin(-0.0), -0.0);
  SPICA_SAME(asin(1.0), pi / 2);
  SPICA_SAME(asin(1.0000001), nan);
  SPICA_SAME(acos(1.0), 0.0);
  SPICA_SAME(acos(-1.0), pi);
  SPICA_SAME(acos(-2.0), nan);
  SPICA_SAME(atan(-0.0), -0.0);
  SPICA_SAME(atan(-inf), -pi / 2);
  SPICA_SAME(sinh(-0.0), -0.0);
  SPICA_SAME(sinh(-inf), -inf);
  SPICA_SAME(cosh(-inf), inf);
  SPICA_SAME(cosh(0.0), 1.0);
  SPICA_SAME(tanh(-0.0), -0.0);
  SPICA_SAME(tanh(-inf), -1.0);
  SPICA_SAME(asinh(-0.0), -0.0);
  SPICA_SAME(asinh(-inf), -inf);
  SPICA_SAME(acosh(1.0), 0.0);
  SPICA_SAME(acosh(0.5), nan);
  SPICA_SAME(acosh(inf), inf);
  SPICA_SAME(atanh(-0.0), -0.0);
  SPICA_SAME(atanh(-1.0), -inf);
  SPICA_SAME(atanh(1.5), nan);
  SPICA_SAME(cbrt(-0.0), -0.0);
  SPICA_SAME(cbrt(-inf), -inf);
  SPICA_SAME(cbrt(-27.0), -3.0);
  SPICA_SAME(pow(nan, 0.0), 1.0);
  SPICA_SAME(pow(1.0, nan), 1.0);
  SPICA_SAME(pow(-0.0, -3.0), -inf);
  SPICA_SAME(pow(-0.0, -2.0), inf);
  SPICA_SAME(pow(-0.0, 3.0), -0.0);
  SPICA_SAME(pow(-0.0, 0.5), 0.0);
  SPICA_SAME(pow(0.0, -0.5), inf);
  SPICA_SAME(pow(-1.0, inf), 1.0);
  SPICA_SAME(pow(-1.0, -inf), 1.0);
  SPICA_SAME(pow(-8.0, 1.0 / 3), nan);
  SPICA_SAME(pow(-2.0, 3.0), -8.0);
  SPICA_SAME(pow(0.5, inf), 0.0);
  SPICA_SAME(pow(0.5, -inf), inf);
  SPICA_SAME(pow(2.0, -inf), 0.0);
  SPICA_SAME(pow(-2.0, inf), inf);
  SPICA_SAME(pow(-inf, 3.0), -inf);
  SPICA_SAME(pow(-inf, -3.0), -0.0);
  SPICA_SAME(pow(-inf, 0.5), inf);
  SPICA_SAME(pow(inf, -1.0), 0.0);
  SPICA_SAME(pow(2.0, -1074.0), tiny);
  SPICA_SAME(pow(-2.0, 1e300), inf);
  SPICA_SAME(pow(-1.0, 9007199254740991.0), -1.0);
  SPICA_SAME(pow(10.0, 3.0), 1000.0);
  SPICA_SAME(atan2(0.0, -0.0), pi);
  SPICA_SAME(atan2(-0.0, -0.0), -pi);
  SPICA_SAME(atan2(-0.0, 0.0), -0.0);
  SPICA_SAME(atan2(-0.0, -1.0), -pi);
  SPICA_SAME(atan2(1.0, 0.0), pi / 2);
  SPICA_SAME(atan2(-1.0, -0.0), -pi / 2);
  SPICA_SAME(atan2(1.0, -inf), pi);
  SPICA_SAME(atan2(-1.0, inf), -0.0);
  SPICA_SAME(atan2(inf, 1.0), pi / 2);
  SPICA_SAME(atan2(inf, inf), pi / 4);
  SPICA_SAME(atan2(-inf, -inf), -2.356194490192345);
  SPICA_SAME(atan2(tiny, 1e300), 0.0);
  SPICA_SAME(atan2(3 * tiny, 1.0), 3 * tiny);
  SPICA_SAME(hypot(inf, nan), inf);
  SPICA_SAME(hypot(nan, -inf), inf);
  SPICA_SAME(hypot(-0.0, -0.0), 0.0);
  SPICA_SAME(hypot(3e300, -4e300), 5e300);
  SPICA_SAME(hypot(1.7e308, 1.7e308), inf);
  SPICA_SAME(hypot(3 * tiny, 4 * tiny), 5 * tiny);
  SPICA_SAME(logaddexp(inf, inf), inf);
  SPICA_SAME(logaddexp(-inf, -inf), -inf);
  SPICA_SAME(logaddexp(inf, -inf), inf);
  SPICA_SAME(logaddexp(-inf, 2.0), 2.0);
  SPICA_SAME(ceil(-0.5), -0.0);
  SPICA_SAME(trunc(-0.5), -0.0);
  SPICA_SAME(rint(2.5), 2.0);
  SPICA_SAME(rint(-0.5), -0.0);
  SPICA_SAME(floor(-0.0), -0.0);
  SPICA_SAME(sqrt(-0.0), -0.0);
  SPICA_SAME(sqrt(-1.0), nan);
  SPICA_SAME(fmod(-6.0, 3.0), -0.0);
  SPICA_SAME(fmod(1e300, 7.0), 1.0);
  SPICA_SAME(fmod(inf, 3.0), nan);
  SPICA_SAME(fmod(3.0, 0.0), nan);
  SPICA_SAME(fmod(3.0, inf), 3.0);
  SPICA_SAME(copysign(1.0, -0.0), -1.0);
}

TEST(Math, NextafterIsTheLibrarys) {
  const double values[] = {0.0, -0.0, tiny, -tiny, 1.0, -1.0, 0x1p-1022, 1.7976931348623157e308, inf, -inf, nan, 2.5};
  for (double x : values) {
    for (double y : values) {
      expect_same("nextafter", sm::nextafter(x, y), std::nextafter(x, y));
      const float fx = static_cast<float>(x), fy = static_cast<float>(y);
      expect_same("nextafterf", sm::nextafter(fx, fy), std::nextafter(fx, fy));
    }
  }
}

TEST(Math, PointsOfTheFloatRangeEndsRoundRight) {
  expect_same("expf", sm::exp(-103.9f), std::numeric_limits<float>::denorm_min());
  expect_same("expf", sm::exp(-104.0f), 0.0);
  expect_same("expf", sm::exp(89.0f), inf);
  expect_same("logf", sm::log(std::numeric_limits<float>::denorm_min()), -103.27893f);
  expect_same("powf", sm::pow(2.0f, -149.0f), std::numeric_limits<float>::denorm_min());
  expect_same("powf", sm::pow(-0.0f, -1.0f), -inf);
  expect_same("hypotf", sm::hypot(3e38f, 4e37f), 3.02654927e+38f);
}

// Expected values: mpmath with 3000 bits. The second argument of cos is the double closest to an odd multiple of pi/2
// (Muller, Elementary Functions, 11.3); 2^1023 * 1.99.. is the largest double.
TEST(Math, LargeArgumentsAreReducedExactly) {
  const double worst = std::ldexp(6381956970095103.0, 797);
  SPICA_SAME(sin(1e22), -0.8522008497671888);
  SPICA_SAME(cos(1e22), 0.523214785395139);
  SPICA_SAME(cos(worst), -4.687165924254628e-19);
  SPICA_SAME(sin(-worst), -1.0);
  SPICA_SAME(tan(worst), -2.133485385753704e+18);
  SPICA_SAME(sin(std::numeric_limits<double>::max()), 0.004961954789184062);
  SPICA_SAME(cos(std::numeric_limits<double>::max()), -0.9999876894265599);
  expect_same("sinf", sm::sin(1e38f), 0.98916446f);
}

// example-begin sin_block
// The loop that a host kernel writes for sin, cos and tan: moderate arguments in SIMD code, others one by one.
void sin_block(const double* x, double* y, int n) {
  bool all_moderate = true;
  for (int i = 0; i < n; ++i) all_moderate &= sm::is_moderate(x[i]);
  if (all_moderate) {
    for (int i = 0; i < n; ++i) y[i] = sm::sin_moderate(x[i]);
  } else {
    for (int i = 0; i < n; ++i) y[i] = sm::sin(x[i]);
  }
}
// example-end sin_block

TEST(Math, ModerateTrigonometryHasTheBitsOfTheFullOne) {
  SplitMix random;
  std::vector<double> x(1000), y(1000);
  for (double& v : x) v = random.uniform(-0x1p30, 0x1p30);
  x[1] = nan;
  sin_block(x.data(), y.data(), 1000);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(to_bits(y[i]), to_bits(sm::sin(x[i])));
    EXPECT_EQ(to_bits(sm::cos_moderate(x[i])), to_bits(sm::cos(x[i])));
    EXPECT_EQ(to_bits(sm::tan_moderate(x[i])), to_bits(sm::tan(x[i])));
  }

  x[7] = 1e300;
  sin_block(x.data(), y.data(), 1000);
  EXPECT_EQ(y[7], sm::sin(1e300));
}

template <class T> std::uint64_t hash_of(std::uint64_t hash, T value) {
  return (hash ^ to_bits(value)) * 0x100000001b3u;  // FNV-1a, a value at a time
}

struct Recorded {
  const char* name;
  std::uint64_t float64;
  std::uint64_t float32;
};

// The bits every compiler, instruction set and device must produce. A change of a formula or coefficient changes its
// line: run the test and copy what it prints. A failure without such a change is a contraction or a library call that
// slipped in.
const Recorded recorded[] = {
    {"exp", 0x627c5df93cf901d6u, 0x4d54b953999245c7u},       {"exp2", 0x604c5e93149933eeu, 0xd94abe7ee86fb4c5u},
    {"expm1", 0x3370e5780469c307u, 0xd951278c3263aab4u},     {"log", 0xec405ae7d8c739c8u, 0x5ea0003c55ae6b5au},
    {"log2", 0xec784116b372cec2u, 0xf89e75862c10f4e5u},      {"log10", 0xb18c9c54e69f2b6cu, 0xb95c04b529f24b64u},
    {"log1p", 0x69cf617d76d51a79u, 0x9f5144fa6473e847u},     {"sin", 0x6c5182a78a955136u, 0x399392608c5b55e2u},
    {"cos", 0xccd9f5ba4c90b056u, 0xd9d2b36b41cfdad4u},       {"tan", 0x1fd674e81f8eea92u, 0xdbf9755441fafd20u},
    {"asin", 0x641d0cbb102e2ac6u, 0xa87e6b4a7410aa88u},      {"acos", 0x7e9ea4beb7427fe0u, 0xbf323be2e325f465u},
    {"atan", 0xffe9495cd36d4301u, 0x0d8eb84556d4c072u},      {"sinh", 0x0971e802de628c16u, 0x4667f17e7b4c4652u},
    {"cosh", 0x9a294bac54a76bf1u, 0xe446c6e0c0a954d8u},      {"tanh", 0x22838ae69396aa0bu, 0x00a3d9ffc9467e6bu},
    {"asinh", 0xf83f4a7a3283283cu, 0xef43bdc25c70d658u},     {"acosh", 0xc81577966e621c01u, 0x7a10fff725b7913du},
    {"atanh", 0xfd65405fea15b11cu, 0xb976b856c2408e81u},     {"cbrt", 0xac66355a413ef003u, 0x7c243443c1ff2b5fu},
    {"sqrt", 0x62ff7d242beb82f4u, 0xc76e995223e533acu},      {"rint", 0xb2a6981449258c05u, 0xd0616187270f7a58u},
    {"floor", 0xa95224b9305a17e7u, 0xe5057f2d5768d99cu},     {"ceil", 0x04e7bef280920653u, 0x81d84d6416e7ebd0u},
    {"trunc", 0xacdea2814b912c6bu, 0x2a8cf3fc09e29b90u},     {"pow", 0x1534168bcdfe1935u, 0x0c97497776097d6du},
    {"atan2", 0x391f1865dc6ffd26u, 0x9624070bc4c4814cu},     {"hypot", 0x41b8ae7337029ca6u, 0x28f06a4e930afa7du},
    {"logaddexp", 0xe40a1fe3d8883106u, 0x3ce865aa133d5bfau}, {"fmod", 0xc275dba878f02fb0u, 0x87307d2f4f00f1dfu},
    {"nextafter", 0x66d9333f753f00e3u, 0xe2ab2ccf705931d0u},
};

template <class T> std::vector<std::uint64_t> all_hashes() {
  std::vector<std::uint64_t> hashes;
#define SPICA_HASH(name, bound)                                                         \
  {                                                                                     \
    SplitMix random;                                                                    \
    std::uint64_t hash = 0xcbf29ce484222325u;                                           \
    for (int i = 0; i < 20000; ++i) hash = hash_of(hash, sm::name(draw<T>(random, i))); \
    hashes.push_back(hash);                                                             \
  }
  SPICA_MATH_UNARY(SPICA_HASH)
#undef SPICA_HASH
#define SPICA_HASH(name, bound)                                  \
  {                                                              \
    SplitMix random;                                             \
    std::uint64_t hash = 0xcbf29ce484222325u;                    \
    for (int i = 0; i < 20000; ++i) {                            \
      const T x = draw<T>(random, i);                            \
      hash = hash_of(hash, sm::name(x, draw<T>(random, i % 3))); \
    }                                                            \
    hashes.push_back(hash);                                      \
  }
  SPICA_MATH_BINARY(SPICA_HASH)
  SPICA_HASH(logaddexp, 0)
  SPICA_HASH(fmod, 0)
  SPICA_HASH(nextafter, 0)
#undef SPICA_HASH
      return hashes;
}

TEST(Math, BitsAreTheRecordedOnes) {
  std::vector<const char*> names;
#define SPICA_NAME(name, bound) names.push_back(#name);
  SPICA_MATH_UNARY(SPICA_NAME)
  SPICA_MATH_BINARY(SPICA_NAME)
  SPICA_NAME(logaddexp, 0)
  SPICA_NAME(fmod, 0)
  SPICA_NAME(nextafter, 0)
#undef SPICA_NAME
      const auto doubles = all_hashes<double>(),
                 floats = all_hashes<float>();

  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool listed = i < std::size(recorded) && std::strcmp(recorded[i].name, names[i]) == 0;
    char line[96];
    std::snprintf(line, sizeof line, "{\"%s\", 0x%016llxu, 0x%016llxu},", names[i],
                  static_cast<unsigned long long>(doubles[i]), static_cast<unsigned long long>(floats[i]));
    EXPECT_TRUE(listed && recorded[i].float64 == doubles[i] && recorded[i].float32 == floats[i]) << "now: " << line;
  }
}

TEST(Math, NansAreCanonical) {
  const double odd_nan = from_bits(std::uint64_t{0xfff0000000001234u});
#define SPICA_NAN(name, bound) EXPECT_EQ(to_bits(sm::name(odd_nan)), 0x7ff8000000000000u) << #name;
  SPICA_MATH_UNARY(SPICA_NAN)
#undef SPICA_NAN
#define SPICA_NAN(name, bound)                                              \
  EXPECT_EQ(to_bits(sm::name(odd_nan, 2.0)), 0x7ff8000000000000u) << #name; \
  EXPECT_EQ(to_bits(sm::name(2.0, odd_nan)), 0x7ff8000000000000u) << #name;
  SPICA_MATH_BINARY(SPICA_NAN)
  SPICA_NAN(logaddexp, 0) SPICA_NAN(fmod, 0) SPICA_NAN(nextafter, 0)
#undef SPICA_NAN
}

}  // namespace
