// The machine and the build as the apps report them, in JSON and in words.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>

namespace apps {

/// Versions, backends with why not, threads, memory and devices.
nlohmann::json describe_machine();

/// 9.0 for 90.
std::string capability_text(int capability);
/// 13.0 for 13000.
std::string cuda_version_text(int version);
/// "2.4 GB", decimal, at most three figures.
std::string bytes_text(double bytes);

}  // namespace apps
