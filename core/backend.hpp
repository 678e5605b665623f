// The closed list of backends and their names.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace spica {

/// Where an array lives and its operations run.
/// `serial`: the calling thread. `openmp`: the host's threads. `cuda`: one NVIDIA device.
enum class Backend : std::uint8_t { serial, openmp, cuda };

inline constexpr std::array all_backends{Backend::serial, Backend::openmp, Backend::cuda};

/// "serial", "openmp" or "cuda".
constexpr const char* name(Backend backend) {
  switch (backend) {
    case Backend::serial: return "serial";
    case Backend::openmp: return "openmp";
    case Backend::cuda: return "cuda";
  }
  return "unknown";
}

/// The backend of that name. @throws ValueError that lists the names otherwise.
Backend parse_backend(std::string_view text);

/// True where the host can read the backend's memory.
constexpr bool host_memory(Backend backend) { return backend != Backend::cuda; }

}  // namespace spica
