// Results as JSON and as CSV.
#pragma once

#include "result.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace speedup {

/// {"schema": 1, "machine": …, "results": […]}. Refused rows are left out; wrong ones have "checked": false.
nlohmann::json results_json(const std::vector<Result>& results, const nlohmann::json& machine);

/// A header line and one line for each row (RFC 4180, but with plain line ends).
std::string results_csv(const std::vector<Result>& results);
/// A field, quoted where it has to be.
std::string csv_field(const std::string& text);

/// Before a run of minutes, whose results would be lost. Leaves the file as it is, and none where there was none.
/// @throws std::runtime_error naming the file and the system's reason if it cannot be written.
void check_writable(const std::string& path);

/// @throws std::runtime_error naming the file if it cannot be written.
void write_file(const std::string& path, const std::string& text);

}  // namespace speedup
