#include <spica/core/backend.hpp>
#include <spica/core/errors.hpp>

#include <string>

namespace spica {

Backend parse_backend(std::string_view text) {
  for (Backend backend : all_backends)
    if (text == name(backend)) return backend;
  if (text.empty()) throw ValueError("backend: no name given; known are serial, openmp, cuda");
  throw ValueError("backend: unknown name \"" + std::string(text) + "\"; known are serial, openmp, cuda");
}

}  // namespace spica
