// The works in xtensor, into results that exist already (noalias), with xsimd where it is installed. One thread.
#include "peer.hpp"

#include "../numbers.hpp"

#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xsort.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

#include <memory>

namespace {

using namespace bench;

using Vector = xt::xtensor<double, 1>;
using Matrix = xt::xtensor<double, 2>;

template <class A> A numbers(const typename A::shape_type& shape, int sequence) {
  A a(shape);
  for (std::size_t i = 0; i < a.size(); ++i)
    a.data()[i] = static_cast<typename A::value_type>(number(static_cast<std::uint64_t>(sequence), static_cast<std::int64_t>(i)));
  return a;
}

/// A work that writes an array: operation(out, x, y); `out` starts as a copy of x.
template <class A, class Operation> PeerCase into(const typename A::shape_type& shape, Operation operation) {
  struct State {
    A x, y, out;
  };
  auto state = std::make_shared<State>(State{numbers<A>(shape, 1), numbers<A>(shape, 2), numbers<A>(shape, 1)});
  return {[state, operation] { operation(state->out, state->x, state->y); },
          [state](std::int64_t i) { return double(state->out.data()[i]); }};
}
template <class Operation> std::function<PeerCase(std::int64_t)> vectors(Operation operation) {
  return [operation](std::int64_t n) { return into<Vector>({std::size_t(n)}, operation); };
}
template <class Operation> std::function<PeerCase(std::int64_t)> matrices(Operation operation) {
  return [operation](std::int64_t n) { return into<Matrix>({std::size_t(n), std::size_t(n)}, operation); };
}

/// A work that gives a number: operation(x, y).
template <class A, class Operation> std::function<PeerCase(std::int64_t)> number_of(Operation operation) {
  return [operation](std::int64_t n) {
    auto x = std::make_shared<A>(numbers<A>({std::size_t(n)}, 1)), y = std::make_shared<A>(numbers<A>({std::size_t(n)}, 2));
    auto result = std::make_shared<double>();
    return PeerCase{[=] { *result = static_cast<double>(operation(*x, *y)); }, [result](std::int64_t) { return *result; }};
  };
}

/// Sums along an axis of an n x n matrix.
std::function<PeerCase(std::int64_t)> sums(std::size_t axis) {
  return [axis](std::int64_t n) {
    auto m = std::make_shared<Matrix>(numbers<Matrix>({std::size_t(n), std::size_t(n)}, 1));
    auto out = std::make_shared<Vector>(Vector::shape_type{std::size_t(n)});
    return PeerCase{[=] { *out = xt::sum(*m, {axis}, xt::evaluation_strategy::immediate); }, [out](std::int64_t i) { return (*out)(i); }};
  };
}

void heat_step(Matrix& out, const Matrix& u, const Matrix&) {
  const auto part = [&u](int rows, int columns) {  // the inside, moved
    const auto range = [](int by, std::size_t length) { return xt::range(1 + by, int(length) - 1 + by); };
    return xt::view(u, range(rows, u.shape(0)), range(columns, u.shape(1)));
  };
  xt::noalias(xt::view(out, xt::range(1, int(u.shape(0)) - 1), xt::range(1, int(u.shape(1)) - 1))) =
      part(0, 0) + 0.1 * (part(-1, 0) + part(1, 0) + part(0, -1) + part(0, 1) - 4 * part(0, 0));
}

}  // namespace

int main(int argc, char** argv) {
  const PeerWorks works = {
      {"add_scalar", vectors([](Vector& out, const Vector& x, const Vector&) { xt::noalias(out) = x + 5; })},
      {"add", vectors([](Vector& out, const Vector& x, const Vector& y) { xt::noalias(out) = x + y; })},
      {"fused_formula", vectors([](Vector& out, const Vector& x, const Vector& y) { xt::noalias(out) = xt::sqrt(x * x + y * y) * 0.5 + 1; })},
      {"exp", vectors([](Vector& out, const Vector& x, const Vector&) { xt::noalias(out) = xt::exp(x); })},
      {"sin", vectors([](Vector& out, const Vector& x, const Vector&) { xt::noalias(out) = xt::sin(x); })},
      {"exp_float32", [](std::int64_t n) {
         using Floats = xt::xtensor<float, 1>;
         return into<Floats>({std::size_t(n)}, [](Floats& out, const Floats& x, const Floats&) { xt::noalias(out) = xt::exp(x); });
       }},
      {"where", vectors([](Vector& out, const Vector& x, const Vector& y) { xt::noalias(out) = xt::where(x > 0.5, x, y); })},
      {"broadcast_subtract", matrices([](Matrix& out, const Matrix& m, const Matrix&) {
         xt::noalias(out) = m - xt::view(m, 0) - xt::view(m, xt::all(), xt::range(0, 1));
       })},
      {"sum", number_of<Vector>([](const Vector& x, const Vector&) { return xt::sum(x)(); })},
      {"max", number_of<Vector>([](const Vector& x, const Vector&) { return xt::amax(x)(); })},
      {"std", number_of<Vector>([](const Vector& x, const Vector&) { return xt::stddev(x)(); })},
      {"sum_squared_difference", number_of<Vector>([](const Vector& x, const Vector& y) { return xt::sum(xt::square(x - y))(); })},
      {"argmax", number_of<Vector>([](const Vector& x, const Vector&) { return xt::argmax(x)(); })},
      {"sum_axis0", sums(0)},
      {"sum_axis1", sums(1)},
      {"cumsum", vectors([](Vector& out, const Vector& x, const Vector&) { out = xt::cumsum(x, 0); })},
      {"copy", vectors([](Vector& out, const Vector& x, const Vector&) { xt::noalias(out) = x; })},
      {"transposed_copy", matrices([](Matrix& out, const Matrix& m, const Matrix&) { xt::noalias(out) = xt::transpose(m); })},
      {"sort", vectors([](Vector& out, const Vector& x, const Vector&) { out = xt::sort(x); })},
      {"add_1000", vectors([](Vector& out, const Vector& x, const Vector& y) { xt::noalias(out) = x + y; })},
      {"sum_1000", number_of<Vector>([](const Vector& x, const Vector&) { return xt::sum(x)(); })},
      {"formula_1000", vectors([](Vector& out, const Vector& x, const Vector& y) { xt::noalias(out) = xt::sqrt(x * x + y * y); })},
      {"adds_20", vectors([](Vector& out, const Vector& x, const Vector& y) {
         xt::noalias(out) = x + y;
         for (int i = 1; i < 20; ++i) xt::noalias(out) += y;
       })},
      {"heat_step", matrices(heat_step)},
  };
  const std::string version =
      std::to_string(XTENSOR_VERSION_MAJOR) + "." + std::to_string(XTENSOR_VERSION_MINOR) + "." + std::to_string(XTENSOR_VERSION_PATCH);
  return run_peer(argc, argv, "xtensor", version, works);
}
