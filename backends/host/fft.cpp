// Fourier transforms on hosts: FFTW, one plan for each length, and Spica's threads over the other axes.
#include <spica/backends/fft.hpp>

#include <spica/backends/runtime.hpp>
#include <spica/core/errors.hpp>

#include <algorithm>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <type_traits>

#ifdef SPICA_HAVE_FFTW
#include <fftw3.h>
#endif

namespace spica::detail {

void check_fourier(const char* op, Backend backend) {
#ifndef SPICA_HAVE_FFTW
  if (host_memory(backend))
    throw BackendNotBuilt(
        std::string(op) +
        ": this library was built without FFTW, so host backends have no FFT; install FFTW in float and "
        "double (Debian: libfftw3-dev) and build Spica again");
#endif
  static_cast<void>(op);
  static_cast<void>(backend);
}

#ifdef SPICA_HAVE_FFTW
namespace {

/// FFTW's planner is for one thread at a time, and so is taking a plan apart.
std::mutex& planner() {
  static auto* mutex = new std::mutex;
  return *mutex;
}

// FFTW_ESTIMATE: a plan is found without measuring, so it is always the same, and so are the bits. FFTW_UNALIGNED: it
// is executed on other arrays than it was made for.
constexpr unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;

/// FFTW's functions for float and double under one name.
template <class R> struct Fftw;
#define SPICA_FFTW(R, f)                                                                                               \
  template <> struct Fftw<R> {                                                                                         \
    using Plan = f##_plan;                                                                                             \
    static void destroy(Plan plan) { f##_destroy_plan(plan); }                                                         \
    static Plan make(const FourierTransform& t, const f##_iodim64& dim, const f##_iodim64& many) {                     \
      auto* complex_in = static_cast<f##_complex*>(t.in);                                                              \
      auto* complex_out = static_cast<f##_complex*>(t.out);                                                            \
      switch (t.kind) {                                                                                                \
        case FourierTransform::Kind::real_to_complex:                                                                  \
          return f##_plan_guru64_dft_r2c(1, &dim, 1, &many, static_cast<R*>(t.in), complex_out, flags);                \
        case FourierTransform::Kind::complex_to_real:                                                                  \
          return f##_plan_guru64_dft_c2r(1, &dim, 1, &many, complex_in, static_cast<R*>(t.out), flags);                \
        default:                                                                                                       \
          return f##_plan_guru64_dft(1, &dim, 1, &many, complex_in, complex_out,                                       \
                                     t.kind == FourierTransform::Kind::forward ? FFTW_FORWARD : FFTW_BACKWARD, flags); \
      }                                                                                                                \
    }                                                                                                                  \
    static void execute(const FourierTransform& t, Plan plan, std::int64_t in_offset, std::int64_t out_offset) {       \
      auto* complex_in = static_cast<f##_complex*>(t.in) + in_offset;                                                  \
      auto* complex_out = static_cast<f##_complex*>(t.out) + out_offset;                                               \
      switch (t.kind) {                                                                                                \
        case FourierTransform::Kind::real_to_complex:                                                                  \
          return f##_execute_dft_r2c(plan, static_cast<R*>(t.in) + in_offset, complex_out);                            \
        case FourierTransform::Kind::complex_to_real:                                                                  \
          return f##_execute_dft_c2r(plan, complex_in, static_cast<R*>(t.out) + out_offset);                           \
        default: return f##_execute_dft(plan, complex_in, complex_out);                                                \
      }                                                                                                                \
    }                                                                                                                  \
    using Dimension = f##_iodim64;                                                                                     \
  };
SPICA_FFTW(float, fftwf)
SPICA_FFTW(double, fftw)
#undef SPICA_FFTW

/// What a plan depends on. `many` neighbours are transformed together, side by side in memory where inner > 1.
struct PlanKey {
  FourierTransform::Kind kind;
  bool in_place;
  std::int64_t length, inner, many;
  bool operator==(const PlanKey&) const = default;
};

constexpr std::size_t most_plans = 64;

template <class R> using SharedPlan = std::shared_ptr<std::remove_pointer_t<typename Fftw<R>::Plan>>;

/// The one used last in front. Never destroyed, so that transforms in destructors at the end of the program work.
template <class R> std::list<std::pair<PlanKey, SharedPlan<R>>>& plans() {
  static auto* list = new std::list<std::pair<PlanKey, SharedPlan<R>>>;
  return *list;
}

template <class R> SharedPlan<R> plan_for(const char* op, const FourierTransform& t, const PlanKey& key) {
  SharedPlan<R> dropped;  // taken apart after the lock is gone, since that takes it too
  const std::lock_guard lock(planner());
  auto& list = plans<R>();
  for (auto it = list.begin(); it != list.end(); ++it)
    if (it->first == key) {
      list.splice(list.begin(), list, it);
      return it->second;
    }
  const std::int64_t half = key.length / 2 + 1;
  const std::int64_t in_length = key.kind == FourierTransform::Kind::complex_to_real ? half : key.length;
  const std::int64_t out_length = key.kind == FourierTransform::Kind::real_to_complex ? half : key.length;
  const typename Fftw<R>::Dimension dim{key.length, key.inner, key.inner};
  const typename Fftw<R>::Dimension many{key.many, key.inner == 1 ? in_length : 1, key.inner == 1 ? out_length : 1};
  const auto plan = Fftw<R>::make(t, dim, many);
  if (plan == nullptr)
    throw DeviceError(std::string(op) + ": FFTW has no plan for length " + std::to_string(key.length));
  SharedPlan<R> shared(plan, [](typename Fftw<R>::Plan p) {
    const std::lock_guard inner_lock(planner());
    Fftw<R>::destroy(p);
  });
  if (list.size() >= most_plans) {
    dropped = std::move(list.back().second);
    list.pop_back();
  }
  list.emplace_front(key, shared);
  return shared;
}

/// Columns that are transformed together where the axis is not the last one: whole cache lines are read and written.
constexpr std::int64_t columns_together = 16;

template <class R> void transform_axis(const HostExec& exec, const char* op, const FourierTransform& t) {
  const std::int64_t n = t.length[0], half = n / 2 + 1;
  const std::int64_t in_step = (t.kind == FourierTransform::Kind::complex_to_real ? half : n) * t.inner;
  const std::int64_t out_step = (t.kind == FourierTransform::Kind::real_to_complex ? half : n) * t.inner;
  const std::int64_t width = std::min(columns_together, t.inner), blocks = (t.inner + width - 1) / width;
  PlanKey key{t.kind, t.in == t.out, n, t.inner, width};
  const SharedPlan<R> plan = plan_for<R>(op, t, key);
  key.many = t.inner - (blocks - 1) * width;
  const SharedPlan<R> last_plan = key.many == width ? plan : plan_for<R>(op, t, key);
  const std::int64_t grain = std::max<std::int64_t>(1, serial_threshold / std::max<std::int64_t>(1, n * width));
  for_ranges(exec, t.outer * blocks, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t block = i % blocks, column = block * width;
      const SharedPlan<R>& use = block == blocks - 1 ? last_plan : plan;
      Fftw<R>::execute(t, use.get(), i / blocks * in_step + column, i / blocks * out_step + column);
    }
  });
}

}  // namespace
#endif

void fourier_transform(const HostExec& exec, const char* op, const FourierTransform& t) {
#ifdef SPICA_HAVE_FFTW
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  // One axis after the other, the last one first: each has all others to be spread over the threads.
  FourierTransform pass = t;
  pass.rank = 1;
  for (int axis = t.rank - 1; axis >= 0; --axis) {
    pass.length[0] = t.length[axis];
    pass.outer = t.outer;
    for (int d = 0; d < axis; ++d) pass.outer *= t.length[d];
    pass.inner = t.inner;
    for (int d = axis + 1; d < t.rank; ++d) pass.inner *= t.length[d];
    if (t.single) transform_axis<float>(exec, op, pass);
    else transform_axis<double>(exec, op, pass);
    pass.in = pass.out;
  }
#else
  static_cast<void>(exec);
  static_cast<void>(t);
  check_fourier(op, Backend::serial);
#endif
}

}  // namespace spica::detail
