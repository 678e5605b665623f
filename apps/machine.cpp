#include "machine.hpp"
#include "format.hpp"

#include <spica/backends/info.hpp>
#include <spica/backends/memory.hpp>
#include <spica/backends/runtime.hpp>

#include <array>
#include <cstdlib>

namespace apps {

namespace sp = spica;

nlohmann::json describe_machine() {
  const sp::HostInfo host = sp::host_info();
  nlohmann::json machine = {{"host", host.name},      {"processor", host.processor},
                            {"cores", host.cores},    {"cache_bytes", host.cache_bytes},
                            {"spica", sp::version()}, {"kokkos", sp::kokkos_version()},
                            {"blas", sp::blas_name()}};

  machine["backends"] = nlohmann::json::array();
  for (const sp::Backend backend : sp::all_backends) {
    const sp::Usable usable = sp::usable(backend);
    nlohmann::json entry = {{"name", sp::name(backend)}, {"usable", usable.yes}};
    if (usable) {
      const sp::MemorySize memory = sp::memory_size(backend);
      entry["threads"] = sp::concurrency(backend);
      entry["memory_bytes"] = memory.total;
      entry["memory_available_bytes"] = memory.available;
    } else {
      entry["why_not"] = usable.why_not;
    }
    machine["backends"].push_back(entry);
  }

  machine["devices"] = nlohmann::json::array();
  for (const sp::DeviceInfo& device : sp::devices())
    machine["devices"].push_back({{"name", device.name},
                                  {"compute_capability", capability_text(device.capability)},
                                  {"memory_bytes", device.memory_bytes},
                                  {"multiprocessors", device.multiprocessors},
                                  {"driver_cuda", cuda_version_text(device.driver)},
                                  {"toolkit_cuda", cuda_version_text(device.toolkit)},
                                  {"kokkos_compiled_for", capability_text(device.compiled_for)},
                                  {"matches", device.matches()}});

  // What changes the speed of the host without showing anywhere else.
  machine["environment"] = nlohmann::json::object();
  for (const char* name : {"OMP_NUM_THREADS", "OMP_PROC_BIND", "OMP_PLACES", "OPENBLAS_NUM_THREADS",
                           "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "MKL_NUM_THREADS", "CUDA_VISIBLE_DEVICES"})
    if (const char* value = std::getenv(name)) machine["environment"][name] = value;
  return machine;
}

std::string capability_text(int capability) {
  return capability == 0 ? "unknown" : fmt::format("{}.{}", capability / 10, capability % 10);
}

std::string cuda_version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

std::string bytes_text(double bytes) {
  constexpr std::array units{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  return fmt::format("{:.{}f} {}", bytes, bytes < 9.95 && unit > 0 ? 1 : 0, units[unit]);
}

}  // namespace apps
