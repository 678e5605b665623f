// scan for every executor; dispatch.hpp chooses one. Included by the ops that need it only.
#pragma once

#include <spica/backends/dispatch.hpp>
#include <spica/backends/host/scan.hpp>

#ifdef SPICA_HAS_CUDA
#include <spica/backends/cuda/scan.hpp>
#endif
