// Fourier transforms against NumPy's answers, against the definition, and by what they must satisfy.
#include <spica/backends/fft.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/fft/fft.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/values.hpp"
#include "numpy_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

namespace spica {
namespace {

using fft::Norm;
using testing::expect_error;
using testing::for_each_backend;

/// Runs on every backend that has an FFT; where the build found none, that is said.
template <class F> void for_each_fft_backend(F check) {
  for_each_backend([&](Backend backend) {
    try {
      detail::check_fourier("test", backend);
    } catch (const BackendNotBuilt& error) { GTEST_SKIP() << error.what(); }
    check(backend);
  });
}

Shape shape_of(const std::vector<std::int64_t>& extents) { return Shape(std::span<const std::int64_t>(extents)); }

std::vector<double> numbers(const Array<double>& a) { return a.to_vector(); }
std::vector<double> numbers(const Array<complex128>& a) {
  std::vector<double> result;
  for (const complex128& z : a.to_vector()) result.insert(result.end(), {z.real(), z.imag()});
  return result;
}

/// The array of numpy_values.py.
Array<double> real_numbers(const Shape& shape) {
  const auto i = arange(detail::size_of(shape));
  return reshape(eval((i * 37 + 11) % 101 / 64.0 - 0.75), shape);
}
Array<complex128> complex_numbers(const Shape& shape) {
  const auto i = arange(detail::size_of(shape));
  const auto imaginary = eval((i * 53 + 29) % 103 / 64.0 - 0.75);
  return reshape(eval(reshape(real_numbers(shape), {-1}) + imaginary * complex128(0, 1)), shape);
}

template <class A> void expect_case(const numpy::FftCase& c, const A& result) {
  const std::vector<double> got = numbers(result);
  EXPECT_EQ(result.shape(), shape_of(c.result_shape)) << c.op;
  ASSERT_EQ(got.size(), static_cast<std::size_t>(c.count)) << c.op;
  for (int i = 0; i < c.count; ++i)
    EXPECT_NEAR(got[static_cast<std::size_t>(i)], numpy::fft_numbers[c.first + i], 1e-13)
        << c.op << " of shape " << to_string(shape_of(c.shape)) << ", norm " << c.norm << ", number " << i;
}

TEST(Fft, AnswersAreNumPys) {
  for_each_fft_backend([](Backend backend) {
    for (const numpy::FftCase& c : numpy::fft_cases) {
      const std::string op = c.op, norm_name = c.norm;
      const Norm norm = norm_name == "ortho" ? Norm::ortho : norm_name == "forward" ? Norm::forward : Norm::backward;
      const Shape shape = shape_of(c.shape);
      std::optional<std::int64_t> n;
      std::optional<Shape> s;
      if (!c.s.empty()) {
        n = c.s[0];
        s = shape_of(c.s);
      }
      const std::int64_t axis = c.axes.empty() ? -1 : c.axes[0];
      const Axes all_or = c.axes.empty() ? all_axes : Axes(std::span<const std::int64_t>(c.axes));
      const Axes last_two = c.axes.empty() ? Axes{-2, -1} : all_or;
      const auto z = complex_numbers(shape);
      const auto x = real_numbers(shape);
      EXPECT_EQ(z.backend(), backend);
      if (op == "fft") expect_case(c, c.complex ? fft::fft(z, n, axis, norm) : fft::fft(x, n, axis, norm));
      else if (op == "ifft") expect_case(c, fft::ifft(z, n, axis, norm));
      else if (op == "rfft") expect_case(c, fft::rfft(x, n, axis, norm));
      else if (op == "irfft") expect_case(c, fft::irfft(z, n, axis, norm));
      else if (op == "hfft") expect_case(c, fft::hfft(z, n, axis, norm));
      else if (op == "ihfft") expect_case(c, fft::ihfft(x, n, axis, norm));
      else if (op == "fftn") expect_case(c, fft::fftn(z, s, all_or, norm));
      else if (op == "ifftn") expect_case(c, fft::ifftn(z, s, all_or, norm));
      else if (op == "rfftn") expect_case(c, fft::rfftn(x, s, all_or, norm));
      else if (op == "irfftn") expect_case(c, fft::irfftn(z, s, all_or, norm));
      else if (op == "fft2") expect_case(c, fft::fft2(z, s, last_two, norm));
      else if (op == "ifft2") expect_case(c, fft::ifft2(z, s, last_two, norm));
      else if (op == "rfft2") expect_case(c, fft::rfft2(x, s, last_two, norm));
      else if (op == "irfft2") expect_case(c, fft::irfft2(z, s, last_two, norm));
      else ADD_FAILURE() << "no such op here: " << op;
    }
  });
}

// The definition, in long double, along the middle axis: columns beyond one block of them, a prime and a power of two.
TEST(Fft, IsTheSumOfTheDefinition) {
  for_each_fft_backend([](Backend) {
    for (const std::int64_t n : {1, 2, 31, 64, 210}) {
      const std::int64_t outer = 2, inner = 37;
      const auto a = complex_numbers({outer, n, inner});
      const auto in = a.to_vector(), out = fft::fft(a, none, 1).to_vector();
      for (std::int64_t o = 0; o < outer; ++o)
        for (const std::int64_t i : {std::int64_t{0}, std::int64_t{15}, std::int64_t{16}, inner - 1})
          for (std::int64_t k = 0; k < n; ++k) {
            std::complex<long double> sum = 0;
            for (std::int64_t j = 0; j < n; ++j) {
              const auto z = in[static_cast<std::size_t>((o * n + j) * inner + i)];
              const long double angle =
                  -2 * std::acos(-1.0L) * static_cast<long double>(j * k % n) / static_cast<long double>(n);
              sum += std::complex<long double>(z.real(), z.imag()) * std::polar(1.0L, angle);
            }
            const auto z = out[static_cast<std::size_t>((o * n + k) * inner + i)];
            ASSERT_NEAR(z.real(), static_cast<double>(sum.real()), 1e-12) << n << ' ' << o << ' ' << k << ' ' << i;
            ASSERT_NEAR(z.imag(), static_cast<double>(sum.imag()), 1e-12) << n << ' ' << o << ' ' << k << ' ' << i;
          }
    }
  });
}

template <class T> double distance(const Array<T>& a, const Array<T>& b) {
  return static_cast<double>(max(abs(a - b)).item());
}

TEST(Fft, InverseGivesBackAndParsevalHolds) {
  for_each_fft_backend([](Backend) {
    const auto z = complex_numbers({40, 45, 3});
    const auto x = real_numbers({40, 45, 3});
    const auto whole = fft::fftn(z);

    EXPECT_LT(distance(fft::ifftn(whole), z), 1e-14);
    EXPECT_LT(distance(fft::irfftn(fft::rfftn(x), x.shape()), x), 1e-14);
    EXPECT_LT(distance(fft::irfft(fft::rfft(x, none, 1), 45, 1), x), 1e-14);
    EXPECT_LT(distance(fft::hfft(fft::ihfft(x, none, 0), 40, 0), x), 1e-14);
    const double energy = sum(square(abs(z))).item();
    EXPECT_NEAR(sum(square(abs(whole))).item() / static_cast<double>(z.size()), energy, 1e-12 * energy);
    EXPECT_NEAR(sum(square(abs(fft::fftn(z, none, all_axes, Norm::ortho)))).item(), energy, 1e-12 * energy);
  });
}

TEST(Fft, ViewsAndFormulasAreTakenAsTheyAre) {
  for_each_fft_backend([](Backend) {
    const auto z = complex_numbers({6, 8}), before = copy(z);
    const auto x = real_numbers({6, 8});
    const auto same = [](const auto& view) { return distance(fft::fft(view), fft::fft(copy(view))); };

    EXPECT_LT(same(transpose(z)), 1e-14);
    EXPECT_LT(same(z(slice(none, none, -2), slice(1, none, 3))), 1e-14);
    EXPECT_LT(same(broadcast_to(z(0), {3, 8})), 1e-14);
    EXPECT_LT(distance(fft::fft(z * 2.0), eval(fft::fft(z) * 2.0)), 1e-13);
    EXPECT_LT(distance(fft::rfft(transpose(x)), fft::rfft(copy(transpose(x)))), 1e-14);
    const auto row = real_numbers({9});
    EXPECT_LT(distance(fft::rfft(row(slice(1, none))), fft::rfft(copy(row(slice(1, none))))), 1e-14);
    EXPECT_LT(distance(fft::irfft(transpose(z)), fft::irfft(copy(transpose(z)))), 1e-14);
    EXPECT_LT(distance(fft::fft2(transpose(z)), eval(transpose(fft::fft2(z)))), 1e-13);
    EXPECT_EQ(distance(z, before), 0) << "operands are kept";
    // (The plan for a transform in place may add in another order, so these are bounds and not bits.)
  });
}

TEST(Fft, TypesAreNumPy2s) {
  static_assert(std::same_as<decltype(fft::fft(Array<float>())), Array<complex64>>);
  static_assert(std::same_as<decltype(fft::fft(Array<complex64>())), Array<complex64>>);
  static_assert(std::same_as<decltype(fft::fft(Array<double>())), Array<complex128>>);
  static_assert(std::same_as<decltype(fft::fft(Array<std::int8_t>())), Array<complex128>>);
  static_assert(std::same_as<decltype(fft::irfft(Array<complex64>())), Array<float>>);
  static_assert(std::same_as<decltype(fft::irfft(Array<bool>())), Array<double>>);
  for_each_fft_backend([](Backend) {
    const auto x = cast<float>(real_numbers({500}));
    const Array<complex64> single = fft::fft(eval(x));
    const Array<complex128> twice = fft::fft(cast<double>(eval(x)));
    EXPECT_LT(max(abs(single - twice)).item(), 500 * 1.2e-7);
    EXPECT_GT(max(abs(single - twice)).item(), 0) << "computed in float";
    EXPECT_LT(max(abs(fft::irfft(fft::rfft(x)) - x)).item(), 1e-6);
    EXPECT_EQ(fft::rfft(array<int>({1, 2, 3, 4})).to_vector(), (std::vector<complex128>{{10, 0}, {-2, 2}, {-2, 0}}));
  });
}

// Every number of threads gives the same bits: the plan depends on the shape alone.
TEST(Fft, HostsGiveTheSameBits) {
  for_each_fft_backend([](Backend backend) {
    if (!host_memory(backend)) return;
    for (const Shape& shape : {Shape{100, 120, 7}, Shape{1 << 15}, Shape{3000, 17}}) {
      const auto here = complex_numbers(shape), serial = here.to(Backend::serial);
      testing::expect_same_bits(fft::fftn(here).to_vector(), fft::fftn(serial).to_vector());
      testing::expect_same_bits(fft::fft(here, none, 0).to_vector(), fft::fft(serial, none, 0).to_vector());
      testing::expect_same_bits(fft::irfftn(here).to_vector(), fft::irfftn(serial).to_vector());
    }
  });
}

TEST(Fft, NothingToTransform) {
  for_each_fft_backend([](Backend) {
    EXPECT_EQ(fft::fft(zeros({0, 4})).shape(), Shape({0, 4}));
    EXPECT_EQ(fft::rfft(zeros({0, 4})).shape(), Shape({0, 3}));
    EXPECT_EQ(fft::irfftn(zeros({0, 4, 3}), none, axes({1, 2})).shape(), Shape({0, 4, 4}));
    EXPECT_EQ(numbers(fft::fft(zeros<double>({0}), 2)), std::vector<double>(4)) << "only zeros";
    EXPECT_EQ(numbers(fft::irfft(zeros<double>({0}), 3)), std::vector<double>(3));
  });
}

TEST(Fft, WrongRequestsThrow) {
  for_each_fft_backend([](Backend) {
    const auto x = zeros({3, 4});

    expect_error<ValueError>([] { fft::fft(zeros({3, 0})); }, "fft: 0 points along axis -1 of shape (3, 0)");
    expect_error<ValueError>([&] { fft::fft(x, 0); }, "fft: 0 points");
    expect_error<ValueError>([&] { fft::ifft(x, -3); }, "ifft: -3 points");
    expect_error<ValueError>([] { fft::irfft(zeros({3, 1})); }, "irfft: 0 points", "say how many");
    expect_error<AxisError>([&] { fft::fft(x, none, 2); }, "fft");
    expect_error<AxisError>([] { fft::fft(full<double>({}, 1)); }, "fft");
    expect_error<AxisError>([] { fft::fftn(full<double>({}, 1)); }, "fftn: there is no axis");
    expect_error<AxisError>([&] { fft::fftn(x, none, axes({0, -2})); }, "fftn", "twice");
    expect_error<AxisError>([] { fft::fft2(zeros({4})); }, "fft2");
    expect_error<ValueError>([&] { fft::fftn(x, Shape{2, 2}, axes({0})); }, "fftn: 2 lengths for 1 axes");
    expect_error<AxisError>([&] { fft::fftn(x, Shape{2, 2, 2}); }, "fftn: 3 axes");
    EXPECT_EQ(fft::fftn(x, Shape{-1, 2}).shape(), Shape({3, 2}));
  });
}

TEST(Fft, Frequencies) {
  for_each_backend([](Backend backend) {
    EXPECT_EQ(fft::fftfreq(8, 0.1).to_vector(), (std::vector<double>{0, 1.25, 2.5, 3.75, -5, -3.75, -2.5, -1.25}));
    EXPECT_EQ(fft::fftfreq(5).to_vector(), (std::vector<double>{0, 1 * 0.2, 2 * 0.2, -2 * 0.2, -1 * 0.2}));
    EXPECT_EQ(fft::rfftfreq(5).to_vector(), (std::vector<double>{0, 1 * 0.2, 2 * 0.2}));
    EXPECT_EQ(fft::rfftfreq(8, 0.1).to_vector(), (std::vector<double>{0, 1.25, 2.5, 3.75, 5}));
    EXPECT_EQ(fft::fftfreq(1).backend(), backend);
  });
  EXPECT_THROW(fft::fftfreq(0), ValueError);
  EXPECT_THROW(fft::rfftfreq(-1), ValueError);
}

TEST(Fft, ShiftsMoveByHalf) {
  using Integers = std::vector<std::int64_t>;
  for_each_backend([](Backend) {
    EXPECT_EQ(fft::fftshift(arange(5)).to_vector(), (Integers{3, 4, 0, 1, 2}));
    EXPECT_EQ(fft::ifftshift(arange(5)).to_vector(), (Integers{2, 3, 4, 0, 1}));
    EXPECT_EQ(fft::fftshift(reshape(arange(6), {2, 3})).to_vector(), (Integers{5, 3, 4, 2, 0, 1}));
    EXPECT_EQ(fft::fftshift(reshape(arange(6), {2, 3}), axis(1)).to_vector(), (Integers{2, 0, 1, 5, 3, 4}));
    EXPECT_EQ(fft::ifftshift(fft::fftshift(reshape(arange(15), {3, 5}))).to_vector(), arange(15).to_vector());
    EXPECT_EQ(fft::fftshift(full<double>({}, 3)).item(), 3);
    EXPECT_THROW(fft::fftshift(arange(5), axis(1)), AxisError);
  });
}

// example-begin fft
TEST(Fft, ExampleOfASpectrum) {
  for_each_fft_backend([](Backend) {
    // Ten seconds, 100 samples each: a wave of 3 Hz.
    const auto t = arange(1000) * 0.01;
    const auto spectrum = fft::rfft(sin(t * (2 * std::acos(-1.0) * 3)));

    const std::int64_t strongest = argmax(abs(spectrum)).item();

    EXPECT_DOUBLE_EQ(fft::rfftfreq(1000, 0.01)(strongest).item(), 3.0);
  });
}
// example-end fft

}  // namespace
}  // namespace spica
