// What a caller's `On` guard has set for host work on the calling thread.
#pragma once

namespace spica::detail {
/// Threads of the caller's Kokkos::OpenMP instance; 0 when there is none.
extern thread_local int current_host_threads;
}  // namespace spica::detail
