// What a call costs: arrays so small that the work is nothing. Calls that give no number to the host are timed a hundred at a time,
// with one synchronisation behind them, as a program's calls follow each other.
#include "check.hpp"
#include "suite.hpp"

#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/reduce/sum.hpp>

#include <cmath>
#include <limits>

namespace bench {

namespace sp = spica;

void add_launch(Suite& suite) {
  using Array = sp::Array<double>;
  suite.add(
      "add_1000",
      [](std::int64_t n) {
        return make_case(
            [x = numbers<double>({n}, 1), y = numbers<double>({n}, 2)] { return Array(x + y); },
            [n](const Array& r) { return check_elements(r, n, [](std::int64_t i) { return number(1, i) + number(2, i); }); });
      },
      100);
  suite.add("sum_1000", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return sp::sum(x).item(); },
                     [n](double r) {
                       Sum sum;
                       for (std::int64_t i = 0; i < n; ++i) sum.add(number(1, i));
                       return check_number("sum", r, sum.value(), {1e-13});
                     });
  });
  suite.add(
      "formula_1000",
      [](std::int64_t n) {
        return make_case([x = numbers<double>({n}, 1), y = numbers<double>({n}, 2)] { return Array(sp::sqrt(x * x + y * y)); },
                         [n](const Array& r) {
                           return check_elements(r, n, [](std::int64_t i) { return std::hypot(number(1, i), number(2, i)); },
                                                 {4 * std::numeric_limits<double>::epsilon()});
                         });
      },
      100);
  // Called one by one: Spica has no recorded graphs yet, and the goal is that of one.
  suite.add(
      "adds_20",
      [](std::int64_t n) {
        return make_case(
            [x = numbers<double>({n}, 1), y = numbers<double>({n}, 2)] {
              Array sum = x;
              for (int i = 0; i < 20; ++i) sum = Array(sum + y);
              return sum;
            },
            [n](const Array& r) {
              return check_elements(r, n, [](std::int64_t i) { return number(1, i) + 20 * number(2, i); }, {1e-14});
            });
      },
      10);
}

}  // namespace bench
