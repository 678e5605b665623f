#include "check.hpp"
#include "suite.hpp"

#include <spica/ops/linalg/matmul.hpp>

#include <algorithm>
#include <limits>
#include <vector>

namespace bench {

namespace sp = spica;

namespace {

/// Products of matrices with positive elements: `count` of n x n, out of numbers 1 and 2 as T. Some elements of every checked matrix by
/// a dot product, and the sums of its rows, to the error bound of a product.
template <class T> std::string check_product(const sp::Array<T>& r, std::int64_t count, std::int64_t n) {
  const std::int64_t matrix = n * n, matrix_step = std::max<std::int64_t>(1, count / 16);
  const Tolerance bound{static_cast<double>(2 * n) * static_cast<double>(std::numeric_limits<T>::epsilon())};
  const sp::Array<T> flat = sp::reshape(r, {count, matrix});
  for (std::int64_t which = 0; which < count; which += matrix_step) {
    const auto element = [&](int sequence, std::int64_t i, std::int64_t j) {
      return static_cast<double>(static_cast<T>(number(static_cast<std::uint64_t>(sequence), which * matrix + i * n + j)));
    };
    std::vector<double> row_sums(static_cast<std::size_t>(n));
    for (std::int64_t k = 0; k < n; ++k)
      for (std::int64_t j = 0; j < n; ++j) row_sums[static_cast<std::size_t>(k)] += element(2, k, j);
    const std::vector<T> values = flat(which).to_vector();
    for (std::int64_t i = 0; i < n; ++i) {
      double expected = 0, got = 0;
      for (std::int64_t k = 0; k < n; ++k) {
        expected += element(1, i, k) * row_sums[static_cast<std::size_t>(k)];
        got += static_cast<double>(values[static_cast<std::size_t>(i * n + k)]);
      }
      std::string wrong = check_number("the sum of row " + std::to_string(i), got, expected, bound);
      if (!wrong.empty()) return wrong;
    }
    for (const std::int64_t i : {std::int64_t(0), n / 2, n - 1}) {
      const std::int64_t j = n - 1 - i / 2;
      double expected = 0;
      for (std::int64_t k = 0; k < n; ++k) expected += element(1, i, k) * element(2, k, j);
      std::string wrong = check_number("element (" + std::to_string(i) + ", " + std::to_string(j) + ")",
                                       static_cast<double>(values[static_cast<std::size_t>(i * n + j)]), expected, bound);
      if (!wrong.empty()) return wrong;
    }
  }
  return "";
}

template <class T> Case product(const sp::Shape& shape, std::int64_t count, std::int64_t n) {
  return make_case([a = numbers<T>(shape, 1), b = numbers<T>(shape, 2)] { return sp::matmul(a, b); },
                   [count, n](const sp::Array<T>& r) { return check_product(r, count, n); });
}

}  // namespace

void add_linalg(Suite& suite) {
  suite.add("matmul", [](std::int64_t n) { return product<double>({n, n}, 1, n); });
  suite.add("matmul_float32", [](std::int64_t n) { return product<float>({n, n}, 1, n); });
  suite.add("matmul_256", [](std::int64_t n) { return product<double>({n, n}, 1, n); });
  suite.add("matmul_batch", [](std::int64_t n) { return product<double>({n, 64, 64}, n, 64); });
}

}  // namespace bench
