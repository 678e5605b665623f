// spica-speedup: what each backend of this machine gains, on the experiments of a NumPy-versus-CuPy article.
#include "experiments.hpp"
#include "output.hpp"
#include "peers.hpp"
#include "table.hpp"

#include "../format.hpp"
#include "../machine.hpp"

#include <spica/backends/runtime.hpp>
#include <spica/core/errors.hpp>

#include <chrono>
#include <cstdio>
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
      (argument.starts_with("--kokkos-") || argument.starts_with("--spica-") ? runtimes : ours).push_back(argv[i]);
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
}

int run(int argc, char** argv) {
  Arguments arguments(argc, argv);
  const Options options = parse_command_line(static_cast<int>(arguments.ours.size()), arguments.ours.data());
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
