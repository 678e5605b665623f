#include "options.hpp"

#include "../format.hpp"

#include <spica/backends/info.hpp>
#include <spica/core/errors.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iostream>
#include <sstream>

namespace speedup {

namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

std::vector<spica::Backend> parse_backends(const std::string& text) {
  std::vector<spica::Backend> backends;
  for (const std::string& part : split(text)) {
    try {
      backends.push_back(spica::parse_backend(part));
    } catch (const spica::ValueError& error) { throw UsageError(fmt::format("--backends {}: {}", text, error.what())); }
  }
  if (backends.empty()) throw UsageError("--backends: names of backends, with commas between them");
  std::sort(backends.begin(), backends.end());
  backends.erase(std::unique(backends.begin(), backends.end()), backends.end());
  return backends;
}

std::vector<std::string> parse_dtypes(const std::string& text) {
  const std::vector<std::string> dtypes = split(text);
  for (const std::string& dtype : dtypes)
    if (dtype != "float64" && dtype != "float32")
      throw UsageError(fmt::format("--dtype {}: unknown type '{}'; float64, float32 or both with a comma between them",
                                   text, dtype));
  if (dtypes.empty()) throw UsageError("--dtype: float64, float32 or both with a comma between them");
  return dtypes;
}

/// What the user wrote, before it is read.
struct Text {
  std::string backends, size, n, dtypes, seed, random = "legacy", repeat;
};

}  // namespace

std::int64_t parse_count(const std::string& option, const std::string& text) {
  std::string digits = text;
  std::erase(digits, '_');
  std::int64_t count = 0;
  const char* end = digits.data() + digits.size();
  bool whole = std::from_chars(digits.data(), end, count).ptr == end;
  if (!whole) {  // 3e8
    double value = 0;
    whole =
        std::from_chars(digits.data(), end, value).ptr == end && value == std::floor(value) && std::abs(value) <= 9e18;
    count = whole ? static_cast<std::int64_t>(value) : 0;
  }
  if (!whole || count < 1)
    throw UsageError(fmt::format("{} {}: a whole number from 1 to 9e18 is needed, such as 1000 or 3e8", option, text));
  return count;
}

std::int64_t Options::loop_size(bool device) const {
  if (device) return std::min<std::int64_t>(size ? size : 300'000, quick ? 5'000 : 300'000);
  if (size) return size;
  return quick ? 1'000'000 : 300'000'000;
}

Options parse_command_line(int argc, const char* const* argv) {
  Options options;
  Text text;
  CLI::App app("Runs the article's NumPy-versus-CuPy experiments on every backend of this machine.", "spica-speedup");
  app.require_subcommand(1);
  app.set_version_flag("--version", spica::version());
  app.footer(
      "Times are the best of several runs, the first not counted; every result is checked.\n"
      "Exit code: 0 all well; 1 a result was wrong, a time not credible (with --quick that is only said), or Spica failed;\n"
      "2 wrong usage or too large.\n"
      "Environment: SPICA_PYTHON, the Python with the peers; OMP_NUM_THREADS. What is set for the BLAS\n"
      "(OPENBLAS_CORETYPE, OPENBLAS_NUM_THREADS and the like) holds for Spica and for NumPy alike.");

  const auto common = [&](CLI::App* command) {
    command->add_option("--backends", text.backends, "serial,openmp,cuda (default: all that are usable)");
    command->add_option("--repeat", text.repeat, "counted runs of each variant (default 5; 3 with --quick)");
    command->add_flag("--quick", options.quick, "small sizes: everything in under a minute");
    command->add_flag("--peers", options.peers, "add NumPy, and CuPy where present, on the same sizes");
    command->add_option("--json", options.json_file, "write the results to this file as JSON");
    command->add_option("--csv", options.csv_file, "write the results to this file as CSV");
  };
  const auto with_size = [&](CLI::App* command) {
    command->add_option("--size", text.size, "number of elements, such as 3e8");
  };
  const auto with_matrix = [&](CLI::App* command) {
    command->add_option("--n", text.n, "rows and columns of the matrices (default 10000)");
    command->add_option("--dtype", text.dtypes, "float64,float32 (default: both)");
    command->add_option("--seed", text.seed, "of the random numbers (default 0)");
    command->add_option("--random", text.random,
                        "legacy: NumPy's RandomState (default); philox: its Generator(Philox)");
  };
  CLI::App* add = app.add_subcommand("add", "add a number to 3e8 ones: host loop, vectorised, user kernel");
  with_size(add);
  CLI::App* matmul = app.add_subcommand("matmul", "multiply two 10000 x 10000 matrices");
  with_matrix(matmul);
  CLI::App* fused =
      app.add_subcommand("fused", "sqrt(x*x + y*y)*0.5 + 1 on 1e8 elements: one kernel for a whole expression");
  with_size(fused);
  CLI::App* all = app.add_subcommand("all", "all of these; sizes shrink to the memory that is there");
  with_size(all);
  with_matrix(all);
  const std::array commands{add, matmul, fused, all};
  for (CLI::App* command : commands) common(command);

  const auto named = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && std::none_of(commands.begin(), commands.end(), named))
    throw UsageError(fmt::format("{}: no such experiment; add, matmul, fused or all", argv[1]));
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    app.exit(help);
    throw Finished{};
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("{}\nRun with --help for more information.", error.what()));
  }

  options.command = app.get_subcommands().front()->get_name();
  if (!text.backends.empty()) options.backends = parse_backends(text.backends);
  if (!text.size.empty()) options.size = parse_count("--size", text.size);
  if (!text.n.empty()) options.n = parse_count("--n", text.n);
  if (!text.dtypes.empty()) options.dtypes = parse_dtypes(text.dtypes);
  if (text.random == "philox") options.random = Random::philox;
  else if (text.random != "legacy") throw UsageError(fmt::format("--random {}: legacy or philox", text.random));
  if (!text.seed.empty()) {
    const char* end = text.seed.data() + text.seed.size();
    const auto [rest, error] = std::from_chars(text.seed.data(), end, options.seed);
    if (error != std::errc() || rest != end)
      throw UsageError(fmt::format("--seed {}: a whole number, 0 or more", text.seed));
    if (options.random == Random::legacy && options.seed > 0xffffffff)
      throw UsageError(fmt::format(
          "--seed {}: RandomState takes seeds up to 4294967295; --random philox takes larger ones", text.seed));
  }
  options.effort = options.quick ? Effort{3, 3, 2} : Effort{};
  if (!text.repeat.empty()) {
    const std::int64_t repeats = parse_count("--repeat", text.repeat);
    if (repeats > 1'000'000) throw UsageError(fmt::format("--repeat {}: at most 1000000", text.repeat));
    options.effort.repeats = static_cast<int>(repeats);
  }
  return options;
}

}  // namespace speedup
