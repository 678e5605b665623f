#include "session.hpp"

#include "../format.hpp"
#include "../machine.hpp"

#include <spica/backends/info.hpp>
#include <spica/backends/memory.hpp>
#include <spica/backends/runtime.hpp>
#include <spica/ops/creation/creation.hpp>

#include <algorithm>
#include <cstdlib>

namespace speedup {

namespace sp = spica;

namespace {

/// The order of a GPU's second-level cache.
constexpr double device_cache_bytes = 64e6;

std::vector<sp::Backend> choose_backends(const std::vector<sp::Backend>& wanted) {
  if (wanted.empty()) {
    std::vector<sp::Backend> list;
    for (const sp::Backend backend : sp::backends())
      if (sp::usable(backend)) list.push_back(backend);
    return list;
  }
  const std::vector<sp::Backend> built = sp::backends();
  for (const sp::Backend backend : wanted) {
    const sp::Usable usable = sp::usable(backend);
    if (usable) continue;
    const std::string text = fmt::format("--backends {}: {}", sp::name(backend), usable.why_not);
    if (std::find(built.begin(), built.end(), backend) == built.end()) throw sp::BackendNotBuilt(text);
    throw sp::BackendUnavailable(text);
  }
  return wanted;
}

/// No processor does more than 32 float64 operations a cycle and core at 6 GHz, no GPU more than 512 a multiprocessor
/// at 3 GHz.
double flop_rate_limit(bool device, int cores) {
  if (!device) return cores * 32 * 6e9;
  int multiprocessors = 0;
  for (const sp::DeviceInfo& info : sp::devices()) multiprocessors = std::max(multiprocessors, info.multiprocessors);
  return multiprocessors * 512 * 3e9;
}

}  // namespace

sp::Backend host_backend() { return sp::usable(sp::Backend::openmp) ? sp::Backend::openmp : sp::Backend::serial; }

Session::Session(const Options& chosen) : options(chosen), backends_(choose_backends(chosen.backends)) {
  const sp::HostInfo host = sp::host_info();
  cache_bytes_ = host.cache_bytes ? static_cast<double>(host.cache_bytes) : 64e6;
  cores_ = host.cores;
  const char* spoil = std::getenv("SPICA_SPEEDUP_CORRUPT");
  spoil_ = spoil && *spoil == '1';
}

void Session::note(const std::string& text) {
  if (std::find(notes_.begin(), notes_.end(), text) == notes_.end()) notes_.push_back(text);
}

void Session::fail(const std::string& why) {
  failed_ = true;
  progress.clear();
  fmt::print(stderr, "spica-speedup: {}\n", why);
}

void Session::say_refused(const std::string& why) {
  // Quick sizes take milliseconds: another program's work can distort them beyond belief, and that is no fault of Spica's.
  if (options.quick) note(why + "; the row is left out (without --quick this fails the run)");
  else fail(why);
}

void Session::add(Result result, const std::function<Result()>& again) {
  if (!result.wrong.empty()) {
    fail(fmt::format("WRONG RESULT: {} {} {} on {}: {}", result.experiment, result.variant, result.dtype,
                     result.backend, result.wrong));
  } else {
    // The machine may have been slow while its copy rate was measured, or the clock of this row unlucky: look again
    // first.
    for (int attempt = 0; attempt < 3 && !implausible(result, limits(result)).empty(); ++attempt) {
      for (auto& [backend, rate] : copy_rates_) rate = std::max(rate, measure_copy_rate(backend));
      if (again) result = again();
    }
    result.refused = implausible(result, limits(result));
    if (!result.refused.empty())
      say_refused(fmt::format("REFUSED: {} {} {} on {}: {}", result.experiment, result.variant, result.dtype,
                              result.backend, result.refused));
  }
  results_.push_back(std::move(result));
}

void Session::refuse(const std::string& experiment, const std::string& variant, const std::string& backend,
                     const std::string& why) {
  say_refused(fmt::format("REFUSED: {} {} on {}: {}", experiment, variant, backend, why));
  for (Result& result : results_)
    if (result.experiment == experiment && result.variant == variant && result.backend == backend) result.refused = why;
}

double Session::copy_rate(sp::Backend backend) {
  const auto found = copy_rates_.find(backend);
  return found != copy_rates_.end() ? found->second : copy_rates_[backend] = measure_copy_rate(backend);
}

double Session::measure_copy_rate(sp::Backend backend) {
  progress.show(fmt::format("copy rate of {}", sp::name(backend)));
  const double cache = backend == sp::Backend::cuda ? device_cache_bytes : cache_bytes_;
  const double bytes = std::min(std::max(2 * cache, options.quick ? 2e8 : 8e8), memory_available(backend) / 2);
  const auto size = static_cast<std::int64_t>(bytes / sizeof(double));
  const auto source = sp::empty<double>({size}, backend), target = sp::zeros<double>({size}, backend);
  // The clock stops when the host has read the last element: that waits for the copy whatever a fence does, so this
  // rate is no victim of the mistake that it is there to find. Several copies on a device, where reading alone takes a
  // while.
  const int copies = backend == sp::Backend::cuda ? 8 : 1;
  double best = 0, total = 0;
  for (int run = 1; run <= 16 && (run <= 4 || total < 1); ++run) {
    source.assign(static_cast<double>(run));
    sp::fence(backend);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < copies; ++i) target.assign(source);
    if (target(size - 1).item() != run) throw std::runtime_error("copy rate: the copy is wrong");
    const double seconds = seconds_since(start);
    total += seconds;
    best = std::max(best, 2.0 * static_cast<double>(size) * sizeof(double) * copies / seconds);
  }
  return best;
}

Limits Session::limits(const Result& result) {
  const std::string& backend = result.backend;
  const bool device = backend == "cuda" || backend == "cupy";
  sp::Backend place = device ? sp::Backend::cuda : host_backend();
  if (backend == "serial") place = sp::Backend::serial;
  Limits limits;
  limits.device = device;
  limits.cache_bytes = device ? device_cache_bytes : cache_bytes_;
  if (flops(result) == 0 && !fits_cache(result, limits) && sp::usable(place)) {
    limits.copy_rate = limits.memory_rate = copy_rate(place);
    for (const auto& [other, rate] : copy_rates_)
      if (sp::host_memory(other) == sp::host_memory(place)) limits.memory_rate = std::max(limits.memory_rate, rate);
  }
  limits.flop_rate = flop_rate_limit(device, backend == "serial" ? 1 : cores_);
  return limits;
}

double Session::memory_available(sp::Backend backend) const {
  const double reserve = 0.9;  // for the system, for rounding in the pool, for workspaces
  return reserve * (static_cast<double>(sp::memory_size(backend).available) +
                    static_cast<double>(sp::memory_pool(backend).statistics().cached));
}

void Session::require_memory(sp::Backend backend, double bytes, const std::string& what,
                             const std::string& remedy) const {
  if (bytes <= memory_available(backend)) return;
  const sp::MemorySize memory = sp::memory_size(backend);
  throw UsageError(fmt::format(
      "{} needs {} on {}; of its {} of memory {} can be used now; {}", what, apps::bytes_text(bytes), sp::name(backend),
      apps::bytes_text(static_cast<double>(memory.total)), apps::bytes_text(memory_available(backend)), remedy));
}

std::int64_t Session::shrink(sp::Backend backend, const std::string& experiment, std::int64_t elements,
                             double bytes_each, const std::string& name) {
  const double available = memory_available(backend), needed = bytes_each * static_cast<double>(elements);
  if (needed <= available) return elements;
  const auto fitting = static_cast<std::int64_t>(available / bytes_each);
  if (fitting < 1) require_memory(backend, bytes_each, experiment, "free some memory");
  const std::string text = fmt::format("{} with {} needs {} on {}, {} can be used: made smaller to fit", experiment,
                                       name.empty() ? fmt::format("{} elements", elements) : name,
                                       apps::bytes_text(needed), sp::name(backend), apps::bytes_text(available));
  fmt::print("{}\n", text);
  note(text);
  return fitting;
}

void Session::release_memory() const {
  for (const sp::Backend backend : sp::backends())
    if (sp::usable(backend)) {
      sp::fence(backend);
      sp::memory_pool(backend).trim();
    }
}

}  // namespace speedup
