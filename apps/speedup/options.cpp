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
#include <map>
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

/// What the user wrote, by option: an empty text was written too, and means nothing.
class Given {
 public:
  /// Adds the option to the command.
  void option(CLI::App* command, const std::string& name, const std::string& help) {
    command->add_option_function<std::string>(
        name, [this, name](const std::string& text) { texts_[name] = text; }, help);
  }
  /// Null if it was not given. @throws UsageError if it is empty.
  const std::string* find(const std::string& name) const {
    const auto found = texts_.find(name);
    if (found == texts_.end()) return nullptr;
    if (found->second.empty()) throw UsageError(fmt::format("{} \"\": a value is needed", name));
    return &found->second;
  }

 private:
  std::map<std::string, std::string> texts_;
};

/// Sizes have other names in other experiments.
void check_size_options(const std::string& command, int argc, const char* const* argv) {
  static const std::map<std::string, std::string> own{
      {"add", "--size"}, {"fused", "--size"}, {"matmul", "--n"}, {"generate-usage", "--rows"}, {"usage", ""}};
  const auto found = own.find(command);
  if (found == own.end()) return;
  for (int i = 2; i < argc; ++i) {
    const std::string argument = argv[i], name = argument.substr(0, argument.find('='));
    if (name == found->second || (name != "--size" && name != "--n" && name != "--rows")) continue;
    throw UsageError(
        command == "usage"
            ? fmt::format("usage has no {}: it takes the whole file; generate-usage --rows makes a smaller one", name)
            : fmt::format("{} has no {}: its size is {}", command, name, found->second));
  }
}

std::uint64_t parse_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc() || rest != end) throw UsageError(fmt::format("--seed {}: a whole number, 0 or more", text));
  return seed;
}

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
  Given given;
  CLI::App app("Runs the article's NumPy-versus-CuPy experiments on every backend of this machine.", "spica-speedup");
  app.require_subcommand(1);
  app.set_version_flag("--version", spica::version());
  app.footer(
      "Times are the best of several runs, the first not counted; every result is checked.\n"
      "Exit code: 0 all well; 1 a result was wrong, a time not credible (with --quick that is only said), or Spica "
      "failed;\n"
      "2 wrong usage or too large.\n"
      "Environment: SPICA_PYTHON, the Python with the peers; OMP_NUM_THREADS. What is set for the BLAS\n"
      "(OPENBLAS_CORETYPE, OPENBLAS_NUM_THREADS and the like) holds for Spica and for NumPy alike.");

  const auto common = [&](CLI::App* command) {
    given.option(command, "--backends", "serial,openmp,cuda (default: all that are usable)");
    given.option(command, "--repeat", "counted runs of each variant (default 5; 3 with --quick)");
    command->add_flag("--quick", options.quick, "small sizes: everything in under a minute");
    given.option(command, "--json", "write the results to this file as JSON");
  };
  const auto with_table = [&](CLI::App* command) {
    command->add_flag("--peers", options.peers, "add NumPy, and CuPy where present, on the same sizes");
    given.option(command, "--csv", "write the results to this file as CSV");
    given.option(command, "--chart", "draw the times into this .png or .svg file");
  };
  const auto with_size = [&](CLI::App* command) { given.option(command, "--size", "number of elements, such as 3e8"); };
  const auto with_matrix = [&](CLI::App* command) {
    given.option(command, "--n", "rows and columns of the matrices (default 10000)");
    given.option(command, "--dtype", "float64,float32 (default: both)");
    given.option(command, "--seed", "of the random numbers (default 0)");
    given.option(command, "--random", "legacy: NumPy's RandomState (default); philox: its Generator(Philox)");
  };
  const auto with_slow_peers = [&](CLI::App* command) {
    command->add_flag("--slow-peers", options.slow_peers,
                      "with --peers, also the article's way of grouping where it takes minutes");
  };
  CLI::App* add = app.add_subcommand("add", "add a number to 3e8 ones: host loop, vectorised, user kernel");
  with_size(add);
  CLI::App* matmul = app.add_subcommand("matmul", "multiply two 10000 x 10000 matrices");
  with_matrix(matmul);
  CLI::App* fused =
      app.add_subcommand("fused", "sqrt(x*x + y*y)*0.5 + 1 on 1e8 elements: one kernel for a whole expression");
  with_size(fused);
  CLI::App* usage =
      app.add_subcommand("usage", "minimum, maximum and mean per day of the electricity readings in a CSV file");
  given.option(usage, "--csv", "the readings, columns DATE and USAGE (generate-usage makes such a file)");
  given.option(usage, "--date-format", "of the dates, of %Y %y %m %d %b %j (default %m/%d/%Y)");
  given.option(usage, "--chart", "draw the three figures by date into this .png or .svg file");
  given.option(usage, "--results-csv", "write the results to this file as CSV");
  usage->add_flag("--peers", options.peers, "add NumPy, and pandas, pyarrow and CuPy where present, on the same file");
  with_slow_peers(usage);
  CLI::App* all = app.add_subcommand("all", "all of these; sizes shrink to the memory that is there");
  with_size(all);
  with_matrix(all);
  given.option(all, "--rows", "readings of usage (default 11.9e6), written to a temporary file");
  with_slow_peers(all);
  for (CLI::App* command : {add, matmul, fused, all}) with_table(command);
  for (CLI::App* command : {add, matmul, fused, usage, all}) common(command);
  CLI::App* generate = app.add_subcommand("generate-usage", "write a file of electricity readings for usage");
  generate->add_option("file", options.usage_file, "the CSV file")->required();
  given.option(generate, "--rows", "readings (default 11.9e6)");
  given.option(generate, "--seed", "of the readings (default 0)");

  const std::array commands{add, matmul, fused, usage, all, generate};
  const auto named = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-') {
    if (std::none_of(commands.begin(), commands.end(), named))
      throw UsageError(
          fmt::format("{}: no such experiment; add, matmul, fused, usage or all; or generate-usage", argv[1]));
    check_size_options(argv[1], argc, argv);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    app.exit(help);
    throw Finished{};
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("{}\nRun with --help for more information.", error.what()));
  }

  options.command = app.get_subcommands().front()->get_name();
  const bool is_usage = options.command == "usage";
  if (const auto* text = given.find("--backends")) options.backends = parse_backends(*text);
  if (const auto* text = given.find("--size")) options.size = parse_count("--size", *text);
  if (const auto* text = given.find("--n")) options.n = parse_count("--n", *text);
  if (const auto* text = given.find("--rows")) options.rows = parse_count("--rows", *text);
  if (const auto* text = given.find("--dtype")) options.dtypes = parse_dtypes(*text);
  if (const auto* text = given.find("--random")) {
    if (*text == "philox") options.random = Random::philox;
    else if (*text != "legacy") throw UsageError(fmt::format("--random {}: legacy or philox", *text));
  }
  if (const auto* text = given.find("--seed")) {
    options.seed = parse_seed(*text);
    if (options.command != "generate-usage" && options.random == Random::legacy && options.seed > 0xffffffff)
      throw UsageError(
          fmt::format("--seed {}: RandomState takes seeds up to 4294967295; --random philox takes larger ones", *text));
  }
  if (const auto* text = given.find("--json")) options.json_file = *text;
  if (const auto* text = given.find(is_usage ? "--results-csv" : "--csv")) options.csv_file = *text;
  if (const auto* text = given.find("--chart")) options.chart_file = *text;
  if (const auto* text = given.find("--date-format")) options.date_format = *text;
  if (is_usage) {
    const auto* text = given.find("--csv");
    if (!text)
      throw UsageError(
          "usage: --csv FILE is needed, the readings; spica-speedup generate-usage FILE writes such a file");
    options.usage_file = *text;
  }
  if (options.command == "generate-usage" && options.usage_file.empty())
    throw UsageError("generate-usage \"\": the name of a file is needed");
  options.effort = options.quick ? Effort{3, 3, 2} : Effort{};
  if (const auto* text = given.find("--repeat")) {
    const std::int64_t repeats = parse_count("--repeat", *text);
    if (repeats > 1'000'000) throw UsageError(fmt::format("--repeat {}: at most 1000000", *text));
    options.effort.repeats = static_cast<int>(repeats);
  }
  return options;
}

}  // namespace speedup
