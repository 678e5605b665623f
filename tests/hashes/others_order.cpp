// Hashes of operations that sort, search and group and that the case format does not name: a line each.
#include "others.hpp"

#include <spica/ops/group/group_by.hpp>
#include <spica/ops/sort/sets.hpp>
#include <spica/ops/sort/sort.hpp>

namespace spica::hashes {

void add_order(std::vector<Entry>& entries) {
  const auto line = [&](const char* name, std::function<void(Hash&, Backend)> run) { entries.push_back({name, std::move(run)}); };

  line("partition", [](Hash& hash, Backend b) { on_awkward<double>(b, [&](const auto& a) { hash.add(partition(a, 31)), hash.add(argpartition(a, 31)); }); });
  line("top_k", [](Hash& hash, Backend b) {
    on_awkward<double>(b, [&](const auto& a) {
      const auto top = top_k(a, 31);
      hash.add(top.values), hash.add(top.places);
    });
  });
  line("sets", [](Hash& hash, Backend b) {
    const auto x = places({100'003}, 5000, b), y = places({30'011}, 7000, b);
    hash.add(isin(x, y)), hash.add(union1d(x, y)), hash.add(intersect1d(x, y)), hash.add(setdiff1d(y, x)), hash.add(setxor1d(x, y));
  });
  line("group_by of several", [](Hash& hash, Backend b) {
    const auto groups = group_by(places({100'003}, 97, b));
    const auto values = awkward_values<float>({100'003}, 47).to(b);
    hash.add(groups.std(values)), hash.add(groups.first(values)), hash.add(groups.last(values)), hash.add(groups.argmin(values));
  });
}

}  // namespace spica::hashes
