// Running totals have the order that docs/numerics.md promises, on every backend and with any number of threads.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/scan/scan.hpp>

#include "../support/same_bits.hpp"
#include "naive.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

using testing::awkward_values;
using testing::expect_same_bits;
using testing::for_each_backend;
using testing::naive_scan;

/// Lengths around a run, a group, a chunk, what a team takes at once and a second level of chunks.
constexpr std::int64_t sizes[] = {
    1,    2,    15,   16,   17,    33,    511,   512,    513,       1023,           2049,
    4095, 4096, 4097, 8192, 32767, 32768, 40961, 262144, 1'000'003, 4096 * 256 + 1, 3'000'000};

const auto plus = [](auto a, auto b) { return a + b; };
const auto times = [](auto a, auto b) { return a * b; };

/// A complex product whose four products are rounded each: g++ 12 fuses two of them whatever it is told.
complex128 rounded_product(complex128 a, complex128 b) {
  const volatile double rr = a.real() * b.real(), ii = a.imag() * b.imag(), ri = a.real() * b.imag(),
                        ir = a.imag() * b.real();
  return {rr - ii, ri + ir};
}

/// Values near 1, whose products stay in range.
Array<double> near_one(const Shape& shape, std::uint64_t seed) {
  testing::Numbers numbers(seed);
  std::vector<double> values(static_cast<std::size_t>(detail::size_of(shape)));
  for (double& value : values) value = 1 + numbers.unit() * 0x1p-10;
  return from_host(std::span<const double>(values), shape, Backend::serial);
}

template <class To, class From> std::vector<To> as(const std::vector<From>& values) {
  std::vector<To> converted;
  for (const From& value : values) converted.push_back(convert<To>(value));
  return converted;
}

TEST(ScanOrder, OfFloat64IsTheDocumentedOne) {
  for_each_backend([](Backend backend) {
    for (const std::int64_t size : sizes) {
      const Array<double> a = awkward_values<double>({size}, 1), b = near_one({size}, 2);

      expect_same_bits(cumsum(a.to(backend)).to_vector(), naive_scan(a.to_vector(), plus));
      expect_same_bits(cumprod(b.to(backend)).to_vector(), naive_scan(b.to_vector(), times));
      ASSERT_FALSE(::testing::Test::HasFatalFailure()) << size << " elements";
    }
  });
}

TEST(ScanOrder, OfFloat32IsTheSameInFloat64) {
  for_each_backend([](Backend backend) {
    for (const std::int64_t size : sizes) {
      const Array<float> a = awkward_values<float>({size}, 3);

      expect_same_bits(cumsum(a.to(backend)).to_vector(), as<float>(naive_scan(as<double>(a.to_vector()), plus)));
      ASSERT_FALSE(::testing::Test::HasFatalFailure()) << size << " elements";
    }
  });
}

TEST(ScanOrder, OfComplex64IsTheSameInComplex128) {
  for_each_backend([](Backend backend) {
    for (const std::int64_t size : {17, 513, 4097, 40961}) {
      const Array<complex64> a = awkward_values<complex64>({size}, 4);

      expect_same_bits(cumsum(a.to(backend)).to_vector(),
                       as<complex64>(naive_scan(as<complex128>(a.to_vector()), plus)));
      ASSERT_FALSE(::testing::Test::HasFatalFailure()) << size << " elements";
    }
  });
}

TEST(ScanOrder, OfComplexProductsIsTheDocumentedOneWithoutFusedOperations) {
  for_each_backend([](Backend backend) {
    testing::Numbers numbers(8);
    for (const std::size_t size :
         {std::size_t(5), std::size_t(17), std::size_t(513), std::size_t(4097), std::size_t(40961)}) {
      std::vector<complex128> values(size);
      for (complex128& value : values) {
        const double angle = 4 * numbers.unit(), length = 1 + numbers.unit() * 0x1p-10;
        value = complex128(length * std::cos(angle), length * std::sin(angle));
      }
      const auto a = from_host(std::span<const complex128>(values), {static_cast<std::int64_t>(size)}, backend);

      expect_same_bits(cumprod(a).to_vector(), naive_scan(values, rounded_product));
      ASSERT_FALSE(::testing::Test::HasFatalFailure()) << size << " elements";
    }
  });
}

TEST(ScanOrder, HoldsForASecondLevelOfChunks) {
  for_each_backend([](Backend backend) {
    const Array<double> a = awkward_values<double>({4096 * 4096 + 12'345}, 5);

    expect_same_bits(cumsum(a.to(backend)).to_vector(), naive_scan(a.to_vector(), plus));
  });
}

TEST(ScanOrder, IsThatOfEachRowWhateverTheAxisAndLayout) {
  for_each_backend([](Backend backend) {
    for (const Shape& shape :
         {Shape{3, 70'001}, Shape{70'001, 3}, Shape{513, 517}, Shape{33, 4097}, Shape{1000, 5}, Shape{100'000, 1}}) {
      const Array<double> a = awkward_values<double>(shape, 6);
      const Array<double> on_backend = a.to(backend);
      const auto check = [&](const Array<double>& host, const Array<double>& x, std::int64_t axis) {
        const Array<double> got = cumsum(x, axis).to(Backend::serial);
        ASSERT_EQ(got.shape(), host.shape());
        const Array<double> rows = moveaxis(host, {axis}, {-1}), got_rows = moveaxis(got, {axis}, {-1});
        for (const std::int64_t r : {std::int64_t(0), rows.shape()[0] / 2, rows.shape()[0] - 1})
          expect_same_bits(got_rows(r).to_vector(), naive_scan(rows(r).to_vector(), plus));
      };
      for (const std::int64_t axis : {0, 1}) {
        check(a, on_backend, axis);
        check(transpose(a), transpose(on_backend), axis);
        check(flip(a, {axis}), flip(on_backend, {axis}), axis);
        ASSERT_FALSE(::testing::Test::HasFatalFailure()) << to_string(shape) << " axis " << axis;
      }
    }
  });
}

template <class T> Array<T> values_of(const Shape& shape, bool special) {
  if constexpr (std::is_same_v<T, bool>) return eval(awkward_values<std::uint8_t>(shape, 7) > 50);
  else return awkward_values<T>(shape, 7, special);
}

/// Every op of one element type, against serial.
template <class T> void expect_same_scans() {
  for (const Shape& shape : {Shape{1}, Shape{31}, Shape{513}, Shape{8195}, Shape{300'007}, Shape{7, 40'000},
                             Shape{900, 37}, Shape{41, 513}, Shape{5, 9, 64}, Shape{3, 4096, 2}}) {
    SCOPED_TRACE(::testing::Message() << dtype_name<T>() << " of shape " << to_string(shape));
    for (const bool special : {false, true}) {
      if (special && !FloatingElement<T>) continue;
      const Array<T> a = values_of<T>(shape, special);
      testing::expect_same_bits_everywhere([](const Array<T>& x) { return cumsum(x); }, a);
      testing::expect_same_bits_everywhere([](const Array<T>& x) { return cumprod(x); }, a);
      if constexpr (RealElement<T>) {
        testing::expect_same_bits_everywhere([](const Array<T>& x) { return cummax(x); }, a);
        testing::expect_same_bits_everywhere([](const Array<T>& x) { return cummin(x); }, a);
      }
      for (std::int64_t axis = 0; axis < a.rank(); ++axis) {
        testing::expect_same_bits_everywhere([axis](const Array<T>& x) { return cumsum(x, axis); }, a);
        testing::expect_same_bits_everywhere([axis](const Array<T>& x) { return cumprod(x, axis); }, a);
        if constexpr (RealElement<T>)
          testing::expect_same_bits_everywhere([axis](const Array<T>& x) { return cummax(x, axis); }, a);
      }
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(ScanSameBits, OfEveryElementType) {
  expect_same_scans<bool>();
  expect_same_scans<std::int8_t>();
  expect_same_scans<std::int16_t>();
  expect_same_scans<std::int32_t>();
  expect_same_scans<std::int64_t>();
  expect_same_scans<std::uint8_t>();
  expect_same_scans<std::uint16_t>();
  expect_same_scans<std::uint32_t>();
  expect_same_scans<std::uint64_t>();
  expect_same_scans<float>();
  expect_same_scans<double>();
  expect_same_scans<complex64>();
  expect_same_scans<complex128>();
}

}  // namespace
}  // namespace spica
