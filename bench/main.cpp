// spica-bench: the works of works.tsv on one backend, by Google Benchmark.
#include "suite.hpp"
#include "works.hpp"

#include <spica/backends/info.hpp>
#include <spica/backends/memory.hpp>
#include <spica/backends/runtime.hpp>

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>

namespace {

namespace sp = spica;
using namespace bench;

bool failed = false;

/// The work that is ready. Google Benchmark calls a benchmark several times until it knows how often to repeat it, and once for
/// each repetition; operands and check are made once.
struct Ready {
  std::string name;
  Case work;
  std::string wrong;
} ready;

void make_ready(const std::string& name, const Entry& entry, std::int64_t n) {
  ready = {};
  sp::memory_pool(sp::default_backend()).trim();  // blocks of another work's sizes would be in the way
  ready.name = name;
  try {
    ready.work = entry.make(n);
    ready.wrong = ready.work.check();
    if (!ready.wrong.empty()) ready.wrong = "wrong result: " + ready.wrong;
  } catch (const std::exception& error) {
    ready.wrong = error.what();
  }
}

void run(benchmark::State& state, const std::string& name, const Entry& entry, std::int64_t n) {
  if (ready.name != name) make_ready(name, entry, n);
  const auto fail = [&](const std::string& why) {
    failed = true;
    state.SkipWithError(why.c_str());
  };
  if (!ready.wrong.empty()) return fail(ready.wrong);

  const sp::Backend backend = sp::default_backend();
  try {
    sp::fence(backend);
    while (state.KeepRunningBatch(entry.calls)) {
      for (int call = 0; call < entry.calls; ++call) ready.work.run();
      sp::fence(backend);
    }
  } catch (const std::exception& error) {
    return fail(error.what());
  }
  const double iterations = static_cast<double>(state.iterations());
  if (const auto bytes = evaluate(work(entry.work).bytes, n)) state.SetBytesProcessed(static_cast<std::int64_t>(*bytes * iterations));
  if (const auto flops = evaluate(work(entry.work).flops, n))
    state.counters["flops"] = benchmark::Counter(*flops * iterations, benchmark::Counter::kIsRate);
}

/// Takes --scale=S and --list out of the arguments.
struct Options {
  double scale = 1;
  bool list = false;

  Options(int& argc, char** argv) {
    int kept = 1;
    for (int i = 1; i < argc; ++i) {
      if (std::strcmp(argv[i], "--list") == 0) {
        list = true;
      } else if (std::strncmp(argv[i], "--scale=", 8) == 0) {
        char* end = nullptr;
        scale = std::strtod(argv[i] + 8, &end);
        if (*end != '\0' || !(scale > 0)) {
          std::fprintf(stderr, "spica-bench: %s is not a positive number\n", argv[i]);
          std::exit(2);
        }
      } else {
        argv[kept++] = argv[i];
      }
    }
    argc = kept;
    argv[argc] = nullptr;
  }
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 2 && std::strcmp(argv[1], "--help") == 0)
    std::puts("spica-bench [--spica-backend=serial|openmp|cuda] [--scale=S] [--list]\n"
              "  --scale=S  divides the numbers of elements of bench/works.tsv\n"
              "  --list     prints work and n, and runs nothing");
  const Options options(argc, argv);

  Suite suite;
  add_elementwise(suite);
  add_reduce(suite);
  add_scan(suite);
  add_shape(suite);
  add_select_sort(suite);
  add_group(suite);
  add_linalg(suite);
  add_random(suite);
  add_transfer(suite);
  add_launch(suite);
  add_compositions(suite);
  if (options.list) {
    for (const Entry& entry : suite.entries())
      std::printf("%s\t%lld\n", entry.work.c_str(), static_cast<long long>(size_at_scale(work(entry.work), options.scale)));
    return 0;
  }

  sp::Runtime runtime(argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;

  const sp::Backend backend = sp::default_backend();
  benchmark::AddCustomContext("spica_version", sp::version());
  benchmark::AddCustomContext("spica_backend", sp::name(backend));
  benchmark::AddCustomContext("spica_threads", std::to_string(sp::concurrency(backend)));
  benchmark::AddCustomContext("kokkos_version", sp::kokkos_version());
  benchmark::AddCustomContext("processor", sp::host_info().processor);
  benchmark::AddCustomContext("cores", std::to_string(sp::host_info().cores));
  if (backend == sp::Backend::cuda)
    for (const sp::DeviceInfo& device : sp::devices()) benchmark::AddCustomContext("device", device.name);

  for (const Entry& entry : suite.entries()) {
    const std::int64_t n = size_at_scale(work(entry.work), options.scale);
    const std::string name = entry.work + "/" + std::to_string(n);
    benchmark::RegisterBenchmark(name.c_str(), [name, entry, n](benchmark::State& state) { run(state, name, entry, n); })
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  ready = {};
  return failed ? 1 : 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "spica-bench: %s\n", error.what());
  return 2;
}
