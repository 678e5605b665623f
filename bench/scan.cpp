#include "check.hpp"
#include "suite.hpp"

#include <spica/ops/scan/scan.hpp>

namespace bench {

namespace sp = spica;

void add_scan(Suite& suite) {
  suite.add("cumsum", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return sp::cumsum(x); },
                     [n](const sp::Array<double>& r) {
                       Sum sum;
                       return check_elements(r, n, [&](std::int64_t i) { return sum.add(number(1, i)), sum.value(); }, {1e-12});
                     });
  });
}

}  // namespace bench
