#include "check.hpp"

#include <spica/ops/creation/creation.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

namespace bench {

namespace sp = spica;

namespace {

constexpr std::int64_t chunk = std::int64_t(1) << 22;  // elements copied to the host at a time

bool close(double got, double expected, const Tolerance& tolerance) {
  return std::abs(got - expected) <= tolerance.absolute + tolerance.relative * std::abs(expected);  // false for NaN
}

}  // namespace

template <class T> sp::Array<T> filled(const sp::Shape& shape, const std::function<double(std::int64_t)>& f) {
  std::vector<T> values(static_cast<std::size_t>(sp::detail::size_of(shape)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(f(static_cast<std::int64_t>(i)));
  return sp::from_host(values, shape);
}

template <class T> sp::Array<T> numbers(const sp::Shape& shape, std::uint64_t sequence) {
  return filled<T>(shape, [sequence](std::int64_t i) { return number(sequence, i); });
}

template <class T>
std::string check_elements(const sp::Array<T>& a, std::int64_t size, const std::function<double(std::int64_t)>& f,
                           Tolerance tolerance, std::int64_t step) {
  if (a.size() != size)
    return check_number("the number of elements", static_cast<double>(a.size()), static_cast<double>(size));
  const sp::Array<T> flat = sp::reshape(a, {-1});
  for (std::int64_t begin = 0; begin < size; begin += chunk) {
    const std::vector<T> block = flat(sp::slice(begin, std::min(size, begin + chunk))).to_vector();
    const std::int64_t first = (begin + step - 1) / step * step;
    for (std::int64_t i = first; i < begin + static_cast<std::int64_t>(block.size()); i += step) {
      const double got = static_cast<double>(block[static_cast<std::size_t>(i - begin)]), expected = f(i);
      if (!close(got, expected, tolerance)) return check_number("element " + std::to_string(i), got, expected, tolerance);
    }
  }
  return "";
}

std::string check_number(const std::string& what, double got, double expected, Tolerance tolerance) {
  if (close(got, expected, tolerance)) return "";
  char text[80];
  std::snprintf(text, sizeof(text), " is %.17g, expected %.17g", got, expected);
  return what + text;
}

template sp::Array<double> filled(const sp::Shape&, const std::function<double(std::int64_t)>&);
template sp::Array<float> filled(const sp::Shape&, const std::function<double(std::int64_t)>&);
template sp::Array<std::int32_t> filled(const sp::Shape&, const std::function<double(std::int64_t)>&);
template sp::Array<double> numbers(const sp::Shape&, std::uint64_t);
template sp::Array<float> numbers(const sp::Shape&, std::uint64_t);
template std::string check_elements(const sp::Array<double>&, std::int64_t, const std::function<double(std::int64_t)>&, Tolerance, std::int64_t);
template std::string check_elements(const sp::Array<float>&, std::int64_t, const std::function<double(std::int64_t)>&, Tolerance, std::int64_t);
template std::string check_elements(const sp::Array<std::int64_t>&, std::int64_t, const std::function<double(std::int64_t)>&, Tolerance, std::int64_t);

}  // namespace bench
