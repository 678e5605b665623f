// Calculations as people write them: several operations, with arrays between where a formula alone will not do.
#include "check.hpp"
#include "suite.hpp"

#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/linalg/matmul.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace bench {

namespace sp = spica;

namespace {

using Array = sp::Array<double>;
using sp::all;
using sp::newaxis;

double number_between(std::uint64_t sequence, std::int64_t i, double low, double high) { return low + (high - low) * number(sequence, i); }

// ---- Black-Scholes -----------------------------------------------------------------------------------------------------

constexpr double rate = 0.02, volatility = 0.3;

double price(std::int64_t i) { return number_between(1, i, 50, 150); }
double strike(std::int64_t i) { return number_between(2, i, 50, 150); }
double years(std::int64_t i) { return number_between(3, i, 0.1, 2); }

/// The normal distribution function to 7.5e-8. Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17.
/// Three kernels: as one formula, with 1 / (1 + …) standing in it ten times, nvcc does not get through it in ten minutes.
Array normal_distribution(const Array& d) {
  const Array t = 1 / (1 + 0.2316419 * sp::abs(d));
  const auto polynomial = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const Array upper = 0.3989422804014327 * sp::exp(-0.5 * d * d) * polynomial;
  return sp::where(d > 0, 1 - upper, upper);
}

Array call_price(const Array& s, const Array& k, const Array& t) {
  const Array d1 = (sp::log(s / k) + (rate + 0.5 * volatility * volatility) * t) / (volatility * sp::sqrt(t));
  const Array d2 = d1 - volatility * sp::sqrt(t);
  return s * normal_distribution(d1) - k * sp::exp(-rate * t) * normal_distribution(d2);
}

/// The same by the C library's error function, hence the tolerance of the check.
double exact_call_price(std::int64_t i) {
  const double s = price(i), k = strike(i), t = years(i), spread = volatility * std::sqrt(t);
  const double d1 = (std::log(s / k) + (rate + 0.5 * volatility * volatility) * t) / spread, d2 = d1 - spread;
  const auto distribution = [](double d) { return 0.5 * std::erfc(-d * std::sqrt(0.5)); };
  return s * distribution(d1) - k * std::exp(-rate * t) * distribution(d2);
}

// ---- N bodies ----------------------------------------------------------------------------------------------------------

constexpr double time_step = 0.01, softening = 0.01;

/// Places and velocities by axis.
struct Bodies {
  std::array<Array, 3> place, velocity;
};

Bodies step(const Bodies& now, const Array& mass) {
  const auto from_to = [&](std::size_t axis) { return now.place[axis](newaxis, all) - now.place[axis](all, newaxis); };
  const auto dx = from_to(0), dy = from_to(1), dz = from_to(2);
  const Array squares = dx * dx + dy * dy + dz * dz + softening;
  const Array pull = mass(newaxis, all) / (squares * sp::sqrt(squares));
  Bodies next;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    next.velocity[axis] = now.velocity[axis] + time_step * sp::sum(from_to(axis) * pull, sp::axis(1));
    next.place[axis] = now.place[axis] + time_step * next.velocity[axis];
  }
  return next;
}

std::string check_bodies(const Bodies& r, std::int64_t n) {
  const std::int64_t every = std::max<std::int64_t>(1, n / 64);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto place = [](std::size_t along, std::int64_t i) { return number(1 + along, i); };
    const auto velocity = [&](std::int64_t i) {
      double sum = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        double square = softening;
        for (std::size_t along = 0; along < 3; ++along) square += std::pow(place(along, j) - place(along, i), 2);
        sum += (place(axis, j) - place(axis, i)) * number(4, j) / std::pow(square, 1.5);
      }
      return time_step * sum;
    };
    const Tolerance tolerance{1e-11, 1e-11 * static_cast<double>(n)};  // terms of either sign, up to 1 / softening
    std::string wrong = check_elements(r.velocity[axis], n, velocity, tolerance, every);
    if (wrong.empty())
      wrong = check_elements(r.place[axis], n, [&](std::int64_t i) { return place(axis, i) + time_step * velocity(i); }, tolerance, every);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

// ---- softmax -----------------------------------------------------------------------------------------------------------

Array softmax(const Array& m) {
  const Array e = sp::exp(m - sp::max(m, sp::axis(1), sp::keepdims));
  return e / sp::sum(e, sp::axis(1), sp::keepdims);
}

std::string check_softmax(const Array& r, std::int64_t n) {
  double sum = 0;
  return check_elements(r, n * n, [&](std::int64_t i) {
    if (i % n == 0) {
      sum = 0;
      for (std::int64_t j = 0; j < n; ++j) sum += std::exp(number(1, i + j));
    }
    return std::exp(number(1, i)) / sum;
  }, {1e-12});
}

// ---- distances ---------------------------------------------------------------------------------------------------------

constexpr std::int64_t dimensions = 16;

Array distances(const Array& points) {
  const Array squares = sp::sum(points * points, sp::axis(1));
  const Array products = sp::matmul(points, sp::transpose(points));
  return sp::sqrt(sp::maximum(squares(all, newaxis) + squares(newaxis, all) - 2 * products, 0));
}

double exact_distance(std::int64_t i, std::int64_t j) {
  double sum = 0;
  for (std::int64_t k = 0; k < dimensions; ++k) sum += std::pow(number(1, i * dimensions + k) - number(1, j * dimensions + k), 2);
  return std::sqrt(sum);
}

// ---- logistic regression -----------------------------------------------------------------------------------------------

constexpr std::int64_t features = 32;

double weight(std::int64_t k) { return number_between(3, k, -1, 1); }

Array better_weights(const Array& x, const Array& labels, const Array& w) {
  const Array error = 1 / (1 + sp::exp(-sp::matmul(x, w))) - labels;
  return w - 0.1 / static_cast<double>(x.length()) * sp::matmul(sp::transpose(x), error);
}

std::string check_weights(const Array& r, std::int64_t n) {
  std::vector<double> gradient(features);
  for (std::int64_t i = 0; i < n; ++i) {
    double score = 0;
    for (std::int64_t k = 0; k < features; ++k) score += number(1, i * features + k) * weight(k);
    const double error = 1 / (1 + std::exp(-score)) - double(number(2, i) > 0.5);
    for (std::int64_t k = 0; k < features; ++k) gradient[static_cast<std::size_t>(k)] += error * number(1, i * features + k);
  }
  return check_elements(r, features, [&](std::int64_t k) { return weight(k) - 0.1 / double(n) * gradient[static_cast<std::size_t>(k)]; },
                        {1e-11, 1e-12});
}

// ---- power iteration ---------------------------------------------------------------------------------------------------

constexpr int steps = 10;

Array iterate(const Array& m, Array v) {
  for (int i = 0; i < steps; ++i) {
    const Array w = sp::matmul(m, v);
    v = w / sp::sqrt(sp::sum(w * w));
  }
  return v;
}

std::string check_iterated(const Array& r, std::int64_t n) {
  const std::size_t size = static_cast<std::size_t>(n);
  std::vector<double> m(size * size), v(size, 1), w(size);
  for (std::size_t i = 0; i < m.size(); ++i) m[i] = number(1, static_cast<std::int64_t>(i));
  for (int step = 0; step < steps; ++step) {
    double square = 0;
    for (std::size_t i = 0; i < size; ++i) {
      w[i] = 0;
      for (std::size_t j = 0; j < size; ++j) w[i] += m[i * size + j] * v[j];
      square += w[i] * w[i];
    }
    for (std::size_t i = 0; i < size; ++i) v[i] = w[i] / std::sqrt(square);
  }
  return check_elements(r, n, [&](std::int64_t i) { return v[static_cast<std::size_t>(i)]; }, {1e-10});
}

}  // namespace

void add_compositions(Suite& suite) {
  suite.add("black_scholes", [](std::int64_t n) {
    const Array s = filled<double>({n}, price), k = filled<double>({n}, strike), t = filled<double>({n}, years);
    return make_case([s, k, t] { return call_price(s, k, t); },
                     [n](const Array& r) { return check_elements(r, n, exact_call_price, {0, 3e-5}); });  // 7.5e-8 of 2 * 150
  });
  suite.add("nbody_step", [](std::int64_t n) {
    Bodies bodies;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      bodies.place[axis] = numbers<double>({n}, 1 + axis);
      bodies.velocity[axis] = filled<double>({n}, [](std::int64_t) { return 0; });
    }
    return make_case([bodies, mass = numbers<double>({n}, 4)] { return step(bodies, mass); },
                     [n](const Bodies& r) { return check_bodies(r, n); });
  });
  suite.add("heat_step", [](std::int64_t n) {
    const auto now = numbers<double>({n, n}, 1), next = numbers<double>({n, n}, 1);  // the edge stays as it is
    const auto compute = [now, next] {
      const sp::Index inner = sp::slice(1, -1), before = sp::slice(0, -2), behind = sp::slice(2, sp::none);
      next(inner, inner) = now(inner, inner) + 0.1 * (now(before, inner) + now(behind, inner) + now(inner, before) + now(inner, behind) -
                                                      4 * now(inner, inner));
      return next;
    };
    return make_case(compute, [n](const Array& r) {
      return check_elements(r, n * n, [n](std::int64_t i) {
        const auto u = [](std::int64_t place) { return number(1, place); };
        const std::int64_t row = i / n, column = i % n;
        if (row == 0 || row == n - 1 || column == 0 || column == n - 1) return u(i);
        return u(i) + 0.1 * (u(i - n) + u(i + n) + u(i - 1) + u(i + 1) - 4 * u(i));
      }, {1e-14, 1e-15});
    });
  });
  suite.add("softmax_rows", [](std::int64_t n) {
    return make_case([m = numbers<double>({n, n}, 1)] { return softmax(m); }, [n](const Array& r) { return check_softmax(r, n); });
  });
  suite.add("distance_matrix", [](std::int64_t n) {
    return make_case([points = numbers<double>({n, dimensions}, 1)] { return distances(points); },
                     [n](const Array& r) {
                       const std::int64_t every = std::max<std::int64_t>(1, n * n / 1000003);  // no multiple of n
                       // Beside squares of about 5, the difference of a point from itself is some rounding errors, and its root 1e-7.
                       return check_elements(r, n * n, [n](std::int64_t i) { return exact_distance(i / n, i % n); }, {1e-12, 2e-7}, every);
                     });
  });
  suite.add("logistic_step", [](std::int64_t n) {
    const Array x = numbers<double>({n, features}, 1), w = filled<double>({features}, weight);
    const Array labels = filled<double>({n}, [](std::int64_t i) { return double(number(2, i) > 0.5); });
    return make_case([x, labels, w] { return better_weights(x, labels, w); }, [n](const Array& r) { return check_weights(r, n); });
  });
  suite.add("power_iteration", [](std::int64_t n) {
    return make_case([m = numbers<double>({n, n}, 1), v = filled<double>({n}, [](std::int64_t) { return 1; })] { return iterate(m, v); },
                     [n](const Array& r) { return check_iterated(r, n); });
  });
}

}  // namespace bench
