#include <spica/ops/search/bincount.hpp>

#include <spica/ops/elementwise/cast.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/search/count_places.hpp>

namespace spica::detail {

namespace {

template <class I> struct NumberItself {
  const I* x;
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t operator()(std::int64_t place) const {
    return static_cast<std::int64_t>(x[place]);
  }
};

/// The length of the result. Waits for the largest element.
template <class I> std::int64_t number_of_bins(const Array<I>& x, std::int64_t minlength) {
  if (x.rank() != 1)
    throw ShapeError("bincount: x has shape " + to_string(x.shape()) + "; it must have one axis (reshape it to {-1})");
  if (minlength < 0) throw ValueError("bincount: minlength cannot be negative, got " + std::to_string(minlength));
  if (x.size() == 0) return minlength;
  // Of the numbers as uint64, in which negative ones are the largest: one reduction finds both.
  std::uint64_t largest;
  if constexpr (std::signed_integral<I>) {
    largest = max(cast<std::uint64_t>(x)).item();
    if (largest > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      throw ValueError("bincount: x must not have negative elements, but its smallest is " +
                       std::to_string(min(x).item()));
  } else {
    largest = static_cast<std::uint64_t>(max(x).item());
  }
  if (largest >= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    throw ValueError("bincount: the largest element, " + std::to_string(largest) +
                     ", asks for more bins than int64 can count");
  return std::max(static_cast<std::int64_t>(largest) + 1, minlength);
}

/// Weighted counts by parts: part p adds its elements one after the other to its own row of sums.
template <class I> struct SumPart {
  const I* x;
  const double* weights;
  double* sums;
  std::int64_t elements, bins, parts;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t part) const {
    double* const row = sums + part * bins;
    // Parts of equal length but for the first few, which have one element more; elements * part could overflow.
    const std::int64_t length = elements / parts, longer = elements % parts;
    const std::int64_t begin = part * length + (part < longer ? part : longer),
                       end = begin + length + (part < longer ? 1 : 0);
    for (std::int64_t i = begin; i < end; ++i) row[static_cast<std::int64_t>(x[i])] += weights[i];
  }
};

template <class F>
void for_parts(const HostExec& exec, const char* op, Backend, std::int64_t parts, const F& function) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  for_ranges(exec, parts, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t part = begin; part < end; ++part) function(part);
  });
}
template <class Exec, class F>
void for_parts(const Exec&, const char* op, Backend backend, std::int64_t parts, const F& function) {
  for_places(op, backend, parts, function);
}

}  // namespace

template <IntegerOrBool I> Array<std::int64_t> count_numbers(const Array<I>& any_x, std::int64_t minlength) {
  const std::int64_t bins = number_of_bins(any_x, minlength);
  const Array<I> x = contiguous("bincount", any_x);
  mark_used(x);
  return count_places("bincount", x.backend(), x.size(), bins, NumberItself<I>{x.data()});
}

template <IntegerOrBool I>
Array<double> sum_by_number(const Array<I>& any_x, const Array<double>& any_weights, std::int64_t minlength) {
  if (!(any_x.shape() == any_weights.shape()))
    throw ShapeError("bincount: x of shape " + to_string(any_x.shape()) + " and weights of shape " +
                     to_string(any_weights.shape()) + " must have one length: there is one weight for each element");
  const std::int64_t bins = number_of_bins(any_x, minlength);
  if (any_x.size() == 0 || bins == 0) return filled<double>("bincount", {bins}, 0.0, any_x.backend());
  const Array<I> x = contiguous("bincount", any_x);
  const Array<double> weights = contiguous("bincount", any_weights);
  // The number of parts depends on the two lengths alone, and so does the order of additions. Parts of 1024 elements
  // keep the chains short; all rows of sums together are not longer than a quarter of the input, so that few bins get
  // many parts. On CUDA many bins make few parts, and few threads: group_by(x).sum(weights) is the fast way there.
  const std::int64_t parts = std::clamp<std::int64_t>(std::min(x.size() / 1024, x.size() / 4 / bins), 1, 65536);
  const auto sums = filled<double>("bincount", {parts, bins}, 0.0, x.backend());
  for (const auto& storage : {x.storage(), weights.storage(), sums.storage()}) storage->mark_used();
  dispatch("bincount", x.backend(), [&](const auto& exec) {
    for_parts(exec, "bincount", x.backend(), parts,
              SumPart<I>{x.data(), weights.data(), sums.data(), x.size(), bins, parts});
  });
  return parts == 1 ? reshape(sums, {bins}) : sum(sums, axis(0));
}

#define SPICA_BINCOUNT(I)                                                                   \
  template Array<std::int64_t> count_numbers<I>(const Array<I>& x, std::int64_t minlength); \
  template Array<double> sum_by_number<I>(const Array<I>& x, const Array<double>& weights, std::int64_t minlength);
SPICA_BINCOUNT(bool)
SPICA_BINCOUNT(std::int8_t)
SPICA_BINCOUNT(std::int16_t)
SPICA_BINCOUNT(std::int32_t)
SPICA_BINCOUNT(std::int64_t)
SPICA_BINCOUNT(std::uint8_t)
SPICA_BINCOUNT(std::uint16_t)
SPICA_BINCOUNT(std::uint32_t)
SPICA_BINCOUNT(std::uint64_t)
#undef SPICA_BINCOUNT

}  // namespace spica::detail
