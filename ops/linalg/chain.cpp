#include <spica/ops/linalg/chain.hpp>

namespace spica::detail {

std::vector<std::int64_t> chain_extents(const std::vector<Shape>& shapes) {
  if (shapes.size() < 2)
    throw ValueError("multi_dot: takes two matrices or more, not " + std::to_string(shapes.size()));
  std::vector<std::int64_t> extents;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const bool first = i == 0, last = i + 1 == shapes.size();
    if (shapes[i].rank() != 2 && !((first || last) && shapes[i].rank() == 1))
      throw ShapeError("multi_dot: operand " + std::to_string(i) + " of shape " + to_string(shapes[i]) +
                       " is not a matrix; only the first and the last may be vectors");
    const std::int64_t rows = shapes[i].rank() == 2 ? shapes[i][0] : first ? 1 : shapes[i][0];
    const std::int64_t columns = shapes[i].rank() == 2 ? shapes[i][1] : first ? shapes[i][0] : 1;
    if (first) extents.push_back(rows);
    else if (rows != extents.back())
      throw ShapeError("multi_dot: operands " + std::to_string(i - 1) + " and " + std::to_string(i) + " of shapes " +
                       to_string(shapes[i - 1]) + " and " + to_string(shapes[i]) + " do not fit");
    extents.push_back(columns);
  }
  return extents;
}

ChainOrder cheapest_chain(const std::vector<std::int64_t>& extents) {
  const std::size_t count = extents.size() - 1;
  std::vector<std::vector<double>> cost(count, std::vector<double>(count, 0));
  ChainOrder order(count, std::vector<std::size_t>(count, 0));
  for (std::size_t length = 1; length < count; ++length)
    for (std::size_t i = 0; i + length < count; ++i) {
      const std::size_t j = i + length;
      bool first = true;
      for (std::size_t k = i; k < j; ++k) {
        const double here =
            cost[i][k] + cost[k + 1][j] +
            static_cast<double>(extents[i]) * static_cast<double>(extents[k + 1]) * static_cast<double>(extents[j + 1]);
        if (first || here < cost[i][j]) {
          cost[i][j] = here;
          order[i][j] = k;
          first = false;
        }
      }
    }
  return order;
}

}  // namespace spica::detail
