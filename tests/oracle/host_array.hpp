// Arrays on the host without a static element type: what a case file holds and what results are compared as.
#pragma once

#include <spica/core/array.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace spica::oracle {

/// A line of a case file that does not follow the form of tests/oracle/README.md.
class FormatError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Calls f(std::type_identity<T>{}) with the element type of `dtype`, one of the nine of the format.
template <class F> decltype(auto) with_element(DType dtype, F&& f) {
  switch (dtype) {
    case DType::bool_: return f(std::type_identity<bool>{});
    case DType::uint8: return f(std::type_identity<std::uint8_t>{});
    case DType::int32: return f(std::type_identity<std::int32_t>{});
    case DType::int64: return f(std::type_identity<std::int64_t>{});
    case DType::uint64: return f(std::type_identity<std::uint64_t>{});
    case DType::float32: return f(std::type_identity<float>{});
    case DType::float64: return f(std::type_identity<double>{});
    case DType::complex64: return f(std::type_identity<complex64>{});
    case DType::complex128: return f(std::type_identity<complex128>{});
    default: throw FormatError("an element type outside the case format");
  }
}

const char* name_of(DType dtype);
/// @throws FormatError for a name outside the nine.
DType parse_dtype(std::string_view name);
std::size_t itemsize_of(DType dtype);

/// Elements in C order.
struct HostArray {
  DType dtype = DType::float64;
  Shape shape;
  std::vector<std::byte> bytes;

  std::int64_t size() const { return detail::size_of(shape); }
};

/// {"dtype", "shape", "data"} or {"dtype", "shape", "arange_mod"}. @throws FormatError.
HostArray parse_host_array(const nlohmann::json& json);
/// @throws FormatError.
Shape parse_shape(const nlohmann::json& json);

/// Element `i` in C order as text that identifies its bits (but for NaN): "-0.0", "0.10000000000000001", "(1+nanj)".
std::string element_text(const HostArray& array, std::int64_t i);
/// dtype, shape and the first elements.
std::string text(const HostArray& array);

}  // namespace spica::oracle
