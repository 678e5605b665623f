// Groups of rows with equal keys, and what can be said of the values in each group.
#pragma once

#include <spica/backends/group.hpp>
#include <spica/ops/group/aggregate.hpp>

#include <tuple>
#include <vector>

namespace spica {

/// Names of aggregates for `Groups::aggregate`. (`spica::min` itself is a function.)
namespace agg {
inline constexpr struct Min {} min;
inline constexpr struct Max {} max;
inline constexpr struct Sum {} sum;
inline constexpr struct Mean {} mean;
inline constexpr struct Count {} count;
inline constexpr struct Var {} var;  ///< divided by the count (ddof 0)
inline constexpr struct Std {} std;
inline constexpr struct First {} first;
inline constexpr struct Last {} last;
inline constexpr struct ArgMin {} argmin;
inline constexpr struct ArgMax {} argmax;
inline constexpr struct Median {} median;
}  // namespace agg

/// Rows in groups of equal keys; made by `group_by`. Results have one element for each group, in ascending order of the keys.
///
/// `values` is everywhere an array or an expression of shape (rows,) on the keys' backend; an expression is evaluated first.
/// Every member @throws ShapeError (another shape of values) and BackendMismatch. Within a group, values are reduced in the
/// order of their rows by the rule of all reductions, so `groups.sum(v)` has the bits of `sum(v[keys == key])`, on every
/// backend and with any number of threads. NaN propagates.
template <RealElement... K> class Groups {
 public:
  Groups(detail::Grouping grouping, std::tuple<Array<K>...> keys) : grouping_(std::move(grouping)), keys_(std::move(keys)) {}

  std::int64_t size() const { return grouping_.groups(); }  ///< number of groups
  std::int64_t rows() const { return grouping_.rows(); }
  Backend backend() const { return grouping_.backend(); }

  /// The distinct keys, ascending (NaN last), shape (size,); for several columns one array for each: auto [a, b] = groups.keys().
  auto keys() const {
    if constexpr (sizeof...(K) == 1) return std::get<0>(keys_);
    else return keys_;
  }
  /// Rows in each group, int64.
  Array<std::int64_t> count() const { return grouping_.counts(); }
  /// The group of each row, shape (rows,), int64: keys()[ranks()] are the keys again.
  Array<std::int64_t> ranks() const { return grouping_.ranks(); }

  template <ArrayOrExpression V> requires RealElement<value_type_t<V>> auto min(const V& values) const { return *aggregates(values, detail::Wanted::min).min; }
  template <ArrayOrExpression V> requires RealElement<value_type_t<V>> auto max(const V& values) const { return *aggregates(values, detail::Wanted::max).max; }
  /// Integers and bool in 64 bits, floats in their own type, as `sum`.
  template <ArrayOrExpression V> auto sum(const V& values) const { return *aggregates(values, detail::Wanted::sum).sum; }
  /// float64 for integers and bool, as `mean`.
  template <ArrayOrExpression V> auto mean(const V& values) const { return *aggregates(values, detail::Wanted::mean).mean; }
  /// The mean of the squared deviations, divided by count - ddof (inf or NaN where that is not positive).
  template <ArrayOrExpression V> requires RealElement<value_type_t<V>> auto var(const V& values, int ddof = 0) const {
    return detail::group_variance(grouping_, checked(values), ddof, false);
  }
  template <ArrayOrExpression V> requires RealElement<value_type_t<V>> auto std(const V& values, int ddof = 0) const {
    return detail::group_variance(grouping_, checked(values), ddof, true);
  }
  /// The value in the first and in the last row of each group.
  template <ArrayOrExpression V> auto first(const V& values) const { return detail::values_at_rows(checked(values), grouping_.first_rows()); }
  template <ArrayOrExpression V> auto last(const V& values) const { return detail::values_at_rows(checked(values), grouping_.last_rows()); }
  /// The row (int64, counted over all rows) of the first smallest or largest value of each group; of the first NaN if there is one.
  template <ArrayOrExpression V> requires RealElement<value_type_t<V>> Array<std::int64_t> argmin(const V& values) const {
    return detail::group_extreme_row(grouping_, checked(values), false);
  }
  template <ArrayOrExpression V> requires RealElement<value_type_t<V>> Array<std::int64_t> argmax(const V& values) const {
    return detail::group_extreme_row(grouping_, checked(values), true);
  }
  /// Quantiles by linear interpolation (NumPy's default method), shape (size, number of probabilities); one probability: (size,).
  /// @throws ValueError for a probability outside [0, 1].
  template <ArrayOrExpression V> requires RealElement<value_type_t<V>> auto quantiles(const V& values, const std::vector<double>& probabilities) const {
    return detail::group_quantiles(grouping_, checked(values), probabilities);
  }
  template <ArrayOrExpression V> requires RealElement<value_type_t<V>> auto quantile(const V& values, double probability) const {
    return reshape(quantiles(values, {probability}), {size()});
  }
  template <ArrayOrExpression V> requires RealElement<value_type_t<V>> auto median(const V& values) const { return quantile(values, 0.5); }

  /// A caller's reduction: function(init, everything in the group), in the fixed order. `function`: (R, R) -> R, associative and
  /// commutative, callable on the device (KOKKOS_LAMBDA); elements are converted to R, the type of `init`.
  template <class F, Element R, ArrayOrExpression V> Array<R> reduce(const F& function, R init, const V& values) const {
    const auto array = checked(values);
    const auto out = Array<R>::uninitialized("group_by reduce", {size()}, backend());
    if (size() == 0) return out;
    if (array.storage()) array.storage()->mark_used();
    out.storage()->mark_used();
    using T = value_type_t<V>;
    const detail::GroupStep<detail::UserReducer<F, R>> step{{function, init}, out.data()};
    detail::dispatch("group_by reduce", backend(), [&](const auto& exec) {
      detail::reduce_each_group(exec, "group_by reduce", grouping_.for_kernel(), static_cast<const T*>(array.data()), step);
    });
    return out;
  }

  /// Several aggregates: auto [low, high, average] = groups.aggregate(values, agg::min, agg::max, agg::mean).
  /// min, max, sum and mean are made in one reading of the values.
  template <ArrayOrExpression V, class... Names> auto aggregate(const V& values, Names... names) const {
    const auto array = checked(values);
    constexpr std::uint8_t wanted = static_cast<std::uint8_t>((0 | ... | wanted_by(Names{})));
    static_assert(RealElement<value_type_t<V>> || (wanted & (wanted_by(agg::min) | wanted_by(agg::max))) == 0,
                  "group_by: complex numbers have no order, so no min and max: take abs, real or imag of them");
    detail::Aggregates<value_type_t<V>> together;
    if constexpr (wanted != 0) together = detail::aggregate_groups(grouping_, array, wanted);
    return std::tuple(one(array, together, names)...);
  }

 private:
  /// `values` as a contiguous array of the right shape.
  template <ArrayOrExpression V> Array<value_type_t<V>> checked(const V& values) const {
    detail::check_not_float16<value_type_t<V>>();
    detail::check_same_backend("group_by", backend(), values.backend());
    if (values.rank() != 1 || values.size() != rows())
      throw ShapeError("group_by: values of shape " + to_string(values.shape()) + " for keys of shape (" + std::to_string(rows()) + ",); there must be one for each row");
    const Array<value_type_t<V>> array = eval(values);
    return detail::contiguous("group_by", array);
  }
  template <ArrayOrExpression V> auto aggregates(const V& values, detail::Wanted wanted) const {
    return detail::aggregate_groups(grouping_, checked(values), static_cast<std::uint8_t>(wanted));
  }

  static constexpr int wanted_by(agg::Min) { return static_cast<int>(detail::Wanted::min); }
  static constexpr int wanted_by(agg::Max) { return static_cast<int>(detail::Wanted::max); }
  static constexpr int wanted_by(agg::Sum) { return static_cast<int>(detail::Wanted::sum); }
  static constexpr int wanted_by(agg::Mean) { return static_cast<int>(detail::Wanted::mean); }
  template <class Other> static constexpr int wanted_by(Other) { return 0; }

  template <class V> auto one(const Array<V>&, const detail::Aggregates<V>& together, agg::Min) const { return *together.min; }
  template <class V> auto one(const Array<V>&, const detail::Aggregates<V>& together, agg::Max) const { return *together.max; }
  template <class V> auto one(const Array<V>&, const detail::Aggregates<V>& together, agg::Sum) const { return *together.sum; }
  template <class V> auto one(const Array<V>&, const detail::Aggregates<V>& together, agg::Mean) const { return *together.mean; }
  template <class V> auto one(const Array<V>&, const detail::Aggregates<V>&, agg::Count) const { return count(); }
  template <class V> auto one(const Array<V>& values, const detail::Aggregates<V>&, agg::Var) const { return var(values); }
  template <class V> auto one(const Array<V>& values, const detail::Aggregates<V>&, agg::Std) const { return this->std(values); }
  template <class V> auto one(const Array<V>& values, const detail::Aggregates<V>&, agg::First) const { return first(values); }
  template <class V> auto one(const Array<V>& values, const detail::Aggregates<V>&, agg::Last) const { return last(values); }
  template <class V> auto one(const Array<V>& values, const detail::Aggregates<V>&, agg::ArgMin) const { return argmin(values); }
  template <class V> auto one(const Array<V>& values, const detail::Aggregates<V>&, agg::ArgMax) const { return argmax(values); }
  template <class V> auto one(const Array<V>& values, const detail::Aggregates<V>&, agg::Median) const { return median(values); }

  detail::Grouping grouping_;
  std::tuple<Array<K>...> keys_;
};

namespace detail {

/// Numbers that are equal where the pairs (a, b) are, and in their order; b is less than `count_b`.
Array<std::uint64_t> pair_ranks(const Array<std::int64_t>& a, const Array<std::int64_t>& b, std::int64_t count_b);

}  // namespace detail

/// The groups of equal keys.
///
/// @param keys  shape (n,), bool, integer or floating dtype, any layout; n < 2^32. An expression is evaluated first.
/// @return      groups in ascending order of their keys. -0.0 and 0.0 are one key, all NaNs are one key, the last.
/// @throws ShapeError (keys of another rank; too many rows), BackendMismatch (columns on several backends).
/// @note  How the groups are found depends on the keys (docs/group_by.md): sorted keys by their runs, keys of a small range by
///        counting, others by a stable radix sort. It does not show in any result. Waits for the number of groups.
/// Source: pandas `groupby(sort=True)`; NumPy has none. Example: tests/group/test_group_by.cpp, `example-begin group_by`.
template <ArrayOrExpression A> requires RealElement<value_type_t<A>>
Groups<value_type_t<A>> group_by(const A& keys) {
  detail::check_not_float16<value_type_t<A>>();
  const Array<value_type_t<A>> column = eval(keys);
  const detail::Grouping grouping = detail::make_grouping("group_by", column);
  return {grouping, std::tuple(detail::values_at_rows(column, grouping.first_rows()))};
}

/// Groups by two columns: rows belong together if both keys are equal; ordered by the first, then by the second.
template <ArrayOrExpression A, ArrayOrExpression B> requires(RealElement<value_type_t<A>> && RealElement<value_type_t<B>>)
Groups<value_type_t<A>, value_type_t<B>> group_by(const A& first, const B& second) {
  detail::check_not_float16<value_type_t<A>, value_type_t<B>>();
  detail::check_same_backend("group_by", first.backend(), second.backend());
  if (!(first.shape() == second.shape()))
    throw ShapeError("group_by: key columns of shapes " + to_string(first.shape()) + " and " + to_string(second.shape()) + " differ in length");
  const Array<value_type_t<A>> a = eval(first);
  const Array<value_type_t<B>> b = eval(second);
  const detail::Grouping by_a = detail::make_grouping("group_by", a), by_b = detail::make_grouping("group_by", b);
  const detail::Grouping grouping = detail::make_grouping("group_by", detail::pair_ranks(by_a.ranks(), by_b.ranks(), by_b.groups()));
  const Array<std::int64_t> rows = grouping.first_rows();
  return {grouping, std::tuple(detail::values_at_rows(a, rows), detail::values_at_rows(b, rows))};
}

}  // namespace spica
