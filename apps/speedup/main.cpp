// spica-speedup: what each backend of this machine gains, on the experiments of a NumPy-versus-CuPy article.
#include "experiments.hpp"
#include "generate_usage.hpp"
#include "output.hpp"
#include "peers.hpp"
#include "speed_chart.hpp"
#include "table.hpp"

#include "../chart.hpp"
#include "../format.hpp"
#include "../machine.hpp"

#include <spica/backends/runtime.hpp>
#include <spica/core/errors.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

using namespace speedup;

/// Kokkos's and Spica's own arguments go to the Runtime, all others to our command line.
struct Arguments {
  std::string quiet = "--kokkos-disable-warnings";  // about unbound threads, in the middle of the table
  std::vector<char*> ours, runtimes;

  Arguments(int argc, char** argv) : ours{argv[0]}, runtimes{argv[0], quiet.data()} {
    for (int i = 1; i < argc; ++i) {
      const std::string_view argument = argv[i];
      const bool is_runtimes = argument.starts_with("--kokkos-") || argument.starts_with("--spica-");
      (is_runtimes ? runtimes : ours).push_back(argv[i]);
      if (argument == "--spica-backend" && i + 1 < argc) runtimes.push_back(argv[++i]);  // its name follows
    }
    runtimes.push_back(nullptr);
  }
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;
};

std::string now_utc() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  char text[32];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

/// Before a run of minutes, not after it.
void check_files(const Options& options) {
  if (!options.chart_file.empty())
    if (const std::string problem = apps::chart_problem(options.chart_file); !problem.empty())
      throw UsageError(fmt::format("--chart {}", problem));
  for (const std::string& file : {options.json_file, options.csv_file, options.chart_file})
    if (!file.empty()) check_writable(file);
}

int generate(const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  const UsageFile file = generate_usage(options.usage_file, options.usage_rows(), options.seed);
  const double seconds = seconds_since(start), bytes = static_cast<double>(file.bytes);
  fmt::print("{}: {} readings of {} meter{} on {} day{}, {} in {}\n", options.usage_file, file.rows, file.meters,
             file.meters == 1 ? "" : "s", file.days, file.days == 1 ? "" : "s", apps::bytes_text(bytes),
             format_seconds(seconds));
  return 0;
}

void report(Session& session, nlohmann::json machine) {
  const std::vector<Result>& results = session.results();
  std::vector<Share> shares;
  for (const Result& result : results) {
    const Limits limits = session.limits(result);
    const double share = limits.copy_rate > 0 ? result.gbytes_per_second() * 1e9 / limits.copy_rate : 0;
    shares.push_back({share, fits_cache(result, limits)});
  }
  session.progress.clear();
  fmt::print("\n{}\n", results_table(results, shares));

  std::string rates;
  for (const auto& [backend, rate] : session.copy_rates()) {
    rates += fmt::format("{}{} {:.4g} GB/s", rates.empty() ? "" : ", ", spica::name(backend), rate / 1e9);
    machine["copy_gbytes_per_s"][spica::name(backend)] = rate / 1e9;
  }
  fmt::print("Rates and shares are those of the fastest of Spica's backends.\n");
  if (!rates.empty()) {
    fmt::print("Copy rate, bytes read and written by a large copy: {}.\n", rates);
    fmt::print(
        "\"cache\": arrays too small to say anything about memory. In place, a host can exceed its copy rate.\n");
  }
  for (const std::string& text : session.notes()) fmt::print("{}\n", text);

  machine["peers"] = peer_versions();
  if (!session.options.json_file.empty())
    write_file(session.options.json_file, results_json(results, machine).dump(1) + "\n");
  if (!session.options.csv_file.empty()) write_file(session.options.csv_file, results_csv(results));
  // Last: a chart that fails must not lose them.
  if (!session.options.chart_file.empty() && session.options.command != "usage") {
    apps::chart_bars(session.options.chart_file, speed_bars(results));
    fmt::print("Chart of these times: {}\n", session.options.chart_file);
  }
}

int run(int argc, char** argv) {
  Arguments arguments(argc, argv);
  const Options options = parse_command_line(static_cast<int>(arguments.ours.size()), arguments.ours.data());
  check_files(options);
  if (options.command == "generate-usage") return generate(options);
  // Backends asked for here go before the environment's, which may not be usable.
  if (!options.backends.empty()) unsetenv("SPICA_BACKEND");
  int count = static_cast<int>(arguments.runtimes.size()) - 1;
  const spica::Runtime runtime(count, arguments.runtimes.data());
  if (count > 1) throw UsageError(fmt::format("unknown argument {}", arguments.runtimes[1]));

  Session session(options);
  nlohmann::json machine = apps::describe_machine();
  machine["date"] = now_utc();
  for (int i = 0; i < argc; ++i) machine["command"].push_back(argv[i]);
  fmt::print("{}, {} cores; Spica {}, Kokkos {}, BLAS {}\n", machine["processor"].get<std::string>(),
             machine["cores"].get<int>(), machine["spica"].get<std::string>(), machine["kokkos"].get<std::string>(),
             machine["blas"].get<std::string>());
  for (const auto& device : machine["devices"]) fmt::print("{}\n", device["name"].get<std::string>());
  fmt::print("\n");

  if (options.runs("add")) run_add(session);
  if (options.runs("matmul")) run_matmul(session);
  if (options.runs("fused")) run_fused(session);
  if (options.runs("usage")) run_usage(session);
  report(session, std::move(machine));
  return session.failed() ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  // Seen as it comes, also in a pipe or a log.
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  try {
    return run(argc, argv);
  } catch (const Finished&) { return 0; } catch (const UsageError& error) {
    fmt::print(stderr, "spica-speedup: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "spica-speedup: {}\n", error.what());
    return 1;
  }
}
