#include "compare.hpp"

#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <cstring>

namespace spica::oracle {

namespace {

/// The place of a finite value among all values of its type in order; the two zeros share one.
std::int64_t place(float value) {
  const auto bits = std::bit_cast<std::int32_t>(value);
  return bits < 0 ? -static_cast<std::int64_t>(bits & 0x7fffffff) : bits;
}
std::int64_t place(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits < 0 ? -(bits & 0x7fffffffffffffff) : bits;
}

template <std::floating_point T> bool agree(T got, T expected, const Rule& rule) {
  if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected);
  if (std::isinf(got) || std::isinf(expected)) return got == expected;
  const bool same_zero = got != 0 || expected != 0 || std::signbit(got) == std::signbit(expected);
  switch (rule.kind) {
    case Rule::Kind::exact: return got == expected && same_zero;
    case Rule::Kind::ulp: {
      // Unsigned, because the places of the largest and the smallest double are further apart than int64 counts.
      const std::int64_t a = place(got), b = place(expected);
      const std::uint64_t apart = a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
                                        : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
      return apart <= static_cast<std::uint64_t>(rule.ulp) && same_zero;
    }
    case Rule::Kind::abs:
      return std::fabs(static_cast<long double>(got) - static_cast<long double>(expected)) <= static_cast<long double>(rule.atol);
  }
  return false;
}

template <std::integral T> bool agree(T got, T expected, const Rule& rule) {
  if (got == expected) return true;
  const std::uint64_t apart = got > expected ? static_cast<std::uint64_t>(got) - static_cast<std::uint64_t>(expected)
                                             : static_cast<std::uint64_t>(expected) - static_cast<std::uint64_t>(got);
  switch (rule.kind) {
    case Rule::Kind::exact: return false;
    case Rule::Kind::ulp: return apart <= static_cast<std::uint64_t>(rule.ulp);
    case Rule::Kind::abs: return static_cast<long double>(apart) <= static_cast<long double>(rule.atol);
  }
  return false;
}

/// Compares as `Part`s: a complex number is two, a bool is its byte.
template <class Part> bool agree_at(const HostArray& got, const HostArray& expected, std::int64_t i, std::size_t itemsize, const Rule& rule) {
  for (std::size_t offset = 0; offset < itemsize; offset += sizeof(Part)) {
    Part a, b;
    std::memcpy(&a, got.bytes.data() + static_cast<std::size_t>(i) * itemsize + offset, sizeof(Part));
    std::memcpy(&b, expected.bytes.data() + static_cast<std::size_t>(i) * itemsize + offset, sizeof(Part));
    if (!agree(a, b, rule)) return false;
  }
  return true;
}

std::string place_text(const Shape& shape, std::int64_t i) {
  Shape index = shape;
  for (int d = shape.rank() - 1; d >= 0; --d) {
    index[d] = i % shape[d];
    i /= shape[d];
  }
  return to_string(index);
}

}  // namespace

Rule parse_rule(const nlohmann::json& json) {
  const auto& kind = json.at("kind").get_ref<const std::string&>();
  if (kind == "exact") return {};
  if (kind == "ulp") return {Rule::Kind::ulp, json.at("ulp").get<std::int64_t>(), 0};
  if (kind == "abs") return {Rule::Kind::abs, 0, json.at("atol").get<double>()};
  throw FormatError("unknown comparison '" + kind + "'");
}

std::string text(const Rule& rule) {
  switch (rule.kind) {
    case Rule::Kind::exact: return "exact";
    case Rule::Kind::ulp: return "at most " + std::to_string(rule.ulp) + " ulp";
    case Rule::Kind::abs: return nlohmann::json(rule.atol).dump() + " absolute";
  }
  return "";
}

std::optional<std::string> difference(const HostArray& got, const HostArray& expected, const Rule& rule) {
  if (got.dtype != expected.dtype) return std::string("dtype ") + name_of(got.dtype) + ", expected " + name_of(expected.dtype);
  if (!(got.shape == expected.shape)) return "shape " + to_string(got.shape) + ", expected " + to_string(expected.shape);
  constexpr std::int64_t shown = 5;
  const std::int64_t size = expected.size();
  std::int64_t bad = 0;
  std::string places;
  const std::size_t itemsize = itemsize_of(expected.dtype);
  for (std::int64_t i = 0; i < size; ++i) {
    const bool same = with_element(expected.dtype, [&]<class T>(std::type_identity<T>) {
      using Part = std::conditional_t<std::same_as<T, bool>, std::uint8_t, real_t<T>>;
      return agree_at<Part>(got, expected, i, itemsize, rule);
    });
    if (same) continue;
    if (bad++ < shown)
      places += "\n      at " + place_text(expected.shape, i) + ": got " + element_text(got, i) + ", expected " + element_text(expected, i);
  }
  if (bad == 0) return std::nullopt;
  return std::to_string(bad) + " of " + std::to_string(size) + " elements differ (" + text(rule) + "):" + places +
         (bad > shown ? "\n      ..." : "");
}

}  // namespace spica::oracle
