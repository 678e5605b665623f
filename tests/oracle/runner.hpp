// Runs cases and keeps the score.
#pragma once

#include "ops.hpp"

#include <iosfwd>

namespace spica::oracle {

struct Options {
  std::vector<Backend> backends;
  std::vector<Variant> variants;
  std::string op;  ///< only this op, if not empty
  std::string id;  ///< only this case, if not empty
  int max_failures = 20;  ///< failures printed in full; all are counted
};

struct Score {
  int passed = 0, failed = 0;
  std::int64_t runs = 0;  ///< of an op, on one backend in one variant
};

class Runner {
 public:
  Runner(Options options, std::ostream& out);

  /// Runs every case of a file, plain or gzip; "-" is standard input. @throws FormatError if it cannot be read or holds no case.
  void run_file(const std::string& path);
  /// One line of a file; `where` names it in messages.
  void run_line(const std::string& line, const std::string& where);
  /// The table by op.
  void report() const;
  /// A sentence if no case passed or failed; nothing otherwise.
  std::optional<std::string> why_nothing_ran() const;
  /// No failure, and something was run.
  bool good() const;

 private:
  /// What went wrong in any backend and variant; counts the runs.
  std::vector<std::string> failures_of(const nlohmann::json& json, const std::function<Results(const Call&)>& op, Score& score);
  void fail(Score& score, const std::string& message);

  Options options_;
  std::ostream& out_;
  Ops ops_;
  std::map<std::string, Score> scores_;
  int printed_ = 0;
  std::int64_t cases_ = 0;  // read, chosen or not
};

}  // namespace spica::oracle
