// Spica arrays without a static element type, and the two ways between them and the case file.
#pragma once

#include "argument.hpp"

#include <spica/core/array.hpp>

namespace spica::oracle {

using AnyArray = std::variant<Array<bool>, Array<std::uint8_t>, Array<std::int32_t>, Array<std::int64_t>, Array<std::uint64_t>,
                              Array<float>, Array<double>, Array<complex64>, Array<complex128>>;

inline DType dtype(const AnyArray& array) {
  return std::visit([](const auto& a) { return a.dtype(); }, array);
}

/// The view as a true view: the base is copied to the backend, then indexed, transposed and broadcast by Spica.
AnyArray to_backend(const ViewOf& view, Backend backend);
/// The elements on the host, through Spica's own copy.
HostArray to_host(const AnyArray& array);

/// Converted, each element as an expression would; the same array if it has that type already.
AnyArray cast_to(const AnyArray& array, DType dtype);
/// The literal as a 0-d array, converted as `op` converts it beside arrays. @throws ValueError if it does not fit.
AnyArray literal(const char* op, const Weak& value, DType dtype, Backend backend);

}  // namespace spica::oracle
