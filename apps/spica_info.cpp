// spica-info: what Spica can use on this machine, and why not the rest.
#include "format.hpp"
#include "machine.hpp"

#include <spica/backends/runtime.hpp>
#include <spica/core/errors.hpp>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <vector>

namespace {

void line(const char* label, const std::string& text) { fmt::print("{:<12}{}\n", label, text); }

void print(const nlohmann::json& machine) {
  const auto text = [](const nlohmann::json& object, const char* key) { return object.at(key).get<std::string>(); };
  const auto number = [](const nlohmann::json& object, const char* key) { return object.at(key).get<double>(); };
  line("Spica", text(machine, "spica"));
  line("Kokkos", text(machine, "kokkos"));
  line("BLAS", text(machine, "blas"));
  line("host", text(machine, "host"));
  const double cache = number(machine, "cache_bytes");
  line("processor", fmt::format("{}, {} cores{}", text(machine, "processor"), machine.at("cores").get<int>(),
                                cache > 0 ? ", last-level cache " + apps::bytes_text(cache) : ""));

  fmt::print("\nbackends\n");
  for (const auto& backend : machine.at("backends")) {
    std::string state = "not usable: ";
    if (backend.at("usable").get<bool>()) {
      state = fmt::format("usable, memory {} ({} available)", apps::bytes_text(number(backend, "memory_bytes")),
                          apps::bytes_text(number(backend, "memory_available_bytes")));
      const int threads = backend.at("threads").get<int>();
      if (text(backend, "name") != "cuda") state += fmt::format(", {} thread{}", threads, threads == 1 ? "" : "s");
    } else {
      state += text(backend, "why_not");
    }
    fmt::print("  {:<10}{}\n", text(backend, "name"), state);
  }

  fmt::print("\nCUDA devices\n");
  if (machine.at("devices").empty()) fmt::print("  none\n");
  int index = 0;
  for (const auto& device : machine.at("devices")) {
    fmt::print("  {}: {}, compute capability {}, {}, {} multiprocessors\n", index++, text(device, "name"),
               text(device, "compute_capability"), apps::bytes_text(number(device, "memory_bytes")),
               device.at("multiprocessors").get<int>());
    fmt::print("     driver up to CUDA {}, toolkit {}; Kokkos compiled for {}: {}\n", text(device, "driver_cuda"),
               text(device, "toolkit_cuda"), text(device, "kokkos_compiled_for"),
               device.at("matches").get<bool>() ? "matches" : "DOES NOT MATCH, rebuild for this device");
  }

  if (!machine.at("environment").empty()) fmt::print("\nenvironment\n");
  for (const auto& [name, value] : machine.at("environment").items())
    fmt::print("  {}={}\n", name, value.get<std::string>());
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("What Spica can use on this machine: backends, memory, devices, versions.", "spica-info");
  bool as_json = false;
  app.add_flag("--json", as_json, "print one JSON object");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) { return app.exit(error) == 0 ? 0 : 2; }
  try {
    std::vector<char*> arguments{argv[0]};
    std::string quiet = "--kokkos-disable-warnings";
    arguments.push_back(quiet.data());
    int count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    const spica::Runtime runtime(count, arguments.data());
    const nlohmann::json machine = apps::describe_machine();
    if (as_json) fmt::print("{}\n", machine.dump(2));
    else print(machine);
  } catch (const std::exception& error) {
    fmt::print(stderr, "spica-info: {}\n", error.what());
    return 1;
  }
  return 0;
}
