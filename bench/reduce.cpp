#include "check.hpp"
#include "suite.hpp"

#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>
#include <spica/ops/reduce/variance.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace bench {

namespace sp = spica;

namespace {

using Array = sp::Array<double>;

constexpr Tolerance summed{1e-12}, summed_float32{1e-6};

/// The sums of the columns (axis 0) or of the rows (axis 1) of numbers(n x n, 1).
std::string check_sums(const Array& r, std::int64_t n, int axis) {
  std::vector<Sum> sums(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n * n; ++i) sums[static_cast<std::size_t>(axis == 0 ? i % n : i / n)].add(number(1, i));
  return check_elements(r, n, [&](std::int64_t i) { return sums[static_cast<std::size_t>(i)].value(); }, summed);
}

}  // namespace

void add_reduce(Suite& suite) {
  suite.add("sum", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return sp::sum(x).item(); },
                     [n](double r) {
                       return check_number("sum", r, sum_of(n, [](std::int64_t i) { return number(1, i); }), summed);
                     });
  });
  suite.add("sum_float32", [](std::int64_t n) {
    return make_case([x = numbers<float>({n}, 1)] { return sp::sum(x).item(); },
                     [n](float r) {
                       return check_number("sum", r, sum_of(n, [](std::int64_t i) { return float(number(1, i)); }), summed_float32);
                     });
  });
  suite.add("max", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return sp::max(x).item(); },
                     [n](double r) { return check_number("max", r, number(1, place_of_largest(n))); });
  });
  suite.add("std", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return sp::std(x).item(); }, [n](double r) { return check_number("std", r, deviation(n), summed); });
  });
  suite.add("sum_squared_difference", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1), y = numbers<double>({n}, 2)] { return sp::sum(sp::square(x - y)).item(); },
                     [n](double r) {
                       const auto square = [](std::int64_t i) { return std::pow(number(1, i) - number(2, i), 2); };
                       return check_number("sum((x - y)**2)", r, sum_of(n, square), summed);
                     });
  });
  suite.add("argmax", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return sp::argmax(x).item(); },
                     [n](std::int64_t r) { return check_number("argmax", double(r), double(place_of_largest(n))); });
  });
  suite.add("sum_axis0", [](std::int64_t n) {
    return make_case([m = numbers<double>({n, n}, 1)] { return sp::sum(m, sp::axis(0)); }, [n](const Array& r) { return check_sums(r, n, 0); });
  });
  suite.add("sum_axis1", [](std::int64_t n) {
    return make_case([m = numbers<double>({n, n}, 1)] { return sp::sum(m, sp::axis(1)); }, [n](const Array& r) { return check_sums(r, n, 1); });
  });
}

}  // namespace bench
