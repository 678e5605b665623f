#include <spica/backends/blas.hpp>
#include <spica/backends/host/blas_threads.hpp>
#include <spica/backends/memory.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/linalg/matmul.hpp>

#include "../support/backends.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <dlfcn.h>
#ifdef _OPENMP
#include <omp.h>
#endif

namespace spica {
namespace {

using spica::testing::for_each_backend;

// ---- values, layouts and the triple loop -------------------------------------------------------------------------------

template <class T> T random_value(std::mt19937_64& engine) {
  std::uniform_real_distribution<double> unit(-1, 1);
  if constexpr (std::same_as<T, bool>) return engine() % 5 == 0;
  else if constexpr (std::integral<T>) return static_cast<T>(engine());  // all bits: sums wrap
  else if constexpr (ComplexElement<T>) return T(static_cast<real_t<T>>(unit(engine)), static_cast<real_t<T>>(unit(engine)));
  else return static_cast<T>(unit(engine));
}

template <class T> Array<T> random_array(const Shape& shape, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const std::int64_t size = detail::checked_size("test", shape);
  const auto values = std::make_unique<T[]>(static_cast<std::size_t>(size));
  for (std::int64_t i = 0; i < size; ++i) values[static_cast<std::size_t>(i)] = random_value<T>(engine);
  return from_host(std::span<const T>(values.get(), static_cast<std::size_t>(size)), shape);
}

struct Layout {
  const char* name;
  int number;
};
constexpr Layout layouts[] = {{"row-major", 0},        {"column-major", 1},     {"columns of a wider one", 2}, {"every second row", 3},
                              {"every second column", 4}, {"rows backwards", 5}, {"columns backwards", 6},    {"part of a column-major one", 7},
                              {"one row repeated", 8}, {"one column repeated", 9}};

/// A rows x columns view of random numbers with that layout.
template <class T> Array<T> matrix(int layout, std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
  switch (layout) {
    case 1: return transpose(random_array<T>({columns, rows}, seed));
    case 2: return random_array<T>({rows, columns + 5}, seed)(all, slice(2, columns + 2));
    case 3: return random_array<T>({2 * rows, columns}, seed)(slice(0, {}, 2), all);
    case 4: return random_array<T>({rows, 2 * columns}, seed)(all, slice(1, {}, 2));
    case 5: return random_array<T>({rows, columns}, seed)(slice({}, {}, -1), all);
    case 6: return random_array<T>({rows, columns}, seed)(all, slice({}, {}, -1));
    case 7: return transpose(random_array<T>({columns + 3, rows + 4}, seed)(slice(1, columns + 1), slice(3, rows + 3)));
    case 8: return broadcast_to(random_array<T>({columns}, seed), {rows, columns});
    case 9: return broadcast_to(random_array<T>({rows, 1}, seed), {rows, columns});
    default: return random_array<T>({rows, columns}, seed);
  }
}

template <class T> struct Exact { using type = std::uint64_t; };  // integers: modulo 2^64, cut down at the end
template <> struct Exact<bool> { using type = bool; };
template <> struct Exact<float> { using type = double; };
template <> struct Exact<double> { using type = long double; };
template <> struct Exact<complex64> { using type = std::complex<double>; };
template <> struct Exact<complex128> { using type = std::complex<long double>; };

template <class T> typename Exact<T>::type exact(T value) {
  if constexpr (ComplexElement<T>) return {value.real(), value.imag()};
  else return static_cast<typename Exact<T>::type>(value);
}

template <class E> auto size_of_term(const E& x) {
  if constexpr (std::is_arithmetic_v<E>) return std::abs(x);
  else return std::sqrt(std::norm(x));  // std::abs takes ten times as long and guards against overflow, which is not near
}

/// Place in C order of element `index` (C order of `shape`) of an array of shape `from` broadcast to `shape`.
std::int64_t source_place(std::int64_t index, const Shape& shape, const Shape& from) {
  const Strides strides = detail::broadcast_strides("test", from, detail::contiguous_strides(from), shape);
  std::int64_t place = 0;
  for (int d = shape.rank() - 1; d >= 0; --d) {
    place += index % shape[d] * strides[d];
    index /= shape[d];
  }
  return place;
}

/// Compares sum over k of a[a_place + k] * b[b_place + k * b_step] with what was computed.
template <class T, class Values, class Result>
void expect_term_sum(const Values& a, std::int64_t a_place, const Values& b, std::int64_t b_place, std::int64_t b_step, std::int64_t k, Result got,
                     std::int64_t index) {
  using E = typename Exact<T>::type;
  E sum{};
  long double magnitude = 0;
  for (std::int64_t p = 0; p < k; ++p) {
    const T x = a[static_cast<std::size_t>(a_place + p)], y = b[static_cast<std::size_t>(b_place + p * b_step)];
    if constexpr (std::same_as<T, bool>) sum = sum || (x && y);
    else sum += exact(x) * exact(y);
    if constexpr (detail::blas_takes<T>) magnitude += size_of_term(exact(x)) * size_of_term(exact(y));
  }
  if constexpr (detail::blas_takes<T>) {
    const long double eps = std::numeric_limits<real_t<T>>::epsilon();
    // A complex product rounds more than once, so that one term alone can be off by more than eps.
    const long double bound = static_cast<long double>(k + ComplexElement<T>) * eps * magnitude;
    ASSERT_LE(size_of_term(exact(T(got)) - sum), bound)
        << "element " << index;
  } else {
    ASSERT_EQ(T(got), static_cast<T>(sum)) << "element " << index;
  }
}

/// The result of matmul against the triple loop over what the operands show.
template <class T> void expect_product(const Array<T>& got, const Array<T>& a, const Array<T>& b) {
  const auto left = a.to_vector(), right = b.to_vector(), result = got.to_vector();
  const std::int64_t k = a.shape()[a.rank() - 1];
  const std::int64_t m = a.rank() > 1 ? a.shape()[a.rank() - 2] : 1, n = b.rank() > 1 ? b.shape()[b.rank() - 1] : 1;
  const auto stack = [](const Shape& shape) { return Shape(std::span(shape.begin(), static_cast<std::size_t>(std::max(shape.rank() - 2, 0)))); };
  const Shape stack_a = stack(a.shape()), stack_b = stack(b.shape()), stacks = detail::broadcast_shapes("test", stack_a, stack_b);
  Shape expected = stacks;
  if (a.rank() > 1) expected.push_back(m);
  if (b.rank() > 1) expected.push_back(n);
  ASSERT_EQ(to_string(got.shape()), to_string(expected));
  ASSERT_EQ(got.backend(), a.backend());
  for (std::int64_t i = 0; i < got.size(); ++i) {
    const std::int64_t place = i / (m * n), row = i / n % m, column = i % n;
    expect_term_sum<T>(left, source_place(place, stacks, stack_a) * m * k + row * k, right, source_place(place, stacks, stack_b) * k * n + column, n, k,
                       result[static_cast<std::size_t>(i)], i);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

template <class T> class MatmulOf : public ::testing::Test {};
using ElementTypes = ::testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t,
                                      std::uint64_t, float, double, complex64, complex128>;
struct TypeName {
  template <class T> static std::string GetName(int) { return dtype_name<T>(); }
};
TYPED_TEST_SUITE(MatmulOf, ElementTypes, TypeName);

// ---- every type --------------------------------------------------------------------------------------------------------

TYPED_TEST(MatmulOf, EveryLayoutIsTheTripleLoop) {
  using T = TypeParam;
  for_each_backend([](Backend) {
    for (const Layout& of_a : layouts)
      for (const Layout& of_b : layouts)
        for (const Shape& size : {Shape{7, 9, 8}, Shape{1, 6, 5}, Shape{5, 6, 1}, Shape{6, 1, 5}}) {
          SCOPED_TRACE(std::string(of_a.name) + " times " + of_b.name + ", m, k, n = " + to_string(size));
          const Array<T> a = matrix<T>(of_a.number, size[0], size[1], 1), b = matrix<T>(of_b.number, size[1], size[2], 2);

          expect_product(matmul(a, b), a, b);
          if (::testing::Test::HasFatalFailure()) return;
        }
  });
}

TYPED_TEST(MatmulOf, EverySizeIsTheTripleLoop) {
  using T = TypeParam;
  for_each_backend([](Backend) {
    for (const Shape& size : {Shape{1, 1, 1}, Shape{1, 300, 1}, Shape{3, 4, 5}, Shape{1, 70, 90}, Shape{90, 70, 1}, Shape{17, 33, 65}, Shape{70, 130, 67},
                              Shape{101, 600, 3}, Shape{3, 600, 101}, Shape{64, 64, 64}, Shape{130, 257, 129}, Shape{2, 2, 700}, Shape{0, 3, 2},
                              Shape{3, 2, 0}, Shape{2, 0, 3}, Shape{0, 0, 0}})
      for (int layout : {0, 1}) {
        SCOPED_TRACE("m, k, n = " + to_string(size) + (layout ? " column-major" : ""));
        const Array<T> a = matrix<T>(layout, size[0], size[1], 3), b = matrix<T>(layout, size[1], size[2], 4);

        expect_product(matmul(a, b), a, b);
        if (::testing::Test::HasFatalFailure()) return;
      }
  });
}

TYPED_TEST(MatmulOf, VectorsLoseTheirAxisAgain) {
  using T = TypeParam;
  for_each_backend([](Backend) {
    const Array<T> long_vector = random_array<T>({18}, 5), m = random_array<T>({9, 9}, 6), stack = random_array<T>({3, 9, 9}, 7);
    for (const Array<T>& v : {long_vector(slice(0, 9)), long_vector(slice(0, {}, 2)), long_vector(slice({}, {}, -2)), broadcast_to(long_vector(slice(3, 4)), {9})}) {
      for (const Array<T>& w : {v, random_array<T>({9}, 8)}) expect_product(matmul(v, w), v, w);
      for (const Array<T>& matrices : {m, transpose(m), stack}) {
        expect_product(matmul(v, matrices), v, matrices);
        expect_product(matmul(matrices, v), matrices, v);
      }
    }
    EXPECT_EQ(matmul(m, long_vector(slice(0, 9))).rank(), 1);
    EXPECT_EQ(matmul(long_vector, long_vector).rank(), 0);
  });
}

TYPED_TEST(MatmulOf, LeadingAxesBroadcast) {
  using T = TypeParam;
  const std::pair<Shape, Shape> cases[] = {{{4, 3, 5}, {5, 2}},       {{3, 5}, {4, 5, 2}},       {{4, 3, 5}, {4, 5, 2}},  {{2, 1, 3, 5}, {4, 5, 2}},
                                           {{1, 3, 5}, {6, 5, 2}},    {{6, 1, 5}, {5, 4}},       {{2, 3, 1, 5}, {5, 4}},  {{5}, {4, 5, 2}},
                                           {{4, 3, 5}, {5}},          {{3, 1, 2, 2, 3}, {4, 1, 3, 2}}, {{0, 3, 5}, {5, 2}},  {{300, 4, 4}, {300, 4, 4}},
                                           {{2, 0, 5}, {2, 5, 3}},    {{3, 40, 50}, {3, 50, 60}}, {{2, 2, 2, 2, 2, 2, 2, 3}, {3, 2}}};
  for_each_backend([&](Backend) {
    for (const auto& [shape_a, shape_b] : cases) {
      SCOPED_TRACE(to_string(shape_a) + " times " + to_string(shape_b));
      const Array<T> a = random_array<T>(shape_a, 9), b = random_array<T>(shape_b, 10);
      expect_product(matmul(a, b), a, b);
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
}

TYPED_TEST(MatmulOf, StacksMayBeViews) {
  using T = TypeParam;
  for_each_backend([](Backend) {
    const Array<T> base = random_array<T>({6, 5, 4, 3}, 11), right = random_array<T>({3, 7}, 12);
    const Array<T> stacks[] = {base(slice({}, {}, -1)), base(all, slice(0, {}, 2)), transpose(base, {1, 0, 2, 3}), transpose(base, {1, 3, 2, 0})(all, all, all, slice(0, 3)),
                               transpose(base, {0, 2, 1, 3}), base(all, all, slice({}, {}, -1)), broadcast_to(base(0, 0), {6, 5, 4, 3}),
                               broadcast_to(base(0, 0)(slice({}, {}, -1)), {6, 5, 4, 3}), base(all, slice(0, 1))};
    int number = 0;
    for (const Array<T>& a : stacks) {
      SCOPED_TRACE("stack " + std::to_string(number++));
      expect_product(matmul(a, right), a, right);
      const Array<T> b = transpose(a(0, 0));
      expect_product(matmul(a, b), a, b);
    }
  });
}

TYPED_TEST(MatmulOf, DotSumsOverLastAndSecondLastAxis) {
  using T = TypeParam;
  for_each_backend([](Backend) {
    const Array<T> a = random_array<T>({2, 3, 4}, 13), b = random_array<T>({5, 6, 4, 7}, 14), v = random_array<T>({4}, 15);
    for (const Array<T>& left : {a, transpose(random_array<T>({4, 3, 2}, 16)), v})
      for (const Array<T>& right : {b, transpose(random_array<T>({7, 4, 6, 5}, 17)), b(0, 0), v}) {
        const auto result = dot(left, right);

        Shape shape;
        for (int d = 0; d < left.rank() - 1; ++d) shape.push_back(left.shape()[d]);
        for (int d = 0; d < right.rank(); ++d)
          if (d != std::max(right.rank() - 2, 0)) shape.push_back(right.shape()[d]);
        ASSERT_EQ(to_string(result.shape()), to_string(shape));
        const auto l = left.to_vector(), r = right.to_vector(), got = result.to_vector();
        const std::int64_t n = right.rank() > 1 ? right.shape()[right.rank() - 1] : 1, matrices = right.size() / (4 * n);
        for (std::int64_t i = 0; i < result.size(); ++i)
          expect_term_sum<T>(l, i / (matrices * n) * 4, r, i / n % matrices * 4 * n + i % n, n, 4, got[static_cast<std::size_t>(i)], i);
      }
    const Array<T> scalar = random_array<T>({}, 18), view = transpose(a);
    for (const auto& result : {dot(scalar, view), dot(view, scalar)}) {
      ASSERT_EQ(to_string(result.shape()), "(4, 3, 2)");
      const auto one = scalar.to_vector(), many = view.to_vector(), got = result.to_vector();
      for (std::int64_t i = 0; i < result.size(); ++i) expect_term_sum<T>(one, 0, many, i, 1, 1, got[static_cast<std::size_t>(i)], i);
    }
    EXPECT_EQ(dot(scalar, scalar).rank(), 0);
    EXPECT_EQ(to_string(dot(random_array<T>({2, 0}, 1), random_array<T>({0, 3}, 1)).shape()), "(2, 3)");
  });
}

// ---- no terms, NaN and infinities --------------------------------------------------------------------------------------

/// The next array of that shape finds NaN in its memory.
template <class T> void leave_nan_behind(const Shape& shape) { full<T>(shape, T(std::numeric_limits<real_t<T>>::quiet_NaN())); }

TEST(Matmul, NoTermsGiveZeros) {  // TRAP-13
  for_each_backend([](Backend) {
    const auto a = ones<double>({3, 2, 0}), b = ones<double>({3, 0, 3});
    leave_nan_behind<double>({3, 2, 3});

    EXPECT_EQ(matmul(a, b).to_vector(), std::vector<double>(18, 0.0));

    const auto rows = ones<float>({2, 0}), none = ones<float>({0});
    leave_nan_behind<float>({2});
    EXPECT_EQ(matmul(rows, none).to_vector(), std::vector<float>(2, 0.0f));
    leave_nan_behind<float>({});
    EXPECT_EQ(matmul(none, none).item(), 0);
    leave_nan_behind<float>({2});
    EXPECT_EQ(dot(rows, none).to_vector(), std::vector<float>(2, 0.0f));
  });
}

TEST(Matmul, NoRowsGiveNoRows) {  // TRAP-13: a leading dimension of 0 would be an error of the BLAS
  for_each_backend([](Backend) {
    EXPECT_EQ(to_string(matmul(ones<double>({0, 4}), ones<double>({4, 3})).shape()), "(0, 3)");
    EXPECT_EQ(to_string(matmul(ones<double>({3, 4}), ones<double>({4, 0})).shape()), "(3, 0)");
    EXPECT_EQ(to_string(matmul(ones<double>({0, 0}), ones<double>({0, 0})).shape()), "(0, 0)");
  });
}

TEST(Matmul, OldContentsOfTheResultDoNotCount) {
  for_each_backend([](Backend) {
    for (const Shape& size : {Shape{40, 30, 50}, Shape{40, 30, 1}, Shape{1, 30, 40}, Shape{1, 30, 1}}) {
      const auto a = ones<double>({size[0], size[1]}), b = ones<double>({size[1], size[2]});
      leave_nan_behind<double>({size[0], size[2]});

      EXPECT_EQ(matmul(a, b).to_vector(), std::vector<double>(static_cast<std::size_t>(size[0] * size[2]), 30.0)) << to_string(size);
    }
  });
}

template <class T> void expect_nan_from_zero_times_infinity() {
  const T infinity = std::numeric_limits<T>::infinity();
  for (const Shape& size : {Shape{3, 4, 5}, Shape{3, 4, 1}, Shape{1, 4, 5}, Shape{1, 4, 1}, Shape{70, 300, 80}}) {
    SCOPED_TRACE(to_string(size));
    const auto zero = zeros<T>({size[0], size[1]}), b = ones<T>({size[1], size[2]});
    b(1, 0) = infinity;
    const auto left = matmul(zero, b).to_vector(), right = matmul(transpose(b), transpose(zero)).to_vector();
    for (std::int64_t i = 0; i < size[0]; ++i) {
      EXPECT_TRUE(std::isnan(left[static_cast<std::size_t>(i * size[2])]));
      EXPECT_TRUE(std::isnan(right[static_cast<std::size_t>(i)]));
      if (size[2] > 1) { EXPECT_EQ(left[static_cast<std::size_t>(i * size[2] + 1)], 0); }
    }
  }
}

TEST(Matmul, ZeroTimesInfinityIsNan) {
  for_each_backend([](Backend) {
    expect_nan_from_zero_times_infinity<float>();
    expect_nan_from_zero_times_infinity<double>();
  });
}

TEST(Matmul, FloatIsNotRoundedToTf32) {
  for_each_backend([](Backend) {
    const auto a = full<float>({64, 64}, 1.0f + 0x1p-20f);  // TF32 keeps 10 bits
    EXPECT_EQ(matmul(a, eye<float>(64)).to_vector(), a.to_vector());
  });
}

// ---- types and expressions ---------------------------------------------------------------------------------------------

TEST(Matmul, ExampleAndHandCheckedNumbers) {
  for_each_backend([](Backend) {
    // example-begin matmul
    const Array<double> a = array<double>({{1, 2}, {3, 4}});
    const Array<double> b = array<double>({{5, 6}, {7, 8}});
    const Array<double> c = matmul(a, b);             // {{19, 22}, {43, 50}}
    const Array<double> d = matmul(transpose(a), b);  // {{26, 30}, {38, 44}}: the transposed view is not copied
    const double e = matmul(a(0, all), b(all, 1)).item();  // 22: two vectors
    // example-end
    EXPECT_EQ(c.to_vector(), (std::vector<double>{19, 22, 43, 50}));
    EXPECT_EQ(d.to_vector(), (std::vector<double>{26, 30, 38, 44}));
    EXPECT_EQ(e, 22);
  });
}

TEST(Matmul, OperandsMeetInTheirPromotedType) {
  static_assert(std::same_as<decltype(matmul(Array<std::uint8_t>(), Array<std::uint8_t>())), Array<std::uint8_t>>);
  static_assert(std::same_as<decltype(matmul(Array<std::int32_t>(), Array<float>())), Array<double>>);
  static_assert(std::same_as<decltype(matmul(Array<std::int64_t>(), Array<std::uint64_t>())), Array<double>>);
  static_assert(std::same_as<decltype(dot(Array<bool>(), Array<std::uint8_t>())), Array<std::uint8_t>>);
  static_assert(std::same_as<decltype(matmul(Array<complex64>(), Array<double>())), Array<complex128>>);
  for_each_backend([](Backend) {
    EXPECT_EQ(matmul(full<std::uint8_t>({1, 3}, 100), full<std::uint8_t>({3, 1}, 3)).item(), (100 * 3 * 3) % 256);
    EXPECT_EQ(matmul(array<std::int32_t>({1, 2}), array<float>({0.5f, 0.25f})).item(), 1.0);
    EXPECT_EQ(matmul(array<bool>({true, true}), array<bool>({true, true})).item(), true);
    EXPECT_EQ(matmul(array<bool>({true, false}), array<bool>({false, true})).item(), false);
    EXPECT_EQ(matmul(array<bool>({true, true}), array<std::uint8_t>({200, 100})).item(), 44);
  });
}

TEST(Matmul, ExpressionsAreEvaluatedFirst) {
  for_each_backend([](Backend) {
    const auto a = random_array<double>({5, 6}, 20), b = random_array<double>({6, 4}, 21);

    const Array<double> left = a + 1.0, right = b * 2.0;
    EXPECT_EQ(matmul(a + 1.0, b * 2.0).to_vector(), matmul(left, right).to_vector());
    EXPECT_EQ(dot(a + 1.0, b * 2.0).to_vector(), matmul(left, right).to_vector());
  });
}

// ---- lengths beyond the BLAS's int -------------------------------------------------------------------------------------

TEST(Matmul, LengthsBeyondTheBlasAreSplit) {
  struct Limit {
    explicit Limit(std::int64_t limit) : before(detail::host_blas_limit) { detail::host_blas_limit = limit; }
    ~Limit() { detail::host_blas_limit = before; }
    std::int64_t before;
  } const limit(10);
  for_each_backend([](Backend) {
    for (const Shape& size : {Shape{35, 7, 6}, Shape{35, 25, 6}, Shape{7, 25, 6}, Shape{7, 8, 25}, Shape{35, 25, 1}, Shape{1, 25, 8}, Shape{1, 25, 1}, Shape{1, 25, 35}})
      for (int of_a : {0, 1})
        for (int of_b : {0, 1}) {
          SCOPED_TRACE(to_string(size));
          const auto a = matrix<double>(of_a, size[0], size[1], 22), b = matrix<double>(of_b, size[1], size[2], 23);
          expect_product(matmul(a, b), a, b);
          const auto za = matrix<complex64>(of_a, size[0], size[1], 24), zb = matrix<complex64>(of_b, size[1], size[2], 25);
          expect_product(matmul(za, zb), za, zb);
        }
  });
}

// ---- threads -----------------------------------------------------------------------------------------------------------

/// OpenBLAS' number of threads, 0 where another BLAS is used.
int openblas_threads() {
  const auto get = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "openblas_get_num_threads"));
  return get ? get() : 0;
}

TEST(Matmul, BlasThreadsAreSetForACallAndPutBack) {
  const int before = openblas_threads();
  if (!before) GTEST_SKIP() << "the BLAS is not OpenBLAS";
  {
    const detail::BlasThreads one(1);
    EXPECT_EQ(openblas_threads(), 1);
    const detail::BlasThreads several(4);  // while another call is under way its number stands
    EXPECT_EQ(openblas_threads(), 1);
  }
  EXPECT_EQ(openblas_threads(), before);
}

#ifdef _OPENMP
TEST(Matmul, CallsFromAParallelRegionGiveTheSerialAnswers) {  // TRAP-16
  std::vector<Array<double>> a, b, expected;
  for (std::uint64_t i = 0; i < 4; ++i) {
    a.push_back(random_array<double>({120, 90}, 30 + i).to(Backend::serial));
    b.push_back(random_array<double>({90, 110}, 40 + i).to(Backend::serial));
    expected.push_back(matmul(a.back(), b.back()));
  }
  const int blas_before = openblas_threads(), before = omp_get_max_threads();
  for (const int limit : {1, 4})
    for_each_backend([&](Backend backend) {
      if (!host_memory(backend)) return;
      omp_set_num_threads(limit);
      std::vector<double> worst(4, 0);
#pragma omp parallel for num_threads(4)
      for (int i = 0; i < 4; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto x = a[at].to(backend), y = b[at].to(backend);
        for (int repeat = 0; repeat < 20; ++repeat) {
          const auto got = matmul(x, y).to_vector(), want = expected[at].to_vector();
          for (std::size_t e = 0; e < got.size(); ++e) worst[at] = std::max(worst[at], std::abs(got[e] - want[e]));
        }
      }
      EXPECT_EQ(omp_get_max_threads(), limit);
      for (double difference : worst) EXPECT_LE(difference, 90 * 90 * std::numeric_limits<double>::epsilon());
    });
  omp_set_num_threads(before);
  EXPECT_EQ(openblas_threads(), blas_before);
}
#endif

TEST(Matmul, ThreadsOfTheProgramMayMultiplyAtTheSameTime) {
  const int before = openblas_threads();
  for_each_backend([](Backend) {
    const auto a = random_array<double>({100, 100}, 50), b = random_array<double>({100, 100}, 51);
    const auto expected = matmul(a, b).to_vector();
    std::vector<std::thread> threads;
    std::vector<double> worst(4, 0);
    for (std::size_t t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (int repeat = 0; repeat < 20; ++repeat) {
          const auto got = matmul(a, b).to_vector();
          for (std::size_t e = 0; e < got.size(); ++e) worst[t] = std::max(worst[t], std::abs(got[e] - expected[e]));
        }
      });
    for (auto& thread : threads) thread.join();
    for (double difference : worst) EXPECT_LE(difference, 100 * 100 * std::numeric_limits<double>::epsilon());
  });
  EXPECT_EQ(openblas_threads(), before);
}

// ---- wrong use ---------------------------------------------------------------------------------------------------------

template <class E, class F> std::string message_of(F call) {
  try {
    call();
  } catch (const E& error) {
    return error.what();
  }
  return "nothing was thrown";
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Matmul, ShapesThatDoNotFitThrowShapeError) {
  const auto text = message_of<ShapeError>([] { matmul(ones<double>({2, 3}), ones<double>({4, 5})); });
  EXPECT_TRUE(has(text, "matmul") && has(text, "(2, 3)") && has(text, "(4, 5)") && has(text, "length 3") && has(text, "length 4")) << text;
  EXPECT_THROW(matmul(ones<double>({3}), ones<double>({4})), ShapeError);
  EXPECT_THROW(matmul(ones<double>({2, 0}), ones<double>({1, 5})), ShapeError);
  EXPECT_THROW(matmul(ones<bool>({2, 3}), ones<int>({2, 3})), ShapeError);

  const auto stacks = message_of<ShapeError>([] { matmul(ones<double>({2, 3, 4}), ones<double>({5, 4, 6})); });
  EXPECT_TRUE(has(stacks, "(2, 3, 4)") && has(stacks, "(5, 4, 6)") && has(stacks, "leading axes")) << stacks;
  EXPECT_TRUE(has(message_of<ShapeError>([] { dot(ones<double>({2, 3}), ones<double>({2, 3})); }), "dot"));
  EXPECT_THROW(dot(ones<double>({1, 1, 1, 1, 1, 2}), ones<double>({1, 1, 1, 2, 1})), ShapeError);
}

TEST(Matmul, RankZeroThrowsShapeError) {
  EXPECT_TRUE(has(message_of<ShapeError>([] { matmul(ones<double>({}), ones<double>({3})); }), "rank 0"));
  EXPECT_THROW(matmul(ones<double>({3}), ones<double>({})), ShapeError);
}

TEST(Matmul, OperandsOnTwoBackendsThrowBackendMismatch) {  // TRAP-18
  for (const Backend other : backends()) {
    if (other == Backend::serial || !usable(other)) continue;
    for (const Shape& shape : {Shape{2, 2}, Shape{0, 0}}) {
      const auto a = ones<double>(shape, Backend::serial), b = ones<double>(shape, other);
      const auto text = message_of<BackendMismatch>([&] { matmul(a, b); });
      EXPECT_TRUE(has(text, "matmul") && has(text, "serial") && has(text, name(other)) && has(text, ".to(")) << text;
      EXPECT_THROW(matmul(b, a + 1.0), BackendMismatch);
      EXPECT_THROW(dot(a, b), BackendMismatch);
    }
    EXPECT_THROW(dot(ones<double>({}, Backend::serial), ones<double>({}, other)), BackendMismatch);
  }
}

}  // namespace
}  // namespace spica
