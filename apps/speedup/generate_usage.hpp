// A file of electricity readings of the form and size of the article's own, which is not public.
#pragma once

#include <cstdint>
#include <string>

namespace speedup {

struct UsageFile {
  std::int64_t rows = 0, meters = 0, days = 0;  ///< `days`: different dates
  std::int64_t bytes = 0;
};

/// Writes `rows` readings as CSV, header `DATE,USAGE`, lines such as `10/22/2016,0.01` (month/day/year, kWh).
///
/// One meter after the other, each with its 96 readings a day from 1/1/2016 to 12/31/2018; the last meter's end where
/// the rows do. So dates come in order within a meter, and each one again with every meter. Usage follows the hour, the
/// season, the weather of the day and chance; half of the meters tell two decimals, half three.
///
/// A reading depends on the seed and on its own place only, and all arithmetic is in integers: the file is the same
/// everywhere, and one of fewer rows is the beginning of one of more.
///
/// The file appears under its name when it is complete; a device or a pipe is written to as it is.
/// @throws std::runtime_error naming the file and the system's reason, a full disk among them; then nothing is left.
UsageFile generate_usage(const std::string& path, std::int64_t rows, std::uint64_t seed);

}  // namespace speedup
