// Element types, their names, and NumPy's promotion of them (NEP 50) at compile time.
#pragma once

#include <spica/core/float16.hpp>

#include <Kokkos_Complex.hpp>
#include <Kokkos_Macros.hpp>

#include <complex>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace spica {

using complex64 = Kokkos::complex<float>;
using complex128 = Kokkos::complex<double>;

enum class DType : std::uint8_t {
  bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64,
  float16, bfloat16, float32, float64, complex64, complex128
};

/// What C++ and NumPy both call the kind of a type; a weak literal promotes by its kind only.
enum class Kind : std::uint8_t { boolean, integer, floating, complex };

namespace detail {

template <class T> struct DTypeOf;
template <DType D> struct ElementOf;
#define SPICA_DTYPE(type, code, text)                                                                                  \
  template <> struct DTypeOf<type> { static constexpr DType value = DType::code; static constexpr const char* name = text; }; \
  template <> struct ElementOf<DType::code> { using T = type; };
SPICA_DTYPE(bool, bool_, "bool")
SPICA_DTYPE(std::int8_t, int8, "int8")
SPICA_DTYPE(std::int16_t, int16, "int16")
SPICA_DTYPE(std::int32_t, int32, "int32")
SPICA_DTYPE(std::int64_t, int64, "int64")
SPICA_DTYPE(std::uint8_t, uint8, "uint8")
SPICA_DTYPE(std::uint16_t, uint16, "uint16")
SPICA_DTYPE(std::uint32_t, uint32, "uint32")
SPICA_DTYPE(std::uint64_t, uint64, "uint64")
SPICA_DTYPE(spica::float16, float16, "float16")
SPICA_DTYPE(spica::bfloat16, bfloat16, "bfloat16")
SPICA_DTYPE(float, float32, "float32")
SPICA_DTYPE(double, float64, "float64")
SPICA_DTYPE(complex64, complex64, "complex64")
SPICA_DTYPE(complex128, complex128, "complex128")
#undef SPICA_DTYPE

constexpr Kind kind_of(DType d) {
  if (d == DType::bool_) return Kind::boolean;
  if (d <= DType::uint64) return Kind::integer;
  return d <= DType::float64 ? Kind::floating : Kind::complex;
}
constexpr bool is_signed_integer(DType d) { return d >= DType::int8 && d <= DType::int64; }
/// Bits of an integer, or of one part of a complex number.
constexpr int bits_of(DType d) {
  switch (d) {
    case DType::bool_: case DType::int8: case DType::uint8: return 8;
    case DType::int16: case DType::uint16: case DType::float16: case DType::bfloat16: return 16;
    case DType::int32: case DType::uint32: case DType::float32: case DType::complex64: return 32;
    default: return 64;
  }
}
constexpr DType signed_integer(int bits) {
  return bits == 8 ? DType::int8 : bits == 16 ? DType::int16 : bits == 32 ? DType::int32 : DType::int64;
}
/// The precision in which a type takes part in floating arithmetic: the smallest that holds all its values.
constexpr int floating_bits(DType d) {
  if (kind_of(d) > Kind::integer) return bits_of(d);
  return d == DType::bool_ ? 0 : bits_of(d) <= 16 ? 2 * bits_of(d) : 64;
}

/// NumPy's table of two strong types.
constexpr DType promote(DType a, DType b) {
  if (a == b) return a;
  const Kind ka = kind_of(a), kb = kind_of(b), kind = ka < kb ? kb : ka;
  if (kind == Kind::integer) {
    if (ka == Kind::boolean) return b;
    if (kb == Kind::boolean) return a;
    if (is_signed_integer(a) == is_signed_integer(b)) return bits_of(a) < bits_of(b) ? b : a;
    const int signed_bits = is_signed_integer(a) ? bits_of(a) : bits_of(b);
    const int unsigned_bits = is_signed_integer(a) ? bits_of(b) : bits_of(a);
    if (signed_bits > unsigned_bits) return signed_integer(signed_bits);
    return unsigned_bits == 64 ? DType::float64 : signed_integer(2 * unsigned_bits);
  }
  const int wa = floating_bits(a), wb = floating_bits(b), bits = wa < wb ? wb : wa;
  const bool wide = bits == 64;
  if (kind == Kind::floating && bits == 16) {
    const DType half = ka == Kind::floating ? a : b, other = ka == Kind::floating ? b : a;
    return kind_of(other) == Kind::floating ? DType::float32 : half;  // float16 with bfloat16: neither holds the other
  }
  if (kind == Kind::floating) return wide ? DType::float64 : DType::float32;
  return wide ? DType::complex128 : DType::complex64;
}

/// The type a weak literal of that kind takes beside a strong type.
constexpr DType promote_weak(DType strong, Kind literal) {
  if (literal <= kind_of(strong)) return strong;
  switch (literal) {
    case Kind::integer: return DType::int64;
    case Kind::floating: return DType::float64;
    default: return kind_of(strong) == Kind::floating && bits_of(strong) <= 32 ? DType::complex64 : DType::complex128;
  }
}

template <class T> struct IsComplex : std::false_type {};
template <class T> struct IsComplex<Kokkos::complex<T>> : std::true_type {};
template <class T> struct IsStdComplex : std::false_type {};
template <class T> struct IsStdComplex<std::complex<T>> : std::true_type {};

}  // namespace detail

/// A type that an array can hold.
template <class T> concept Element = requires { detail::DTypeOf<T>::value; };
template <class T> concept ComplexElement = Element<T> && detail::IsComplex<T>::value;
template <class T> concept RealElement = Element<T> && !ComplexElement<T>;
template <class T> concept FloatingElement = std::same_as<T, float> || std::same_as<T, double> || detail::is_float16<T>;
template <class T> concept IntegerElement = Element<T> && std::integral<T> && !std::same_as<T, bool>;
template <class T> concept IntegerOrBool = Element<T> && std::integral<T>;

/// A number that takes part in promotion by its kind only: bool, any integer or floating type, std:: or Kokkos::complex.
template <class T> concept Scalar = std::is_arithmetic_v<T> || detail::is_float16<T> || detail::IsComplex<T>::value || detail::IsStdComplex<T>::value;

template <Element T> inline constexpr DType dtype_of = detail::DTypeOf<T>::value;
/// NumPy's name of an element type: "float64".
template <Element T> constexpr const char* dtype_name() { return detail::DTypeOf<T>::name; }

template <Scalar T>
inline constexpr Kind literal_kind = std::same_as<T, bool>      ? Kind::boolean
                                     : std::integral<T>         ? Kind::integer
                                     : std::floating_point<T> || detail::is_float16<T> ? Kind::floating
                                                                : Kind::complex;

namespace detail {
template <class A, class... Rest> struct Promote { using type = A; };
template <class A, class B, class... Rest> struct Promote<A, B, Rest...>
    : Promote<typename ElementOf<promote(dtype_of<A>, dtype_of<B>)>::T, Rest...> {};
}  // namespace detail

/// The type in which arrays of these element types meet.
template <Element... T> using promote_t = typename detail::Promote<T...>::type;
/// The type of the literal `Literal` beside arrays of type `Strong`.
template <Element Strong, Scalar Literal>
using weak_t = typename detail::ElementOf<detail::promote_weak(dtype_of<Strong>, literal_kind<Literal>)>::T;
/// float for complex64, double for complex128, else T itself.
template <class T> struct real_part { using type = T; };
template <class T> struct real_part<Kokkos::complex<T>> { using type = T; };
template <Element T> using real_t = typename real_part<T>::type;
/// The type in which functions such as `sqrt` compute: floats and complex as they are, integers and bool as NumPy.
template <Element T>
using floating_t = std::conditional_t<detail::kind_of(dtype_of<T>) >= Kind::floating, T,
                                      std::conditional_t<(detail::bits_of(dtype_of<T>) <= 16), float, double>>;

}  // namespace spica
