#include "check.hpp"
#include "suite.hpp"

#include <spica/ops/group/group_by.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <tuple>
#include <vector>

namespace bench {

namespace sp = spica;

namespace {

using Array = sp::Array<double>;
using Key = std::function<double(std::int64_t i, std::int64_t n)>;

constexpr std::int64_t keys = 1096;  // days in three years, as in the article

std::string check_groups(const std::tuple<Array, Array, Array>& r, const Key& key, std::int64_t n) {
  struct Group {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    Sum sum;
    std::int64_t count = 0;
  };
  std::vector<Group> groups(keys);
  for (std::int64_t i = 0; i < n; ++i) {
    Group& group = groups[static_cast<std::size_t>(key(i, n))];
    const double value = number(1, i);
    group.low = std::min(group.low, value);
    group.high = std::max(group.high, value);
    group.sum.add(value);
    ++group.count;
  }
  std::erase_if(groups, [](const Group& group) { return group.count == 0; });
  const std::int64_t size = static_cast<std::int64_t>(groups.size());
  const auto group = [&](std::int64_t i) -> const Group& { return groups[static_cast<std::size_t>(i)]; };
  std::string wrong = check_elements(std::get<0>(r), size, [&](std::int64_t i) { return group(i).low; });
  if (wrong.empty()) wrong = check_elements(std::get<1>(r), size, [&](std::int64_t i) { return group(i).high; });
  if (wrong.empty())
    wrong = check_elements(std::get<2>(r), size, [&](std::int64_t i) { return group(i).sum.value() / double(group(i).count); }, {1e-12});
  return wrong;
}

void add(Suite& suite, const char* work, const Key& key) {
  suite.add(work, [key](std::int64_t n) {
    const auto days = filled<std::int32_t>({n}, [&](std::int64_t i) { return key(i, n); });
    return make_case(
        [days, values = numbers<double>({n}, 1)] { return sp::group_by(days).aggregate(values, sp::agg::min, sp::agg::max, sp::agg::mean); },
        [key, n](const std::tuple<Array, Array, Array>& r) { return check_groups(r, key, n); });
  });
}

}  // namespace

void add_group(Suite& suite) {
  add(suite, "group_sorted", [](std::int64_t i, std::int64_t n) { return double(i * keys / n); });
  add(suite, "group_shuffled", [](std::int64_t i, std::int64_t) { return double(std::int64_t(number(2, i) * double(keys))); });
}

}  // namespace bench
