// Which backends this build has: those that Kokkos has, but for the ones switched off with -DSPICA_ENABLE_…=OFF.
#pragma once

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_OPENMP) && !defined(SPICA_DISABLE_OPENMP)
#define SPICA_HAS_OPENMP
#endif
#if defined(KOKKOS_ENABLE_CUDA) && !defined(SPICA_DISABLE_CUDA)
#define SPICA_HAS_CUDA
#endif
