// Hashes of statistics and numerical methods that the case format does not name: a line each.
#include "others.hpp"

#include <spica/ops/linalg/norm.hpp>
#include <spica/ops/numeric/convolve.hpp>
#include <spica/ops/numeric/gradient.hpp>
#include <spica/ops/numeric/interp.hpp>
#include <spica/ops/numeric/trapezoid.hpp>
#include <spica/ops/reduce/nan.hpp>
#include <spica/ops/reduce/variance.hpp>
#include <spica/ops/stats/average.hpp>
#include <spica/ops/stats/quantile.hpp>

namespace spica::hashes {

void add_numeric(std::vector<Entry>& entries) {
  const auto line = [&](const char* name, std::function<void(Hash&, Backend)> run) { entries.push_back({name, std::move(run)}); };

  line("nanvar", [](Hash& hash, Backend b) {
    on_awkward<double>(b, [&](const auto& a) { hash.add(nanvar(a)), hash.add(nanvar(a, axis(0))), hash.add(nanstd(a, axis(-1))); });
  });
  line("nanargmin", [](Hash& hash, Backend b) {
    const auto a = awkward_values<double>({257, 263}, 58, true).to(b);
    hash.add(nanargmin(a)), hash.add(nanargmax(a, axis(0))), hash.add(nanargmin(a, axis(-1)));
  });
  line("nanprod", [](Hash& hash, Backend b) { on_awkward<float>(b, [&](const auto& a) { hash.add(nanprod(a)), hash.add(nanprod(a, axis(0))); }); });
  line("ptp", [](Hash& hash, Backend b) { on_awkward<float>(b, [&](const auto& a) { hash.add(ptp(a)), hash.add(ptp(a, axis(-1))); }); });
  line("average", [](Hash& hash, Backend b) {
    const auto a = awkward_values<float>({257, 263}, 51).to(b);
    const auto weights = awkward_values<double>({257, 263}, 52).to(b);
    hash.add(average(a, axis(0))), hash.add(average(a, all_axes, weights)), hash.add(average(a, axis(-1), weights));
  });
  line("quantile", [](Hash& hash, Backend b) {
    on_awkward<double>(b, [&](const auto& a) {
      hash.add(median(a)), hash.add(nanmedian(a, axis(0))), hash.add(nanquantile(a, {0.1, 0.35, 0.999}, axis(-1))), hash.add(quantile(a, 0.25));
    });
  });
  line("norm", [](Hash& hash, Backend b) {
    on_awkward<double>(b, [&](const auto& a) {
      hash.add(linalg::vector_norm(a)), hash.add(linalg::vector_norm(a, axis(0), KeepDims::no, 1)), hash.add(linalg::vector_norm(a, axis(-1), KeepDims::yes, 3));
    });
    hash.add(linalg::matrix_norm(awkward_values<float>({257, 263}, 53).to(b)));
  });
  line("interp", [](Hash& hash, Backend b) {
    const auto knots = arange<double>(-100, 100, 0.7, b);
    hash.add(interp(awkward_values<double>({100'003}, 54, true).to(b), knots, knots * knots - 3.0, -1.5));
  });
  line("trapezoid", [](Hash& hash, Backend b) {
    on_awkward<double>(b, [&](const auto& a) { hash.add(trapezoid(a)), hash.add(trapezoid(a, 0.3, 0)); });
  });
  line("gradient", [](Hash& hash, Backend b) {
    on_awkward<float>(b, [&](const auto& a) { hash.add(gradient(a, 0.3)), hash.add(gradient(a, 0.7, 0, EdgeOrder::second)); });
    const auto x = arange<double>(0, 4097, 1, b) * 0.1;
    hash.add(gradient(awkward_values<double>({4097}, 55).to(b), eval(x * x)));
  });
  line("convolve", [](Hash& hash, Backend b) {
    const auto a = awkward_values<double>({30'011}, 56).to(b), v = awkward_values<double>({57}, 57).to(b);
    hash.add(convolve(a, v)), hash.add(convolve(a, v, Overlap::same)), hash.add(correlate(a, v));
  });
}

}  // namespace spica::hashes
