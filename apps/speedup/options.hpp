// The command line of spica-speedup.
#pragma once

#include "timing.hpp"

#include <spica/core/backend.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace speedup {

/// The user asked for something that makes no sense or cannot be done here: exit code 2.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Random { legacy, philox };

struct Options {
  std::string command;                   ///< add, matmul, fused, usage, all, or generate-usage
  std::vector<spica::Backend> backends;  ///< empty: all that are usable
  std::int64_t size = 0;                 ///< elements of add and fused; 0: theirs
  std::int64_t n = 0;                    ///< of matmul; 0: its own
  std::vector<std::string> dtypes{"float64", "float32"};
  std::uint64_t seed = 0;
  Random random = Random::legacy;
  bool quick = false, peers = false;
  bool slow_peers = false;                      ///< also what takes a peer minutes
  std::string json_file, csv_file, chart_file;  ///< to be written; empty: not
  std::string usage_file;                       ///< the readings: of usage to be read, of generate-usage to be written
  std::string date_format = "%m/%d/%Y";         ///< of these
  std::int64_t rows = 0;                        ///< of them; 0: the article's
  Effort effort;

  bool runs(const std::string& experiment) const { return command == experiment || command == "all"; }

  // The article's sizes, and smaller ones for --quick.
  std::int64_t add_size() const { return size ? size : quick ? 20'000'000 : 300'000'000; }
  std::int64_t fused_size() const { return size ? size : quick ? 20'000'000 : 100'000'000; }
  std::int64_t usage_rows() const { return rows ? rows : quick ? 200'000 : 11'900'000; }
  std::int64_t matmul_n() const { return n ? n : quick ? 1500 : 10'000; }
  /// A loop on the host over the elements of a device costs a launch and a copy each.
  std::int64_t loop_size(bool device) const;
};

/// What the arguments ask for. @throws UsageError; Finished where help or the version was asked for and printed.
struct Finished {};
Options parse_command_line(int argc, const char* const* argv);

/// "300000000", "3e8" or "300_000_000" as a count of at least 1. @throws UsageError.
std::int64_t parse_count(const std::string& option, const std::string& text);

}  // namespace speedup
