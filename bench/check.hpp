// Operands that the host can compute again, and comparisons with what plain loops over them give.
#pragma once

#include "numbers.hpp"

#include <spica/core/array.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace bench {

/// Element i is f(i), computed on the host, on the default backend.
template <class T> spica::Array<T> filled(const spica::Shape& shape, const std::function<double(std::int64_t)>& f);
/// Element i is number(sequence, i), rounded to T.
template <class T> spica::Array<T> numbers(const spica::Shape& shape, std::uint64_t sequence);

/// How far a result may be off.
struct Tolerance {
  double relative = 0, absolute = 0;
};

/// The array has `size` elements, and every `step`-th is f(its place); they are asked for in order.
template <class T>
std::string check_elements(const spica::Array<T>& a, std::int64_t size, const std::function<double(std::int64_t)>& f,
                           Tolerance tolerance = {}, std::int64_t step = 1);
std::string check_number(const std::string& what, double got, double expected, Tolerance tolerance = {});

}  // namespace bench
