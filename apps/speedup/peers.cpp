#include "peers.hpp"

#include "check.hpp"
#include "child_process.hpp"

#include "../format.hpp"

#include <cstdlib>
#include <map>
#include <stdexcept>

namespace speedup {

namespace {

nlohmann::json versions = nlohmann::json::object();

/// A Python that has the module, empty if there is none: SPICA_PYTHON and no other if that is set.
const std::string& python_with(const std::string& module) {
  static std::map<std::string, std::string> known;
  const auto found = known.find(module);
  if (found != known.end()) return found->second;
  std::vector<std::string> candidates{"python3", "/usr/bin/python3"};
  if (const char* chosen = std::getenv("SPICA_PYTHON"); chosen && *chosen) candidates = {chosen};
  for (const std::string& candidate : candidates)
    if (run_child({candidate, "-c", "import " + module}, true, [](const std::string&) {}).empty())
      return known[module] = candidate;
  return known[module] = "";
}

/// Our own float32 and float64 products of the same numbers.
std::string compare_with_ours(const Session& session, const Result& result) {
  for (const Result& ours : session.results())
    if (ours.experiment == "matmul" && ours.dtype == result.dtype && ours.size == result.size && ours.checked)
      return check_corner(result.corner, ours.corner,
                          static_cast<double>(result.size) * (result.dtype == "float32" ? 1.2e-7 : 2.3e-16));
  return "";
}

void ask(Session& session, const std::string& peer, const std::string& experiment, const nlohmann::json& request,
         const PeerCheck& check) {
  const std::string& python = python_with(peer);
  if (python.empty()) {
    session.note(fmt::format("{}: not found; SPICA_PYTHON=<a Python that has it> shows where it is", peer));
    return;
  }
  session.progress.show(fmt::format("{}: {} starts", peer, experiment));
  const auto take_in = [&](const std::string& line) {
    const nlohmann::json answer = nlohmann::json::parse(line, nullptr, false);
    if (!answer.is_object()) return;  // some other module's talk
    if (answer.contains("progress")) {
      session.progress.show(fmt::format("{}: {}", peer, answer["progress"].get<std::string>()));
    } else if (answer.contains("version")) {
      versions[peer] = answer["version"];
    } else if (answer.contains("note")) {
      session.note(fmt::format("{}: {}: {}", peer, experiment, answer["note"].get<std::string>()));
    } else if (answer.contains("error")) {
      session.note(fmt::format("{}: {}: {}", peer, experiment, answer["error"].get<std::string>()));
    } else {
      Result result = detail::parse_peer_result(answer, peer, experiment);
      if (result.wrong.empty() && check) result.wrong = check(answer);
      if (result.wrong.empty()) result.wrong = compare_with_ours(session, result);
      result.checked = result.wrong.empty();
      session.progress.clear();
      session.add(std::move(result));
    }
  };
  const std::string failure = run_child({python, "-c", detail::peers_script, request.dump()}, false, take_in);
  session.progress.clear();
  if (!failure.empty()) session.note(fmt::format("{}: {}: {}", peer, experiment, failure));
}

}  // namespace

Result detail::parse_peer_result(const nlohmann::json& answer, const std::string& peer, const std::string& experiment) {
  Result result{experiment,
                answer.at("variant").get<std::string>(),
                answer.at("dtype").get<std::string>(),
                answer.at("size").get<std::int64_t>(),
                peer,
                answer.at("seconds").get<double>(),
                answer.at("repeats").get<int>()};
  if (answer.contains("corner")) result.corner = answer.at("corner").get<Corner>();
  result.bytes = answer.value("bytes", 0.0);
  result.wrong = answer.at("wrong").get<std::string>();
  return result;
}

const nlohmann::json& peer_versions() { return versions; }

void ask_peers(Session& session, const std::string& experiment, nlohmann::json request, const PeerCheck& check) {
  if (!session.options.peers) return;
  const Effort& effort = session.options.effort;
  request["experiment"] = experiment;
  request["repeats"] = effort.repeats;
  request["budget"] = effort.budget;
  request["long_run"] = effort.long_run;
  for (const std::string peer : {"numpy", "pandas", "pyarrow", "cupy"}) {
    if (experiment != "usage" && (peer == "pandas" || peer == "pyarrow")) continue;  // made for tables
    request["peer"] = peer;
    ask(session, peer, experiment, request, check);
  }
}

}  // namespace speedup
