// map: a caller's own function as an elementwise op.
#pragma once

#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/elementwise/signature.hpp>

namespace spica {

namespace detail {

/// The element type that holds a function's result: `long long` and its like are elements under another name.
template <class R> struct ElementFor { using type = void; };
template <Element R> struct ElementFor<R> { using type = R; };
template <class R> requires(std::integral<R> && !Element<R> && sizeof(R) <= 8) struct ElementFor<R> {
  static constexpr int row = sizeof(R) == 1 ? 0 : sizeof(R) == 2 ? 1 : sizeof(R) == 4 ? 2 : 3;
  using Signed = std::tuple_element_t<row, std::tuple<std::int8_t, std::int16_t, std::int32_t, std::int64_t>>;
  using type = std::conditional_t<std::is_signed_v<R>, Signed, std::make_unsigned_t<Signed>>;
};

template <class F> struct Map {
  static constexpr const char* name = "map";
  template <class... A> using signature = typename ElementFor<std::remove_cvref_t<std::invoke_result_t<const F&, A...>>>::type(A...);
  F function;
  template <class... A> KOKKOS_FORCEINLINE_FUNCTION auto operator()(A... a) const { return function(a...); }
};

}  // namespace detail

/// function(a, …) element by element: CuPy's ElementwiseKernel. An expression that fuses like any other.
///
/// @param function  a KOKKOS_LAMBDA or a functor with a const, KOKKOS_FUNCTION call operator. It is called with the elements
///                  themselves, in their own types (no promotion), and must depend on nothing else: order and number of
///                  calls are open. What it captures is copied; captured arrays or references do not reach a device.
/// @param arrays    at least one array or expression; they broadcast together. A number belongs into the lambda.
/// @return          elements of the type that the function returns.
/// @throws ShapeError, BackendMismatch.
/// @note  The function is compiled with the flags of your program: the same bits on every backend need -ffp-contract=off
///        (the target Spica::spica brings it) and no call of a C library function that rounds differently on a device.
/// Example: tests/elementwise/test_map.cpp, `example-begin map`.
template <class F, ArrayOrExpression... A> requires(sizeof...(A) > 0) auto map(const F& function, const A&... arrays) {
  static_assert(std::invocable<const F&, value_type_t<A>...>,
                "map: the function cannot be called with elements of these arrays (is its call operator const, and does it take as many arguments?)");
  using Result = std::remove_cvref_t<std::invoke_result_t<const F&, value_type_t<A>...>>;
  static_assert(Element<typename detail::ElementFor<Result>::type>,
                "map: the function must return a number that an array can hold (bool, integers, float, double, Kokkos::complex)");
  return detail::make_expression(detail::Map<F>{function}, arrays...);
}

}  // namespace spica
