// What is accumulated and how: one functor for each reduction. A reducer has
//   Accumulator, Result
//   start(value, place)      the accumulator of one element; `place` is its position among the reduced elements
//   combine(a, b)            associative and commutative up to rounding; a comes before b in the fixed order
//   finish(a, count)         the result of `count` elements
// No start value is needed: elements that are not there are left out (TRAP-03 cannot happen).
#pragma once

#include <spica/core/convert.hpp>
#include <spica/ops/elementwise/math/complex.hpp>

namespace spica::detail {

/// 64 bits for integers, float64 for float32 (free where memory is the limit, and exact far beyond 2^24).
template <class T> struct SumTypes;
template <IntegerOrBool T> struct SumTypes<T> {
  using Result = std::conditional_t<std::unsigned_integral<T> && !std::same_as<T, bool>, std::uint64_t, std::int64_t>;
  using Accumulator = std::uint64_t;  // wraps
};
template <FloatingElement T> struct SumTypes<T> { using Result = T; using Accumulator = double; };
template <ComplexElement T> struct SumTypes<T> { using Result = T; using Accumulator = complex128; };

template <class T> struct SumReducer {
  using Accumulator = typename SumTypes<T>::Accumulator;
  using Result = typename SumTypes<T>::Result;
  KOKKOS_FORCEINLINE_FUNCTION Accumulator start(T value, std::int64_t) const { return convert<Accumulator>(value); }
  KOKKOS_FORCEINLINE_FUNCTION Accumulator combine(Accumulator a, Accumulator b) const { return a + b; }
  KOKKOS_FORCEINLINE_FUNCTION Result finish(Accumulator a, std::int64_t) const { return convert<Result>(a); }
};

template <class T> struct ProdReducer {
  using Accumulator = typename SumTypes<T>::Accumulator;
  using Result = typename SumTypes<T>::Result;
  KOKKOS_FORCEINLINE_FUNCTION Accumulator start(T value, std::int64_t) const { return convert<Accumulator>(value); }
  KOKKOS_FORCEINLINE_FUNCTION Accumulator combine(Accumulator a, Accumulator b) const {
    if constexpr (ComplexElement<Accumulator>) return math::multiply(a, b);
    else return a * b;
  }
  KOKKOS_FORCEINLINE_FUNCTION Result finish(Accumulator a, std::int64_t) const { return convert<Result>(a); }
};

/// Means of integers and bool accumulate in float64, as NumPy's do.
template <class T, class R = std::conditional_t<(kind_of(dtype_of<T>) < Kind::floating), double, T>> struct MeanReducer {
  using Result = R;
  using Accumulator = typename SumTypes<Result>::Accumulator;
  KOKKOS_FORCEINLINE_FUNCTION Accumulator start(T value, std::int64_t) const { return convert<Accumulator>(value); }
  KOKKOS_FORCEINLINE_FUNCTION Accumulator combine(Accumulator a, Accumulator b) const { return a + b; }
  KOKKOS_FORCEINLINE_FUNCTION Result finish(Accumulator a, std::int64_t count) const {
    return convert<Result>(a / static_cast<double>(count));
  }
};

/// NaN wins over every number, in either position (TRAP-05).
template <class T> struct MinReducer {
  using Accumulator = compute_t<T>;
  using Result = T;
  KOKKOS_FORCEINLINE_FUNCTION Accumulator start(T value, std::int64_t) const { return value; }
  KOKKOS_FORCEINLINE_FUNCTION Accumulator combine(Accumulator a, Accumulator b) const { return b < a || b != b ? b : a; }
  KOKKOS_FORCEINLINE_FUNCTION T finish(Accumulator a, std::int64_t) const { return convert<T>(a); }
};
template <class T> struct MaxReducer {
  using Accumulator = compute_t<T>;
  using Result = T;
  KOKKOS_FORCEINLINE_FUNCTION Accumulator start(T value, std::int64_t) const { return value; }
  KOKKOS_FORCEINLINE_FUNCTION Accumulator combine(Accumulator a, Accumulator b) const { return a < b || b != b ? b : a; }
  KOKKOS_FORCEINLINE_FUNCTION T finish(Accumulator a, std::int64_t) const { return convert<T>(a); }
};

/// Largest less smallest, NaN if there is one. Integers wrap, as NumPy's do.
template <class T> struct PtpReducer {
  struct Accumulator {
    compute_t<T> low, high;
  };
  using Result = T;
  KOKKOS_FORCEINLINE_FUNCTION Accumulator start(T value, std::int64_t) const { return {value, value}; }
  KOKKOS_FORCEINLINE_FUNCTION Accumulator combine(Accumulator a, Accumulator b) const {
    return {MinReducer<T>{}.combine(a.low, b.low), MaxReducer<T>{}.combine(a.high, b.high)};
  }
  KOKKOS_FORCEINLINE_FUNCTION T finish(Accumulator a, std::int64_t) const {
    if constexpr (std::integral<T>) return static_cast<T>(static_cast<std::uint64_t>(a.high) - static_cast<std::uint64_t>(a.low));
    else return convert<T>(a.high - a.low);
  }
};

/// The place of the first NaN, else of the first smallest (Largest: largest) element.
template <class T, bool Largest> struct ArgReducer {
  using WantsPlace = void;  // others do not look at `place`, so it need not be computed for them
  using Values = std::conditional_t<Largest, MaxReducer<T>, MinReducer<T>>;  // what comes out without the place
  struct Accumulator {
    compute_t<T> value;
    std::int64_t place;
  };
  using Result = std::int64_t;
  KOKKOS_FORCEINLINE_FUNCTION Accumulator start(T value, std::int64_t place) const { return {value, place}; }
  KOKKOS_FORCEINLINE_FUNCTION Accumulator combine(Accumulator a, Accumulator b) const {
    const bool a_nan = a.value != a.value, b_nan = b.value != b.value;
    const bool b_better = b_nan ? !a_nan : !a_nan && (Largest ? a.value < b.value : b.value < a.value);
    const bool equal = (a_nan && b_nan) || a.value == b.value;
    return b_better || (equal && b.place < a.place) ? b : a;
  }
  KOKKOS_FORCEINLINE_FUNCTION Result finish(Accumulator a, std::int64_t) const { return a.place; }
};

template <class T> struct AnyReducer {
  using Accumulator = bool;
  using Result = bool;
  KOKKOS_FORCEINLINE_FUNCTION bool start(T value, std::int64_t) const { return convert<bool>(value); }
  KOKKOS_FORCEINLINE_FUNCTION bool combine(bool a, bool b) const { return a | b; }
  KOKKOS_FORCEINLINE_FUNCTION bool finish(bool a, std::int64_t) const { return a; }
};
template <class T> struct AllReducer {
  using Accumulator = bool;
  using Result = bool;
  KOKKOS_FORCEINLINE_FUNCTION bool start(T value, std::int64_t) const { return convert<bool>(value); }
  KOKKOS_FORCEINLINE_FUNCTION bool combine(bool a, bool b) const { return a & b; }
  KOKKOS_FORCEINLINE_FUNCTION bool finish(bool a, std::int64_t) const { return a; }
};
template <class T> struct CountNonzeroReducer {
  using Accumulator = std::int64_t;
  using Result = std::int64_t;
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t start(T value, std::int64_t) const { return convert<bool>(value); }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t combine(std::int64_t a, std::int64_t b) const { return a + b; }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t finish(std::int64_t a, std::int64_t) const { return a; }
};

/// A caller's function with a start value that is combined once, in front of everything.
template <class F, class R> struct UserReducer {
  using Accumulator = R;
  using Result = R;
  F function;
  R first;
  template <class T> KOKKOS_FORCEINLINE_FUNCTION R start(T value, std::int64_t) const { return convert<R>(value); }
  KOKKOS_FORCEINLINE_FUNCTION R combine(R a, R b) const { return function(a, b); }
  KOKKOS_FORCEINLINE_FUNCTION R finish(R a, std::int64_t) const { return function(first, a); }
};

}  // namespace spica::detail
