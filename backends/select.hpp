// select_places for every executor; dispatch.hpp chooses one. Included by the ops that need it only.
#pragma once

#include <spica/backends/dispatch.hpp>
#include <spica/backends/host/select.hpp>

#ifdef SPICA_HAS_CUDA
#include <spica/backends/cuda/select.hpp>
#endif
