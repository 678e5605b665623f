#include "check.hpp"
#include "suite.hpp"

#include <spica/ops/elementwise/assign.hpp>

namespace bench {

namespace sp = spica;

void add_shape(Suite& suite) {
  using Array = sp::Array<double>;
  suite.add("copy", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return sp::copy(x); },
                     [n](const Array& r) { return check_elements(r, n, [](std::int64_t i) { return number(1, i); }); });
  });
  suite.add("transposed_copy", [](std::int64_t n) {
    return make_case([m = numbers<double>({n, n}, 1)] { return sp::copy(sp::transpose(m)); },
                     [n](const Array& r) {
                       return check_elements(r, n * n, [n](std::int64_t i) { return number(1, i % n * n + i / n); });
                     });
  });
}

}  // namespace bench
