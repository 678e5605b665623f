// Expressions: one kernel, no temporary, nothing runs early, nothing dangles.
#include <spica/backends/memory.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/functions.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/backends.hpp"
#include "../support/kernels.hpp"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

namespace spica {
namespace {

using testing::for_each_backend;
using testing::KernelLog;
using Names = std::vector<std::string>;

// Small: one thread or block. Large: a team, many blocks.
constexpr std::int64_t sizes[] = {1, 1000, 200'000};

TEST(Expression, FormulaAndReductionAreOneKernel) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : sizes) {
      const Array<double> x = full<double>({n}, 3.0), y = full<double>({n}, 4.0);
      const KernelLog log;

      const double s = sum(sqrt(x * x + y * y)).item();

      EXPECT_EQ(KernelLog::names(), Names{"spica::sum"}) << n << " elements";
      EXPECT_EQ(s, 5.0 * static_cast<double>(n));
    }
  });
}

TEST(Expression, AssignmentIsOneKernelNamedAfterTheOutermostOperation) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : sizes) {
      const Array<double> x = full<double>({n}, 3.0);
      const KernelLog log;

      const Array<double> y = sqrt(x * x + x) * 0.5 + 1;
      y(slice(none, none, 2)) = x(slice(none, none, 2)) - 1;

      EXPECT_EQ(KernelLog::names(), (Names{"spica::add", "spica::assign"})) << n << " elements";
    }
  });
}

TEST(Expression, NothingRunsBeforeItIsAssigned) {
  for_each_backend([](Backend) {
    const Array<double> x = ones({1000});
    const KernelLog log;

    const auto formula = sqrt(x * 2 + 1) / x;

    EXPECT_EQ(formula.shape(), Shape{1000});
    EXPECT_EQ(KernelLog::names(), Names{});
  });
}

TEST(Expression, NoElementsAreNoKernel) {
  for_each_backend([](Backend) {
    const Array<double> x = ones({0, 3});
    const KernelLog log;

    const Array<double> y = x * 2 + 1;

    EXPECT_EQ(y.size(), 0);
    EXPECT_EQ(KernelLog::names(), Names{});
  });
}

TEST(Expression, AllocatesItsResultAndNothingElse) {
  for_each_backend([](Backend backend) {
    const Array<double> x = full<double>({1 << 20}, 3.0), y = full<double>({1 << 20}, 4.0);
    MemoryPool& pool = memory_pool(backend);
    const double warm_up = sum(sqrt(x * x + y * y)).item();
    pool.trim();
    const MemoryStatistics before = pool.statistics();
    pool.set_limit(before.used + (std::size_t(1) << 20));  // an eighth of what one temporary would take

    const double s = sum(sqrt(x * x + y * y)).item();
    x.assign(sqrt(x * x + y * y));

    const MemoryStatistics after = pool.statistics();
    pool.set_limit(0);
    EXPECT_EQ(after.allocations - before.allocations, 1);  // the sum
    EXPECT_EQ(after.used, before.used);
    EXPECT_EQ(s, warm_up);
  });
}

/// A formula whose arrays nobody else knows.
auto formula_over_local_arrays() {
  const Array<double> x = full<double>({1000}, 3.0);
  const Array<double> y = full<double>({1000}, 4.0);
  return sqrt(x * x + y * y) + 0.5;
}

TEST(Expression, KeepsItsArraysAlive) {
  for_each_backend([](Backend) {
    const auto formula = formula_over_local_arrays();
    const Array<double> other = zeros({1000});  // would take the place of arrays that were let go

    EXPECT_EQ(sum(formula).item(), 5500);
  });
}

TEST(Expression, SeesWhatIsWrittenBeforeItIsAssigned) {
  for_each_backend([](Backend) {
    const Array<double> x = ones({3});
    const auto formula = x + 1;

    x += 10;

    EXPECT_EQ(eval(formula).to_vector(), (std::vector<double>{12, 12, 12}));
  });
}

TEST(Expression, OneArrayMayAppearManyTimes) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> x = arange(5000);

    const Array<std::int64_t> y = x * x + x * x - x - x + x;

    EXPECT_EQ(y(4999).item(), 2 * 4999 * 4999 - 4999);
  });
}

TEST(Expression, OperandsBroadcastWhereverTheyStand) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> column = reshape(arange(3), {3, 1}), row = arange(4),
                              scalar = full<std::int64_t>({}, 100);

    const Array<std::int64_t> table = scalar + column * 10 + row;

    EXPECT_EQ(table.to_vector(),
              (std::vector<std::int64_t>{100, 101, 102, 103, 110, 111, 112, 113, 120, 121, 122, 123}));
  });
}

TEST(Expression, TypesPromoteAsInNumPyAndLiteralsAreWeak) {
  const Array<float> f = ones<float>({1});
  const Array<std::int32_t> i = ones<std::int32_t>({1});
  const Array<std::uint64_t> u = ones<std::uint64_t>({1});

  static_assert(std::is_same_v<value_type_t<decltype(f + 5.0)>, float>);
  static_assert(std::is_same_v<value_type_t<decltype(f + i)>, double>);
  static_assert(std::is_same_v<value_type_t<decltype(i + 5)>, std::int32_t>);
  static_assert(std::is_same_v<value_type_t<decltype(i + 5.0)>, double>);
  static_assert(std::is_same_v<value_type_t<decltype(i / i)>, double>);
  static_assert(std::is_same_v<value_type_t<decltype(u + i)>, double>);
  static_assert(std::is_same_v<value_type_t<decltype(f + complex128(0, 1))>, complex64>);
  EXPECT_EQ((f + i).shape(), u.shape());
}

}  // namespace
}  // namespace spica
