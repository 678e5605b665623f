// fmt, as every compiler of ours takes it.
#pragma once

// nvcc cannot evaluate fmt's compile-time check of format strings; they are checked in builds without CUDA.
#ifdef __NVCC__
#define FMT_CONSTEVAL        // fmt up to 10
#define FMT_USE_CONSTEVAL 0  // later ones
#define FMT_USE_CONSTEXPR 1  // 9 takes half of it away for nvcc, and then calls what is not constexpr
#endif

#include <fmt/format.h>
