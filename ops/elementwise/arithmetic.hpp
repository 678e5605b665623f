// + - * / % and their in-place forms, and the arithmetic that has a name only. `power` has a file of its own.
#pragma once

#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/elementwise/math/complex.hpp>
#include <spica/ops/elementwise/math/exact.hpp>
#include <spica/ops/elementwise/signature.hpp>

namespace spica {

namespace detail {

struct Add {
  static constexpr const char* name = "add";
  template <class A, class B> using signature = same_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const {
    if constexpr (std::same_as<T, bool>) return a | b;
    else return static_cast<T>(static_cast<wrapping_t<T>>(a) + static_cast<wrapping_t<T>>(b));
  }
};

struct Subtract {
  static constexpr const char* name = "subtract";
  template <class A, class B> requires(!std::same_as<promote_t<A, B>, bool>) using signature = same_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const {
    return static_cast<T>(static_cast<wrapping_t<T>>(a) - static_cast<wrapping_t<T>>(b));
  }
};

struct Multiply {
  static constexpr const char* name = "multiply";
  template <class A, class B> using signature = same_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const {
    if constexpr (std::same_as<T, bool>) return a & b;
    else if constexpr (ComplexElement<T>) return math::multiply(a, b);
    else return static_cast<T>(static_cast<wrapping_t<T>>(a) * static_cast<wrapping_t<T>>(b));
  }
};

/// True division: integers and bool give float64.
struct Divide {
  static constexpr const char* name = "divide";
  template <class A, class B> using result_t = std::conditional_t<(kind_of(dtype_of<promote_t<A, B>>) < Kind::floating), double, promote_t<A, B>>;
  template <class A, class B> using signature = result_t<A, B>(result_t<A, B>, result_t<A, B>);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const {
    if constexpr (ComplexElement<T>) return math::divide(a, b);
    else return a / b;
  }
};

/// Integers of the ops that divide. C++ leaves division by zero and of the smallest integer by -1 undefined; both divide by
/// 1 instead, so that the rest is 0 as it must be, and FloorDivide puts the quotient right.
template <class T> KOKKOS_FORCEINLINE_FUNCTION T safe_divisor(T b) {
  if constexpr (std::is_signed_v<T>) return b == 0 || b == -1 ? T(1) : b;
  else return b == 0 ? T(1) : b;
}
template <class A, class B> using division_type = number_t<promote_t<A, B>>(number_t<promote_t<A, B>>, number_t<promote_t<A, B>>);

/// The rest of the division towards zero: the sign of a.
struct Fmod {
  static constexpr const char* name = "fmod";
  template <class A, class B> requires RealElement<promote_t<A, B>> using signature = division_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const {
    if constexpr (std::floating_point<T>) return math::fmod(a, b);
    else return static_cast<T>(a % safe_divisor(b));
  }
};

/// The rest of the division towards minus infinity: the sign of b.
struct Remainder {
  static constexpr const char* name = "remainder";
  template <class A, class B> requires RealElement<promote_t<A, B>> using signature = division_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const {
    const T rest = Fmod{}(a, b);
    const bool adjust = rest != 0 && (rest < 0) != (b < 0);
    if constexpr (std::floating_point<T>) return rest == 0 ? math::copysign(T(0), b) : (adjust ? rest + b : rest);
    else return static_cast<T>(adjust ? rest + b : rest);
  }
};

/// Division rounded towards minus infinity. For floats each step is rounded as NumPy's is, so 1 // 0.1 is 9.
struct FloorDivide {
  static constexpr const char* name = "floor_divide";
  template <class A, class B> requires RealElement<promote_t<A, B>> using signature = division_type<A, B>;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a, T b) const {
    const T rest = Fmod{}(a, b);
    const bool adjust = rest != 0 && (rest < 0) != (b < 0);
    if constexpr (std::floating_point<T>) {
      const T quotient = (a - rest) / b - static_cast<T>(adjust);
      const T down = math::floor(quotient);
      const T nearest = quotient - down > T(0.5) ? down + 1 : down;
      const T signed_zero = math::copysign(T(0), a / b);
      return b == 0 ? a / b : (quotient == 0 ? signed_zero : nearest);
    } else {
      const T quotient = static_cast<T>(a / safe_divisor(b) - static_cast<T>(adjust));
      if constexpr (std::is_signed_v<T>) return b == 0 ? T(0) : (b == -1 ? static_cast<T>(wrapping_t<T>(0) - static_cast<wrapping_t<T>>(a)) : quotient);
      else return b == 0 ? T(0) : quotient;
    }
  }
};

struct Positive {
  static constexpr const char* name = "positive";
  template <class A> requires(!std::same_as<A, bool>) using signature = A(A);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a) const { return a; }
};

struct Negative {
  static constexpr const char* name = "negative";
  template <class A> requires(!std::same_as<A, bool>) using signature = A(A);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a) const {
    if constexpr (std::integral<T>) return static_cast<T>(wrapping_t<T>(0) - static_cast<wrapping_t<T>>(a));
    else return -a;
  }
};

struct Absolute {
  static constexpr const char* name = "absolute";
  template <class A> using signature = real_t<A>(A);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION real_t<T> operator()(T a) const {
    if constexpr (ComplexElement<T>) return math::hypot(a.real(), a.imag());
    else if constexpr (std::floating_point<T>) return math::copysign(a, T(0));
    else if constexpr (std::is_signed_v<T>) return a < 0 ? Negative{}(a) : a;
    else return a;
  }
};

/// -1, 0 or 1; of a complex number z / |z|, as NumPy 2 has it.
struct Sign {
  static constexpr const char* name = "sign";
  template <class A> requires(!std::same_as<A, bool>) using signature = A(A);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a) const {
    if constexpr (ComplexElement<T>) {
      const auto length = math::hypot(a.real(), a.imag());
      return length == 0 ? T(0, 0) : T(a.real() / length, a.imag() / length);
    } else if constexpr (std::floating_point<T>) {
      return a != a ? a : static_cast<T>(a > 0) - static_cast<T>(a < 0);
    } else {
      return static_cast<T>((a > 0) - (a < 0));
    }
  }
};

struct Square {
  static constexpr const char* name = "square";
  template <class A> using signature = number_t<A>(number_t<A>);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a) const { return Multiply{}(a, a); }
};

/// Of integers 1 / a truncated, which is 0 but for 1 and -1; 1 / 0 is 0.
struct Reciprocal {
  static constexpr const char* name = "reciprocal";
  template <class A> using signature = number_t<A>(number_t<A>);
  template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T a) const {
    if constexpr (ComplexElement<T>) return math::divide(T(1, 0), a);
    else if constexpr (std::floating_point<T>) return 1 / a;
    else if constexpr (std::is_signed_v<T>) return a == 1 || a == -1 ? a : T(0);
    else return a == 1 ? a : T(0);
  }
};

/// a = a op x in the elements of `a`, for the in-place operators.
template <class Op, class T, class X> void update(const Array<T>& a, const X& x) {
  const auto result = make_expression(Op{}, a, x);
  static_assert(same_kind<T, value_type_t<decltype(result)>>,
                "this in-place operation would change the kind of its elements (int to float, float to complex, unsigned to signed): "
                "write a = a op b, or cast<T>(…) the operand");
  assign_elements(Op::name, a, result);
}

}  // namespace detail

/// Element by element, broadcast together; types promote as in NumPy (NEP 50), integers wrap. An expression: nothing runs yet.
/// `/` divides truly: integers give float64. `%` and `floor_divide` round towards minus infinity, `fmod` towards zero; for
/// integers all three give 0 where the divisor is 0. `-` is not defined for two bools, `%` and its like not for complex.
/// @throws ShapeError, BackendMismatch, ValueError (an integer literal that does not fit the array's type).
/// Source: NumPy add, subtract, multiply, divide, remainder, floor_divide, fmod.
template <class A, class B> requires ArrayOperands<A, B> auto operator+(const A& a, const B& b) { return detail::make_expression(detail::Add{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator-(const A& a, const B& b) { return detail::make_expression(detail::Subtract{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator*(const A& a, const B& b) { return detail::make_expression(detail::Multiply{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator/(const A& a, const B& b) { return detail::make_expression(detail::Divide{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto operator%(const A& a, const B& b) { return detail::make_expression(detail::Remainder{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto add(const A& a, const B& b) { return a + b; }
template <class A, class B> requires ArrayOperands<A, B> auto subtract(const A& a, const B& b) { return a - b; }
template <class A, class B> requires ArrayOperands<A, B> auto multiply(const A& a, const B& b) { return a * b; }
template <class A, class B> requires ArrayOperands<A, B> auto divide(const A& a, const B& b) { return a / b; }
template <class A, class B> requires ArrayOperands<A, B> auto remainder(const A& a, const B& b) { return a % b; }
template <class A, class B> requires ArrayOperands<A, B> auto floor_divide(const A& a, const B& b) { return detail::make_expression(detail::FloorDivide{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto fmod(const A& a, const B& b) { return detail::make_expression(detail::Fmod{}, a, b); }

/// The elements with their sign changed; the smallest integer stays itself. Not defined for bool. Source: NumPy negative, positive.
template <ArrayOrExpression A> auto operator-(const A& a) { return detail::make_expression(detail::Negative{}, a); }
template <ArrayOrExpression A> auto operator+(const A& a) { return detail::make_expression(detail::Positive{}, a); }
template <ArrayOrExpression A> auto negative(const A& a) { return -a; }
template <ArrayOrExpression A> auto positive(const A& a) { return +a; }

/// |a|; of complex numbers in the real type of the same precision, without overflow on the way. The smallest integer stays
/// itself. Source: NumPy absolute.
template <ArrayOrExpression A> auto absolute(const A& a) { return detail::make_expression(detail::Absolute{}, a); }
template <ArrayOrExpression A> auto abs(const A& a) { return absolute(a); }
/// -1, 0 or 1, NaN for NaN; z / |z| for complex z. Not defined for bool. Source: NumPy 2 sign.
template <ArrayOrExpression A> auto sign(const A& a) { return detail::make_expression(detail::Sign{}, a); }
/// a * a. Source: NumPy square.
template <ArrayOrExpression A> auto square(const A& a) { return detail::make_expression(detail::Square{}, a); }
/// 1 / a in the type of `a`: truncated for integers. Source: NumPy reciprocal.
template <ArrayOrExpression A> auto reciprocal(const A& a) { return detail::make_expression(detail::Reciprocal{}, a); }

template <Element T> template <class X> const Array<T>& Array<T>::operator+=(const X& x) const { detail::update<detail::Add>(*this, x); return *this; }
template <Element T> template <class X> const Array<T>& Array<T>::operator-=(const X& x) const { detail::update<detail::Subtract>(*this, x); return *this; }
template <Element T> template <class X> const Array<T>& Array<T>::operator*=(const X& x) const { detail::update<detail::Multiply>(*this, x); return *this; }
template <Element T> template <class X> const Array<T>& Array<T>::operator/=(const X& x) const { detail::update<detail::Divide>(*this, x); return *this; }
template <Element T> template <class X> const Array<T>& Array<T>::operator%=(const X& x) const { detail::update<detail::Remainder>(*this, x); return *this; }

}  // namespace spica
