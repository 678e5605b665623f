#include <spica/ops/group/aggregate.hpp>

#include <spica/backends/group.hpp>
#include <spica/ops/index/gather.hpp>

namespace spica::detail {

template <Element V> Aggregates<V> aggregate_groups(const Grouping& grouping, const Array<V>& given, std::uint8_t wanted) {
  const char* op = "group_by";
  const Backend backend = grouping.backend();
  const Array<V> values = contiguous(op, given);
  Aggregates<V> result;
  const auto make = [&]<class R>(Wanted one, std::optional<Array<R>>& array) -> R* {
    if (!(wanted & static_cast<std::uint8_t>(one))) return nullptr;
    array = Array<R>::uninitialized(op, {grouping.groups()}, backend);
    mark_used({array->storage().get()});
    return array->data();
  };
  const GroupStep<SumReducer<V>> sum{{}, make(Wanted::sum, result.sum)};
  const GroupStep<MeanReducer<V>> mean{{}, make(Wanted::mean, result.mean)};
  mark_used({values.storage().get()});
  const V* elements = values.data();
  if constexpr (ComplexElement<V>) {
    if (grouping.groups()) dispatch(op, backend, [&](const auto& exec) { reduce_each_group(exec, op, grouping.for_kernel(), elements, sum, mean); });
  } else {
    const GroupStep<MinReducer<V>> low{{}, make(Wanted::min, result.min)};
    const GroupStep<MaxReducer<V>> high{{}, make(Wanted::max, result.max)};
    if (grouping.groups()) dispatch(op, backend, [&](const auto& exec) { reduce_each_group(exec, op, grouping.for_kernel(), elements, low, high, sum, mean); });
  }
  return result;
}

template <Element V> Array<V> values_at_rows(const Array<V>& values, const Array<std::int64_t>& rows) { return gather("group_by", values, rows); }

#define SPICA_AGGREGATE(V)                                                                              \
  template Aggregates<V> aggregate_groups<V>(const Grouping&, const Array<V>&, std::uint8_t);           \
  template Array<V> values_at_rows<V>(const Array<V>&, const Array<std::int64_t>&);
SPICA_AGGREGATE(bool)
SPICA_AGGREGATE(std::int8_t)
SPICA_AGGREGATE(std::int16_t)
SPICA_AGGREGATE(std::int32_t)
SPICA_AGGREGATE(std::int64_t)
SPICA_AGGREGATE(std::uint8_t)
SPICA_AGGREGATE(std::uint16_t)
SPICA_AGGREGATE(std::uint32_t)
SPICA_AGGREGATE(std::uint64_t)
SPICA_AGGREGATE(float)
SPICA_AGGREGATE(double)
SPICA_AGGREGATE(complex64)
SPICA_AGGREGATE(complex128)
#undef SPICA_AGGREGATE

}  // namespace spica::detail
