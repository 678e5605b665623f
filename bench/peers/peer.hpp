// What the peers in C++ share: the command line, the clock, the check, the output of common.py.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace bench {

/// A work with its operands, which are those of spica-bench: numbers(…, 1) and numbers(…, 2).
struct PeerCase {
  std::function<void()> run;                      ///< does the work once
  std::function<double(std::int64_t i)> element;  ///< of the last result, in C order
};

using PeerWorks = std::map<std::string, std::function<PeerCase(std::int64_t n)>>;

/// Runs the works that the command line chooses, each checked at some places first, and prints the results as JSON.
/// @return the exit status
int run_peer(int argc, char** argv, const std::string& name, const std::string& version, const PeerWorks& works);

}  // namespace bench
