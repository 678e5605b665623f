// Result types, at compile time: the table of NEP 50 for arrays, and what literals add to it.
#include <spica/ops/elementwise/op_list.hpp>

#include <gtest/gtest.h>

namespace {

namespace sp = spica;
namespace detail = spica::detail;
using sp::complex128, sp::complex64;
using std::int32_t, std::int64_t, std::int8_t, std::uint64_t, std::uint8_t;

template <class... T> struct Types {};
using All = Types<bool, uint8_t, int32_t, int64_t, uint64_t, float, double, complex64, complex128>;

template <class Op, class... X> using result = sp::value_type_t<decltype(detail::make_expression(Op{}, std::declval<const X&>()...))>;
template <class T> using A = sp::Array<T>;
template <class Expected, class Op, class... X> concept gives = std::same_as<result<Op, X...>, Expected>;

// One row of the table: the type on the left with each type of `All`, either way round.
template <class Left, class... Expected, class... Right> consteval bool row(Types<Right...>, Types<Expected...>) {
  return (gives<Expected, detail::Multiply, A<Left>, A<Right>> && ...) && (gives<Expected, detail::Multiply, A<Right>, A<Left>> && ...);
}
static_assert(row<bool>(All{}, Types<bool, uint8_t, int32_t, int64_t, uint64_t, float, double, complex64, complex128>{}));
static_assert(row<uint8_t>(All{}, Types<uint8_t, uint8_t, int32_t, int64_t, uint64_t, float, double, complex64, complex128>{}));
static_assert(row<int32_t>(All{}, Types<int32_t, int32_t, int32_t, int64_t, double, double, double, complex128, complex128>{}));
static_assert(row<int64_t>(All{}, Types<int64_t, int64_t, int64_t, int64_t, double, double, double, complex128, complex128>{}));
static_assert(row<uint64_t>(All{}, Types<uint64_t, uint64_t, double, double, uint64_t, double, double, complex128, complex128>{}));
static_assert(row<float>(All{}, Types<float, float, double, double, double, float, double, complex64, complex128>{}));
static_assert(row<double>(All{}, Types<double, double, double, double, double, double, double, complex128, complex128>{}));
static_assert(row<complex64>(All{}, Types<complex64, complex64, complex128, complex128, complex128, complex64, complex128, complex64, complex128>{}));
static_assert(row<complex128>(All{}, Types<complex128, complex128, complex128, complex128, complex128, complex128, complex128, complex128, complex128>{}));

// A literal takes the array's type if its kind is not higher; else an integer acts as int64, a floating one as float64.
template <class Literal, class... Array, class... Expected> consteval bool literal_row(Types<Array...>, Types<Expected...>) {
  return (gives<Expected, detail::Multiply, A<Array>, Literal> && ...) && (gives<Expected, detail::Multiply, Literal, A<Array>> && ...);
}
static_assert(literal_row<bool>(All{}, All{}));
static_assert(literal_row<int>(All{}, Types<int64_t, uint8_t, int32_t, int64_t, uint64_t, float, double, complex64, complex128>{}));
static_assert(literal_row<long long>(All{}, Types<int64_t, uint8_t, int32_t, int64_t, uint64_t, float, double, complex64, complex128>{}));
static_assert(literal_row<double>(All{}, Types<double, double, double, double, double, float, double, complex64, complex128>{}));
static_assert(literal_row<float>(All{}, Types<double, double, double, double, double, float, double, complex64, complex128>{}));
static_assert(literal_row<complex128>(All{}, Types<complex128, complex128, complex128, complex128, complex128, complex64, complex128, complex64, complex128>{}));
static_assert(literal_row<std::complex<double>>(Types<float, double>{}, Types<complex64, complex128>{}));

// Families of result types.
static_assert(gives<double, detail::Divide, A<int32_t>, A<int32_t>> && gives<double, detail::Divide, A<bool>, A<bool>>);
static_assert(gives<float, detail::Divide, A<uint8_t>, A<float>> && gives<float, detail::Divide, A<float>, double>);
static_assert(gives<int8_t, detail::FloorDivide, A<bool>, A<bool>> && gives<int32_t, detail::Remainder, A<uint8_t>, A<int32_t>>);
static_assert(gives<int8_t, detail::Power, A<bool>, A<bool>> && gives<int32_t, detail::Power, A<int32_t>, int>);
static_assert(gives<double, detail::Sqrt, A<int32_t>> && gives<double, detail::Exp, A<uint64_t>> && gives<float, detail::Sin, A<float>>);
static_assert(gives<complex64, detail::Log, A<complex64>> && gives<double, detail::Hypot, A<int32_t>, A<int64_t>>);
static_assert(gives<int32_t, detail::Floor, A<int32_t>> && gives<double, detail::Rint, A<int32_t>>);
static_assert(gives<float, detail::Absolute, A<complex64>> && gives<double, detail::Real, A<complex128>> && gives<int32_t, detail::Imag, A<int32_t>>);
static_assert(gives<bool, detail::Less, A<int32_t>, A<double>> && gives<bool, detail::Isnan, A<complex64>> && gives<bool, detail::LogicalAnd, A<float>, int>);
static_assert(gives<int64_t, detail::BitwiseAnd, A<int32_t>, A<int64_t>> && gives<uint8_t, detail::LeftShift, int, A<uint8_t>>);
static_assert(gives<double, detail::Clip, A<int32_t>, double, double> && gives<double, detail::Clip, A<float>, A<double>, int>);
static_assert(gives<double, detail::Where, A<bool>, A<int32_t>, A<float>> && gives<uint8_t, detail::Where, A<bool>, int, A<uint8_t>>);
static_assert(gives<int64_t, detail::Where, A<bool>, int, int>);

// What is not taken: DTypeError in the oracle, a sentence from the compiler for users.
template <class Op, class... X> inline constexpr bool takes = detail::Accepts<Op, X...>;
static_assert(!takes<detail::Subtract, A<bool>, A<bool>> && takes<detail::Subtract, A<bool>, int> && !takes<detail::Negative, A<bool>> && !takes<detail::Sign, A<bool>>);
static_assert(!takes<detail::BitwiseAnd, A<int32_t>, A<double>> && !takes<detail::Invert, A<float>> && !takes<detail::LeftShift, A<int64_t>, A<uint64_t>>);
static_assert(!takes<detail::BitwiseOr, A<int32_t>, double> && takes<detail::BitwiseOr, A<bool>, A<uint8_t>>);
static_assert(!takes<detail::Less, A<complex64>, A<complex64>> && !takes<detail::Maximum, A<complex128>, A<double>> && takes<detail::Equal, A<complex64>, A<float>>);
static_assert(!takes<detail::Floor, A<complex64>> && !takes<detail::Remainder, A<complex64>, int> && !takes<detail::Arctan2, A<complex64>, A<complex64>>);
static_assert(!takes<detail::Cbrt, A<complex64>> && !takes<detail::Signbit, A<complex64>> && !takes<detail::Clip, A<complex64>, double, double>);

// Every op of the list is a public function whose expression carries the op's own name.
template <class Op> using Operand = A<std::conditional_t<takes<Op, A<double>> || takes<Op, A<double>, A<double>> || takes<Op, A<double>, A<double>, A<double>>, double, int64_t>>;

TEST(OpList, NamesAreThoseOfThePublicFunctions) {
#define SPICA_CHECK(function, Functor, family, doc) \
  EXPECT_STREQ(sp::function(Operand<detail::Functor>()).name(), std::string(#function) == "abs" ? "absolute" : #function);
  SPICA_FOR_EACH_UNARY(SPICA_CHECK)
#undef SPICA_CHECK
#define SPICA_CHECK(function, Functor, family, doc) \
  EXPECT_STREQ(sp::function(Operand<detail::Functor>(), Operand<detail::Functor>()).name(), #function);
  SPICA_FOR_EACH_BINARY(SPICA_CHECK)
#undef SPICA_CHECK
#define SPICA_CHECK(function, Functor, family, doc) \
  EXPECT_STREQ(sp::function(Operand<detail::Functor>(), Operand<detail::Functor>(), Operand<detail::Functor>()).name(), #function);
  SPICA_FOR_EACH_TERNARY(SPICA_CHECK)
#undef SPICA_CHECK
}

}  // namespace
