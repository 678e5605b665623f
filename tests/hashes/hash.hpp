// The hash of an array's bits, and the list of what is hashed.
#pragma once

#include <spica/core/array.hpp>

#include "../support/same_bits.hpp"

#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace spica::hashes {

/// FNV-1a over 64-bit words of shape, type and elements. Every NaN counts as one, since processors choose sign and payload.
class Hash {
 public:
  std::uint64_t value() const { return state_; }
  void add(std::uint64_t word) { state_ = (state_ ^ word) * 0x100000001b3, state_ ^= state_ >> 29; }
  void add(const std::string& text) {
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }
  template <Element T> void add(const Array<T>& array) {
    add(static_cast<std::uint64_t>(dtype_of<T>));
    for (int d = 0; d < array.rank(); ++d) add(static_cast<std::uint64_t>(array.shape()[d]));
    for (const T value : array.to_vector()) add_element(value);
  }

 private:
  template <class T> void add_element(T value) {
    if constexpr (ComplexElement<T>) add_element(value.real()), add_element(value.imag());
    else if constexpr (std::same_as<T, float>) add(value != value ? 0x7fc00000u : std::bit_cast<std::uint32_t>(value));
    else if constexpr (std::same_as<T, double>) add(value != value ? 0x7ff8000000000000u : std::bit_cast<std::uint64_t>(value));
    else if constexpr (std::integral<T>) add(static_cast<std::uint64_t>(value));
    else add(std::bit_cast<std::uint16_t>(value));
  }

  std::uint64_t state_ = 0xcbf29ce484222325;
};

/// One line of the output: a name, and what is added to its hash on a backend.
struct Entry {
  std::string name;
  std::function<void(Hash&, Backend)> run;
};

/// An operation that the case format does not name.
void add_others(std::vector<Entry>& entries);

/// Operations whose floating results go through a library that chooses the order of additions: docs/numerics.md, "Not covered".
bool is_exception(const std::string& op);

}  // namespace spica::hashes
