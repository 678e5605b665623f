#include "runner.hpp"

#include "compare.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>

namespace spica::oracle {

namespace {

/// The class of a thrown error, as cases name it.
std::string class_of(const Error& error) {
#define SPICA_ORACLE_ERROR(Class) \
  if (dynamic_cast<const Class*>(&error)) return #Class
  SPICA_ORACLE_ERROR(ShapeError);
  SPICA_ORACLE_ERROR(AxisError);
  SPICA_ORACLE_ERROR(IndexError);
  SPICA_ORACLE_ERROR(DTypeError);
  SPICA_ORACLE_ERROR(ValueError);
  SPICA_ORACLE_ERROR(BackendMismatch);
  SPICA_ORACLE_ERROR(BackendNotBuilt);
  SPICA_ORACLE_ERROR(BackendUnavailable);
  SPICA_ORACLE_ERROR(MemoryError);
  SPICA_ORACLE_ERROR(DeviceError);
  SPICA_ORACLE_ERROR(RuntimeError);
#undef SPICA_ORACLE_ERROR
  return "Error";
}

/// What a run gave: arrays, or the class and text of an error.
struct Outcome {
  std::vector<HostArray> arrays;
  std::string error, message;

  std::string text() const {
    if (!error.empty()) return error + ": " + message;
    std::string out;
    for (const HostArray& array : arrays) out += (out.empty() ? "" : "; ") + oracle::text(array);
    return out;
  }
};

using Op = std::function<Results(const Call&)>;

/// The operation, after the calls among its arguments.
Results evaluate(const Ops& ops, const Op& op, const std::vector<Argument>& arguments, const nlohmann::json& keywords, Backend backend) {
  std::vector<Value> values;
  for (const Argument& argument : arguments) {
    if (const auto* view = std::get_if<ViewOf>(&argument)) {
      values.emplace_back(to_backend(*view, backend));
    } else if (const auto* weak = std::get_if<Weak>(&argument)) {
      values.emplace_back(*weak);
    } else if (const auto* nested = std::get_if<std::shared_ptr<const CallOf>>(&argument)) {
      const CallOf& inner = **nested;
      const auto found = ops.find(inner.op);
      if (found == ops.end()) throw FormatError("a call of '" + inner.op + "', which is no operation of the case format");
      Results results = evaluate(ops, found->second, inner.arguments, *inner.keywords, backend);
      if (inner.result >= results.size()) throw FormatError(inner.op + " has no result " + std::to_string(inner.result));
      values.emplace_back(std::move(results[inner.result]));
    } else {
      values.emplace_back(NotGiven{});
    }
  }
  const Call call(std::move(values), keywords, backend);
  Results results = op(call);
  call.check_all_keywords_asked();
  return results;
}

Outcome run(const Ops& ops, const Op& op, const std::vector<Argument>& arguments, const nlohmann::json& keywords, Backend backend) {
  Outcome outcome;
  try {
    for (const AnyArray& array : evaluate(ops, op, arguments, keywords, backend)) {
      const Backend on = std::visit([](const auto& a) { return a.backend(); }, array);
      if (on != backend) throw std::logic_error(std::string("the result lives on ") + name(on));
      outcome.arrays.push_back(to_host(array));
    }
  } catch (const Error& error) {
    outcome.error = class_of(error);
    outcome.message = error.what();
  } catch (const FormatError&) {
    throw;
  } catch (const std::exception& error) {
    outcome.error = "std::exception";
    outcome.message = error.what();
  }
  return outcome;
}

/// What a case expects.
struct Expectation {
  std::vector<HostArray> arrays;
  std::vector<Rule> rules;
  std::string error;

  explicit Expectation(const nlohmann::json& json) {
    if (json.contains("raises")) {
      error = json["raises"].get<std::string>();
      return;
    }
    for (const auto& array : json.at("expect")) arrays.push_back(parse_host_array(array));
    const auto& compare = json.at("compare");
    if (compare.is_array()) {
      for (const auto& rule : compare) rules.push_back(parse_rule(rule));
      if (rules.size() != arrays.size()) throw FormatError("as many comparison rules as expected arrays are needed");
    } else {
      rules.assign(arrays.size(), parse_rule(compare));
    }
  }

  std::optional<std::string> difference(const Outcome& got) const {
    if (got.error != error) {
      if (error.empty()) return "raised " + got.text();
      return "expected " + error + ", got " + got.text();
    }
    if (got.arrays.size() != arrays.size())
      return std::to_string(got.arrays.size()) + " results, expected " + std::to_string(arrays.size());
    for (std::size_t i = 0; i < arrays.size(); ++i)
      if (auto text = oracle::difference(got.arrays[i], arrays[i], rules[i]))
        return (arrays.size() > 1 ? "result " + std::to_string(i) + ": " : "") + *text;
    return std::nullopt;
  }

  std::string text() const {
    if (!error.empty()) return error;
    std::string out;
    for (const HostArray& array : arrays) out += (out.empty() ? "" : "; ") + oracle::text(array);
    return out;
  }
};

/// Calls f(line, number) for every line. gzip is unpacked by the program of that name, which is on every machine that has
/// such files, so that no library is needed.
template <class F> void for_each_line(const std::string& path, F f) {
  std::int64_t number = 0;
  const auto from = [&](std::istream& in) {
    for (std::string line; std::getline(in, line);) f(line, ++number);
    if (in.bad()) throw FormatError("cannot read " + path);
  };
  if (path == "-") return from(std::cin);
  if (std::filesystem::is_directory(path)) throw FormatError(path + " is a folder; name the case files in it");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw FormatError("cannot open " + path);
  const bool gzip = file.get() == 0x1f && file.get() == 0x8b;
  file.clear();
  file.seekg(0);
  if (!gzip) return from(file);

  std::string quoted = "'";
  for (char c : path) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("gzip -dc < " + quoted + "'").c_str(), "r"), &pclose);
  if (!pipe) throw FormatError("cannot start gzip to read " + path);
  std::string line;
  char buffer[65536];
  while (std::fgets(buffer, sizeof buffer, pipe.get())) {
    line += buffer;
    if (line.back() != '\n') continue;
    line.pop_back();
    f(line, ++number);
    line.clear();
  }
  if (!line.empty()) f(line, ++number);
  if (pclose(pipe.release()) != 0) throw FormatError("gzip could not unpack " + path);
}

}  // namespace

Runner::Runner(Options options, std::ostream& out) : options_(std::move(options)), out_(out), ops_(all_ops()) {}

void Runner::run_file(const std::string& path) {
  const std::int64_t cases_before = cases_;
  for_each_line(path, [&](const std::string& line, std::int64_t number) {
    if (line.find_first_not_of(" \t\r") != std::string::npos) run_line(line, path + ":" + std::to_string(number));
  });
  if (cases_ == cases_before) throw FormatError(path + " holds no case");
}

void Runner::run_line(const std::string& line, const std::string& where) {
  std::string name = "(unreadable)", id = where;
  ++cases_;
  try {
    const auto json = nlohmann::json::parse(line);
    name = json.at("op").get<std::string>();
    id = json.at("id").get<std::string>();
    if ((!options_.op.empty() && name != options_.op) || (!options_.id.empty() && id != options_.id)) return;
    Score& score = scores_[name];
    const auto op = ops_.find(name);
    if (op == ops_.end()) {
      fail(score, id + " (" + where + "): no operation of the case format is called '" + name + "'");
      return;
    }
    const auto failures = failures_of(json, op->second, score);
    if (failures.empty()) {
      ++score.passed;
      return;
    }
    std::string message = id + " (" + where + "): " + name + " " + json.at("kwargs").dump();
    for (const auto& argument : json.at("args")) message += "\n    input    " + text(parse_argument(argument));
    message += "\n    expected " + Expectation(json).text();
    for (const std::string& failure : failures) message += "\n    " + failure;
    fail(score, message);
  } catch (const std::exception& error) {  // a line that is not of the format
    fail(scores_[name], id + " (" + where + "): " + error.what());
  }
}

std::vector<std::string> Runner::failures_of(const nlohmann::json& json, const std::function<Results(const Call&)>& op, Score& score) {
  std::vector<Argument> arguments;
  for (const auto& argument : json.at("args")) arguments.push_back(parse_argument(argument));
  const Expectation expected(json);
  // Usually all runs of a case fail alike: what went wrong, and the runs of which it is true.
  std::vector<std::pair<std::string, std::string>> failures;
  for (Variant variant : options_.variants) {
    const auto laid_out = in_variant(arguments, variant);
    if (!laid_out) continue;
    for (Backend backend : options_.backends) {
      ++score.runs;
      const Outcome got = run(ops_, op, *laid_out, json.at("kwargs"), backend);
      const auto difference = expected.difference(got);
      if (!difference) continue;
      const std::string what = *difference + "\n    got      " + got.text(), where = std::string(name(backend)) + " " + name_of(variant);
      const auto same = std::ranges::find(failures, what, &std::pair<std::string, std::string>::second);
      if (same == failures.end()) failures.emplace_back(where, what);
      else same->first += ", " + where;
    }
  }
  std::vector<std::string> texts;
  for (const auto& [where, what] : failures) texts.push_back(where + ": " + what);
  return texts;
}

void Runner::fail(Score& score, const std::string& message) {
  ++score.failed;
  if (printed_++ < options_.max_failures) out_ << "FAILED " << message << "\n\n";
  else if (printed_ == options_.max_failures + 1) out_ << "(more failures are counted, not printed: --max-failures)\n\n";
}

void Runner::report() const {
  std::size_t width = 20;
  for (const auto& [name, score] : scores_) width = std::max(width, name.size());
  const auto row = [&](const std::string& name, const auto& passed, const auto& failed, const auto& runs) {
    out_ << std::left << std::setw(static_cast<int>(width)) << name << std::right << std::setw(9) << passed << std::setw(9) << failed
         << std::setw(9) << runs << '\n';
  };
  row("operation", "passed", "failed", "runs");
  Score total;
  for (const auto& [name, score] : scores_) {
    row(name, score.passed, score.failed, score.runs);
    total.passed += score.passed;
    total.failed += score.failed;
    total.runs += score.runs;
  }
  row("all", total.passed, total.failed, total.runs);
}

std::optional<std::string> Runner::why_nothing_ran() const {
  if (!scores_.empty()) return std::nullopt;
  std::string chosen;
  if (!options_.op.empty()) chosen += " of operation '" + options_.op + "'";
  if (!options_.id.empty()) chosen += " with id '" + options_.id + "'";
  return "nothing was run: none of " + std::to_string(cases_) + " cases is" + (chosen.empty() ? " there" : chosen);
}

bool Runner::good() const {
  int passed = 0, failed = 0;
  for (const auto& [name, score] : scores_) {
    passed += score.passed;
    failed += score.failed;
  }
  return passed > 0 && failed == 0;
}

}  // namespace spica::oracle
