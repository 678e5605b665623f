#include "check.hpp"

#include "../format.hpp"

#include <spica/ops/elementwise/assign.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace speedup {

namespace sp = spica;

namespace {

constexpr std::int64_t chunk = std::int64_t(1) << 20;  // elements copied to the host at a time

bool close(double got, double expected, double relative) {
  return std::abs(got - expected) <= relative * std::abs(expected);  // false for NaN
}

std::string differs(const std::string& what, double got, double expected) {
  return fmt::format("{} is {:.17g}, expected {:.17g}", what, got, expected);
}

template <class T> long double dot(const std::vector<T>& a, const std::vector<T>& b) {
  long double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += static_cast<long double>(a[k]) * static_cast<long double>(b[k]);
  return sum;
}

/// f(row number, elements) for every row, on the host.
template <class T, class F> void for_each_row(const sp::Array<T>& a, const F& f) {
  const std::int64_t rows = a.shape()[0], columns = a.shape()[1], step = std::max<std::int64_t>(1, chunk / columns);
  for (std::int64_t begin = 0; begin < rows; begin += step) {
    const std::int64_t end = std::min(rows, begin + step);
    const std::vector<T> block = a(sp::slice(begin, end)).to_vector();
    for (std::int64_t row = begin; row < end; ++row) f(row, block.data() + (row - begin) * columns);
  }
}

/// matrix times vector
template <class T> std::vector<double> times(const sp::Array<T>& a, const std::vector<double>& x) {
  std::vector<double> y(static_cast<std::size_t>(a.shape()[0]));
  for_each_row(a, [&](std::int64_t row, const T* elements) {
    double sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k) sum += static_cast<double>(elements[k]) * x[k];
    y[static_cast<std::size_t>(row)] = sum;
  });
  return y;
}

}  // namespace

std::string check_constant(const sp::Array<double>& a, double expected) {
  for (std::int64_t begin = 0; begin < a.size(); begin += chunk) {
    const std::vector<double> block = a(sp::slice(begin, std::min(a.size(), begin + chunk))).to_vector();
    const auto bad = std::find_if(block.begin(), block.end(), [&](double value) { return !(value == expected); });
    if (bad != block.end()) return differs(fmt::format("element {}", begin + (bad - block.begin())), *bad, expected);
  }
  return "";
}

std::string check_fused(const sp::Array<double>& x, const sp::Array<double>& y, const sp::Array<double>& r) {
  for (std::int64_t begin = 0; begin < r.size(); begin += chunk) {
    const sp::Index part = sp::slice(begin, std::min(r.size(), begin + chunk));
    const std::vector<double> hx = x(part).to_vector(), hy = y(part).to_vector(), hr = r(part).to_vector();
    for (std::size_t i = 0; i < hr.size(); ++i) {
      const double expected = std::sqrt(hx[i] * hx[i] + hy[i] * hy[i]) * 0.5 + 1;
      if (!close(hr[i], expected, 4 * std::numeric_limits<double>::epsilon()))
        return differs(fmt::format("element {}", begin + static_cast<std::int64_t>(i)), hr[i], expected);
    }
  }
  return "";
}

template <class T> std::string check_matmul(const sp::Array<T>& a, const sp::Array<T>& b, const sp::Array<T>& c) {
  const std::int64_t n = c.shape()[0];
  const double bound = static_cast<double>(n) * static_cast<double>(std::numeric_limits<T>::epsilon());

  // Rows: c * (1, …, 1) = a * (b * (1, …, 1)), n * n operations instead of n * n * n.
  const std::vector<double> ones(static_cast<std::size_t>(n), 1.0), got = times(c, ones),
                                                                    expected = times(a, times(b, ones));
  for (std::size_t row = 0; row < got.size(); ++row)
    if (!close(got[row], expected[row], bound + static_cast<double>(n) * 4 * std::numeric_limits<double>::epsilon()))
      return differs(fmt::format("the sum of row {}", row), got[row], expected[row]);

  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < std::min<std::int64_t>(n, 5); ++i) places.push_back(i);
  if (n > 5) places.push_back(n - 1);
  std::vector<std::vector<T>> columns;
  for (const std::int64_t j : places) columns.push_back(b(sp::all, j).to_vector());
  for (const std::int64_t i : places) {
    const std::vector<T> row = a(i, sp::all).to_vector(), result = c(i, sp::all).to_vector();
    for (std::size_t k = 0; k < places.size(); ++k) {
      const double element = static_cast<double>(result[static_cast<std::size_t>(places[k])]);
      const double exact = static_cast<double>(dot(row, columns[k]));
      if (!close(element, exact, bound)) return differs(fmt::format("element ({}, {})", i, places[k]), element, exact);
    }
  }
  return "";
}

DailyUsage usage_by_day(const std::vector<std::int32_t>& days, const std::vector<double>& usage) {
  struct Day {
    double min = std::numeric_limits<double>::infinity(), max = -min;
    long double sum = 0;
    std::int64_t count = 0;
    bool nan = false;
    Day() {}  // nvcc makes an implicit one for the device too, which has no long double
  };
  std::map<std::int32_t, Day> by_day;
  Day* day = nullptr;
  for (std::size_t row = 0; row < days.size(); ++row) {
    if (row == 0 || days[row] != days[row - 1]) day = &by_day[days[row]];  // readings of a day are often in a run
    const double value = usage[row];
    if (value < day->min) day->min = value;
    if (value > day->max) day->max = value;
    day->nan |= value != value;
    day->sum += static_cast<long double>(value);
    ++day->count;
  }
  DailyUsage result;
  for (const auto& [number, figures] : by_day) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    result.days.push_back(number);
    result.min.push_back(figures.nan ? nan : figures.min);
    result.max.push_back(figures.nan ? nan : figures.max);
    result.mean.push_back(static_cast<double>(figures.sum / static_cast<long double>(figures.count)));
    result.count.push_back(figures.count);
  }
  return result;
}

std::string check_usage(const DailyUsage& got, const DailyUsage& expected) {
  if (got.days.size() != expected.days.size())
    return fmt::format("{} days, expected {}", got.days.size(), expected.days.size());
  const std::size_t size = got.days.size();
  for (const std::size_t other : {got.min.size(), got.max.size(), got.mean.size(), got.count.size()})
    if (other != size) return fmt::format("{} figures for {} days", other, size);
  const auto same = [](double a, double b) { return a == b || (a != a && b != b); };
  for (std::size_t i = 0; i < size; ++i) {
    const auto what = [&](const char* figure) {
      return fmt::format("{} of day {} ({} days after 1970-01-01)", figure, i, expected.days[i]);
    };
    if (got.days[i] != expected.days[i]) return differs(fmt::format("day {}", i), got.days[i], expected.days[i]);
    if (got.count[i] != expected.count[i])
      return fmt::format("{} is {}, expected {}", what("the count"), got.count[i], expected.count[i]);
    if (!same(got.min[i], expected.min[i])) return differs(what("the minimum"), got.min[i], expected.min[i]);
    if (!same(got.max[i], expected.max[i])) return differs(what("the maximum"), got.max[i], expected.max[i]);
    const double bound = 1e-12 * std::max(std::abs(expected.min[i]), std::abs(expected.max[i]));
    if (!(std::abs(got.mean[i] - expected.mean[i]) <= bound) && !same(got.mean[i], expected.mean[i]))
      return differs(what("the mean"), got.mean[i], expected.mean[i]);
  }
  return "";
}

std::string check_corner(const Corner& corner, const Corner& expected, double relative) {
  if (corner.size() != expected.size())
    return fmt::format("the corner has {} rows, expected {}", corner.size(), expected.size());
  for (std::size_t i = 0; i < corner.size(); ++i) {
    if (corner[i].size() != expected[i].size())
      return fmt::format("row {} of the corner has {} elements", i, corner[i].size());
    for (std::size_t j = 0; j < corner[i].size(); ++j)
      if (!close(corner[i][j], expected[i][j], relative))
        return differs(fmt::format("element ({}, {})", i, j), corner[i][j], expected[i][j]);
  }
  return "";
}

const Corner& article_corner(const std::string& dtype) {
  static const Corner float64 = {
      {25461282.56020853, 25168348.08695598, 25212522.35402665, 25303307.69696668, 25277886.16204746},
      {25114760.67252064, 25197555.19361381, 25340074.95867983, 25341847.41707999, 25373123.1113671},
      {25381820.17590097, 25326519.29503381, 25438611.20780989, 25596935.44312112, 25538595.65174283},
      {25317284.31091545, 25223539.66363661, 25272235.85780019, 25551426.21236818, 25467989.425944},
      {25327294.06390036, 25527840.32567072, 25499601.14864586, 25657214.623082, 25527855.25691375}};
  static const Corner float32 = {{25461280, 25168348, 25212528, 25303310, 25277886},
                                 {25114762, 25197556, 25340074, 25341846, 25373122},
                                 {25381818, 25326516, 25438612, 25596934, 25538596},
                                 {25317284, 25223536, 25272240, 25551426, 25467992},
                                 {25327292, 25527844, 25499604, 25657220, 25527856}};
  return dtype == "float32" ? float32 : float64;
}

template <class T> Corner corner_of(const sp::Array<T>& c) {
  const std::int64_t rows = std::min<std::int64_t>(5, c.shape()[0]), columns = std::min<std::int64_t>(5, c.shape()[1]);
  const std::vector<T> values = c(sp::slice(0, rows), sp::slice(0, columns)).to_vector();
  Corner corner;
  for (std::int64_t i = 0; i < rows; ++i)
    corner.emplace_back(values.begin() + i * columns, values.begin() + (i + 1) * columns);
  return corner;
}

template std::string check_matmul(const sp::Array<double>&, const sp::Array<double>&, const sp::Array<double>&);
template std::string check_matmul(const sp::Array<float>&, const sp::Array<float>&, const sp::Array<float>&);
template Corner corner_of(const sp::Array<double>&);
template Corner corner_of(const sp::Array<float>&);

}  // namespace speedup
