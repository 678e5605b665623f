// spica-oracle FILE...: runs numerical cases of the form described in tests/oracle/README.md.
// Exit status: 0 if something ran and nothing failed, 1 after a failure, 2 for wrong use, or files that hold no such case.
#include "runner.hpp"

#include <spica/backends/runtime.hpp>

#include <CLI/CLI.hpp>

#include <iostream>

int main(int argc, char** argv) try {
  CLI::App app{"Compares Spica's operations with the answers in case files, on every backend and in several memory layouts"};
  std::vector<std::string> files, backend_names;
  spica::oracle::Options options;
  std::string variants = "all";
  app.add_option("file", files, "case files, plain or gzip; - reads standard input")->required();
  app.add_option("--backends", backend_names, "backends to run on (default: all that can run here)")->delimiter(',')->allow_extra_args(false);
  app.add_option("--op", options.op, "only cases of this operation");
  app.add_option("--id", options.id, "only this case");
  app.add_option("--variants", variants, "all, or given: the layouts of the file alone")->check(CLI::IsMember({"all", "given"}));
  app.add_option("--max-failures", options.max_failures, "failures to print in full");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  const spica::Runtime runtime;

  for (const std::string& name : backend_names) {
    const spica::Backend backend = spica::parse_backend(name);
    if (const auto can = spica::usable(backend); !can) {
      std::cerr << "spica-oracle: " << can.why_not << '\n';
      return 2;
    }
    options.backends.push_back(backend);
  }
  if (backend_names.empty())
    for (spica::Backend backend : spica::backends())
      if (spica::usable(backend)) options.backends.push_back(backend);
  if (variants == "given") options.variants = {spica::oracle::Variant::given};
  else options.variants.assign(std::begin(spica::oracle::all_variants), std::end(spica::oracle::all_variants));

  spica::oracle::Runner runner(options, std::cout);
  for (const std::string& file : files) runner.run_file(file);
  runner.report();
  if (const auto why = runner.why_nothing_ran()) {
    std::cerr << "spica-oracle: " << *why << '\n';
    return 2;
  }
  return runner.good() ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "spica-oracle: " << error.what() << '\n';
  return 2;
}
