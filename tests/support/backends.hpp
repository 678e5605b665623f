// Runs a test on every backend that is usable here.
#pragma once

#include <spica/backends/runtime.hpp>

#include <gtest/gtest.h>

#include <cstdio>

namespace spica::testing {

/// Calls check(backend) for each usable backend, made the default for its time; failures name it. A backend that was built but
/// cannot run here is said on standard output: a skip should be seen.
template <class F> void for_each_backend(F check) {
  const Backend before = default_backend();
  for (const Backend backend : backends()) {
    if (const Usable can = usable(backend); !can) {
      std::printf("[  SKIPPED ] on %s: %s\n", name(backend), can.why_not.c_str());
      continue;
    }
    SCOPED_TRACE(::testing::Message() << "on backend " << name(backend));
    set_default_backend(backend);
    check(backend);
    if (::testing::Test::HasFatalFailure()) break;
  }
  set_default_backend(before);
}

}  // namespace spica::testing
