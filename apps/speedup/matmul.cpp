// Experiment 2: the product of two matrices of random numbers, uniform in [1, 100).
#include "check.hpp"
#include "experiments.hpp"
#include "peers.hpp"

#include "../format.hpp"

#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/linalg/matmul.hpp>
#include <spica/ops/print/print.hpp>
#include <spica/ops/random/generator.hpp>
#include <spica/ops/random/random_state.hpp>

#include <cmath>
#include <optional>

namespace speedup {

namespace sp = spica;

namespace {

struct Pair {
  sp::Array<double> a, b;
};

/// A is drawn first, then B, as the article does.
Pair draw(const Options& options, std::int64_t n) {
  const sp::Shape shape{n, n};
  Pair pair;
  if (options.random == Random::legacy) {
    sp::random::RandomState state(options.seed);
    pair.a = state.uniform<double>(shape, 1, 100, host_backend());
    pair.b = state.uniform<double>(shape, 1, 100, host_backend());
  } else {
    sp::random::Generator generator(options.seed);
    pair.a = generator.uniform<double>(shape, 1, 100, host_backend());
    pair.b = generator.uniform<double>(shape, 1, 100, host_backend());
  }
  return pair;
}

/// `a` on `backend` as elements of type T: drawn as float64, then converted.
template <class T> sp::Array<T> operand(const sp::Array<double>& a, sp::Backend backend) {
  if constexpr (std::same_as<T, double>) {
    return a.backend() == backend ? a : a.to(backend);
  } else {
    const sp::Array<T> converted = sp::cast<T>(a);
    return converted.backend() == backend ? converted : converted.to(backend);
  }
}

bool is_the_articles(const Options& options, std::int64_t n) {
  return options.random == Random::legacy && options.seed == 0 && n == 10'000;
}

/// The article's digits are one BLAS's roundings; a GPU adds float32 in another order.
double article_tolerance(bool is_double, sp::Backend backend) {
  if (is_double) return 1e-13;
  return backend == sp::Backend::cuda ? 1e-5 : 1e-6;
}

template <class T> Result measure(Session& session, const sp::Array<T>& a, const sp::Array<T>& b, bool print) {
  const sp::Backend backend = a.backend();
  const char* dtype = std::same_as<T, double> ? "float64" : "float32";
  const std::int64_t n = a.shape()[0];
  const std::string label = fmt::format("matmul {} on {}", dtype, sp::name(backend));
  sp::Array<T> product;
  const Timing timing = best_of(
      backend, session.options.effort, session.progress, label, [&] { product = sp::Array<T>(); },
      [&] { product = sp::matmul(a, b); });
  if (session.spoils_results()) product(0, 0) = T(-1);

  Result result{"matmul", "matmul", dtype, n, sp::name(backend), timing.seconds, timing.repeats};
  session.progress.show(label + ": checking");
  result.corner = corner_of(product);
  result.wrong = check_matmul(a, b, product);
  if (result.wrong.empty() && is_the_articles(session.options, n))
    result.wrong =
        check_corner(result.corner, article_corner(dtype), article_tolerance(std::same_as<T, double>, backend));
  result.checked = result.wrong.empty();
  session.progress.clear();
  if (print) {
    const std::int64_t shown = std::min<std::int64_t>(5, n);
    const sp::Array<T> corner = product(sp::slice(0, shown), sp::slice(0, shown));
    fmt::print("matmul on {}: {} x {} {}\n{}\n", sp::name(backend), n, n, dtype, sp::to_string(corner));
  }
  return result;
}

template <class T> void rows(Session& session, const Pair& pair) {
  for (const sp::Backend backend : session.backends()) {
    {
      const sp::Array<T> a = operand<T>(pair.a, backend), b = operand<T>(pair.b, backend);
      session.add(measure(session, a, b, true), [&] { return measure(session, a, b, false); });
    }
    session.release_memory();
  }
}

/// Bytes for an n x n product: on the host the two drawn matrices too.
double bytes_needed(sp::Backend backend, std::int64_t n) {
  const double matrix = static_cast<double>(n) * static_cast<double>(n) * sizeof(double);
  return (backend == sp::Backend::cuda ? 3 : 5) * matrix;
}

/// The n that fits on all backends in use and on the host.
std::int64_t affordable_n(Session& session) {
  std::int64_t n = session.options.matmul_n();
  std::vector<sp::Backend> places = session.backends();
  places.push_back(host_backend());
  for (const sp::Backend backend : places) {
    if (session.options.command != "all") {
      session.require_memory(backend, bytes_needed(backend, n), fmt::format("matmul --n {}", n),
                             "choose a smaller --n");
    } else {
      const double each = bytes_needed(backend, 1);
      const auto elements =
          static_cast<double>(session.shrink(backend, "matmul", n * n, each, fmt::format("n = {}", n)));
      if (elements < static_cast<double>(n) * static_cast<double>(n))
        n = static_cast<std::int64_t>(std::sqrt(elements));
    }
  }
  return n;
}

}  // namespace

void run_matmul(Session& session) {
  session.release_memory();
  const std::int64_t n = affordable_n(session);
  sp::PrintOptions wide = sp::print_options();
  wide.linewidth = 120;  // a row of the corner in a line
  sp::set_print_options(wide);
  {
    session.progress.show("matmul: random numbers");
    const Pair pair = draw(session.options, n);
    for (const std::string& dtype : session.options.dtypes) {
      if (dtype == "float64") rows<double>(session, pair);
      else rows<float>(session, pair);
    }
  }
  session.release_memory();
  ask_peers(session, "matmul",
            {{"n", n},
             {"dtypes", session.options.dtypes},
             {"seed", session.options.seed},
             {"random", session.options.random == Random::legacy ? "legacy" : "philox"}});
}

}  // namespace speedup
