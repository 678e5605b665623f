// sqrt(x*x + y*y)*0.5 + 1: six operations, one kernel.
#include "check.hpp"
#include "experiments.hpp"
#include "peers.hpp"

#include "../format.hpp"

#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/print/print.hpp>
#include <spica/ops/random/generator.hpp>

namespace speedup {

namespace sp = spica;

/// The whole formula as one kernel written by hand, to compare the expression with. (Where it stands: see add.cpp.)
sp::Array<double> fused_by_kernel(const sp::Array<double>& x, const sp::Array<double>& y) {
  return sp::map(
      KOKKOS_LAMBDA(double p, double q) { return Kokkos::sqrt(p * p + q * q) * 0.5 + 1; }, x, y);
}

namespace {

using Array = sp::Array<double>;

Array fused_by_expression(const Array& x, const Array& y) { return sp::sqrt(x * x + y * y) * 0.5 + 1; }

using Work = Array (*)(const Array&, const Array&);

Result measure(Session& session, const char* variant, const Array& x, const Array& y, bool print, Work work) {
  const sp::Backend backend = x.backend();
  const std::string label = fmt::format("fused {} on {}", variant, sp::name(backend));
  Array values;
  const Timing timing = best_of(
      backend, session.options.effort, session.progress, label, [&] { values = Array(); },
      [&] { values = work(x, y); });
  if (session.spoils_results()) values(x.size() / 2) = -1.0;

  Result result{"fused", variant, "float64", x.size(), sp::name(backend), timing.seconds, timing.repeats};
  session.progress.show(label + ": checking");
  result.wrong = check_fused(x, y, values);
  result.checked = result.wrong.empty();
  session.progress.clear();
  if (print) fmt::print("  {:<15} {}\n", variant, sp::to_string(values));
  return result;
}

}  // namespace

void run_fused(Session& session) {
  session.release_memory();
  constexpr double bytes_each = 3 * sizeof(double);
  std::int64_t size = session.options.fused_size();
  for (const sp::Backend backend : session.backends()) {
    if (session.options.command == "all") size = session.shrink(backend, "fused", size, bytes_each);
    else
      session.require_memory(backend, bytes_each * static_cast<double>(size), fmt::format("fused --size {}", size),
                             "choose a smaller --size");
  }

  for (const sp::Backend backend : session.backends()) {
    fmt::print("fused on {}: sqrt(x*x + y*y)*0.5 + 1 of {} float64\n", sp::name(backend), size);
    {
      session.progress.show("random numbers");
      sp::random::Generator generator(session.options.seed);
      const Array x = generator.random<double>({size}, backend), y = generator.random<double>({size}, backend);
      for (const auto& [variant, work] :
           {std::pair("expression", Work(fused_by_expression)), std::pair("kernel", Work(fused_by_kernel))})
        session.add(measure(session, variant, x, y, true, work),
                    [&, name = variant, run = work] { return measure(session, name, x, y, false, run); });
    }
    session.release_memory();
  }
  ask_peers(session, "fused", {{"size", size}, {"seed", session.options.seed}});
}

}  // namespace speedup
