// All elementwise ops.
#pragma once

#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/elementwise/bitwise.hpp>
#include <spica/ops/elementwise/cast.hpp>
#include <spica/ops/elementwise/classification.hpp>
#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/elementwise/complex.hpp>
#include <spica/ops/elementwise/extrema.hpp>
#include <spica/ops/elementwise/functions.hpp>
#include <spica/ops/elementwise/logical.hpp>
#include <spica/ops/elementwise/map.hpp>
#include <spica/ops/elementwise/power.hpp>
#include <spica/ops/elementwise/rounding.hpp>
#include <spica/ops/elementwise/where.hpp>
