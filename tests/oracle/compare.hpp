// Whether a result agrees with what a case expects.
#pragma once

#include "host_array.hpp"

#include <optional>

namespace spica::oracle {

/// How elements are compared, complex numbers part by part (tests/oracle/README.md, "Comparison").
struct Rule {
  enum class Kind : std::uint8_t { exact, ulp, abs };
  Kind kind = Kind::exact;
  std::int64_t ulp = 0;
  double atol = 0;
};

/// {"kind": "exact"}, {"kind": "ulp", "ulp": N} or {"kind": "abs", "atol": X}. @throws FormatError.
Rule parse_rule(const nlohmann::json& json);
std::string text(const Rule& rule);

/// Nothing if they agree: same dtype, same shape, every element by the rule. Else what differs, with the first bad places.
std::optional<std::string> difference(const HostArray& got, const HostArray& expected, const Rule& rule);

}  // namespace spica::oracle
