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
#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/group/group_by.hpp>
#include <spica/ops/index/select.hpp>
#include <spica/ops/linalg/matmul.hpp>
#include <spica/ops/print/print.hpp>
#include <spica/ops/random/generator.hpp>
#include <spica/ops/random/random_state.hpp>
#include <spica/ops/reduce/any_all.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/reduce.hpp>
#include <spica/ops/reduce/sum.hpp>
#include <spica/ops/sort/sort.hpp>
#include <spica/ops/sort/unique.hpp>
