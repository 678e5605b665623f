// power: apart from the other arithmetic because it needs a reduction, to look at integer exponents.
#pragma once

#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/elementwise/math/power.hpp>
#include <spica/ops/reduce/any_all.hpp>

namespace spica {

namespace detail {

/// By squaring, wrapping. The exponent is read as unsigned, so that one which turned negative after the check (power, below)
/// gives some number rather than undefined behaviour.
template <class T> KOKKOS_FORCEINLINE_FUNCTION T integer_power(T base, T exponent) {
  wrapping_t<T> factor = static_cast<wrapping_t<T>>(base), result = 1;
  for (auto rest = static_cast<wrapping_t<T>>(exponent); rest != 0; rest >>= 1) {
    result = rest & 1 ? result * factor : result;
    factor *= factor;
  }
  return static_cast<T>(result);
}

/// `condition ? x : y` in bits, which g++ leaves as it is: it turns a select into a branch where one side is long.
KOKKOS_FORCEINLINE_FUNCTION double select(bool condition, double x, double y) {
  const std::uint64_t mask = std::uint64_t(0) - static_cast<std::uint64_t>(condition);
  return math::detail::from_bits((math::detail::to_bits(x) & mask) | (math::detail::to_bits(y) & ~mask));
}
KOKKOS_FORCEINLINE_FUNCTION float select(bool condition, float x, float y) {
  const std::uint32_t mask = std::uint32_t(0) - static_cast<std::uint32_t>(condition);
  return math::detail::from_bits((math::detail::to_bits(x) & mask) | (math::detail::to_bits(y) & ~mask));
}

/// Exactly `square` for the exponent 2, which is what it almost always means.
/// power(1, b) is 1 for every b, so another b changes nothing there. But it makes b differ between elements also where it is
/// a literal: g++ (12) does not vectorise a loop in which a condition is the same for all elements, and pow has several.
template <class T> KOKKOS_FORCEINLINE_FUNCTION T floating_power(T a, T exponent) {
  const T b = select(a == 1, T(0), exponent);
  return select(b == 2, a * a, math::pow(a, b));
}

struct Power {
  static constexpr const char* name = "power";
  template <class A, class B> using signature = number_t<promote_t<A, B>>(number_t<promote_t<A, B>>, number_t<promote_t<A, B>>);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const {
    if constexpr (std::integral<T>) return integer_power(a, b);
    else if constexpr (ComplexElement<T>) return math::pow(a, b);
    else return floating_power(a, b);
  }
};

/// @throws ValueError if an integer power would have a negative exponent.
template <class B> void check_exponents(const B& exponents) {
  bool negative = false;
  if constexpr (Scalar<B>) {
    if constexpr (std::signed_integral<B>) negative = exponents < 0;
  } else if constexpr (std::signed_integral<value_type_t<B>>) {
    negative = any(exponents < 0).item();
  }
  if (negative)
    throw ValueError("power: an integer to a negative integer power is not an integer; make the base floating: power(cast<double>(a), b)");
}

}  // namespace detail

/// a to the power b, in the promoted type; integers stay integers and wrap. C Annex F: power(x, 0) = power(1, y) = 1 even for
/// NaN. A complex power is exp(b log a).
///
/// @throws ValueError if an integer base meets a negative integer exponent, as in NumPy; besides what `a * b` throws.
/// @note  The exponents are looked at when the formula is written, not when it runs: an exception comes from the line with
///        the mistake, and the kernel stays one pass. A literal costs nothing; an *array* of signed integers as exponent of
///        integers costs one reduction over it and waits for it. Unsigned or floating exponents are never looked at.
/// Source: NumPy power.
template <class A, class B> requires ArrayOperands<A, B> auto power(const A& a, const B& b) {
  const auto result = detail::make_expression(detail::Power{}, a, b);
  if constexpr (IntegerElement<value_type_t<decltype(result)>>) detail::check_exponents(b);
  return result;
}

}  // namespace spica
