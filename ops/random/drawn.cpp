// Distributions of Generator that take a varying number of words.
#include <spica/backends/dispatch.hpp>
#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/random/chain_kernel.hpp>
#include <spica/ops/random/gamma_poisson.hpp>
#include <spica/ops/random/generator.hpp>
#include <spica/ops/random/ziggurat.hpp>

#include <cmath>
#include <string>

namespace spica::random {
namespace {

template <class Distribution>
Array<typename Distribution::value_type> draw(const char* op, const Shape& shape, Backend backend, PhiloxStream& stream,
                                              const Distribution& distribution) {
  const auto out = Array<typename Distribution::value_type>::uninitialized(op, shape, backend);
  spica::detail::dispatch(op, backend,
                          [&](const auto& exec) { stream = detail::draw_kernel(exec, op, stream, distribution, out); });
  return out;
}

void check_not_negative(const char* op, const char* what, double value) {
  if (!(value >= 0)) {
    throw ValueError(std::string(op) + ": " + what + " must not be negative or NaN, but is " +
                     detail::number_text(value));
  }
}

void check_number(const char* op, const char* what, double value) {
  if (std::isnan(value)) { throw ValueError(std::string(op) + ": " + what + " is NaN"); }
}

template <class T>
Array<T> draw_gamma(const char* op, const Shape& shape, Backend backend, PhiloxStream& stream, T k, double scale) {
  if (!(k >= 0) || std::isinf(k)) {
    throw ValueError(std::string(op) + ": the shape parameter must be finite and not negative, but is " +
                     detail::number_text(static_cast<double>(k)));
  }
  if (k == 0) {
    const auto out = Array<T>::uninitialized(op, shape, backend);
    spica::detail::fill_elements(op, out, T(0));
    return out;
  }
  return draw(op, shape, backend, stream, Gamma<T>{k, scale});
}

}  // namespace

template <FloatingElement T> Array<T> Generator::standard_normal(const Shape& shape, Backend backend) {
  return draw("standard_normal", shape, backend, stream_, Normal<T>{});
}

template <FloatingElement T>
Array<T> Generator::normal(const Shape& shape, std::type_identity_t<T> loc, std::type_identity_t<T> scale,
                           Backend backend) {
  check_number("normal", "loc", static_cast<double>(loc));
  check_not_negative("normal", "scale", static_cast<double>(scale));
  return draw("normal", shape, backend, stream_,
              Normal<T>{false, static_cast<double>(loc), static_cast<double>(scale)});
}

template <FloatingElement T>
Array<T> Generator::lognormal(const Shape& shape, std::type_identity_t<T> mean, std::type_identity_t<T> sigma,
                              Backend backend) {
  check_number("lognormal", "mean", static_cast<double>(mean));
  check_not_negative("lognormal", "sigma", static_cast<double>(sigma));
  return draw("lognormal", shape, backend, stream_,
              LogNormal<T>{static_cast<double>(mean), static_cast<double>(sigma)});
}

template <FloatingElement T> Array<T> Generator::standard_exponential(const Shape& shape, Backend backend) {
  return draw("standard_exponential", shape, backend, stream_, Exponential<T>{});
}

template <FloatingElement T>
Array<T> Generator::exponential(const Shape& shape, std::type_identity_t<T> scale, Backend backend) {
  check_not_negative("exponential", "scale", static_cast<double>(scale));
  return draw("exponential", shape, backend, stream_, Exponential<T>{static_cast<double>(scale)});
}

template <FloatingElement T>
Array<T> Generator::standard_gamma(std::type_identity_t<T> k, const Shape& shape, Backend backend) {
  return draw_gamma<T>("standard_gamma", shape, backend, stream_, k, 1);
}

template <FloatingElement T>
Array<T> Generator::gamma(std::type_identity_t<T> k, const Shape& shape, std::type_identity_t<T> scale,
                          Backend backend) {
  check_not_negative("gamma", "scale", static_cast<double>(scale));
  return draw_gamma<T>("gamma", shape, backend, stream_, k, static_cast<double>(scale));
}

Array<std::int64_t> Generator::poisson(const Shape& shape, double lam, Backend backend) {
  constexpr double largest = 9223372006484771000.0;  // NumPy's: ten standard deviations below the end of int64
  if (!(lam >= 0) || lam > largest) {
    throw ValueError("poisson: lam must be in [0, " + detail::number_text(largest) + "], but is " +
                     detail::number_text(lam));
  }
  if (lam >= 10) { return draw("poisson", shape, backend, stream_, PoissonByRejection(lam)); }
  if (lam > 0) { return draw("poisson", shape, backend, stream_, PoissonByProduct(lam)); }
  const auto out = Array<std::int64_t>::uninitialized("poisson", shape, backend);
  spica::detail::fill_elements("poisson", out, std::int64_t{0});
  return out;
}

#define SPICA_INSTANTIATE_DRAWN(T)                                             \
  template Array<T> Generator::standard_normal<T>(const Shape&, Backend);      \
  template Array<T> Generator::normal<T>(const Shape&, T, T, Backend);         \
  template Array<T> Generator::lognormal<T>(const Shape&, T, T, Backend);      \
  template Array<T> Generator::standard_exponential<T>(const Shape&, Backend); \
  template Array<T> Generator::exponential<T>(const Shape&, T, Backend);       \
  template Array<T> Generator::standard_gamma<T>(T, const Shape&, Backend);    \
  template Array<T> Generator::gamma<T>(T, const Shape&, T, Backend);
SPICA_INSTANTIATE_DRAWN(float)
SPICA_INSTANTIATE_DRAWN(double)
#undef SPICA_INSTANTIATE_DRAWN

}  // namespace spica::random
