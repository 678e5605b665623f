// Sorting, selecting and grouping.
#include "ops.hpp"

#include <spica/ops/creation/creation.hpp>
#include <spica/ops/group/group_by.hpp>
#include <spica/ops/index/select.hpp>
#include <spica/ops/sort/sort.hpp>
#include <spica/ops/sort/unique.hpp>

namespace spica::oracle {

namespace {

/// f(array) for what has an order. Spica refuses complex numbers when compiling; a case of them must be an error.
template <class F> Results of_ordered(const char* op, const AnyArray& array, F f) {
  return std::visit(
      [&]<class T>(const Array<T>& a) -> Results {
        if constexpr (ComplexElement<T>) throw DTypeError(std::string(op) + ": complex numbers have no order");
        else return f(a);
      },
      array);
}

template <class T> Array<T> flattened(const Array<T>& a) { return reshape(a, {-1}); }

/// `sort` and `argsort`: a null axis means the flattened array.
template <class Sort> Results along_axis(const char* op, const Call& c, Sort sort) {
  const bool flat = c.is_null("axis");
  const std::int64_t axis = flat ? -1 : c.integer("axis", -1);
  return of_ordered(op, c.array(0), [&](const auto& a) -> Results { return {sort(flat ? flattened(a) : a, axis)}; });
}

Results call_unique(const Call& c) {
  const bool index = c.flag("return_index", false), inverse = c.flag("return_inverse", false), counts = c.flag("return_counts", false);
  return of_ordered("unique", c.array(0), [&](const auto& a) -> Results {
    if (!index && !inverse && !counts) return {unique(a)};
    const auto found = unique_all(a);
    Results results{found.values};
    if (index) results.emplace_back(found.indices);
    if (inverse) results.emplace_back(found.inverse_indices);
    if (counts) results.emplace_back(found.counts);
    return results;
  });
}

Results call_nonzero(const Call& c) {
  return std::visit(
      [](const auto& a) {
        Results results;
        for (const Array<std::int64_t>& places : nonzero(a)) results.emplace_back(places);
        return results;
      },
      c.array(0));
}

Results call_compress(const Call& c) {
  const auto condition = std::get<Array<bool>>(cast_to(c.array(0), DType::bool_));
  return std::visit(
      [&](const auto& a) -> Results {
        if (!c.given("axis")) return {compress(condition, a)};
        return {compress(condition, a, c.integer("axis"))};
      },
      c.array(1));
}

Results call_boolean_mask(const Call& c) {
  const auto mask = std::get<Array<bool>>(c.array(1));
  return std::visit([&](const auto& a) -> Results { return {a[mask]}; }, c.array(0));
}

Results call_group_by(const Call& c) {
  const std::vector<std::string> names = c.strings("aggregates");
  return of_ordered("group_by", c.array(0), [&](const auto& keys) -> Results {
    const auto groups = group_by(keys);
    Results results{groups.keys()};
    for (const std::string& name : names) {
      std::visit(
          [&]<class V>(const Array<V>& values) {
            if (name == "sum") results.emplace_back(groups.sum(values));
            else if (name == "mean") results.emplace_back(groups.mean(values));
            else if (name == "count") results.emplace_back(groups.count());
            else if constexpr (!ComplexElement<V>) {
              if (name == "min") results.emplace_back(groups.min(values));
              else if (name == "max") results.emplace_back(groups.max(values));
              else if (name == "var") results.emplace_back(groups.var(values));
              else throw ValueError("group_by: no aggregate is called " + name);
            } else {
              throw DTypeError("group_by: " + name + " of complex numbers");
            }
          },
          c.array(1));
    }
    return results;
  });
}

}  // namespace

void add_order(Ops& ops) {
  ops["sort"] = [](const Call& c) { return along_axis("sort", c, [](const auto& a, std::int64_t axis) { return sort(a, axis); }); };
  ops["argsort"] = [](const Call& c) { return along_axis("argsort", c, [](const auto& a, std::int64_t axis) { return argsort(a, axis); }); };
  ops["unique"] = call_unique;
  ops["nonzero"] = call_nonzero;
  ops["compress"] = call_compress;
  ops["boolean_mask"] = call_boolean_mask;
  ops["group_by"] = call_group_by;
}

}  // namespace spica::oracle
