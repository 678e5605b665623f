// Orders and samples of Generator.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/random/distributions.hpp>
#include <spica/ops/random/generator.hpp>
#include <spica/ops/reduce/any_all.hpp>
#include <spica/ops/reduce/sum.hpp>
#include <spica/ops/scan/scan.hpp>
#include <spica/ops/search/searchsorted.hpp>
#include <spica/ops/sort/sort.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace spica::random {
namespace {

/// One integer in [0, largest], with the words that NumPy takes for it.
std::int64_t bounded(PhiloxStream& stream, std::int64_t largest) {
  const auto range = static_cast<std::uint64_t>(largest);
  const auto draw = [&](const auto& distribution, auto next) {
    std::uint64_t word = next();
    while (!distribution.accepts(word)) { word = next(); }
    return distribution(word);
  };
  if (range == 0) { return 0; }
  if (range <= 0xffffffff) {
    return draw(BoundedInteger<std::int64_t, 32>(0, range), [&] {
      const std::uint32_t word = stream.word32(0);
      stream.skip32(1);
      return static_cast<std::uint64_t>(word);
    });
  }
  return draw(BoundedInteger<std::int64_t, 64>(0, range), [&] {
    const std::uint64_t word = stream.word64(0);
    stream.skip64(1);
    return word;
  });
}

/// `count` different integers below n in random order: Floyd's sample, then Fisher and Yates.
std::vector<std::int64_t> floyd_sample(PhiloxStream& stream, std::int64_t n, std::int64_t count) {
  std::vector<std::int64_t> sample;
  std::unordered_set<std::int64_t> taken;
  sample.reserve(static_cast<std::size_t>(count));
  taken.reserve(static_cast<std::size_t>(count));
  for (std::int64_t j = n - count; j < n; ++j) {
    const std::int64_t value = bounded(stream, j);
    sample.push_back(taken.insert(value).second ? value : j);
    taken.insert(sample.back());
  }
  for (std::int64_t i = count - 1; i > 0; --i) {
    std::swap(sample[static_cast<std::size_t>(i)], sample[static_cast<std::size_t>(bounded(stream, i))]);
  }
  return sample;
}

void check_probabilities(const Array<double>& p, std::int64_t n, Backend backend) {
  spica::detail::check_same_backend("choice", p.backend(), backend);
  if (p.rank() != 1 || p.size() != n) {
    throw ValueError("choice: p must have shape (" + std::to_string(n) +
                     ",), one probability for each, but has shape " + to_string(p.shape()));
  }
  const double total = sum(p).item();
  if (std::isnan(total) || any(p < 0).item()) { throw ValueError("choice: p has a negative element or a NaN"); }
  if (!(std::fabs(total - 1) <= 1.4901161193847656e-8)) {  // sqrt(2^-52), as in NumPy
    throw ValueError("choice: the probabilities add up to " + detail::number_text(total) +
                     ", not 1; divide p by its sum");
  }
}

}  // namespace

Array<std::int64_t> Generator::permutation(std::int64_t n, Backend backend) {
  const auto words =
      integers<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max(), {n}, Endpoint::included, backend);
  return argsort(words);
}

Array<std::int64_t> Generator::choice(std::int64_t n, const Shape& shape, bool replace,
                                      const std::optional<Array<double>>& p, Backend backend) {
  const std::int64_t count = spica::detail::checked_size("choice", shape);
  if (n <= 0 && count > 0) {
    throw ValueError("choice: nothing to choose from, n is " + std::to_string(n) + " and " + std::to_string(count) +
                     " are wanted");
  }
  if (!replace && count > n) {
    throw ValueError("choice: " + std::to_string(count) + " of " + std::to_string(n) +
                     " cannot be taken without replacement");
  }
  if (p) { check_probabilities(*p, n, backend); }
  if (count == 0) { return empty<std::int64_t>(shape, backend); }
  if (replace) {
    if (!p) { return integers<std::int64_t>(0, n, shape, Endpoint::excluded, backend); }
    const Array<double> totals = cumsum(*p);
    const Array<double> steps = totals / totals(slice(n - 1, none));
    return searchsorted(steps, random(shape, backend), Side::right);
  }
  if (!p && (n <= 10000 || count <= n / 50)) {
    const std::vector<std::int64_t> sample = floyd_sample(stream_, n, count);
    return from_host(sample, shape, backend);
  }
  Array<std::int64_t> order;
  if (p) {
    const std::int64_t possible = count_nonzero(*p).item();
    if (possible < count) {
      throw ValueError("choice: " + std::to_string(count) + " are wanted without replacement, but only " +
                       std::to_string(possible) + " have a positive p");
    }
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Array<double> times = standard_exponential({n}, backend);
    // Whoever has no probability comes last, also behind a time that overflows.
    order = argsort(where(*p > 0, minimum(times / *p, std::numeric_limits<double>::max()), infinity));
  } else {
    order = permutation(n, backend);
  }
  return reshape(copy(order(slice(0, count))), shape);
}

}  // namespace spica::random
