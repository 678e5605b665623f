// Elementary functions. The numbers come from math/: one source for every backend, so the same bits.
#pragma once

#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/elementwise/math/complex.hpp>
#include <spica/ops/elementwise/math/math.hpp>
#include <spica/ops/elementwise/signature.hpp>

namespace spica {

namespace detail {

#define SPICA_COMPLEX_FUNCTION(Functor, numpy_name, function)                                            \
  struct Functor {                                                                                       \
    static constexpr const char* name = numpy_name;                                                      \
    template <class A> using signature = function_type<A>;                                               \
    template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x) const { return math::function(x); } \
  };
SPICA_COMPLEX_FUNCTION(Sqrt, "sqrt", sqrt)
SPICA_COMPLEX_FUNCTION(Exp, "exp", exp)
SPICA_COMPLEX_FUNCTION(Log, "log", log)
#undef SPICA_COMPLEX_FUNCTION

#define SPICA_REAL_FUNCTION(Functor, numpy_name, function)                                               \
  struct Functor {                                                                                       \
    static constexpr const char* name = numpy_name;                                                      \
    template <class A> requires RealElement<A> using signature = function_type<A>;                       \
    template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x) const { return math::function(x); } \
  };
SPICA_REAL_FUNCTION(Cbrt, "cbrt", cbrt)
SPICA_REAL_FUNCTION(Exp2, "exp2", exp2)
SPICA_REAL_FUNCTION(Expm1, "expm1", expm1)
SPICA_REAL_FUNCTION(Log2, "log2", log2)
SPICA_REAL_FUNCTION(Log10, "log10", log10)
SPICA_REAL_FUNCTION(Log1p, "log1p", log1p)
SPICA_REAL_FUNCTION(Sin, "sin", sin)
SPICA_REAL_FUNCTION(Cos, "cos", cos)
SPICA_REAL_FUNCTION(Tan, "tan", tan)
SPICA_REAL_FUNCTION(Arcsin, "arcsin", asin)
SPICA_REAL_FUNCTION(Arccos, "arccos", acos)
SPICA_REAL_FUNCTION(Arctan, "arctan", atan)
SPICA_REAL_FUNCTION(Sinh, "sinh", sinh)
SPICA_REAL_FUNCTION(Cosh, "cosh", cosh)
SPICA_REAL_FUNCTION(Tanh, "tanh", tanh)
SPICA_REAL_FUNCTION(Arcsinh, "arcsinh", asinh)
SPICA_REAL_FUNCTION(Arccosh, "arccosh", acosh)
SPICA_REAL_FUNCTION(Arctanh, "arctanh", atanh)
#undef SPICA_REAL_FUNCTION

#define SPICA_REAL_FUNCTION_OF_TWO(Functor, numpy_name, function)                                                \
  struct Functor {                                                                                               \
    static constexpr const char* name = numpy_name;                                                              \
    template <class A, class B> requires RealElement<promote_t<A, B>> using signature = function2_type<A, B>;    \
    template <class T> KOKKOS_FORCEINLINE_FUNCTION T operator()(T x, T y) const { return math::function(x, y); } \
  };
SPICA_REAL_FUNCTION_OF_TWO(Arctan2, "arctan2", atan2)
SPICA_REAL_FUNCTION_OF_TWO(Hypot, "hypot", hypot)
SPICA_REAL_FUNCTION_OF_TWO(Logaddexp, "logaddexp", logaddexp)
#undef SPICA_REAL_FUNCTION_OF_TWO

}  // namespace detail

/// Element by element, in the floating type of the elements: float stays float; bool and integers of 8 or 16 bits compute in
/// float, larger integers in double. Special values are those of C Annex F: outside its domain a function gives NaN or an
/// infinity, never an exception. Errors in ULP: docs/numerics.md.
/// sqrt, exp and log also take complex elements (principal values); the others do not.
/// Source: NumPy, the function of the same name.
template <ArrayOrExpression A> auto sqrt(const A& x) { return detail::make_expression(detail::Sqrt{}, x); }
template <ArrayOrExpression A> auto exp(const A& x) { return detail::make_expression(detail::Exp{}, x); }
template <ArrayOrExpression A> auto log(const A& x) { return detail::make_expression(detail::Log{}, x); }
template <ArrayOrExpression A> auto cbrt(const A& x) { return detail::make_expression(detail::Cbrt{}, x); }
template <ArrayOrExpression A> auto exp2(const A& x) { return detail::make_expression(detail::Exp2{}, x); }
template <ArrayOrExpression A> auto expm1(const A& x) { return detail::make_expression(detail::Expm1{}, x); }
template <ArrayOrExpression A> auto log2(const A& x) { return detail::make_expression(detail::Log2{}, x); }
template <ArrayOrExpression A> auto log10(const A& x) { return detail::make_expression(detail::Log10{}, x); }
template <ArrayOrExpression A> auto log1p(const A& x) { return detail::make_expression(detail::Log1p{}, x); }
template <ArrayOrExpression A> auto sin(const A& x) { return detail::make_expression(detail::Sin{}, x); }
template <ArrayOrExpression A> auto cos(const A& x) { return detail::make_expression(detail::Cos{}, x); }
template <ArrayOrExpression A> auto tan(const A& x) { return detail::make_expression(detail::Tan{}, x); }
template <ArrayOrExpression A> auto arcsin(const A& x) { return detail::make_expression(detail::Arcsin{}, x); }
template <ArrayOrExpression A> auto arccos(const A& x) { return detail::make_expression(detail::Arccos{}, x); }
template <ArrayOrExpression A> auto arctan(const A& x) { return detail::make_expression(detail::Arctan{}, x); }
template <ArrayOrExpression A> auto sinh(const A& x) { return detail::make_expression(detail::Sinh{}, x); }
template <ArrayOrExpression A> auto cosh(const A& x) { return detail::make_expression(detail::Cosh{}, x); }
template <ArrayOrExpression A> auto tanh(const A& x) { return detail::make_expression(detail::Tanh{}, x); }
template <ArrayOrExpression A> auto arcsinh(const A& x) { return detail::make_expression(detail::Arcsinh{}, x); }
template <ArrayOrExpression A> auto arccosh(const A& x) { return detail::make_expression(detail::Arccosh{}, x); }
template <ArrayOrExpression A> auto arctanh(const A& x) { return detail::make_expression(detail::Arctanh{}, x); }

/// The angle of the point (x, y), y first; sqrt(a^2 + b^2) without overflow on the way; log(exp(a) + exp(b)) likewise.
/// Types promote, then as above; not for complex elements.
/// @throws ShapeError, BackendMismatch. Source: NumPy arctan2, hypot, logaddexp.
template <class A, class B> requires ArrayOperands<A, B> auto arctan2(const A& y, const B& x) { return detail::make_expression(detail::Arctan2{}, y, x); }
template <class A, class B> requires ArrayOperands<A, B> auto hypot(const A& a, const B& b) { return detail::make_expression(detail::Hypot{}, a, b); }
template <class A, class B> requires ArrayOperands<A, B> auto logaddexp(const A& a, const B& b) { return detail::make_expression(detail::Logaddexp{}, a, b); }

}  // namespace spica
