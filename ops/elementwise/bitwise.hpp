// & | ^ ~ << >> of integers and bool, and their in-place forms.
#pragma once

#include <spica/ops/elementwise/arithmetic.hpp>

namespace spica {

namespace detail {

struct BitwiseAnd {
  static constexpr const char* name = "bitwise_and";
  template <class A, class B> requires IntegerOrBool<promote_t<A, B>> using signature = same_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const { return static_cast<T>(a & b); }
};
struct BitwiseOr {
  static constexpr const char* name = "bitwise_or";
  template <class A, class B> requires IntegerOrBool<promote_t<A, B>> using signature = same_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const { return static_cast<T>(a | b); }
};
struct BitwiseXor {
  static constexpr const char* name = "bitwise_xor";
  template <class A, class B> requires IntegerOrBool<promote_t<A, B>> using signature = same_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const { return static_cast<T>(a ^ b); }
};
struct Invert {
  static constexpr const char* name = "invert";
  template <class A> requires IntegerOrBool<A> using signature = A(A);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a) const {
    if constexpr (std::same_as<T, bool>) return !a;
    else return static_cast<T>(~a);
  }
};

/// A count outside [0, bits), which C++ leaves undefined: read as unsigned it is too large either way.
template <class T> inline constexpr int bits = 8 * sizeof(T);
template <class T> KOKKOS_FORCEINLINE_FUNCTION bool shifts_within(T count) { return static_cast<std::make_unsigned_t<T>>(count) < bits<T>; }

template <class A, class B> using shift_type = number_t<promote_t<A, B>>(number_t<promote_t<A, B>>, number_t<promote_t<A, B>>);

struct LeftShift {
  static constexpr const char* name = "left_shift";
  template <class A, class B> requires IntegerOrBool<promote_t<A, B>> using signature = shift_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T count) const {
    return shifts_within(count) ? static_cast<T>(static_cast<wrapping_t<T>>(a) << (count & (bits<T> - 1))) : T(0);
  }
};
struct RightShift {
  static constexpr const char* name = "right_shift";
  template <class A, class B> requires IntegerOrBool<promote_t<A, B>> using signature = shift_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T count) const {
    const T beyond = a < 0 ? static_cast<T>(-1) : T(0);
    return shifts_within(count) ? static_cast<T>(a >> (count & (bits<T> - 1))) : beyond;
  }
};

}  // namespace detail

/// Element by element in the promoted type; integers and bool only (~ of bool is not). Shift counts outside [0, bits) give 0,
/// or -1 for the right shift of a negative number.
/// @throws ShapeError, BackendMismatch, ValueError (an integer literal that does not fit the array's type).
/// Source: NumPy bitwise_and, bitwise_or, bitwise_xor, invert, left_shift, right_shift.
template <class A, class B> requires ArrayOperands<A, B> auto operator&(const A& a, const B& b) { return detail::make_expression(detail::BitwiseAnd{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator|(const A& a, const B& b) { return detail::make_expression(detail::BitwiseOr{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator^(const A& a, const B& b) { return detail::make_expression(detail::BitwiseXor{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator<<(const A& a, const B& b) { return detail::make_expression(detail::LeftShift{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator>>(const A& a, const B& b) { return detail::make_expression(detail::RightShift{}, a, b); }
template <ArrayOrExpression A> auto operator~(const A& a) { return detail::make_expression(detail::Invert{}, a); }
template <class A, class B> requires ArrayOperands<A, B> auto bitwise_and(const A& a, const B& b) { return a & b; }
template <class A, class B> requires ArrayOperands<A, B> auto bitwise_or(const A& a, const B& b) { return a | b; }
template <class A, class B> requires ArrayOperands<A, B> auto bitwise_xor(const A& a, const B& b) { return a ^ b; }
template <class A, class B> requires ArrayOperands<A, B> auto left_shift(const A& a, const B& b) { return a << b; }
template <class A, class B> requires ArrayOperands<A, B> auto right_shift(const A& a, const B& b) { return a >> b; }
template <ArrayOrExpression A> auto invert(const A& a) { return ~a; }

template <Element T> template <class X> const Array<T>& Array<T>::operator&=(const X& x) const { detail::update<detail::BitwiseAnd>(*this, x); return *this; }
template <Element T> template <class X> const Array<T>& Array<T>::operator|=(const X& x) const { detail::update<detail::BitwiseOr>(*this, x); return *this; }
template <Element T> template <class X> const Array<T>& Array<T>::operator^=(const X& x) const { detail::update<detail::BitwiseXor>(*this, x); return *this; }
template <Element T> template <class X> const Array<T>& Array<T>::operator<<=(const X& x) const { detail::update<detail::LeftShift>(*this, x); return *this; }
template <Element T> template <class X> const Array<T>& Array<T>::operator>>=(const X& x) const { detail::update<detail::RightShift>(*this, x); return *this; }

}  // namespace spica
