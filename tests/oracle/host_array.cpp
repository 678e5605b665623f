#include "host_array.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

namespace spica::oracle {

namespace {

constexpr std::array<std::pair<DType, const char*>, 9> dtypes{{{DType::bool_, "bool"},
                                                               {DType::uint8, "uint8"},
                                                               {DType::int32, "int32"},
                                                               {DType::int64, "int64"},
                                                               {DType::uint64, "uint64"},
                                                               {DType::float32, "float32"},
                                                               {DType::float64, "float64"},
                                                               {DType::complex64, "complex64"},
                                                               {DType::complex128, "complex128"}}};

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  throw FormatError(std::string("base64: unexpected character '") + c + "'");
}

std::vector<std::byte> decode_base64(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() * 3 / 4);
  unsigned buffer = 0;
  int bits = 0;
  for (char c : text) {
    buffer = (buffer << 6 | static_cast<unsigned>(base64_digit(c))) & 0xffffffu;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push_back(static_cast<std::byte>(buffer >> bits & 0xffu));
    }
  }
  return bytes;
}

template <class T> void put(std::vector<std::byte>& bytes, std::int64_t i, const T& value) {
  std::memcpy(bytes.data() + static_cast<std::size_t>(i) * sizeof(T), &value, sizeof(T));
}
template <class T> T get(const HostArray& array, std::int64_t i) {
  T value;
  std::memcpy(&value, array.bytes.data() + static_cast<std::size_t>(i) * sizeof(T), sizeof(T));
  return value;
}

/// [mul, mod, scale, offset]: element i is ((i * mul) mod mod) * scale + offset.
void fill_arange_mod(HostArray& array, const nlohmann::json& rule) {
  const std::int64_t size = array.size(), mul = rule.at(0).get<std::int64_t>(), mod = rule.at(1).get<std::int64_t>();
  if (mod <= 0) throw FormatError("arange_mod: the modulus is " + std::to_string(mod) + ", it must be positive");
  const auto remainder = [&](std::int64_t i) {
    const std::int64_t r = i * mul % mod;
    return r < 0 ? r + mod : r;
  };
  array.bytes.resize(static_cast<std::size_t>(size) * itemsize_of(array.dtype));
  with_element(array.dtype, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::integral<T>) {
      const std::int64_t scale = rule.at(2).get<std::int64_t>(), offset = rule.at(3).get<std::int64_t>();
      for (std::int64_t i = 0; i < size; ++i) put(array.bytes, i, static_cast<T>(remainder(i) * scale + offset));
    } else {
      const double scale = rule.at(2).get<double>(), offset = rule.at(3).get<double>();
      for (std::int64_t i = 0; i < size; ++i)
        put(array.bytes, i, T(static_cast<real_t<T>>(static_cast<double>(remainder(i)) * scale + offset)));
    }
  });
}

std::string number_text(bool value) { return value ? "true" : "false"; }
template <std::integral T> std::string number_text(T value) { return std::to_string(value); }
template <std::floating_point T> std::string number_text(T value) {
  if (std::isnan(value)) return "nan";
  if (value == 0) return std::signbit(value) ? "-0.0" : "0.0";
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.*g", std::numeric_limits<T>::max_digits10, static_cast<double>(value));
  return buffer;
}
template <class T> std::string number_text(const Kokkos::complex<T>& value) {
  const std::string imag = number_text(value.imag());
  return std::string("(").append(number_text(value.real())).append(imag[0] == '-' ? "" : "+").append(imag).append("j)");
}

}  // namespace

const char* name_of(DType dtype) {
  for (const auto& [known, name] : dtypes)
    if (known == dtype) return name;
  return "(outside the case format)";
}

DType parse_dtype(std::string_view name) {
  for (const auto& [dtype, known] : dtypes)
    if (name == known) return dtype;
  throw FormatError("unknown dtype '" + std::string(name) + "'");
}

std::size_t itemsize_of(DType dtype) {
  return with_element(dtype, []<class T>(std::type_identity<T>) { return sizeof(T); });
}

Shape parse_shape(const nlohmann::json& json) {
  if (json.is_number_integer()) return {json.get<std::int64_t>()};
  return Shape(json.get<std::vector<std::int64_t>>());
}

HostArray parse_host_array(const nlohmann::json& json) {
  HostArray array{parse_dtype(json.at("dtype").get<std::string>()), parse_shape(json.at("shape")), {}};
  if (json.contains("arange_mod")) {
    fill_arange_mod(array, json["arange_mod"]);
    return array;
  }
  array.bytes = decode_base64(json.at("data").get_ref<const std::string&>());
  if (array.bytes.size() != static_cast<std::size_t>(array.size()) * itemsize_of(array.dtype))
    throw FormatError(std::to_string(array.bytes.size()) + " bytes of data do not fill " + to_string(array.shape) + " of " +
                      name_of(array.dtype));
  return array;
}

std::string element_text(const HostArray& array, std::int64_t i) {
  if (array.dtype == DType::bool_) {  // a bool that is neither 0 nor 1 is a finding, and undefined to read as a bool
    const auto byte = get<std::uint8_t>(array, i);
    return byte > 1 ? "bool of byte " + std::to_string(byte) : number_text(byte == 1);
  }
  return with_element(array.dtype, [&]<class T>(std::type_identity<T>) { return number_text(get<T>(array, i)); });
}

std::string text(const HostArray& array) {
  constexpr std::int64_t shown = 24;
  std::string out = std::string(name_of(array.dtype)) + " " + to_string(array.shape) + " [";
  const std::int64_t size = array.size();
  for (std::int64_t i = 0; i < size && i < shown; ++i) out.append(i ? ", " : "").append(element_text(array, i));
  return out + (size > shown ? ", ...]" : "]");
}

}  // namespace spica::oracle
