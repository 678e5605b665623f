#include "output.hpp"

#include "../format.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace speedup {

nlohmann::json results_json(const std::vector<Result>& results, const nlohmann::json& machine) {
  nlohmann::json list = nlohmann::json::array();
  for (const Result& result : results) {
    if (!result.refused.empty()) continue;
    nlohmann::json entry = {{"experiment", result.experiment}, {"variant", result.variant},
                            {"dtype", result.dtype},           {"size", result.size},
                            {"backend", result.backend},       {"seconds", result.seconds},
                            {"repeats", result.repeats},       {"gbytes_per_s", result.gbytes_per_second()},
                            {"checked", result.checked}};
    if (flops(result) > 0) {
      entry["gflops"] = result.gflops();
      entry["corner"] = result.corner;
    }
    list.push_back(std::move(entry));
  }
  return {{"schema", 1}, {"machine", machine}, {"results", std::move(list)}};
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string results_csv(const std::vector<Result>& results) {
  std::string text = "experiment,variant,dtype,size,backend,seconds,repeats,gbytes_per_s,gflops,checked\n";
  for (const Result& result : results) {
    if (!result.refused.empty()) continue;
    text += fmt::format("{},{},{},{},{},{},{},{:.6g},{},{}\n", csv_field(result.experiment), csv_field(result.variant),
                        csv_field(result.dtype), result.size, csv_field(result.backend), result.seconds, result.repeats,
                        result.gbytes_per_second(), flops(result) > 0 ? fmt::format("{:.6g}", result.gflops()) : "",
                        result.checked);
  }
  return text;
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

}  // namespace speedup
