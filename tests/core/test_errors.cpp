// Wrong use: each is an error of its own type whose text says what was wrong, and afterwards the program goes on.
#include <spica/backends/memory.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/elementwise/where.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace spica {
namespace {

using testing::expect_error;
using testing::for_each_backend;

void expect_program_goes_on() { EXPECT_EQ(sum(ones({100'000}) * 2).item(), 200'000); }

TEST(WrongUse, MismatchedShapes) {
  for_each_backend([](Backend) {
    expect_error<ShapeError>(
        [] {
          (void)sum(ones({2, 3}) * ones({2}));
        },
        "multiply: shapes (2, 3) and (2,) do not broadcast at axis -1; make the lengths equal or one of them 1");
    expect_program_goes_on();
  });
}

TEST(WrongUse, AxisOutOfRange) {
  for_each_backend([](Backend) {
    expect_error<AxisError>(
        [] {
          sum(ones({2, 3}), axis(2));
        },
        "sum: axis 2 is out of range for rank 2; valid are -2 to 1");
    expect_error<AxisError>([] { max(ones({2, 3}), axes({0, -2})); }, "max: axis -2 is given twice");
    expect_error<AxisError>([] { argmax(ones({2, 3}), axes({0, 1})); }, "argmax: takes one axis or none, not 2");
    expect_program_goes_on();
  });
}

TEST(WrongUse, UnknownBackendName) {
  expect_error<ValueError>([] { parse_backend("gpu"); }, "unknown name \"gpu\"; known are serial, openmp, cuda");
  expect_error<ValueError>([] { parse_backend(""); }, "no name given; known are serial, openmp, cuda");
  expect_error<ValueError>([] { parse_backend("Serial"); }, "unknown name");
  expect_program_goes_on();
}

TEST(WrongUse, BackendThatWasNotBuilt) {
  const std::vector<Backend> built = backends();
  for (const Backend backend : all_backends) {
    if (std::find(built.begin(), built.end(), backend) != built.end()) continue;
    const std::string says =
        std::string("backend ") + name(backend) + " was not built into this library; configure with -DKokkos_ENABLE_";

    EXPECT_FALSE(usable(backend));
    EXPECT_NE(usable(backend).why_not.find(says), std::string::npos) << usable(backend).why_not;
    expect_error<BackendNotBuilt>([&] { set_default_backend(backend); }, "set_default_backend: ", says);
    expect_error<BackendNotBuilt>([&] { zeros({3}, backend); }, "zeros: ", says);
    expect_error<BackendNotBuilt>([&] { ones({3}).to(backend); }, "to: ", says);
    if (!host_memory(backend)) expect_error<BackendNotBuilt>([&] { memory_pool(backend); }, "memory_pool: ", says);
  }
  expect_program_goes_on();
}

// TRAP-18
TEST(WrongUse, OperandsOnTwoBackends) {
  for (const Backend other : backends()) {
    if (other == Backend::serial || !usable(other)) continue;
    const std::string both =
        std::string("operands live on serial and ") + name(other) + "; copy one of them, e.g. b.to(Backend::serial)";
    for (const Shape& shape : {Shape{3}, Shape{0}, Shape{}}) {
      const Array<double> a = ones(shape, Backend::serial), b = ones(shape, other);

      expect_error<BackendMismatch>([&] { (void)(a + b); }, "add: ", both);
      expect_error<BackendMismatch>([&] { (void)where(a > 0, b, b); }, "where: ", both);
      expect_error<BackendMismatch>([&] { a.assign(b); }, "assign: ", both);
      expect_error<BackendMismatch>([&] { a(ellipsis) = b * 2; }, "assign: ", both);
      expect_error<BackendMismatch>([&] { a += b; }, "add: ", both);

      EXPECT_EQ(eval(a + b.to(Backend::serial)).to_vector(),
                std::vector<double>(static_cast<std::size_t>(a.size()), 2));
    }
  }
  expect_program_goes_on();
}

TEST(WrongUse, SizeThatOverflowsInt64) {
  for_each_backend([](Backend) {
    const std::int64_t two_to_40 = std::int64_t(1) << 40;

    expect_error<ShapeError>(
        [&] {
          zeros({two_to_40, two_to_40});
        },
        "zeros: shape (1099511627776, 1099511627776) has more elements than int64 can count");
    expect_error<ShapeError>([&] { empty<double>({std::int64_t(1) << 61}); },
                             "empty: shape (2305843009213693952,) has more bytes than int64 can count");
    expect_error<ShapeError>(
        [&] {
          broadcast_to(ones({1}), {two_to_40, two_to_40});
        },
        "broadcast_to: ", "more elements");
    const Array<double> column = broadcast_to(ones({1}), {two_to_40, 1}), row = broadcast_to(ones({1}), {1, two_to_40});
    expect_error<ShapeError>([&] { (void)sum(column + row); }, "add: ", "more elements");
    expect_error<ShapeError>([&] { zeros({3, -1}); }, "zeros: negative extent in shape (3, -1)");
    expect_program_goes_on();
  });
}

TEST(WrongUse, AllocationBeyondMemory) {
  for_each_backend([](Backend backend) {
    const std::size_t used = memory_pool(backend).statistics().used;

    expect_error<MemoryError>([] { zeros({std::int64_t(1) << 47}); }, "zeros: 1073741824 MiB asked for on ",
                              " in use, ", " cached", "no limit set, the system has no more; use a smaller size");

    EXPECT_EQ(memory_pool(backend).statistics().used, used);
    expect_program_goes_on();
  });
}

TEST(WrongUse, BeyondTheLimitOfThePool) {
  for_each_backend([](Backend backend) {
    MemoryPool& pool = memory_pool(backend);
    pool.trim();
    pool.set_limit(pool.statistics().used + (std::size_t(16) << 20));

    expect_error<MemoryError>([] { ones({4 << 20}); }, "ones: 32 MiB asked for", "limit ",
                              "raise memory_pool(…).set_limit");
    expect_program_goes_on();

    pool.set_limit(0);
    EXPECT_EQ(ones({4 << 20}).size(), 4 << 20);
  });
}

TEST(WrongUse, NothingToChooseFrom) {
  for_each_backend([](Backend) {
    expect_error<ValueError>([] { max(ones({0})); }, "max: nothing to reduce in an array of shape (0,)");
    expect_error<ValueError>(
        [] {
          argmin(ones({3, 0}), axis(1));
        },
        "argmin: nothing to reduce in an array of shape (3, 0)");
    expect_program_goes_on();
  });
}

TEST(WrongUse, LiteralThatDoesNotFit) {
  for_each_backend([](Backend) {
    expect_error<ValueError>([] { (void)(zeros<std::uint8_t>({3}) + 256); },
                             "add: the integer literal does not fit uint8");
    expect_error<ValueError>([] { zeros<std::uint8_t>({3}).assign(-1); },
                             "assign: the integer literal does not fit uint8");
    expect_error<ValueError>([] { full<std::int32_t>({3}, std::int64_t(1) << 31); },
                             "full: the integer literal does not fit int32");
    expect_program_goes_on();
  });
}

TEST(WrongUse, EveryErrorIsASpicaError) {
  expect_error<ShapeError>([] {
    try {
      (void)(ones({2}) + ones({3}));
    } catch (const Error&) { throw; } catch (...) {
      FAIL() << "not derived from spica::Error";
    }
  });
}

}  // namespace
}  // namespace spica
