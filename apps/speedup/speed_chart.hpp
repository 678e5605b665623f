// The times of the table as a chart.
#pragma once

#include "result.hpp"

#include "../chart.hpp"

#include <vector>

namespace speedup {

/// A group of bars for each experiment, variant, type and size, a series for each backend and peer. Only times that are
/// right and credible.
apps::Bars speed_bars(const std::vector<Result>& results);

}  // namespace speedup
