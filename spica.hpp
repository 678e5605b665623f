// Everything public: #include <spica/spica.hpp>. Include the single headers to compile less.
#pragma once

#include <spica/backends/memory.hpp>
#include <spica/backends/runtime.hpp>
#include <spica/backends/view.hpp>
#include <spica/core/array.hpp>
#include <spica/core/errors.hpp>
#include <spica/core/expression.hpp>
#include <spica/core/format.hpp>
#include <spica/io/npy.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/close.hpp>
#include <spica/ops/elementwise/elementwise.hpp>
<<<<<<< HEAD
#include <spica/ops/fft/fft.hpp>
=======
#include <spica/ops/elementwise/helpers.hpp>
>>>>>>> f151848 (stats, numeric: quantiles, average, cov, trapezoid, interp, convolve; isclose and its like; variances of 16-bit floats)
#include <spica/ops/group/group_by.hpp>
#include <spica/ops/group/running_groups.hpp>
#include <spica/ops/index/diff.hpp>
#include <spica/ops/index/select.hpp>
#include <spica/ops/index/take.hpp>
#include <spica/ops/join/concatenate.hpp>
#include <spica/ops/linalg/chain.hpp>
#include <spica/ops/linalg/decompose.hpp>
#include <spica/ops/linalg/einsum.hpp>
#include <spica/ops/linalg/least_squares.hpp>
#include <spica/ops/linalg/matmul.hpp>
#include <spica/ops/linalg/norm.hpp>
#include <spica/ops/linalg/products.hpp>
<<<<<<< HEAD
#include <spica/ops/linalg/solve.hpp>
=======
#include <spica/ops/numeric/convolve.hpp>
#include <spica/ops/numeric/interp.hpp>
#include <spica/ops/numeric/trapezoid.hpp>
>>>>>>> f151848 (stats, numeric: quantiles, average, cov, trapezoid, interp, convolve; isclose and its like; variances of 16-bit floats)
#include <spica/ops/print/print.hpp>
#include <spica/ops/random/generator.hpp>
#include <spica/ops/random/random_state.hpp>
#include <spica/ops/random/xorwow.hpp>
#include <spica/ops/reduce/any_all.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/nan.hpp>
#include <spica/ops/reduce/reduce.hpp>
#include <spica/ops/reduce/sum.hpp>
#include <spica/ops/reduce/variance.hpp>
#include <spica/ops/scan/scan.hpp>
#include <spica/ops/search/bincount.hpp>
#include <spica/ops/search/histogram.hpp>
#include <spica/ops/search/searchsorted.hpp>
#include <spica/ops/shape/pad.hpp>
#include <spica/ops/shape/repeat.hpp>
#include <spica/ops/shape/roll.hpp>
#include <spica/ops/shape/triangle.hpp>
#include <spica/ops/shape/views.hpp>
#include <spica/ops/sort/sets.hpp>
#include <spica/ops/sort/sort.hpp>
#include <spica/ops/sort/unique.hpp>
#include <spica/ops/stats/average.hpp>
#include <spica/ops/stats/covariance.hpp>
#include <spica/ops/stats/quantile.hpp>
