// Linear algebra on hosts: the only file that knows LAPACK's Fortran symbols.
#include <spica/backends/lapack.hpp>

#include <spica/backends/host/blas_threads.hpp>
#include <spica/core/errors.hpp>
#include <spica/core/storage.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace spica::detail {

double host_lapack_limit = std::numeric_limits<int>::max();

#ifdef SPICA_HAVE_LAPACK

// Fortran passes everything by address, and the length of each text behind the last argument.
using Int = int;  // of the usual (LP64) LAPACK
using Text = const char*;
using Length = std::size_t;

extern "C" {
#define SPICA_DECLARE(p, T, R)                                                                                         \
  void p##gesv_(const Int* n, const Int* columns, T* a, const Int* lda, Int* pivots, T* b, const Int* ldb, Int* info); \
  void p##getrf_(const Int* m, const Int* n, T* a, const Int* lda, Int* pivots, Int* info);                            \
  void p##potrf_(Text uplo, const Int* n, T* a, const Int* lda, Int* info, Length);                                    \
  void p##geqrf_(const Int* m, const Int* n, T* a, const Int* lda, T* tau, T* work, const Int* lwork, Int* info);
SPICA_DECLARE(s, float, float)
SPICA_DECLARE(d, double, double)
SPICA_DECLARE(c, complex64, float)
SPICA_DECLARE(z, complex128, double)
#undef SPICA_DECLARE
#define SPICA_DECLARE(p, T)                                                                                           \
  void p##orgqr_(const Int* m, const Int* n, const Int* k, T* a, const Int* lda, const T* tau, T* work,               \
                 const Int* lwork, Int* info);                                                                        \
  void p##gesdd_(Text job, const Int* m, const Int* n, T* a, const Int* lda, T* s, T* u, const Int* ldu, T* vt,       \
                 const Int* ldvt, T* work, const Int* lwork, Int* iwork, Int* info, Length);                          \
  void p##gesvd_(Text jobu, Text jobvt, const Int* m, const Int* n, T* a, const Int* lda, T* s, T* u, const Int* ldu, \
                 T* vt, const Int* ldvt, T* work, const Int* lwork, Int* info, Length, Length);                       \
  void p##syevd_(Text jobz, Text uplo, const Int* n, T* a, const Int* lda, T* w, T* work, const Int* lwork,           \
                 Int* iwork, const Int* liwork, Int* info, Length, Length);                                           \
  void p##syev_(Text jobz, Text uplo, const Int* n, T* a, const Int* lda, T* w, T* work, const Int* lwork, Int* info, \
                Length, Length);
SPICA_DECLARE(s, float)
SPICA_DECLARE(d, double)
#undef SPICA_DECLARE
#define SPICA_DECLARE(p, T, R)                                                                                        \
  void p##ungqr_(const Int* m, const Int* n, const Int* k, T* a, const Int* lda, const T* tau, T* work,               \
                 const Int* lwork, Int* info);                                                                        \
  void p##gesdd_(Text job, const Int* m, const Int* n, T* a, const Int* lda, R* s, T* u, const Int* ldu, T* vt,       \
                 const Int* ldvt, T* work, const Int* lwork, R* rwork, Int* iwork, Int* info, Length);                \
  void p##gesvd_(Text jobu, Text jobvt, const Int* m, const Int* n, T* a, const Int* lda, R* s, T* u, const Int* ldu, \
                 T* vt, const Int* ldvt, T* work, const Int* lwork, R* rwork, Int* info, Length, Length);             \
  void p##heevd_(Text jobz, Text uplo, const Int* n, T* a, const Int* lda, R* w, T* work, const Int* lwork, R* rwork, \
                 const Int* lrwork, Int* iwork, const Int* liwork, Int* info, Length, Length);                        \
  void p##heev_(Text jobz, Text uplo, const Int* n, T* a, const Int* lda, R* w, T* work, const Int* lwork, R* rwork,  \
                Int* info, Length, Length);
SPICA_DECLARE(c, complex64, float)
SPICA_DECLARE(z, complex128, double)
#undef SPICA_DECLARE
}

namespace {

/// The routines of each type under one name. `work` with lwork = -1 is asked for its best size, which comes back in
/// work[0].
template <class T> struct Lapack;
#define SPICA_LAPACK(p, T)                                                                                         \
  template <> struct Lapack<T> {                                                                                   \
    static constexpr auto gesv = &p##gesv_;                                                                        \
    static constexpr auto getrf = &p##getrf_;                                                                      \
    static constexpr auto potrf = &p##potrf_;                                                                      \
    static constexpr auto geqrf = &p##geqrf_;                                                                      \
    static constexpr auto orgqr = &p##orgqr_;                                                                      \
    static void gesdd(Text job, const Int* m, const Int* n, T* a, T* s, T* u, T* vt, const Int* ldvt, T* work,     \
                      const Int* lwork, T*, Int* iwork, Int* info) {                                               \
      p##gesdd_(job, m, n, a, m, s, u, m, vt, ldvt, work, lwork, iwork, info, 1);                                  \
    }                                                                                                              \
    static void gesvd(Text jobu, Text jobvt, const Int* m, const Int* n, T* a, T* s, T* u, T* vt, const Int* ldvt, \
                      T* work, const Int* lwork, T*, Int* info) {                                                  \
      p##gesvd_(jobu, jobvt, m, n, a, m, s, u, m, vt, ldvt, work, lwork, info, 1, 1);                              \
    }                                                                                                              \
    static void heevd(Text jobz, Text uplo, const Int* n, T* a, T* w, T* work, const Int* lwork, T*, const Int*,   \
                      Int* iwork, const Int* liwork, Int* info) {                                                  \
      p##syevd_(jobz, uplo, n, a, n, w, work, lwork, iwork, liwork, info, 1, 1);                                   \
    }                                                                                                              \
    static void heev(Text jobz, Text uplo, const Int* n, T* a, T* w, T* work, const Int* lwork, T*, Int* info) {   \
      p##syev_(jobz, uplo, n, a, n, w, work, lwork, info, 1, 1);                                                   \
    }                                                                                                              \
  };
SPICA_LAPACK(s, float)
SPICA_LAPACK(d, double)
#undef SPICA_LAPACK
#define SPICA_LAPACK(p, T, R)                                                                                          \
  template <> struct Lapack<T> {                                                                                       \
    static constexpr auto gesv = &p##gesv_;                                                                            \
    static constexpr auto getrf = &p##getrf_;                                                                          \
    static constexpr auto potrf = &p##potrf_;                                                                          \
    static constexpr auto geqrf = &p##geqrf_;                                                                          \
    static constexpr auto orgqr = &p##ungqr_;                                                                          \
    static void gesdd(Text job, const Int* m, const Int* n, T* a, R* s, T* u, T* vt, const Int* ldvt, T* work,         \
                      const Int* lwork, R* rwork, Int* iwork, Int* info) {                                             \
      p##gesdd_(job, m, n, a, m, s, u, m, vt, ldvt, work, lwork, rwork, iwork, info, 1);                               \
    }                                                                                                                  \
    static void gesvd(Text jobu, Text jobvt, const Int* m, const Int* n, T* a, R* s, T* u, T* vt, const Int* ldvt,     \
                      T* work, const Int* lwork, R* rwork, Int* info) {                                                \
      p##gesvd_(jobu, jobvt, m, n, a, m, s, u, m, vt, ldvt, work, lwork, rwork, info, 1, 1);                           \
    }                                                                                                                  \
    static void heevd(Text jobz, Text uplo, const Int* n, T* a, R* w, T* work, const Int* lwork, R* rwork,             \
                      const Int* lrwork, Int* iwork, const Int* liwork, Int* info) {                                   \
      p##heevd_(jobz, uplo, n, a, n, w, work, lwork, rwork, lrwork, iwork, liwork, info, 1, 1);                        \
    }                                                                                                                  \
    static void heev(Text jobz, Text uplo, const Int* n, T* a, R* w, T* work, const Int* lwork, R* rwork, Int* info) { \
      p##heev_(jobz, uplo, n, a, n, w, work, lwork, rwork, info, 1, 1);                                                \
    }                                                                                                                  \
  };
SPICA_LAPACK(c, complex64, float)
SPICA_LAPACK(z, complex128, double)
#undef SPICA_LAPACK

/// A length as LAPACK's int. @throws ShapeError.
Int length(const char* op, std::int64_t n) {
  if (n > std::numeric_limits<Int>::max())
    throw ShapeError(std::string(op) + ": an axis of length " + std::to_string(n) +
                     " is beyond what this LAPACK counts (32 bits)");
  return static_cast<Int>(n);
}

/// Memory for one thread's work, from the pool.
class Scratch {
 public:
  Scratch(const char* op, std::int64_t bytes)
      : storage_(bytes ? allocate(op, Backend::serial, static_cast<std::size_t>(bytes)) : nullptr) {}
  template <class T> T* data() const { return storage_ ? static_cast<T*>(storage_->data()) : nullptr; }

 private:
  std::shared_ptr<Storage> storage_;
};
template <class T> Scratch scratch(const char* op, std::int64_t elements) {
  return {op, elements * static_cast<std::int64_t>(sizeof(T))};
}

/// The size that a query left in work[0]. A float holds 24 bits of it, so it may be rounded: a little more is asked
/// for.
/// @throws ShapeError beyond LAPACK's int.
template <class T> Int answered(const char* op, T answer) {
  double size;
  if constexpr (ComplexElement<T>) size = static_cast<double>(answer.real());
  else size = static_cast<double>(answer);
  size = std::ceil(size * (1 + 0x1p-23));
  if (size > std::numeric_limits<Int>::max())
    throw ShapeError(std::string(op) +
                     ": the matrix is so large that LAPACK's workspace is beyond what it counts (32 bits)");
  return std::max(1, static_cast<Int>(size));
}

/// Runs work(i) -> info for each matrix, where make_work() makes one thread's `work`.
template <class MakeWork>
LapackFailure each_matrix(const HostExec& exec, const char* op, std::int64_t count, double work_of_one,
                          MakeWork make_work) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  std::vector<Int> infos(static_cast<std::size_t>(count));
  const auto range = [&](std::int64_t begin, std::int64_t end) {
    const auto work = make_work();
    for (std::int64_t i = begin; i < end; ++i) infos[static_cast<std::size_t>(i)] = work(i);
  };
  if (count > 1 && exec.threads > 1 && (work_of_one < team_threshold || count >= 16 * exec.threads)) {
    const BlasThreads threads(1);
    const auto grain = static_cast<std::int64_t>(static_cast<double>(serial_threshold) / std::max(work_of_one, 1.0));
    for_ranges(exec, count, std::max<std::int64_t>(1, grain), range);
  } else {
    const BlasThreads threads(work_of_one < team_threshold ? 1 : exec.threads);
    range(0, count);
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const Int info = infos[static_cast<std::size_t>(i)];
    if (info < 0) throw DeviceError(std::string(op) + ": LAPACK refuses its argument " + std::to_string(-info));
    if (info > 0) return {i, info};
  }
  return {};
}

double cubed(std::int64_t n) { return static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n); }
double work_of(std::int64_t rows, std::int64_t columns) {
  return static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(std::min(rows, columns));
}
bool fits(double size) { return size < host_lapack_limit; }

template <class T> LapackFailure run(const HostExec& exec, const char* op, const LuSolve& call) {
  const Int n = length(op, call.n), columns = length(op, call.columns);
  const double work =
      cubed(call.n) + static_cast<double>(call.n) * static_cast<double>(call.n) * static_cast<double>(call.columns);
  return each_matrix(exec, op, call.count, work, [&] {
    return [&, pivots = scratch<Int>(op, call.n)](std::int64_t i) {
      Int info = 0;
      Lapack<T>::gesv(&n, &columns, static_cast<T*>(call.a) + i * call.n * call.n, &n, pivots.template data<Int>(),
                      static_cast<T*>(call.b) + i * call.n * call.columns, &n, &info);
      return info;
    };
  });
}

template <class T> LapackFailure run(const HostExec& exec, const char* op, const LuFactor& call) {
  const Int n = length(op, call.n);
  return each_matrix(exec, op, call.count, cubed(call.n), [&] {
    return [&, pivots = scratch<Int>(op, call.n)](std::int64_t i) {
      Int info = 0;
      Lapack<T>::getrf(&n, &n, static_cast<T*>(call.a) + i * call.n * call.n, &n, pivots.template data<Int>(), &info);
      std::copy_n(pivots.template data<Int>(), call.n, call.pivots + i * call.n);
      return std::min(info, 0);  // a pivot 0 is an answer
    };
  });
}

template <class T> LapackFailure run(const HostExec& exec, const char* op, const CholeskyFactor& call) {
  const Int n = length(op, call.n);
  return each_matrix(exec, op, call.count, cubed(call.n), [&] {
    return [&](std::int64_t i) {
      Int info = 0;
      Lapack<T>::potrf(call.lower ? "L" : "U", &n, static_cast<T*>(call.a) + i * call.n * call.n, &n, &info, 1);
      return info;
    };
  });
}

template <class T> LapackFailure run(const HostExec& exec, const char* op, const QrFactor& call) {
  const Int m = length(op, call.rows), n = length(op, call.columns), ask = -1;
  Int info = 0;
  T answer{};
  Lapack<T>::geqrf(&m, &n, static_cast<T*>(call.a), &m, static_cast<T*>(call.tau), &answer, &ask, &info);
  const Int size = answered(op, answer);
  return each_matrix(exec, op, call.count, work_of(call.rows, call.columns), [&] {
    return [&, space = scratch<T>(op, size)](std::int64_t i) {
      Int failed = 0;
      Lapack<T>::geqrf(&m, &n, static_cast<T*>(call.a) + i * call.rows * call.columns, &m,
                       static_cast<T*>(call.tau) + i * std::min(call.rows, call.columns), space.template data<T>(),
                       &size, &failed);
      return failed;
    };
  });
}

template <class T> LapackFailure run(const HostExec& exec, const char* op, const QrForm& call) {
  const Int m = length(op, call.rows), n = length(op, call.columns), k = length(op, call.reflectors), ask = -1;
  Int info = 0;
  T answer{};
  Lapack<T>::orgqr(&m, &n, &k, static_cast<T*>(call.q), &m, static_cast<const T*>(call.tau), &answer, &ask, &info);
  const Int size = answered(op, answer);
  return each_matrix(exec, op, call.count, work_of(call.rows, call.columns), [&] {
    return [&, space = scratch<T>(op, size)](std::int64_t i) {
      Int failed = 0;
      Lapack<T>::orgqr(&m, &n, &k, static_cast<T*>(call.q) + i * call.rows * call.columns, &m,
                       static_cast<const T*>(call.tau) + i * call.reflectors, space.template data<T>(), &size, &failed);
      return failed;
    };
  });
}

template <class T> LapackFailure run(const HostExec& exec, const char* op, const SvdFactor& call) {
  using R = real_t<T>;
  const Int m = length(op, call.rows), n = length(op, call.columns), ask = -1;
  const auto large = static_cast<double>(call.rows), small = static_cast<double>(call.columns);
  // Divide and conquer is the faster method, but it counts the elements of a workspace of 4 n^2 in an int.
  const bool divide = fits(4 * small * small + 8 * small + 64 * large);
  const char* const job = !call.vectors ? "N" : call.full ? "A" : "S";
  const std::int64_t u_columns = call.full ? call.rows : call.columns;
  const std::int64_t real_size =
      !ComplexElement<T> ? 0
      : divide           ? std::max(5 * call.columns * call.columns + 7 * call.columns,
                                    2 * call.rows * call.columns + 2 * call.columns * call.columns + call.columns)
                         : 5 * call.columns;
  const auto factor = [&](std::int64_t i, T* space, const Int* size, R* reals, Int* integers) {
    T* a = static_cast<T*>(call.a) + i * call.rows * call.columns;
    R* s = static_cast<R*>(call.s) + i * call.columns;
    T* u = call.vectors ? static_cast<T*>(call.u) + i * call.rows * u_columns : a;
    T* vh = call.vectors ? static_cast<T*>(call.vh) + i * call.columns * call.columns : a;
    Int info = 0;
    if (divide) Lapack<T>::gesdd(job, &m, &n, a, s, u, vh, &n, space, size, reals, integers, &info);
    else Lapack<T>::gesvd(job, job, &m, &n, a, s, u, vh, &n, space, size, reals, &info);
    return info == -4 ? 1 : info;  // LAPACK 3.7 and later: there is a NaN in a
  };
  T answer{};
  R no_reals{};
  Int no_integers = 0;
  factor(0, &answer, &ask, &no_reals, &no_integers);
  const Int size = answered(op, answer);
  return each_matrix(exec, op, call.count, 8 * work_of(call.rows, call.columns), [&] {
    return [&, space = scratch<T>(op, size), reals = scratch<R>(op, real_size),
            integers = scratch<Int>(op, 8 * call.columns)](std::int64_t i) {
      return factor(i, space.template data<T>(), &size, reals.template data<R>(), integers.template data<Int>());
    };
  });
}

template <class T> LapackFailure run(const HostExec& exec, const char* op, const EighFactor& call) {
  using R = real_t<T>;
  const Int n = length(op, call.n), ask = -1;
  const double order = static_cast<double>(call.n);
  // As for the singular values: the faster method counts 2 n^2 elements in an int.
  const bool divide = !call.vectors || fits(2 * order * order + 70 * order + 1);
  const char *const job = call.vectors ? "V" : "N", *const uplo = call.lower ? "L" : "U";
  const auto factor = [&](std::int64_t i, T* space, const Int* size, R* reals, const Int* real_size, Int* integers,
                          const Int* integer_size) {
    T* a = static_cast<T*>(call.a) + i * call.n * call.n;
    R* w = static_cast<R*>(call.w) + i * call.n;
    Int info = 0;
    if (divide) Lapack<T>::heevd(job, uplo, &n, a, w, space, size, reals, real_size, integers, integer_size, &info);
    else Lapack<T>::heev(job, uplo, &n, a, w, space, size, reals, &info);
    return info;
  };
  T answer{};
  R real_answer{};
  Int integer_answer = 1;
  factor(0, &answer, &ask, &real_answer, &ask, &integer_answer, &ask);
  const Int size = answered(op, answer), integer_size = integer_answer;
  Int real_size = ComplexElement<T> ? 1 : 0;
  if constexpr (ComplexElement<T>)
    real_size = divide ? answered(op, real_answer) : answered(op, static_cast<R>(std::max(1.0, 3 * order - 2)));
  return each_matrix(exec, op, call.count, 8 * cubed(call.n), [&] {
    return [&, space = scratch<T>(op, size), reals = scratch<R>(op, real_size),
            integers = scratch<Int>(op, integer_size)](std::int64_t i) {
      return factor(i, space.template data<T>(), &size, reals.template data<R>(), &real_size,
                    integers.template data<Int>(), &integer_size);
    };
  });
}

}  // namespace

bool host_lapack_built() { return true; }

#define SPICA_LAPACK(Call)                                                                                  \
  LapackFailure lapack(const HostExec& exec, const char* op, const Call& call) {                            \
    return with_lapack_type(call.dtype,                                                                     \
                            [&](auto type) { return run<typename decltype(type)::type>(exec, op, call); }); \
  }

#else

bool host_lapack_built() { return false; }

#define SPICA_LAPACK(Call)                                                                                         \
  LapackFailure lapack(const HostExec&, const char* op, const Call&) {                                             \
    throw BackendNotBuilt(std::string(op) +                                                                        \
                          ": this build of Spica has no LAPACK for hosts; install one (Debian: liblapack-dev, or " \
                          "libopenblas-dev, which has "                                                            \
                          "one inside), configure again and see the line \"LAPACK\" of CMake's summary");          \
  }

#endif

SPICA_LAPACK(LuSolve)
SPICA_LAPACK(LuFactor)
SPICA_LAPACK(CholeskyFactor)
SPICA_LAPACK(QrFactor)
SPICA_LAPACK(QrForm)
SPICA_LAPACK(SvdFactor)
SPICA_LAPACK(EighFactor)
#undef SPICA_LAPACK

}  // namespace spica::detail
