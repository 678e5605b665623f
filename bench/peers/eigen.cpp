// The works in Eigen, into results that exist already, as its users write loops. Only products use several threads.
#include "peer.hpp"

#include "../numbers.hpp"

#include <Eigen/Dense>

#include <memory>

namespace {

using namespace bench;

using Vector = Eigen::ArrayXd;
using Matrix = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class A> A numbers(Eigen::Index rows, Eigen::Index columns, int sequence) {
  A a(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i)
    for (Eigen::Index j = 0; j < columns; ++j)
      a(i, j) = static_cast<typename A::Scalar>(number(static_cast<std::uint64_t>(sequence), i * columns + j));
  return a;
}

/// A work that writes into an array like its operands: operation(out, x, y).
template <class A, class Operation> PeerCase into(Eigen::Index rows, Eigen::Index columns, Operation operation) {
  struct State {
    A x, y, out;
  };
  auto state = std::make_shared<State>(State{numbers<A>(rows, columns, 1), numbers<A>(rows, columns, 2), numbers<A>(rows, columns, 1)});
  return {[state, operation] { operation(state->out, state->x, state->y); },
          [state](std::int64_t i) { return double(state->out(i / state->out.cols(), i % state->out.cols())); }};
}
template <class Operation> std::function<PeerCase(std::int64_t)> vectors(Operation operation) {
  return [operation](std::int64_t n) { return into<Vector>(n, 1, operation); };
}
template <class Operation> std::function<PeerCase(std::int64_t)> matrices(Operation operation) {
  return [operation](std::int64_t n) { return into<Matrix>(n, n, operation); };
}

/// A work that gives a number: operation(x, y).
template <class A, class Operation> std::function<PeerCase(std::int64_t)> number_of(Operation operation) {
  return [operation](std::int64_t n) {
    auto x = std::make_shared<A>(numbers<A>(n, 1, 1)), y = std::make_shared<A>(numbers<A>(n, 1, 2));
    auto result = std::make_shared<double>();
    return PeerCase{[=] { *result = static_cast<double>(operation(*x, *y)); }, [result](std::int64_t) { return *result; }};
  };
}

/// A product of matrices, A of a column-major type, Eigen's own.
template <class A> PeerCase product(std::int64_t n) {
  return into<A>(n, n, [](A& out, const A& x, const A& y) { out.noalias() = x * y; });
}

/// Sums along an axis of an n x n matrix: operation(out, m).
template <class Operation> std::function<PeerCase(std::int64_t)> sums(Operation operation) {
  return [operation](std::int64_t n) {
    auto m = std::make_shared<Matrix>(numbers<Matrix>(n, n, 1));
    auto out = std::make_shared<Vector>(n);
    return PeerCase{[=] { operation(*out, *m); }, [out](std::int64_t i) { return (*out)(i); }};
  };
}

void heat_step(Matrix& out, const Matrix& u, const Matrix&) {
  const Eigen::Index n = u.rows() - 2;
  out.block(1, 1, n, n) = u.block(1, 1, n, n) + 0.1 * (u.block(0, 1, n, n) + u.block(2, 1, n, n) + u.block(1, 0, n, n) + u.block(1, 2, n, n) -
                                                       4 * u.block(1, 1, n, n));
}

void softmax(Matrix& out, const Matrix& m, const Matrix&) {
  out = (m.colwise() - m.rowwise().maxCoeff()).exp();
  out.colwise() /= out.rowwise().sum().eval();
}

}  // namespace

int main(int argc, char** argv) {
  const PeerWorks works = {
      {"add_scalar", vectors([](Vector& out, const Vector& x, const Vector&) { out = x + 5; })},
      {"add", vectors([](Vector& out, const Vector& x, const Vector& y) { out = x + y; })},
      {"fused_formula", vectors([](Vector& out, const Vector& x, const Vector& y) { out = (x * x + y * y).sqrt() * 0.5 + 1; })},
      {"exp", vectors([](Vector& out, const Vector& x, const Vector&) { out = x.exp(); })},
      {"sin", vectors([](Vector& out, const Vector& x, const Vector&) { out = x.sin(); })},
      {"exp_float32", [](std::int64_t n) {
         using Floats = Eigen::ArrayXf;
         return into<Floats>(n, 1, [](Floats& out, const Floats& x, const Floats&) { out = x.exp(); });
       }},
      {"where", vectors([](Vector& out, const Vector& x, const Vector& y) { out = (x > 0.5).select(x, y); })},
      {"broadcast_subtract", matrices([](Matrix& out, const Matrix& m, const Matrix&) {
         out = (m.rowwise() - m.row(0)).colwise() - m.col(0);
       })},
      {"sum", number_of<Vector>([](const Vector& x, const Vector&) { return x.sum(); })},
      {"sum_float32", number_of<Eigen::ArrayXf>([](const auto& x, const auto&) { return x.sum(); })},
      {"max", number_of<Vector>([](const Vector& x, const Vector&) { return x.maxCoeff(); })},
      {"std", number_of<Vector>([](const Vector& x, const Vector&) { return std::sqrt((x - x.mean()).square().mean()); })},
      {"sum_squared_difference", number_of<Vector>([](const Vector& x, const Vector& y) { return (x - y).square().sum(); })},
      {"argmax", number_of<Vector>([](const Vector& x, const Vector&) {
         Eigen::Index place;
         x.maxCoeff(&place);
         return place;
       })},
      {"sum_axis0", sums([](Vector& out, const Matrix& m) { out = m.colwise().sum().transpose(); })},
      {"sum_axis1", sums([](Vector& out, const Matrix& m) { out = m.rowwise().sum(); })},
      {"copy", vectors([](Vector& out, const Vector& x, const Vector&) { out = x; })},
      {"transposed_copy", matrices([](Matrix& out, const Matrix& m, const Matrix&) { out = m.transpose(); })},
      {"matmul", product<Eigen::MatrixXd>},
      {"matmul_float32", product<Eigen::MatrixXf>},
      {"matmul_256", product<Eigen::MatrixXd>},
      {"add_1000", vectors([](Vector& out, const Vector& x, const Vector& y) { out = x + y; })},
      {"sum_1000", number_of<Vector>([](const Vector& x, const Vector&) { return x.sum(); })},
      {"formula_1000", vectors([](Vector& out, const Vector& x, const Vector& y) { out = (x * x + y * y).sqrt(); })},
      {"adds_20", vectors([](Vector& out, const Vector& x, const Vector& y) {
         out = x + y;
         for (int i = 1; i < 20; ++i) out += y;
       })},
      {"heat_step", matrices(heat_step)},
      {"softmax_rows", matrices(softmax)},
  };
  const std::string version =
      std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." + std::to_string(EIGEN_MINOR_VERSION);
  return run_peer(argc, argv, "eigen", version, works);
}
