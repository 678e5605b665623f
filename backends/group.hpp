// summarize_keys, find_runs, order_by_counting, rank_rows and reduce_each_group for every executor; dispatch.hpp chooses one. Included by the
// ops that need it only.
#pragma once

#include <spica/backends/dispatch.hpp>
#include <spica/backends/host/group.hpp>

#ifdef SPICA_HAS_CUDA
#include <spica/backends/cuda/group.hpp>
#endif
