#include "check.hpp"
#include "suite.hpp"

#include <spica/ops/random/generator.hpp>

#include <cmath>
#include <memory>
#include <vector>

namespace bench {

namespace sp = spica;

namespace {

/// The first numbers are those of NumPy's Generator(Philox(0)).random(), and all are in [0, 1) with the mean of such.
std::string check_uniform(const sp::Array<double>& r, std::int64_t n) {
  constexpr double first[] = {0x1.ccf2d9115c140p-7, 0x1.07f42307c03cep-2, 0x1.e2e209058bb92p-2, 0x1.76747919e0270p-4};
  if (r.size() != n) return check_number("the number of elements", double(r.size()), double(n));
  const std::vector<double> values = r.to_vector();
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i < 4 && values[i] != first[i]) return check_number("number " + std::to_string(i), values[i], first[i]);
    if (!(values[i] >= 0 && values[i] < 1)) return check_number("number " + std::to_string(i), values[i], 0.5);
    sum += values[i];
  }
  return check_number("the mean", sum / double(n), 0.5, {0, 6 * 0.2887 / std::sqrt(double(n))});  // 6 standard deviations
}

}  // namespace

void add_random(Suite& suite) {
  suite.add("uniform", [](std::int64_t n) {
    return make_case([generator = std::make_shared<sp::random::Generator>(0), n] { return generator->random<double>({n}); },
                     [n](const sp::Array<double>& r) { return check_uniform(r, n); });
  });
}

}  // namespace bench
