#include "ops.hpp"

#include <spica/ops/search/bincount.hpp>
#include <spica/ops/search/histogram.hpp>
#include <spica/ops/search/searchsorted.hpp>

namespace spica::oracle {

namespace {

AnyArray call_searchsorted(const Call& c) {
  const std::string side_name = c.text("side", "left");
  if (side_name != "left" && side_name != "right") throw FormatError("no side is called '" + side_name + "'");
  const Side side = side_name == "left" ? Side::left : Side::right;
  const auto search = [&]<class T, class V>(const Array<T>& sorted, const V& values) -> AnyArray {
    if constexpr (detail::Searchable<Array<T>, V>) return searchsorted(sorted, values, side);
    else throw DTypeError("searchsorted: rejected at compile time");
  };
  if (const auto* weak = std::get_if<Weak>(&c.argument(1))) return std::visit(search, c.array(0), *weak);
  const DType type = detail::promote(dtype(c.array(0)), dtype(c.array(1)));
  const AnyArray sorted = cast_to(c.array(0), type), values = cast_to(c.array(1), type);
  return with_element(type, [&]<class T>(std::type_identity<T>) {
    return search(std::get<Array<T>>(sorted), std::get<Array<T>>(values));
  });
}

AnyArray call_bincount(const Call& c) {
  const std::int64_t minlength = c.integer("minlength", 0);
  return std::visit(
      [&]<class I>(const Array<I>& x) -> AnyArray {
        if constexpr (!IntegerOrBool<I>) throw DTypeError("bincount: rejected at compile time");
        else if (c.arguments().size() == 1) return bincount(x, minlength);
        else return bincount(x, std::get<Array<double>>(cast_to(c.array(1), DType::float64)), minlength);
      },
      c.array(0));
}

Results call_histogram(const Call& c) {
  if (c.arguments().size() == 2) {
    const AnyArray a = cast_to(c.array(0), detail::promote(dtype(c.array(0)), dtype(c.array(1))));
    return std::visit(
        []<class T, class E>(const Array<T>& data, const Array<E>& edges) -> Results {
          if constexpr (!RealElement<T>) {
            throw DTypeError("histogram: rejected at compile time");
          } else if constexpr (!detail::widens<T, E>) {
            throw std::logic_error("oracle: the data was not promoted");
          } else {
            const auto result = histogram(data, edges);
            return {result.counts, result.edges};
          }
        },
        a, c.array(1));
  }
  const std::int64_t bins = c.integer("bins", 10);
  std::optional<HistogramRange> range;
  if (c.given("range")) {
    const std::vector<double> ends = c.numbers("range");
    if (ends.size() != 2) throw FormatError("the range of a histogram has two ends");
    range = HistogramRange{ends[0], ends[1]};
  }
  return std::visit(
      [&]<class T>(const Array<T>& a) -> Results {
        if constexpr (!RealElement<T>) {
          throw DTypeError("histogram: rejected at compile time");
        } else {
          const auto result = range ? histogram(a, bins, *range) : histogram(a, bins);
          return {result.counts, result.edges};
        }
      },
      c.array(0));
}

}  // namespace

void add_search_ops(Ops& ops) {
  ops["searchsorted"] = [](const Call& c) -> Results { return {call_searchsorted(c)}; };
  ops["bincount"] = [](const Call& c) -> Results { return {call_bincount(c)}; };
  ops["histogram"] = call_histogram;
}

}  // namespace spica::oracle
