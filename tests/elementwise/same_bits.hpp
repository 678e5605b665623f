// Elementwise ops of one family and one element type, for all lengths and layouts of support/same_bits.hpp. The ops
// come from ops/elementwise/op_list.hpp.
#pragma once

#include <spica/ops/elementwise/op_list.hpp>

#include "../support/same_bits.hpp"

#include <string_view>

namespace spica::testing {

/// make(a, b) for vectors of every length, and for matrices in every layout.
template <class T, class Make> void expect_same_elements(const char* op, Make make) {
  SCOPED_TRACE(::testing::Message() << op << " of " << dtype_name<T>());
  for (const std::int64_t size : awkward_sizes) {
    if (::testing::Test::HasFatalFailure()) return;
    const bool special = size % 2 == 1;
    expect_same_bits_everywhere(make, awkward_values<T>({size}, 21, special), awkward_values<T>({size}, 22, special));
  }
  const Array<T> a = awkward_values<T>({513, 517}, 23), b = awkward_values<T>({513, 517}, 24, true);
  const auto of = [&](const char* layout, auto change) {
    if (::testing::Test::HasFatalFailure()) return;
    SCOPED_TRACE(layout);
    expect_same_bits_everywhere([&](const Array<T>& x, const Array<T>& y) { return make(change(x), change(y)); }, a, b);
  };
  of("transposed", [](const Array<T>& x) { return transpose(x); });
  of("every second", [](const Array<T>& x) { return x(all, slice(none, none, 2)); });
  of("backwards", [](const Array<T>& x) { return flip(x); });
}

/// `y` as the op takes it: an integer has no negative powers.
template <class T> Array<T> second_operand(std::string_view op, const Array<T>& y) {
  if constexpr (IntegerElement<T>)
    if (op == "power") return y % 7;
  return y;
}

/// For the ops of `family`, a constexpr std::string_view in scope, that take elements of type T.
#define SPICA_SAME_BITS_UNARY(function, functor, its_family, description)                             \
  if constexpr (std::string_view(its_family) == family && detail::Accepts<detail::functor, Array<T>>) \
    testing::expect_same_elements<T>(#function, [](const Array<T>& x, const Array<T>&) { return function(x); });
#define SPICA_SAME_BITS_BINARY(function, functor, its_family, description)                                      \
  if constexpr (std::string_view(its_family) == family && detail::Accepts<detail::functor, Array<T>, Array<T>>) \
    testing::expect_same_elements<T>(#function, [](const Array<T>& x, const Array<T>& y) {                      \
      return function(x, testing::second_operand<T>(#function, y));                                             \
    });

}  // namespace spica::testing
