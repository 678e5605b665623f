// The works of works.tsv, which is compiled in. No Spica here: the peers in C++ read the list as well.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bench {

struct Work {
  std::string name, description, type;
  std::int64_t n = 0;      ///< at scale 1
  std::string scaled;      ///< what a scale divides: "n", "n x n" (n by its root), "fixed" (nothing)
  std::string bytes;       ///< formulas in n, or "-": bytes that must be read and written at least
  std::string flops;
};

const std::vector<Work>& works();
/// The work of that name. @throws std::invalid_argument.
const Work& work(const std::string& name);

/// n where the number of elements is divided by `scale`; at least 2.
std::int64_t size_at_scale(const Work& work, double scale);

/// The value of a sum of products of numbers and n, such as "2*n*n + 8"; nothing for "-". @throws std::invalid_argument.
std::optional<double> evaluate(const std::string& formula, std::int64_t n);

}  // namespace bench
