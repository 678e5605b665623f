#include "check.hpp"
#include "suite.hpp"

#include <spica/ops/elementwise/elementwise.hpp>

#include <cmath>
#include <limits>

namespace bench {

namespace sp = spica;

namespace {

using Array = sp::Array<double>;

constexpr Tolerance few_ulp{4 * std::numeric_limits<double>::epsilon()};

}  // namespace

void add_elementwise(Suite& suite) {
  suite.add("add_scalar", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return Array(x + 5); },
                     [n](const Array& r) { return check_elements(r, n, [](std::int64_t i) { return number(1, i) + 5; }); });
  });
  suite.add("add", [](std::int64_t n) {
    return make_case(
        [x = numbers<double>({n}, 1), y = numbers<double>({n}, 2)] { return Array(x + y); },
        [n](const Array& r) { return check_elements(r, n, [](std::int64_t i) { return number(1, i) + number(2, i); }); });
  });
  suite.add("fused_formula", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1), y = numbers<double>({n}, 2)] { return Array(sp::sqrt(x * x + y * y) * 0.5 + 1); },
                     [n](const Array& r) {
                       return check_elements(r, n, [](std::int64_t i) { return std::hypot(number(1, i), number(2, i)) * 0.5 + 1; }, few_ulp);
                     });
  });
  suite.add("exp", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return Array(sp::exp(x)); },
                     [n](const Array& r) { return check_elements(r, n, [](std::int64_t i) { return std::exp(number(1, i)); }, few_ulp); });
  });
  suite.add("sin", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return Array(sp::sin(x)); },
                     [n](const Array& r) { return check_elements(r, n, [](std::int64_t i) { return std::sin(number(1, i)); }, few_ulp); });
  });
  suite.add("exp_float32", [](std::int64_t n) {
    return make_case([x = numbers<float>({n}, 1)] { return sp::Array<float>(sp::exp(x)); },
                     [n](const sp::Array<float>& r) {
                       return check_elements(r, n, [](std::int64_t i) { return std::exp(double(float(number(1, i)))); },
                                             {4 * double(std::numeric_limits<float>::epsilon())});
                     });
  });
  suite.add("where", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1), y = numbers<double>({n}, 2)] { return Array(sp::where(x > 0.5, x, y)); },
                     [n](const Array& r) {
                       return check_elements(r, n, [](std::int64_t i) { return number(1, i) > 0.5 ? number(1, i) : number(2, i); });
                     });
  });
  suite.add("broadcast_subtract", [](std::int64_t n) {
    return make_case([m = numbers<double>({n, n}, 1)] { return Array(m - m(0) - m(sp::all, sp::slice(sp::none, 1))); },
                     [n](const Array& r) {
                       return check_elements(r, n * n, [n](std::int64_t i) { return number(1, i) - number(1, i % n) - number(1, i / n * n); });
                     });
  });
}

}  // namespace bench
