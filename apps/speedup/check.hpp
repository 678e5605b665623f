// Results against independent values: computed on the host by plain loops, without any op of Spica but the copy. Each
// check returns an empty text if all is well, else a sentence with the first wrong value.
#pragma once

#include "result.hpp"

#include <spica/core/array.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace speedup {

/// Every element equals `expected`.
std::string check_constant(const spica::Array<double>& a, double expected);

/// Every element of `r` is sqrt(x*x + y*y)*0.5 + 1, to 4 units in the last place.
std::string check_fused(const spica::Array<double>& x, const spica::Array<double>& y, const spica::Array<double>& r);

/// `c` is `a` times `b`, n x n, elements positive: the sum of every row, and the elements of the top-left corner and of
/// the other corners by dot products in long double, to the error bound n * eps of a product with positive terms.
template <class T>
std::string check_matmul(const spica::Array<T>& a, const spica::Array<T>& b, const spica::Array<T>& c);

/// Figures of the readings, by day.
struct DailyUsage {
  std::vector<std::int32_t> days;  ///< since 1970-01-01, ascending
  std::vector<double> min, max, mean;
  std::vector<std::int64_t> count;
};

/// The figures by a plain loop over all readings, the sums in long double. `days` and `usage` are of one length.
DailyUsage usage_by_day(const std::vector<std::int32_t>& days, const std::vector<double>& usage);

/// Days, counts, minima and maxima are equal; means agree to 1e-12 of the largest magnitude of that day.
std::string check_usage(const DailyUsage& got, const DailyUsage& expected);

/// Corners of the same product from elsewhere agree to `relative`.
std::string check_corner(const Corner& corner, const Corner& expected, double relative);

/// The article's corner for n = 10000, RandomState(0) (shared with the test); "float64" or "float32".
const Corner& article_corner(const std::string& dtype);

/// The top-left 5 x 5 elements (fewer of a smaller matrix).
template <class T> Corner corner_of(const spica::Array<T>& c);

}  // namespace speedup
