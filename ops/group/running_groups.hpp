// Groups of more rows than fit into memory: batch after batch.
#pragma once

#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/cast.hpp>
#include <spica/ops/group/group_by.hpp>
#include <spica/ops/join/concatenate.hpp>

namespace spica {

/// Minimum, maximum, sum, mean and count of each group over batches of rows. Holds one element for each group and aggregate.
///
/// Results are in ascending order of the keys, as those of `group_by`. min, max and count (and sums of integers) are those of
/// all rows at once, bit for bit. Sums and means of floats are added batch by batch in float64, so their last bits depend on
/// where batches end, but on nothing else.
template <RealElement K, RealElement V> class RunningGroups {
 public:
  using Sum = std::conditional_t<FloatingElement<V>, double, typename detail::SumReducer<V>::Result>;

  /// Adds a batch of rows. @throws ShapeError, BackendMismatch (also between batches); on an error nothing is added.
  template <ArrayOrExpression A, ArrayOrExpression B> requires(std::same_as<value_type_t<A>, K> && std::same_as<value_type_t<B>, V>)
  void add(const A& keys, const B& values) {
    const Array<V> column = eval(values);
    const auto groups = group_by(keys);
    const auto [low, high] = groups.aggregate(column, agg::min, agg::max);
    Array<Sum> sums;
    if constexpr (std::same_as<V, float>) sums = groups.sum(cast<double>(column));
    else sums = groups.sum(column);
    const Array<std::int64_t> counts = groups.count();
    if (!started_) {
      keys_ = groups.keys();
      min_ = low;
      max_ = high;
      sum_ = sums;
      count_ = counts;
      started_ = true;
      return;
    }
    const auto together = group_by(concatenate({keys_, groups.keys()}));
    const Array<V> new_min = together.min(concatenate({min_, low})), new_max = together.max(concatenate({max_, high}));
    const Array<Sum> new_sum = together.sum(concatenate({sum_, sums}));
    const Array<std::int64_t> new_count = together.sum(concatenate({count_, counts}));
    keys_ = together.keys();
    min_ = new_min;
    max_ = new_max;
    sum_ = new_sum;
    count_ = new_count;
  }

  std::int64_t size() const { return keys_.size(); }
  const Array<K>& keys() const { return keys_; }
  const Array<V>& min() const { return min_; }
  const Array<V>& max() const { return max_; }
  const Array<Sum>& sum() const { return sum_; }
  const Array<std::int64_t>& count() const { return count_; }
  /// float64.
  Array<double> mean() const { return cast<double>(sum_) / cast<double>(count_); }

 private:
  bool started_ = false;
  Array<K> keys_;
  Array<V> min_, max_;
  Array<Sum> sum_;
  Array<std::int64_t> count_;
};

}  // namespace spica
