// What the tests of linear algebra share.
#pragma once

#include <spica/backends/lapack.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/shape/triangle.hpp>

#include "../support/backends.hpp"
#include "../support/values.hpp"

#include <cmath>
#include <vector>

namespace spica::testing {

/// As for_each_backend; host backends of a build without LAPACK are a visible skip.
template <class F> void for_each_backend_with_lapack(F check) {
  for_each_backend([&](Backend backend) {
    if (backend != Backend::cuda && !detail::host_lapack_built())
      std::printf("[  SKIPPED ] on %s: this build has no LAPACK\n", name(backend));
    else check(backend);
  });
}

/// Full matrices of numbers in [-1, 1) with 3 more on the diagonal, so that none is near a singular one.
template <class T>
Array<T> random_matrices(const Shape& stack, std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
  Numbers numbers(seed);
  Shape shape = stack;
  shape.push_back(rows);
  shape.push_back(columns);
  std::vector<T> values(static_cast<std::size_t>(detail::size_of(shape)));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i) % (rows * columns);
    const double more = place / columns == place % columns ? 3 : 0;
    if constexpr (ComplexElement<T>)
      values[i] = T(static_cast<real_t<T>>(numbers.unit() + more), static_cast<real_t<T>>(numbers.unit()));
    else values[i] = static_cast<T>(numbers.unit() + more);
  }
  return from_host(std::span<const T>(values), shape);
}

/// Every element is at most `tolerance` times the largest expected one (at least 1) away.
template <class T> void expect_close(const Array<T>& got, const std::vector<T>& expected, double tolerance) {
  const auto size = [](T x) {
    if constexpr (ComplexElement<T>) return std::hypot(static_cast<double>(x.real()), static_cast<double>(x.imag()));
    else return std::abs(static_cast<double>(x));
  };
  const std::vector<T> values = got.to_vector();
  ASSERT_EQ(values.size(), expected.size());
  double largest = 1;
  for (const T x : expected) largest = std::max(largest, size(x));
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_LE(size(values[i] - expected[i]), tolerance * largest)
        << "element " << i << ": got " << values[i] << ", expected " << expected[i];
}
template <class T> void expect_close(const Array<T>& got, const Array<T>& expected, double tolerance) {
  ASSERT_EQ(to_string(got.shape()), to_string(expected.shape()));
  expect_close(got, expected.to_vector(), tolerance);
}

}  // namespace spica::testing
