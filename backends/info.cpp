#include <spica/backends/info.hpp>

#include <spica/backends/cuda/device.hpp>

#include <Kokkos_Core.hpp>

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <thread>

#ifdef SPICA_HAVE_OPENBLAS
#include <cblas.h>
#endif

#ifndef SPICA_VERSION
#define SPICA_VERSION "unknown"
#endif

namespace spica {

namespace {

/// First line of a file of the system, empty if there is none.
std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string processor_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    if (!line.starts_with("model name") && !line.starts_with("Model")) continue;
    const std::size_t value = line.find(": ");
    if (value != std::string::npos) return line.substr(value + 2);
  }
  return "unknown";
}

/// The processors that this process may run on: fewer than the machine has under taskset, in containers and in jobs.
int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return CPU_COUNT(&set);
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

std::size_t last_level_cache_bytes() {
  const std::string root = "/sys/devices/system/cpu/cpu";
  std::set<std::string> counted;  // caches are shared; each shows under all of its processors
  std::size_t sum = 0;
  for (int cpu = 0;; ++cpu) {
    std::string last;
    for (int index = 0; index < 8; ++index) {
      const std::string cache = root + std::to_string(cpu) + "/cache/index" + std::to_string(index);
      if (first_line(cache + "/size").empty()) break;
      last = cache;
    }
    if (last.empty()) return sum;
    if (!counted.insert(first_line(last + "/shared_cpu_list")).second) continue;
    const std::string size = first_line(last + "/size");  // "32768K"
    sum += std::stoull(size) << (size.back() == 'K' ? 10 : size.back() == 'M' ? 20 : 0);
  }
}

}  // namespace

std::string version() { return SPICA_VERSION; }

std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
         std::to_string(KOKKOS_VERSION % 100);
}

std::string blas_name() {
#if defined(SPICA_HAVE_KOKKOS_KERNELS)
  return "the BLAS of Kokkos Kernels";
#elif defined(SPICA_HAVE_OPENBLAS)
  std::string config =
      openblas_get_config();  // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH NO_AFFINITY Haswell MAX_THREADS=64"
  const std::size_t rest = config.find(' ', config.find(' ') + 1);
  return config.substr(0, rest) + " (kernels for " + openblas_get_corename() + ", " +
         std::to_string(openblas_get_num_threads()) + " threads)";
#elif defined(SPICA_HAVE_CBLAS)
  return "CBLAS";
#else
  return "none";
#endif
}

HostInfo host_info() {
  HostInfo info;
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) == 0) info.name = name.data();
  info.processor = processor_name();
  info.cores = usable_cores();
  info.cache_bytes = last_level_cache_bytes();
  return info;
}

std::vector<DeviceInfo> devices() {
  std::vector<DeviceInfo> list;
  for (const detail::CudaDevice& device : detail::cuda_devices())
    list.push_back({device.name, device.capability, device.memory, device.multiprocessors, device.driver,
                    device.runtime, device.compiled_for});
  return list;
}

}  // namespace spica
