// Hashes of operations that the case format does not name: a line each.
#include "others.hpp"

#include <spica/ops/elementwise/close.hpp>
#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/elementwise/helpers.hpp>
#include <spica/ops/index/take.hpp>
#include <spica/ops/random/generator.hpp>
#include <spica/ops/random/random_state.hpp>
#include <spica/ops/reduce/reduce.hpp>
#include <spica/ops/scan/scan.hpp>
#include <spica/ops/sort/sort.hpp>

namespace spica::hashes {

namespace {

struct Halved {
  KOKKOS_FUNCTION double operator()(double x) const { return x * 0.5 + 1; }
};
struct Larger {
  KOKKOS_FUNCTION double operator()(double x, double y) const { return x < y ? y : x; }
};

}  // namespace

void add_others(std::vector<Entry>& entries) {
  const auto line = [&](const char* name, std::function<void(Hash&, Backend)> run) { entries.push_back({name, std::move(run)}); };
  add_order(entries);
  add_numeric(entries);

  line("cast", [](Hash& hash, Backend b) {
    on_awkward<double>(b, [&](const auto& a) {
      hash.add(eval(cast<std::int32_t>(a)));
      hash.add(eval(cast<std::uint8_t>(a)));
      hash.add(eval(cast<float>(a)));
      hash.add(eval(cast<float16>(a)));
      hash.add(eval(cast<bfloat16>(a)));
    });
    on_awkward<std::int64_t>(b, [&](const auto& a) { hash.add(eval(cast<float>(a))); });
  });
  line("isclose", [](Hash& hash, Backend b) {
    on_awkward<double>(b, [&](const auto& a) { hash.add(eval(isclose(a, a * 1.00001))), hash.add(eval(isclose(a, 0.0))); });
  });
  line("nan_to_num and other helpers", [](Hash& hash, Backend b) {
    const auto each = [&](const auto& a) {
      hash.add(eval(nan_to_num(a))), hash.add(eval(heaviside(a, a))), hash.add(eval(sinc(a)));
      hash.add(eval(deg2rad(a))), hash.add(eval(rad2deg(a))), hash.add(eval(isposinf(a))), hash.add(eval(isneginf(a)));
    };
    on_awkward<double>(b, each), on_awkward<float>(b, each);
  });
  line("map", [](Hash& hash, Backend b) { on_awkward<double>(b, [&](const auto& a) { hash.add(eval(map(Halved{}, a))); }); });
  line("reduce", [](Hash& hash, Backend b) {
    on_awkward<double>(b, [&](const auto& a) {
      hash.add(reduce(Larger{}, 0.0, abs(a)));
      hash.add(reduce(Larger{}, 0.0, a * a, axis(0)));
    });
  });
  line("cummax", [](Hash& hash, Backend b) { on_awkward<float>(b, [&](const auto& a) { hash.add(cummax(a)), hash.add(cummax(a, 0)); }); });
  line("cummin", [](Hash& hash, Backend b) { on_awkward<double>(b, [&](const auto& a) { hash.add(cummin(a)), hash.add(cummin(a, -1)); }); });
  line("take_along_axis", [](Hash& hash, Backend b) {
    hash.add(take_along_axis(awkward_values<double>({257, 263}, 44, true).to(b), places({257, 31}, 263, b), 1));
  });
  line("put", [](Hash& hash, Backend b) {
    Array<float> a = awkward_values<float>({100'003}, 45).to(b);
    put(a, places({30'011}, 100'003, b), awkward_values<float>({30'011}, 46).to(b));  // equal places among them: the last wins
    hash.add(a);
  });
  line("put_along_axis", [](Hash& hash, Backend b) {
    Array<double> a = awkward_values<double>({257, 263}, 48).to(b);
    put_along_axis(a, argsort(a, 1), awkward_values<double>({257, 263}, 49).to(b), 1);
    hash.add(a);
  });
  line("random.Generator", [](Hash& hash, Backend b) {
    random::Generator generator(7);
    hash.add(generator.random({100'003}, b)), hash.add(generator.random<float>({100'003}, b));
    hash.add(generator.uniform({100'003}, -1, 5, b)), hash.add(generator.uniform<float>({100'003}, 1, 100, b));
    hash.add(generator.integers(0, 1000, {100'003}, random::Endpoint::excluded, b));
    hash.add(generator.integers<std::int8_t>(-3, 100, {100'003}, random::Endpoint::included, b));
  });
  line("random.distributions", [](Hash& hash, Backend b) {
    random::Generator generator(8);
    hash.add(generator.standard_normal({100'003}, b)), hash.add(generator.normal<float>({100'003}, 1, 3, b));
    hash.add(generator.lognormal({10'007}, 0, 1, b)), hash.add(generator.standard_exponential({100'003}, b));
    hash.add(generator.standard_gamma(2.5, {30'011}, b)), hash.add(generator.poisson({30'011}, 17.5, b));
    hash.add(generator.permutation(30'011, b));
  });
  line("random.RandomState", [](Hash& hash, Backend b) {
    random::RandomState state(0);
    hash.add(state.random_sample({100'003}, b)), hash.add(state.uniform({10'007}, 1, 100, b));
  });
}

}  // namespace spica::hashes
