#include <spica/ops/linalg/products.hpp>

#include <array>
#include <numeric>

namespace spica::detail {

Contraction plan_contraction(const char* op, const Shape& a, const Shape& b, const Shape& axes_a, const Shape& axes_b) {
  if (axes_a.rank() != axes_b.rank())
    throw AxisError(std::string(op) + ": " + std::to_string(axes_a.rank()) +
                    " axes of the first operand cannot be paired with " + std::to_string(axes_b.rank()) +
                    " of the second");
  std::array<bool, max_rank> summed_a{}, summed_b{};
  Contraction plan{{}, {}, 1, 1, 1, {}};
  Shape sum_a, sum_b;
  for (int i = 0; i < axes_a.rank(); ++i) {
    const int da = normalize_axis(op, axes_a[i], a.rank()), db = normalize_axis(op, axes_b[i], b.rank());
    if (summed_a[static_cast<std::size_t>(da)] || summed_b[static_cast<std::size_t>(db)])
      throw AxisError(std::string(op) + ": an axis is named twice in " + to_string(axes_a) + " and " +
                      to_string(axes_b));
    if (a[da] != b[db])
      throw ShapeError(std::string(op) + ": axis " + std::to_string(da) + " of shape " + to_string(a) +
                       " has another length than axis " + std::to_string(db) + " of shape " + to_string(b));
    summed_a[static_cast<std::size_t>(da)] = summed_b[static_cast<std::size_t>(db)] = true;
    sum_a.push_back(da);
    sum_b.push_back(db);
    plan.k *= a[da];
  }
  if (a.rank() + b.rank() - 2 * axes_a.rank() > max_rank)
    throw ShapeError(std::string(op) + ": shapes " + to_string(a) + " and " + to_string(b) + " give more than " +
                     std::to_string(max_rank) + " axes");
  for (int d = 0; d < a.rank(); ++d)
    if (!summed_a[static_cast<std::size_t>(d)]) {
      plan.order_a.push_back(d);
      plan.shape.push_back(a[d]);
      plan.m *= a[d];
    }
  for (const std::int64_t d : sum_a) plan.order_a.push_back(d);
  for (const std::int64_t d : sum_b) plan.order_b.push_back(d);
  for (int d = 0; d < b.rank(); ++d)
    if (!summed_b[static_cast<std::size_t>(d)]) {
      plan.order_b.push_back(d);
      plan.shape.push_back(b[d]);
      plan.n *= b[d];
    }
  checked_size(op, plan.shape);
  return plan;
}

std::pair<Shape, Shape> counted_axes(const char* op, std::int64_t count, int rank_a, int rank_b) {
  if (count < 0)
    throw ValueError(std::string(op) + ": the number of axes cannot be negative, got " + std::to_string(count));
  if (count > rank_a || count > rank_b)
    throw AxisError(std::string(op) + ": cannot sum over " + std::to_string(count) + " axes of operands of ranks " +
                    std::to_string(rank_a) + " and " + std::to_string(rank_b));
  std::pair<Shape, Shape> axes;
  for (std::int64_t i = 0; i < count; ++i) {
    axes.first.push_back(rank_a - count + i);
    axes.second.push_back(i);
  }
  return axes;
}

}  // namespace spica::detail
