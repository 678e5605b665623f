#include "speed_chart.hpp"

#include "table.hpp"

#include "../format.hpp"

#include <algorithm>

namespace speedup {

namespace {

/// "300000000" as "3e8" where that is shorter and says the same.
std::string size_text(std::int64_t size) {
  int zeros = 0;
  std::int64_t digits = size;
  for (; digits != 0 && digits % 10 == 0; digits /= 10) ++zeros;
  if (zeros < 5) return std::to_string(size);
  return fmt::format("{}e{}", digits, zeros);
}

std::size_t place_in(std::vector<std::string>& list, const std::string& text) {
  const auto found = std::find(list.begin(), list.end(), text);
  if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
  list.push_back(text);
  return list.size() - 1;
}

}  // namespace

apps::Bars speed_bars(const std::vector<Result>& results) {
  apps::Bars bars;
  bars.title = "Best times, shorter is faster (logarithmic scale)";
  bars.series = places_in(results);
  for (const Result& result : results) {
    if (!result.checked || !result.refused.empty() || !(result.seconds > 0)) continue;
    // On a host, the copies of usage move nothing: nanoseconds that would only stretch the scale.
    if (result.experiment == "usage" && result.bytes == 0) continue;
    const std::string label = result.experiment == "matmul"
                                  ? fmt::format("matmul {}, n = {}", result.dtype, result.size)
                                  : fmt::format("{} {}, {}", result.experiment, result.variant, size_text(result.size));
    bars.bars.push_back({place_in(bars.groups, label), place_in(bars.series, result.backend), result.seconds,
                         format_seconds(result.seconds)});
  }
  return bars;
}

}  // namespace speedup
