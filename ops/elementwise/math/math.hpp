#pragma once

// The elementary functions of Spica, float and double, one source for hosts and GPUs with the same bits on all of them.
// bits.hpp says how that is done; docs/numerics.md lists the measured errors (tests/elementwise/ulp_table.cpp).

#include <spica/ops/elementwise/math/exact.hpp>
#include <spica/ops/elementwise/math/exp.hpp>
#include <spica/ops/elementwise/math/hyperbolic.hpp>
#include <spica/ops/elementwise/math/inverse_trigonometric.hpp>
#include <spica/ops/elementwise/math/log.hpp>
#include <spica/ops/elementwise/math/logaddexp.hpp>
#include <spica/ops/elementwise/math/power.hpp>
#include <spica/ops/elementwise/math/trigonometric.hpp>
