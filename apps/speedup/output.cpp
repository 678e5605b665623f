#include "output.hpp"

#include "../format.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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

void check_writable(const std::string& path) {
  struct stat status {};
  const bool is_new = lstat(path.c_str(), &status) != 0 && errno == ENOENT;
  // Not opened: a pipe would wait for its reader.
  const int file = is_new ? open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666) : -1;
  int error = 0;
  if (is_new) error = file < 0 ? errno : 0;
  else if (stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) error = EISDIR;
  else if (access(path.c_str(), W_OK) != 0 && !S_ISLNK(status.st_mode)) error = errno;  // a link to what is not yet
  if (file >= 0) {
    close(file);
    unlink(path.c_str());
  }
  if (error != 0) throw std::runtime_error(fmt::format("cannot write {}: {}", path, std::strerror(error)));
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

}  // namespace speedup
