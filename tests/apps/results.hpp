// Rows made up for the tests.
#pragma once

#include <spica/apps/speedup/result.hpp>

inline speedup::Result row(const char* experiment, const char* variant, std::int64_t size, const char* backend,
                           double seconds) {
  speedup::Result result{experiment, variant, "float64", size, backend, seconds, 5};
  result.checked = true;
  return result;
}
