// Experiment 1: adding a number to an array of ones.
#include "check.hpp"
#include "experiments.hpp"
#include "peers.hpp"

#include "../format.hpp"

#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/print/print.hpp>

#include <algorithm>

namespace speedup {

namespace sp = spica;

// Outside of classes and of unnamed namespaces: nvcc asks that of a function with a KOKKOS_LAMBDA in it.

/// The user's kernel, in place.
void add_by_kernel(const sp::Array<double>& a, double c) {
  a.assign(sp::map(
      KOKKOS_LAMBDA(double x) { return x + c; }, a));
}

/// The user's kernel into a new array.
sp::Array<double> sum_by_kernel(const sp::Array<double>& a, double c) {
  return sp::map(
      KOKKOS_LAMBDA(double x) { return x + c; }, a);
}

namespace {

using Array = sp::Array<double>;

/// Element after element from the host: read, changed, written.
void add_by_loop(const Array& a, double c, Progress& progress, const std::string& label) {
  const std::int64_t size = a.size(), step = std::max<std::int64_t>(1, size / 100);
  for (std::int64_t begin = 0; begin < size; begin += step) {
    progress.show(fmt::format("{}: {}%", label, 100 * begin / size));
    const std::int64_t end = std::min(size, begin + step);
    for (std::int64_t i = begin; i < end; ++i) a(i) = a(i).item() + c;
  }
}

struct Variant {
  const char* name;
  double addend;  // each its own, so that the printed arrays are the article's: 2s, 3s, 4s, 5s, 6s
};
constexpr Variant loop{"loop", 1}, vectorised{"vectorised", 2}, vectorised_new{"vectorised-new", 3},
    kernel_new{"kernel-new", 4}, kernel{"kernel", 5};

/// Measures one variant. `work(a, c)` adds `c` to all of `a` and returns the array that holds the sums (`a` itself in
/// place).
template <class Work>
Result measure(Session& session, sp::Backend backend, const Variant& variant, std::int64_t size, bool print,
               const Work& work) {
  const std::string label = fmt::format("add {} on {}", variant.name, sp::name(backend));
  const Array a = sp::ones<double>({size}, backend);
  Array sums;
  const Timing timing = best_of(
      backend, session.options.effort, session.progress, label,
      [&] {
        sums = Array();  // its block is free for the next run
        a.assign(1.0);
      },
      [&] { sums = work(a, variant.addend); });
  if (session.spoils_results()) sums(size / 2) = -1.0;

  Result result{"add", variant.name, "float64", size, sp::name(backend), timing.seconds, timing.repeats};
  session.progress.show(label + ": checking");
  result.wrong = check_constant(sums, 1 + variant.addend);
  result.checked = result.wrong.empty();
  session.progress.clear();
  if (print) fmt::print("  {:<15} {}\n", variant.name, sp::to_string(sums));
  return result;
}

template <class Work>
void add_row(Session& session, sp::Backend backend, const Variant& variant, std::int64_t size, const Work& work) {
  session.add(measure(session, backend, variant, size, true, work),
              [&] { return measure(session, backend, variant, size, false, work); });
}

const auto in_place = [](const Array& a, double c) {
  a += c;
  return a;
};

/// TRAP-21: the time must grow with the work. Two sizes a factor 8 apart.
void check_scaling(Session& session, sp::Backend backend, std::int64_t size) {
  if (size < 8) return;
  Result large, small;
  std::string verdict;
  for (int attempt = 0; attempt < 5; ++attempt) {
    // The best of all attempts: another program may disturb one.
    const auto best = [&](Result& result, std::int64_t elements) {
      const Result now = measure(session, backend, vectorised, elements, false, in_place);
      if (attempt == 0 || now.seconds < result.seconds) result = now;
    };
    best(large, size);
    best(small, size / 8);
    const Limits limits = session.limits(large);
    if (fits_cache(large, limits)) {
      session.note(fmt::format("scaling on {}: not looked at, {} elements are too few", sp::name(backend), size));
      return;
    }
    verdict = implausible_scaling(small, large, limits);
    if (verdict.empty()) break;
  }
  if (!verdict.empty()) return session.refuse("add", vectorised.name, sp::name(backend), verdict);
  const double ratio = large.seconds / small.seconds;
  std::string remark;
  if (ratio < 4) remark = ": a fixed cost weighs on the fewer ones (is the machine busy?)";
  else if (ratio > 16) remark = " (the fewer ones are in the cache)";
  session.note(fmt::format("scaling on {}: 8 times the elements of add vectorised take {:.1f} times as long{}",
                           sp::name(backend), ratio, remark));
}

/// The size that fits on all backends in use.
std::int64_t affordable_size(Session& session) {
  constexpr double bytes_each = 2 * sizeof(double);
  std::int64_t size = session.options.add_size();
  for (const sp::Backend backend : session.backends()) {
    if (session.options.command == "all") size = session.shrink(backend, "add", size, bytes_each);
    else
      session.require_memory(backend, bytes_each * static_cast<double>(size), fmt::format("add --size {}", size),
                             "choose a smaller --size");
  }
  return size;
}

}  // namespace

void run_add(Session& session) {
  session.release_memory();
  const std::int64_t size = affordable_size(session);
  for (const sp::Backend backend : session.backends()) {
    const std::int64_t loop_size = std::min(size, session.options.loop_size(backend == sp::Backend::cuda));
    fmt::print("add on {}: {} float64 ones, the loop over {}\n", sp::name(backend), size, loop_size);
    add_row(session, backend, loop, loop_size, [&](const Array& a, double c) {
      add_by_loop(a, c, session.progress, fmt::format("add loop on {}", sp::name(backend)));
      return a;
    });
    add_row(session, backend, vectorised, size, in_place);
    add_row(session, backend, vectorised_new, size, [](const Array& a, double c) { return Array(a + c); });
    add_row(session, backend, kernel_new, size, sum_by_kernel);
    add_row(session, backend, kernel, size, [](const Array& a, double c) {
      add_by_kernel(a, c);
      return a;
    });
    if (session.options.command == "all") check_scaling(session, backend, size);
    session.release_memory();
  }
  ask_peers(session, "add",
            {{"size", size},
             {"loop_size_host", std::min(size, session.options.loop_size(false))},
             {"loop_size_device", std::min(size, session.options.loop_size(true))}});
}

}  // namespace speedup
