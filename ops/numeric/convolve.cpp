#include <spica/ops/numeric/convolve.hpp>

#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/index/gather.hpp>
#include <spica/ops/reduce/reducers.hpp>

namespace spica::detail {

namespace {

/// Integers in their own type, where they wrap; floats in float64.
template <class T> struct Accumulated { using type = T; };
template <FloatingElement T> struct Accumulated<T> { using type = double; };
template <ComplexElement T> struct Accumulated<T> { using type = complex128; };

template <class T> struct ConvolutionElement {
  using Sum = typename Accumulated<T>::type;
  const T* a;
  const T* v;
  std::int64_t a_length, v_length, first;  ///< element 0 of the result is element `first` of the full one

  KOKKOS_FORCEINLINE_FUNCTION Sum term(std::int64_t k, std::int64_t j) const {
    return Multiply{}(convert<Sum>(a[k - j]), convert<Sum>(v[j]));
  }
  KOKKOS_FORCEINLINE_FUNCTION T operator()(std::int64_t i) const {
    const std::int64_t k = i + first;
    std::int64_t j = k < a_length ? 0 : k - (a_length - 1);
    const std::int64_t end = k < v_length ? k : v_length - 1;
    Sum sum = term(k, j);
    for (++j; j <= end; ++j) sum = Add{}(sum, term(k, j));
    return convert<T>(sum);
  }
};

/// A block of neighbouring elements at once, so that their sums are added side by side: the same additions in the same
/// order.
inline constexpr std::int64_t convolution_block = 64;
template <class T>
void convolve_on(const HostExec& exec, const char* op, const Array<T>& out, const ConvolutionElement<T>& element) {
  using Sum = typename Accumulated<T>::type;
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  HostExec team = exec;
  if (out.size() * element.v_length < serial_threshold) team.threads = 1;
  for_ranges(team, out.size(), convolution_block, [&](std::int64_t begin, std::int64_t end) {
    const ConvolutionElement<T> local = element;
    T* const results = out.data();
    for (std::int64_t i = begin; i < end;) {
      const std::int64_t k = i + local.first;
      const bool whole =
          i + convolution_block <= end && k >= local.v_length - 1 && k + convolution_block <= local.a_length;
      if (!whole) {
        results[i] = local(i);
        ++i;
        continue;
      }
      Sum sums[convolution_block];
      for (std::int64_t l = 0; l < convolution_block; ++l) sums[l] = local.term(k + l, 0);
      for (std::int64_t j = 1; j < local.v_length; ++j) {
        const Sum factor = convert<Sum>(local.v[j]);
        const T* const from = local.a + (k - j);
        for (std::int64_t l = 0; l < convolution_block; ++l)
          sums[l] = Add{}(sums[l], Multiply{}(convert<Sum>(from[l]), factor));
      }
      for (std::int64_t l = 0; l < convolution_block; ++l) results[i + l] = convert<T>(sums[l]);
      i += convolution_block;
    }
  });
}
/// Any other executor: a thread for each element.
template <class Exec, class T>
void convolve_on(const Exec& exec, const char* op, const Array<T>& out, const ConvolutionElement<T>& element) {
  Operands operands;
  operands.add(operand(out));
  elementwise<T>(exec, op, elementwise_loop(op, out.shape(), operands), Generated<ConvolutionElement<T>, T>{element});
}

}  // namespace

template <Element T> Array<T> convolution(const char* op, const Array<T>& any_a, const Array<T>& any_v, Overlap mode) {
  for (const auto* x : {&any_a, &any_v}) {
    if (x->rank() != 1)
      throw ShapeError(std::string(op) + ": an operand has shape " + to_string(x->shape()) +
                       "; both must have one axis");
    if (x->size() == 0) throw ValueError(std::string(op) + ": an operand has no elements");
  }
  // The longer one first: a convolution commutes.
  const bool swap = any_a.size() < any_v.size();
  const Array<T> a = contiguous(op, swap ? any_v : any_a), v = contiguous(op, swap ? any_a : any_v);
  const std::int64_t m = a.size(), n = v.size();
  std::int64_t length = m + n - 1, first = 0;
  if (mode == Overlap::same) length = m, first = (n - 1) / 2;
  if (mode == Overlap::valid) length = m - n + 1, first = n - 1;
  // NumPy's correlate of a longer second operand is that of the operands in turn, backwards: its middle is the other
  // one.
  if (mode == Overlap::same && swap && std::string_view(op) == "correlate") first = n / 2;
  const auto out = Array<T>::uninitialized(op, {length}, a.backend());
  mark_used({a.storage().get(), v.storage().get(), out.storage().get()});
  dispatch(op, a.backend(), [&](const auto& exec) {
    convolve_on(exec, op, out, ConvolutionElement<T>{a.data(), v.data(), m, n, first});
  });
  return out;
}

#define SPICA_CONVOLUTION(T) \
  template Array<T> convolution<T>(const char* op, const Array<T>& a, const Array<T>& v, Overlap mode);
SPICA_CONVOLUTION(bool)
SPICA_CONVOLUTION(std::int8_t)
SPICA_CONVOLUTION(std::int16_t)
SPICA_CONVOLUTION(std::int32_t)
SPICA_CONVOLUTION(std::int64_t)
SPICA_CONVOLUTION(std::uint8_t)
SPICA_CONVOLUTION(std::uint16_t)
SPICA_CONVOLUTION(std::uint32_t)
SPICA_CONVOLUTION(std::uint64_t)
SPICA_CONVOLUTION(float)
SPICA_CONVOLUTION(double)
SPICA_CONVOLUTION(complex64)
SPICA_CONVOLUTION(complex128)
#undef SPICA_CONVOLUTION

}  // namespace spica::detail
