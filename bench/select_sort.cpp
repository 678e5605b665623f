#include "check.hpp"
#include "suite.hpp"

#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/index/select.hpp>
#include <spica/ops/sort/sort.hpp>
#include <spica/ops/sort/unique.hpp>

#include <algorithm>
#include <vector>

namespace bench {

namespace sp = spica;

namespace {

using Array = sp::Array<double>;

std::int64_t key(std::int64_t i) { return static_cast<std::int64_t>(number(1, i) * 1e6); }

std::string check_selected(const Array& r, std::int64_t n) {
  std::int64_t count = 0, place = -1;
  for (std::int64_t i = 0; i < n; ++i) count += number(1, i) > 0.5;
  return check_elements(r, count, [&](std::int64_t) {
    do ++place;
    while (!(number(1, place) > 0.5));
    return number(1, place);
  });
}

std::string check_sorted(const Array& r, std::int64_t n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = number(1, static_cast<std::int64_t>(i));
  std::sort(values.begin(), values.end());
  return check_elements(r, n, [&](std::int64_t i) { return values[static_cast<std::size_t>(i)]; });
}

/// Every place once, the elements there ascending, equal ones in their order.
std::string check_order(const sp::Array<std::int64_t>& r, std::int64_t n) {
  if (r.size() != n) return check_number("the number of places", double(r.size()), double(n));
  const std::vector<std::int64_t> places = r.to_vector();
  std::vector<char> seen(places.size(), 0);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const std::int64_t place = places[k];
    if (place < 0 || place >= n || seen[static_cast<std::size_t>(place)]) return "place " + std::to_string(place) + " is none or occurs twice";
    seen[static_cast<std::size_t>(place)] = 1;
    if (k == 0) continue;
    const double before = number(1, places[k - 1]), here = number(1, place);
    if (before > here || (before == here && places[k - 1] > place)) return "element " + std::to_string(k) + " is out of order";
  }
  return "";
}

std::string check_unique(const sp::Unique<std::int32_t>& r, std::int64_t n) {
  std::vector<char> occurs(1000000, 0);
  for (std::int64_t i = 0; i < n; ++i) occurs[static_cast<std::size_t>(key(i))] = 1;
  std::vector<std::int32_t> values;
  std::vector<std::int64_t> rank(occurs.size());
  for (std::size_t k = 0; k < occurs.size(); ++k) {
    rank[k] = static_cast<std::int64_t>(values.size());
    if (occurs[k]) values.push_back(static_cast<std::int32_t>(k));
  }
  if (r.values.to_vector() != values) return "the distinct values differ";
  return check_elements(r.inverse_indices, n, [&](std::int64_t i) { return double(rank[static_cast<std::size_t>(key(i))]); });
}

}  // namespace

void add_select_sort(Suite& suite) {
  suite.add("select_by_mask", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return x[x > 0.5]; }, [n](const Array& r) { return check_selected(r, n); });
  });
  suite.add("sort", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return sp::sort(x); }, [n](const Array& r) { return check_sorted(r, n); });
  });
  suite.add("argsort", [](std::int64_t n) {
    return make_case([x = numbers<double>({n}, 1)] { return sp::argsort(x); },
                     [n](const sp::Array<std::int64_t>& r) { return check_order(r, n); });
  });
  // unique_all also gives first places and counts: the library has no call that makes fewer.
  suite.add("unique_inverse", [](std::int64_t n) {
    return make_case([x = filled<std::int32_t>({n}, [](std::int64_t i) { return double(key(i)); })] { return sp::unique_all(x); },
                     [n](const sp::Unique<std::int32_t>& r) { return check_unique(r, n); });
  });
}

}  // namespace bench
