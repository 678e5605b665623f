// What spica-info and bug reports say of the machine and of this build.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace spica {

/// Spica's version, "0.1.0".
std::string version();
/// Version of the Kokkos that this library was compiled with, "5.2.2".
std::string kokkos_version();
/// The host BLAS behind matmul, with the kernels it chose here where it says so; "none" where Spica multiplies itself.
std::string blas_name();

struct HostInfo {
  std::string name;             ///< host name
  std::string processor;        ///< "unknown" where the system does not say
  int cores = 1;                ///< that this process may use
  std::size_t cache_bytes = 0;  ///< last-level caches of all sockets together; 0 if unknown
};
HostInfo host_info();

/// A CUDA device, also one that cannot be used; listed in a CUDA build with a driver only.
struct DeviceInfo {
  std::string name;
  int capability = 0;  ///< compute capability, 90 for 9.0
  std::size_t memory_bytes = 0;
  int multiprocessors = 0;
  int driver = 0;        ///< newest CUDA that the driver supports, 13000 for 13.0
  int toolkit = 0;       ///< CUDA runtime linked, likewise
  int compiled_for = 0;  ///< capability that Kokkos was compiled for, 0 if unknown

  /// Whether that code runs here: the same major number, and none newer than the device.
  bool matches() const { return compiled_for / 10 == capability / 10 && compiled_for <= capability; }
};
std::vector<DeviceInfo> devices();

}  // namespace spica
