// The list of elementwise ops: X(name, functor, family, what it does). `spica::name` is the function, `spica::detail::functor`
// says by `detail::Accepts<functor, operands…>` which element types it takes. The oracle's runner and the test sweep are made
// from these lists; the table in docs/numpy.md follows them. (map and cast<T> have no place here: they are templates over more than arrays.)
#pragma once

#include <spica/ops/elementwise/elementwise.hpp>

// clang-format off
#define SPICA_FOR_EACH_UNARY(X) \
  X(positive,    Positive,    "arithmetic",     "the elements themselves") \
  X(negative,    Negative,    "arithmetic",     "-x") \
  X(abs,         Absolute,    "arithmetic",     "|x|, real for complex x") \
  X(sign,        Sign,        "arithmetic",     "-1, 0 or 1; z / |z| for complex z") \
  X(square,      Square,      "arithmetic",     "x * x") \
  X(reciprocal,  Reciprocal,  "arithmetic",     "1 / x in the type of x") \
  X(sqrt,        Sqrt,        "function",       "square root") \
  X(cbrt,        Cbrt,        "function",       "cube root") \
  X(exp,         Exp,         "function",       "e^x") \
  X(exp2,        Exp2,        "function",       "2^x") \
  X(expm1,       Expm1,       "function",       "e^x - 1, exact near 0") \
  X(log,         Log,         "function",       "natural logarithm") \
  X(log2,        Log2,        "function",       "logarithm to base 2") \
  X(log10,       Log10,       "function",       "logarithm to base 10") \
  X(log1p,       Log1p,       "function",       "log(1 + x), exact near 0") \
  X(sin,         Sin,         "function",       "sine") \
  X(cos,         Cos,         "function",       "cosine") \
  X(tan,         Tan,         "function",       "tangent") \
  X(arcsin,      Arcsin,      "function",       "inverse sine") \
  X(arccos,      Arccos,      "function",       "inverse cosine") \
  X(arctan,      Arctan,      "function",       "inverse tangent") \
  X(sinh,        Sinh,        "function",       "hyperbolic sine") \
  X(cosh,        Cosh,        "function",       "hyperbolic cosine") \
  X(tanh,        Tanh,        "function",       "hyperbolic tangent") \
  X(arcsinh,     Arcsinh,     "function",       "inverse hyperbolic sine") \
  X(arccosh,     Arccosh,     "function",       "inverse hyperbolic cosine") \
  X(arctanh,     Arctanh,     "function",       "inverse hyperbolic tangent") \
  X(floor,       Floor,       "rounding",       "rounded down") \
  X(ceil,        Ceil,        "rounding",       "rounded up") \
  X(trunc,       Trunc,       "rounding",       "rounded towards zero") \
  X(rint,        Rint,        "rounding",       "rounded to nearest, half to even") \
  X(isnan,       Isnan,       "classification", "whether x is NaN") \
  X(isinf,       Isinf,       "classification", "whether x is infinite") \
  X(isfinite,    Isfinite,    "classification", "whether x is neither") \
  X(signbit,     Signbit,     "classification", "whether the sign is negative, of -0.0 too") \
  X(logical_not, LogicalNot,  "logical",        "!x") \
  X(invert,      Invert,      "bitwise",        "~x") \
  X(conj,        Conj,        "complex",        "complex conjugate") \
  X(real,        Real,        "complex",        "real part") \
  X(imag,        Imag,        "complex",        "imaginary part")

#define SPICA_FOR_EACH_BINARY(X) \
  X(add,           Add,          "arithmetic", "a + b") \
  X(subtract,      Subtract,     "arithmetic", "a - b") \
  X(multiply,      Multiply,     "arithmetic", "a * b") \
  X(divide,        Divide,       "arithmetic", "a / b, true division") \
  X(floor_divide,  FloorDivide,  "arithmetic", "a / b rounded down") \
  X(remainder,     Remainder,    "arithmetic", "a % b, the sign of b") \
  X(fmod,          Fmod,         "arithmetic", "a - b trunc(a / b), the sign of a") \
  X(power,         Power,        "arithmetic", "a to the power b") \
  X(maximum,       Maximum,      "extrema",    "the larger, NaN if either is") \
  X(minimum,       Minimum,      "extrema",    "the smaller, NaN if either is") \
  X(fmax,          Fmax,         "extrema",    "the larger, ignoring NaN") \
  X(fmin,          Fmin,         "extrema",    "the smaller, ignoring NaN") \
  X(arctan2,       Arctan2,      "function",   "angle of the point (b, a)") \
  X(hypot,         Hypot,        "function",   "sqrt(a^2 + b^2) without overflow") \
  X(logaddexp,     Logaddexp,    "function",   "log(e^a + e^b) without overflow") \
  X(copysign,      Copysign,     "rounding",   "|a| with the sign of b") \
  X(nextafter,     Nextafter,    "rounding",   "the number next to a towards b") \
  X(equal,         Equal,        "comparison", "a == b") \
  X(not_equal,     NotEqual,     "comparison", "a != b") \
  X(less,          Less,         "comparison", "a < b") \
  X(less_equal,    LessEqual,    "comparison", "a <= b") \
  X(greater,       Greater,      "comparison", "a > b") \
  X(greater_equal, GreaterEqual, "comparison", "a >= b") \
  X(logical_and,   LogicalAnd,   "logical",    "a && b") \
  X(logical_or,    LogicalOr,    "logical",    "a || b") \
  X(logical_xor,   LogicalXor,   "logical",    "exactly one is true") \
  X(bitwise_and,   BitwiseAnd,   "bitwise",    "a & b") \
  X(bitwise_or,    BitwiseOr,    "bitwise",    "a | b") \
  X(bitwise_xor,   BitwiseXor,   "bitwise",    "a ^ b") \
  X(left_shift,    LeftShift,    "bitwise",    "a << b") \
  X(right_shift,   RightShift,   "bitwise",    "a >> b")

#define SPICA_FOR_EACH_TERNARY(X) \
  X(where, Where, "choice",  "b where a is true, else c") \
  X(clip,  Clip,  "extrema", "a held between b and c")
// clang-format on
