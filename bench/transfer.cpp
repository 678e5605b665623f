#include "check.hpp"
#include "suite.hpp"

#include <spica/backends/runtime.hpp>
#include <spica/ops/elementwise/assign.hpp>

namespace bench {

namespace sp = spica;

void add_transfer(Suite& suite) {
  using Array = sp::Array<double>;
  const auto check = [](std::int64_t n) {
    return [n](const Array& r) { return check_elements(r, n, [](std::int64_t i) { return number(1, i); }); };
  };
  suite.add("to_device", [check](std::int64_t n) {
    const Array host = numbers<double>({n}, 1).to(sp::Backend::serial);
    return make_case([host] { return host.to(sp::default_backend()); }, check(n));
  });
  suite.add("to_host", [check](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return x.to(sp::Backend::serial); }, check(n));
  });
}

}  // namespace bench
