// Matrix products on hosts: Kokkos Kernels or CBLAS, whichever the build found, for floating and complex types.
#include <spica/backends/blas.hpp>

#include <spica/backends/host/blas_threads.hpp>
#include <spica/backends/host/gemm_kernel.hpp>

#include <limits>

#if defined(SPICA_HAVE_KOKKOS_KERNELS)
#include <KokkosBlas3_gemm.hpp>
#include <Kokkos_Core.hpp>
#elif defined(SPICA_HAVE_CBLAS)
#include <cblas.h>
#endif

namespace spica::detail {

std::int64_t host_blas_limit = std::numeric_limits<int>::max();

namespace {

/// One product in the BLAS's own terms; every number fits its int. `add`: c += a b.
template <class T> struct BlasCall {
  int m, n, k;
  const T* a;
  const T* b;
  T* c;
  int lda, ldb, ldc;
  bool transposed_a, transposed_b, add;
};

#if defined(SPICA_HAVE_KOKKOS_KERNELS)

// Kokkos Kernels built without a BLAS would run a slow loop of its own; CMake then leaves it out.
bool vendor_ready() { return Kokkos::is_initialized(); }  // not in a CUDA build without a GPU
constexpr bool vendor_runs_in_parallel = false;           // Kokkos's instances are for one thread at a time

/// Everything is handed over as LayoutLeft, transposed as a whole (c' = b' a'), so that one instantiation serves a type.
template <class T> void vendor_gemm(const BlasCall<T>& call) {
  using Space = Kokkos::DefaultHostExecutionSpace;
  using Matrix = Kokkos::View<T**, Kokkos::LayoutLeft, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
  using ConstMatrix = Kokkos::View<const T**, Kokkos::LayoutLeft, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
  const auto matrix = [](const T* data, int rows, int columns, int leading) {
    return Kokkos::subview(ConstMatrix(data, static_cast<std::size_t>(leading), static_cast<std::size_t>(columns)), std::make_pair(0, rows), Kokkos::ALL);
  };
  const auto a = call.transposed_a ? matrix(call.a, call.m, call.k, call.lda) : matrix(call.a, call.k, call.m, call.lda);
  const auto b = call.transposed_b ? matrix(call.b, call.k, call.n, call.ldb) : matrix(call.b, call.n, call.k, call.ldb);
  const auto c = Kokkos::subview(Matrix(call.c, static_cast<std::size_t>(call.ldc), static_cast<std::size_t>(call.m)), std::make_pair(0, call.n), Kokkos::ALL);
  KokkosBlas::gemm(Space(), call.transposed_b ? "T" : "N", call.transposed_a ? "T" : "N", T(1), b, a, T(call.add ? 1 : 0), c);
}

#elif defined(SPICA_HAVE_CBLAS)

bool vendor_ready() { return true; }
constexpr bool vendor_runs_in_parallel = true;

/// The three routines for each type under one name.
template <class T> struct Cblas;
#define SPICA_CBLAS(T, part, gemm_name, gemv_name, dot_call)                                                                           \
  template <> struct Cblas<T> {                                                                                                        \
    static void gemm(CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, const BlasCall<T>& g) {                                                   \
      const T one(1), beta(g.add ? 1 : 0);                                                                                             \
      gemm_name(CblasRowMajor, ta, tb, g.m, g.n, g.k, part(one), g.a, g.lda, g.b, g.ldb, part(beta), g.c, g.ldc);                      \
    }                                                                                                                                  \
    static void gemv(CBLAS_TRANSPOSE t, int rows, int columns, const T* matrix, int ld, const T* x, int x_step, bool add, T* y, int y_step) { \
      const T one(1), beta(add ? 1 : 0);                                                                                               \
      gemv_name(CblasRowMajor, t, rows, columns, part(one), matrix, ld, x, x_step, part(beta), y, y_step);                             \
    }                                                                                                                                  \
    static T dot(int k, const T* x, int x_step, const T* y, int y_step) { dot_call }                                                   \
  };
#define SPICA_BY_VALUE(x) x
#define SPICA_BY_ADDRESS(x) &x
SPICA_CBLAS(float, SPICA_BY_VALUE, cblas_sgemm, cblas_sgemv, return cblas_sdot(k, x, x_step, y, y_step);)
SPICA_CBLAS(double, SPICA_BY_VALUE, cblas_dgemm, cblas_dgemv, return cblas_ddot(k, x, x_step, y, y_step);)
SPICA_CBLAS(complex64, SPICA_BY_ADDRESS, cblas_cgemm, cblas_cgemv, complex64 result; cblas_cdotu_sub(k, x, x_step, y, y_step, &result); return result;)
SPICA_CBLAS(complex128, SPICA_BY_ADDRESS, cblas_zgemm, cblas_zgemv, complex128 result; cblas_zdotu_sub(k, x, x_step, y, y_step, &result); return result;)
#undef SPICA_BY_ADDRESS
#undef SPICA_BY_VALUE
#undef SPICA_CBLAS

/// Vectors are taken out first: gemm packs both operands before it multiplies, which for a vector means to write the whole
/// matrix once more; gemv and dot read it once.
template <class T> void vendor_gemm(const BlasCall<T>& g) {
  const auto trans = [](bool transposed) { return transposed ? CblasTrans : CblasNoTrans; };
  const int a_step = g.transposed_a ? g.lda : 1;  // along k, if m is 1
  const int b_step = g.transposed_b ? 1 : g.ldb;  // along k, if n is 1
  if (g.m == 1 && g.n == 1) {
    const T sum = Cblas<T>::dot(g.k, g.a, a_step, g.b, b_step);
    *g.c = g.add ? *g.c + sum : sum;
  } else if (g.n == 1) {
    // Some releases multiply y by beta = 0 and keep its NaN: give them zeros.
    if (!g.add)
      for (int i = 0; i < g.m; ++i) g.c[static_cast<std::int64_t>(i) * g.ldc] = T(0);
    Cblas<T>::gemv(trans(g.transposed_a), g.transposed_a ? g.k : g.m, g.transposed_a ? g.m : g.k, g.a, g.lda, g.b, b_step, g.add, g.c, g.ldc);
  } else if (g.m == 1) {
    if (!g.add) std::fill_n(g.c, g.n, T(0));
    Cblas<T>::gemv(trans(!g.transposed_b), g.transposed_b ? g.n : g.k, g.transposed_b ? g.k : g.n, g.b, g.ldb, g.a, a_step, g.add, g.c, 1);
  } else {
    Cblas<T>::gemm(trans(g.transposed_a), trans(g.transposed_b), g);
  }
}

#endif

#if defined(SPICA_HAVE_KOKKOS_KERNELS) || defined(SPICA_HAVE_CBLAS)

/// One product of the stack, in pieces of rows and of k whose lengths fit the BLAS's int.
template <class T> void multiply_one(const Gemm& g, std::int64_t index) {
  BlasCall<T> call;
  call.n = static_cast<int>(g.n);
  call.lda = static_cast<int>(g.a.leading());
  call.ldb = static_cast<int>(g.b.leading());
  call.ldc = static_cast<int>(g.c.leading());
  call.transposed_a = g.a.transposed();
  call.transposed_b = g.b.transposed();
  const T* a = reinterpret_cast<const T*>(g.a.data) + g.batch_offset(g.a, index);
  const T* b = reinterpret_cast<const T*>(g.b.data) + g.batch_offset(g.b, index);
  T* c = reinterpret_cast<T*>(g.c.data) + g.batch_offset(g.c, index);
  for (std::int64_t i = 0; i < g.m; i += host_blas_limit) {
    call.m = static_cast<int>(std::min(host_blas_limit, g.m - i));
    for (std::int64_t p = 0; p < g.k; p += host_blas_limit) {
      call.k = static_cast<int>(std::min(host_blas_limit, g.k - p));
      call.a = a + i * g.a.row_stride + p * g.a.column_stride;
      call.b = b + p * g.b.row_stride;
      call.c = c + i * g.c.row_stride;
      call.add = p > 0;
      vendor_gemm(call);
    }
  }
}

/// False if the BLAS cannot take it.
template <class T> bool multiply_by_vendor(const HostExec& exec, const Gemm& g) {
  if (!vendor_ready()) return false;
  // Rows and k are split where they are longer; a row itself, or a step from row to row, cannot be.
  if (g.n > host_blas_limit || std::max({g.a.leading(), g.b.leading(), g.c.leading()}) > host_blas_limit) return false;
  const std::int64_t work = g.m * g.n * g.k;
  if (vendor_runs_in_parallel && g.batch_size > 1 && exec.threads > 1 && (work < team_threshold || g.batch_size >= 16 * exec.threads)) {
    const BlasThreads threads(1);
    for_ranges(exec, g.batch_size, std::max<std::int64_t>(1, serial_threshold / work), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) multiply_one<T>(g, i);
    });
  } else {
    const BlasThreads threads(exec.threads);
    for (std::int64_t i = 0; i < g.batch_size; ++i) multiply_one<T>(g, i);
  }
  return true;
}

#else

template <class T> bool multiply_by_vendor(const HostExec&, const Gemm&) { return false; }

#endif

}  // namespace

void gemm(const HostExec& exec, const char* label, const Gemm& g) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, label, exec);
  with_element_type(g.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    if constexpr (blas_takes<T>)
      if (multiply_by_vendor<T>(exec, g)) return;
    HostProduct<T>::run(exec, g);
  });
}

}  // namespace spica::detail
