// How an elementwise functor says what types it takes. A functor has
//   static constexpr const char* name                    NumPy's name, used in labels and errors
//   template <class... T> using signature = R(A...)      result and argument types for operands of these types; constrained
//                                                        with `requires` where a type is not taken
//   operator()(A...) const -> R                          one line, KOKKOS_FORCEINLINE_FUNCTION, the same bits on every backend
#pragma once

#include <spica/core/expression.hpp>

namespace spica::detail {

/// Where NumPy has no such arithmetic on bool it computes in int8.
template <class T> using number_t = std::conditional_t<std::same_as<T, bool>, std::int8_t, T>;

/// Both operands in the promoted type, and so the result.
template <class A, class B> using same_type = promote_t<A, B>(promote_t<A, B>, promote_t<A, B>);
/// Compared in the promoted type.
template <class A, class B> using comparison_type = bool(promote_t<A, B>, promote_t<A, B>);
/// Integers and bool compute in floating point.
template <class A> using function_type = floating_t<A>(floating_t<A>);
template <class A, class B>
using function2_type = floating_t<promote_t<A, B>>(floating_t<promote_t<A, B>>, floating_t<promote_t<A, B>>);

/// Integer arithmetic wraps; in C++ only unsigned arithmetic does.
template <class T> struct WrappingType { using type = T; };
template <IntegerElement T> struct WrappingType<T> { using type = std::conditional_t<(sizeof(T) < 4), std::uint32_t, std::make_unsigned_t<T>>; };
template <class T> using wrapping_t = typename WrappingType<T>::type;

}  // namespace spica::detail
