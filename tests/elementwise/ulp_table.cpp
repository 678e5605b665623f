// Measures the error of the functions of ops/elementwise/math and prints the table of docs/numerics.md. g++ only; link with
// -lquadmath. Names of functions choose; none means all.
//
//   ulp_table [samples per interval] [NAME...]     both types, samples in chosen intervals, against libquadmath (113 bits)
//   ulp_table --float32 STEP [NAME...]             every STEP-th of all 2^32 bit patterns; 1 is exhaustive
//   ulp_table --float64 SAMPLES [NAME...]          random bit patterns and every exponent, both signs
//
// The last two use all threads of OpenMP. For float32 the reference is the C library's function in double, whose error is below
// 2^-28 units of a float; for float64 it is long double's (64 bits: below 2^-10 units), and where that says more than 0.45 units
// the error is measured again with libquadmath.
//
// An error is |result - exact| in units in the last place of the exact value (of the smallest normal number below it),
// so 0.5 is a correctly rounded result.

#include <quadmath.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include <spica/ops/elementwise/math/math.hpp>

namespace {

using Quad = __float128;

struct Interval {
  double low;
  double high;
  bool logarithmic = false;  // both signs of the magnitudes low..high where low > 0; else uniform
};

template <class T> double error_in_ulp(T result, Quad exact) {
  if (isnanq(exact)) return result != result ? 0.0 : 1e300;
  const int digits = std::numeric_limits<T>::digits, min_exponent = std::numeric_limits<T>::min_exponent;
  const Quad largest = std::numeric_limits<T>::max();
  if (result == std::numeric_limits<T>::infinity() || result == -std::numeric_limits<T>::infinity()) {
    const Quad overflow = largest + scalbnq(0.5Q, std::numeric_limits<T>::max_exponent - digits);  // rounds to infinity
    return fabsq(exact) >= overflow * (1 - 0x1p-20Q) && (exact > 0) == (result > 0) ? 0.0 : 1e300;
  }
  if (exact == 0) return result == 0 ? 0.0 : 1e300;
  int exponent;
  frexpq(exact, &exponent);
  if (exponent < min_exponent) exponent = min_exponent;
  return static_cast<double>(fabsq(static_cast<Quad>(result) - exact) / scalbnq(1.0Q, exponent - digits));
}

class Sampler {
 public:
  template <class T> T draw(const Interval& in) {
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    const double u = unit(engine_);
    double x;
    if (in.logarithmic) {
      const double low = std::log2(in.low), high = std::log2(in.high);
      x = std::exp2(low + u * (high - low)) * (1 + 1e-3 * unit(engine_));
      if (x > in.high) x = in.high;
      if (engine_() & 1) x = -x;
    } else {
      x = in.low + u * (in.high - in.low);
    }
    return static_cast<T>(x);
  }

 private:
  std::mt19937_64 engine_{2024};
};

long samples_per_interval = 100000;
std::vector<std::string> chosen_functions;
std::set<std::string> measured_functions;

bool is_chosen(const char* name) {
  measured_functions.insert(name);
  return chosen_functions.empty() || std::ranges::find(chosen_functions, name) != chosen_functions.end();
}

/// The exit status: 1, with a message, if a chosen name is none of those that `is_chosen` was asked for.
int status_of_names() {
  int status = 0;
  for (const std::string& name : chosen_functions) {
    if (measured_functions.contains(name)) continue;
    std::fprintf(stderr, "ulp_table: there is no function '%s'; names are those of <cmath>, such as asin\n", name.c_str());
    status = 1;
  }
  return status;
}

void print_row(const char* name, const char* type, double worst, double mean, long count, const char* where) {
  std::printf("| `%s` | %s | %.3f | %.3f | %ld | %s |\n", name, type, worst, mean, count, where);
  std::fflush(stdout);
}

template <class T>
void measure(const char* name, T (*f)(T), Quad (*exact)(Quad), std::initializer_list<Interval> intervals) {
  if (!is_chosen(name)) return;
  Sampler sampler;
  double worst = 0, sum = 0;
  T where = 0;
  long count = 0;
  for (const Interval& in : intervals) {
    for (long i = 0; i < samples_per_interval; ++i) {
      const T x = sampler.draw<T>(in);
      const double error = error_in_ulp(f(x), exact(x));
      sum += error;
      ++count;
      if (error > worst) worst = error, where = x;
    }
  }
  char text[64];
  std::snprintf(text, sizeof text, "%.17g", static_cast<double>(where));
  print_row(name, sizeof(T) == 8 ? "float64" : "float32", worst, sum / count, count, text);
}

template <class T>
void measure(const char* name, T (*f)(T, T), Quad (*exact)(Quad, Quad), std::initializer_list<Interval> first,
             std::initializer_list<Interval> second) {
  if (!is_chosen(name)) return;
  Sampler sampler;
  double worst = 0, sum = 0;
  T where[2] = {0, 0};
  long count = 0;
  auto in2 = second.begin();
  for (const Interval& in : first) {
    for (long i = 0; i < samples_per_interval; ++i) {
      const T x = sampler.draw<T>(in), y = sampler.draw<T>(*in2);
      const double error = error_in_ulp(f(x, y), exact(x, y));
      sum += error;
      ++count;
      if (error > worst) worst = error, where[0] = x, where[1] = y;
    }
    ++in2;
  }
  char text[96];
  std::snprintf(text, sizeof text, "%.17g, %.17g", static_cast<double>(where[0]), static_cast<double>(where[1]));
  print_row(name, sizeof(T) == 8 ? "float64" : "float32", worst, sum / count, count, text);
}

Quad quad_exp2(Quad x) { return exp2q(x); }
Quad quad_logaddexp(Quad a, Quad b) { return fmaxq(a, b) + log1pq(expq(-fabsq(a - b))); }

namespace sm = spica::math;

/// |result - reference| in units of `reference` rounded to T; a wrong special value is 1e300. For finite references wide
/// enough that their own rounding does not matter.
template <class T, class Wide> double wide_error(T result, Wide reference) {
  if (reference != reference) return result != result ? 0 : 1e300;
  const Wide size = std::fabs(reference);
  const T nearest = static_cast<T>(reference);
  if (std::isinf(nearest) || std::isinf(result)) {
    if (nearest == result) return 0;
    // At the edge of overflow both the largest number and infinity are within a unit.
    const T largest = std::numeric_limits<T>::max();
    return (std::isinf(nearest) && std::fabs(result) == largest) || (std::isinf(result) && std::fabs(nearest) == largest) ? 1 : 1e300;
  }
  int exponent;
  std::frexp(size, &exponent);
  if (size == 0 || exponent < std::numeric_limits<T>::min_exponent) exponent = std::numeric_limits<T>::min_exponent;
  return static_cast<double>(std::fabs(static_cast<Wide>(result) - reference) * std::ldexp(Wide(1), std::numeric_limits<T>::digits - exponent));
}

struct Worst {
  double error = 0;
  std::uint64_t bits = 0;
};
void take_worse(Worst& a, const Worst& b) {
  if (b.error > a.error || (b.error == a.error && b.bits < a.bits)) a = b;
}
#pragma omp declare reduction(worst : Worst : take_worse(omp_out, omp_in))

template <class F, class Reference> void scan_float32(const char* name, std::uint64_t step, F f, Reference reference) {
  if (!is_chosen(name)) return;
  Worst worst;
  const std::int64_t count = static_cast<std::int64_t>(((std::uint64_t(1) << 32) + step - 1) / step);
#pragma omp parallel for schedule(dynamic, 1 << 16) reduction(worst : worst)
  for (std::int64_t i = 0; i < count; ++i) {
    const auto bits = static_cast<std::uint32_t>(static_cast<std::uint64_t>(i) * step);
    float x;
    std::memcpy(&x, &bits, sizeof x);
    take_worse(worst, {wide_error(f(x), reference(static_cast<double>(x))), bits});
  }
  float x;
  const auto bits = static_cast<std::uint32_t>(worst.bits);
  std::memcpy(&x, &bits, sizeof x);
  std::printf("| `%s` | float32 | %.3f | %lld | %.9g |\n", name, worst.error, static_cast<long long>(count), static_cast<double>(x));
  std::fflush(stdout);
}

std::uint64_t mixed(std::uint64_t z) {  // SplitMix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

template <class F, class Reference>
void scan_float64(const char* name, std::int64_t count, F f, Reference reference, Quad (*exact)(Quad)) {
  if (!is_chosen(name)) return;
  Worst worst;
#pragma omp parallel for schedule(dynamic, 1 << 12) reduction(worst : worst)
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint64_t bits = mixed(static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15);
    // Half of the samples have any exponent, all in turn; the others lie between 2^-8 and 2^10, where most functions work.
    const std::uint64_t exponent = i % 2 ? static_cast<std::uint64_t>(i / 2) % 2047 : 1015 + static_cast<std::uint64_t>(i / 2) % 19;
    bits = (bits & 0x800fffffffffffff) | exponent << 52;
    double x;
    std::memcpy(&x, &bits, sizeof x);
    const double result = f(x);
    double error = wide_error(result, reference(static_cast<long double>(x)));
    if (error > 0.45 && error > worst.error) error = error_in_ulp(result, exact(x));
    take_worse(worst, {error, bits});
  }
  double x;
  std::memcpy(&x, &worst.bits, sizeof x);
  std::printf("| `%s` | float64 | %.3f | %lld | %.17g |\n", name, worst.error, static_cast<long long>(count), x);
  std::fflush(stdout);
}

/// X(name here, name in <cmath>, name in libquadmath)
#define FOR_EACH_FUNCTION(X)                                                                                                  \
  X(exp, exp, expq) X(exp2, exp2, quad_exp2) X(expm1, expm1, expm1q) X(log, log, logq) X(log2, log2, log2q)                   \
  X(log10, log10, log10q) X(log1p, log1p, log1pq) X(sin, sin, sinq) X(cos, cos, cosq) X(tan, tan, tanq) X(asin, asin, asinq)   \
  X(acos, acos, acosq) X(atan, atan, atanq) X(sinh, sinh, sinhq) X(cosh, cosh, coshq) X(tanh, tanh, tanhq)                     \
  X(asinh, asinh, asinhq) X(acosh, acosh, acoshq) X(atanh, atanh, atanhq) X(cbrt, cbrt, cbrtq)

int scan(const char* type, long count) {
  std::printf("| function | type | largest error (ULP) | inputs | at |\n|---|---|--:|--:|---|\n");
#define SCAN32(name, wide, quad) \
  scan_float32(#name, static_cast<std::uint64_t>(count), [](float x) { return sm::name(x); }, [](double x) { return std::wide(x); });
#define SCAN64(name, wide, quad) \
  scan_float64(#name, count, [](double x) { return sm::name(x); }, [](long double x) { return std::wide(x); }, quad);
  if (std::strcmp(type, "--float32") == 0) {
    FOR_EACH_FUNCTION(SCAN32)
  } else {
    FOR_EACH_FUNCTION(SCAN64)
  }
  return status_of_names();
}

// A lambda for each type, because the name of an overload set cannot be passed.
#define MEASURE(name, exact, ...)                                       \
  measure<double>(                                                      \
      #name, [](double x) { return sm::name(x); }, exact, __VA_ARGS__); \
  measure<float>(                                                       \
      #name, [](float x) { return sm::name(x); }, exact, __VA_ARGS__)
#define MEASURE2(name, exact, ...)                                                   \
  measure<double>(                                                                   \
      #name, [](double x, double y) { return sm::name(x, y); }, exact, __VA_ARGS__); \
  measure<float>(                                                                    \
      #name, [](float x, float y) { return sm::name(x, y); }, exact, __VA_ARGS__)

}  // namespace

int main(int argc, char** argv) {
  const bool scanning = argc > 2 && (std::strcmp(argv[1], "--float32") == 0 || std::strcmp(argv[1], "--float64") == 0);
  for (int i = scanning ? 3 : 2; i < argc; ++i) chosen_functions.emplace_back(argv[i]);
  if (scanning) return scan(argv[1], std::atol(argv[2]));
  if (argc > 1) samples_per_interval = std::atol(argv[1]);
  const Interval any{1e-300, 1e300, true}, denormal{5e-324, 1e-300, true}, small{1e-9, 1.0, true};
  const Interval float_denormal{1e-45, 1e-37, true}, float_any{1e-37, 3e38, true};
  std::printf("| function | type | largest error (ULP) | mean error | samples | at |\n|---|---|---|---|---|---|\n");

  MEASURE(exp, expq, {{-745, 709.7}, {-1, 1}, {-104, 88}, {-0.4, 0.4}, small});
  MEASURE(exp2, quad_exp2, {{-1075, 1024}, {-1, 1}, {-150, 128}, {-10, 10}, small});
  MEASURE(expm1, expm1q, {{-40, 709.7}, {-1.2, 1.2}, {-3, 3}, {-20, 88}, small, denormal, float_denormal});
  MEASURE(log, logq, {{0.5, 2}, {0.9, 1.1}, {0, 1e3}, any, denormal, float_any, float_denormal});
  MEASURE(log2, log2q, {{0.5, 2}, {0.9, 1.1}, {0, 1e3}, any, denormal, float_any, float_denormal});
  MEASURE(log10, log10q, {{0.5, 2}, {0.9, 1.1}, {0, 1e3}, any, denormal, float_any, float_denormal});
  MEASURE(log1p, log1pq, {{-1, 1}, {-0.3, 0.5}, {0, 1e3}, small, any, denormal, float_any, float_denormal});
  MEASURE(sin, sinq, {{-3.2, 3.2}, {-100, 100}, {-1e9, 1e9}, {1e9, 1e300, true}, {1e9, 3e38, true}, small, denormal});
  MEASURE(cos, cosq, {{-3.2, 3.2}, {-100, 100}, {-1e9, 1e9}, {1e9, 1e300, true}, {1e9, 3e38, true}, small, denormal});
  MEASURE(tan, tanq, {{-3.2, 3.2}, {-100, 100}, {-1e9, 1e9}, {1e9, 1e300, true}, {1e9, 3e38, true}, small, denormal});
  MEASURE(asin, asinq, {{-1, 1}, {0.4, 0.6}, {0.99, 1}, small, denormal, float_denormal});
  MEASURE(acos, acosq, {{-1, 1}, {0.4, 0.6}, {0.99, 1}, {-1, -0.99}, small});
  MEASURE(atan, atanq, {{-1, 1}, {-3, 3}, {-100, 100}, small, any, denormal, float_denormal});
  MEASURE(sinh, sinhq, {{-1, 1}, {-3, 3}, {-20, 20}, {-710.4, 710.4}, {-89.4, 89.4}, small, denormal, float_denormal});
  MEASURE(cosh, coshq, {{-1, 1}, {-3, 3}, {-20, 20}, {-710.4, 710.4}, {-89.4, 89.4}, small});
  MEASURE(tanh, tanhq, {{-1, 1}, {-3, 3}, {-20, 20}, small, denormal, float_denormal});
  MEASURE(asinh, asinhq, {{-1, 1}, {-3, 3}, {-1e3, 1e3}, small, any, denormal, float_denormal});
  MEASURE(acosh, acoshq, {{1, 1.001}, {1, 2}, {1, 100}, {1, 1e10}, {1, 1e300}, {1, 1e38}});
  MEASURE(atanh, atanhq, {{-1, 1}, {-0.6, 0.6}, {0.99, 1}, small, denormal, float_denormal});
  MEASURE(cbrt, cbrtq, {{-1, 1}, {1, 8}, any, denormal, float_any, float_denormal});
  MEASURE2(pow, powq,
           {{0, 10}, {0.9, 1.1}, {1e-300, 1e300, true}, {0.99999, 1.00001}, {0, 2}, {1e-37, 1e37, true}, {0.9, 1.1}},
           {{-10, 10}, {-7000, 7000}, {-1.1, 1.1}, {-7e7, 7e7}, {-1000, 1000}, {-1.1, 1.1}, {-800, 800}});
  MEASURE2(atan2, atan2q, {{-1, 1}, {-10, 10}, any, denormal, {1e-300, 1e-290, true}, float_any, float_denormal},
           {{-1, 1}, {-1, 1}, any, denormal, {1e-20, 1e10, true}, float_any, {1e-8, 1, true}});
  MEASURE2(hypot, hypotq, {{-1, 1}, {-10, 10}, any, denormal, {1e290, 1e308, true}, float_any, float_denormal},
           {{-1, 1}, {-1, 1}, any, denormal, {1e290, 1e308, true}, float_any, float_denormal});
  // Away from exp(a) + exp(b) = 1, where the result cancels: see logaddexp.hpp.
  MEASURE2(logaddexp, quad_logaddexp, {{0, 10}, {-30, 30}, {-700, 700}, {0, 1}, {-10, -2}},
           {{0, 10}, {0.1, 30}, {0.1, 700}, {0, 1}, {-10, -2}});
  return status_of_names();
}
