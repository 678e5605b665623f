// The table that the user reads.
#pragma once

#include "result.hpp"

#include <map>
#include <string>
#include <vector>

namespace speedup {

enum class Align { left, right };

/// A Markdown table whose columns are also aligned as plain text. `rows` are as long as `header`.
std::string format_table(const std::vector<std::string>& header, const std::vector<Align>& align,
                         const std::vector<std::vector<std::string>>& rows);

/// "12.3 ms": three figures.
std::string format_seconds(double seconds);
/// "3.4x": two figures below ten.
std::string format_ratio(double ratio);

/// The backends and peers that have results, Spica's own first.
std::vector<std::string> places_in(const std::vector<Result>& results);

/// How much of the copy rate of its place a row reaches.
struct Share {
  double of_copy_rate = 0;  ///< 0 if unknown
  bool in_cache = false;    ///< too small to say
};

/// One line for each experiment, variant, type and size; a column of times for each backend and peer; then, for the
/// fastest of Spica's backends, the speed-ups and rates. `shares` belong to the results of the same places.
std::string results_table(const std::vector<Result>& results, const std::vector<Share>& shares);

}  // namespace speedup
