// Source and destination that share memory: the result is as if the right side had been copied first.
#include <spica/backends/memory.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/elementwise/extrema.hpp>
#include <spica/ops/elementwise/where.hpp>
#include <spica/ops/index/select.hpp>
#include <spica/ops/index/take.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>
#include <spica/ops/scan/scan.hpp>
#include <spica/ops/shape/pad.hpp>
#include <spica/ops/shape/roll.hpp>
#include <spica/ops/shape/triangle.hpp>
#include <spica/ops/sort/sort.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace spica {
namespace {

using testing::expect_error;
using testing::for_each_backend;
using Ints = std::vector<std::int64_t>;

// Below and above a block (1024), a host team's share (4096) and the size from which a team works (32768).
constexpr std::int64_t sizes[] = {2, 3, 10, 1025, 5000, 100'003};

/// expected(i) for i < size, compared with `a`.
template <class F> void expect_elements(const Array<std::int64_t>& a, F expected) {
  const Ints got = a.to_vector();
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(got[i], expected(static_cast<std::int64_t>(i))) << "element " << i;
}

TEST(Overlap, ShiftUp) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : sizes) {
      const Array<std::int64_t> a = arange(n);

      a(slice(1, none)) = a(slice(none, -1));

      expect_elements(a, [](std::int64_t i) { return i == 0 ? 0 : i - 1; });
    }
  });
}

TEST(Overlap, ShiftDown) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : sizes) {
      const Array<std::int64_t> a = arange(n);

      a(slice(none, -1)) = a(slice(1, none));

      expect_elements(a, [n](std::int64_t i) { return i == n - 1 ? i : i + 1; });
    }
  });
}

TEST(Overlap, ReversedOntoItself) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : sizes) {
      const Array<std::int64_t> a = arange(n);

      a.assign(flip(a));

      expect_elements(a, [n](std::int64_t i) { return n - 1 - i; });
    }
  });
}

TEST(Overlap, HalfOntoEverySecondElement) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : sizes) {
      const Array<std::int64_t> a = arange(2 * n);

      a(slice(none, none, 2)) = a(slice(none, n));

      expect_elements(a, [](std::int64_t i) { return i % 2 ? i : i / 2; });
    }
  });
}

TEST(Overlap, InsideAFormula) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : sizes) {
      const Array<std::int64_t> a = arange(n);

      a(slice(1, none)) += a(slice(none, -1)) * 10;

      expect_elements(a, [](std::int64_t i) { return i == 0 ? 0 : i + (i - 1) * 10; });
    }
  });
}

TEST(Overlap, OneRowOntoAll) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = reshape(arange(300 * 200), {300, 200});

    a.assign(a(150, all));

    expect_elements(a, [](std::int64_t i) { return 150 * 200 + i % 200; });
  });
}

TEST(Overlap, TheSameElementsInTheSamePlacesNeedNoCopy) {
  for_each_backend([](Backend backend) {
    const Array<std::int64_t> a = arange(5000);
    const std::int64_t before = memory_pool(backend).statistics().allocations;

    a += a;
    a(slice(none, none, 2)) *= a(slice(none, none, 2));

    EXPECT_EQ(memory_pool(backend).statistics().allocations, before);
    expect_elements(a, [](std::int64_t i) { return i % 2 ? 2 * i : 4 * i * i; });
  });
}

TEST(Overlap, WhereAndClipReadTheElementsAsTheyWere) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : sizes) {
      const Array<std::int64_t> a = arange(n), b = arange(n);

      a(slice(1, none)) = where(a(slice(none, -1)) % 2 == 0, a(slice(none, -1)), -a(slice(1, none)));
      b.assign(clip(flip(b), flip(b) - 1, b));  // an upper bound that is also the destination

      expect_elements(a, [](std::int64_t i) { return i == 0 ? 0 : i % 2 ? i - 1 : -i; });
      expect_elements(b, [n](std::int64_t i) { return std::min(n - 1 - i, i); });
    }
  });
}

TEST(Overlap, ReductionsIntoAPartOfTheirOperand) {
  for_each_backend([](Backend) {
    constexpr std::int64_t n = 500, m = 70;
    const Array<std::int64_t> a = reshape(arange(n * m), {n, m});

    a(3, all) = sum(a, axis(0));                        // column j: m n (n - 1) / 2 + n j
    a(all, slice(0, 1)) = max(a, axis(1), keepdims);    // row i: its last element, row 3 too

    expect_elements(a, [](std::int64_t i) {
      const std::int64_t row = i / m, column = i % m ? i % m : m - 1;
      return row == 3 ? m * n * (n - 1) / 2 + n * column : row * m + column;
    });
  });
}

TEST(Overlap, TakenAndPutIntoItself) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : sizes) {
      const Array<std::int64_t> a = arange(n), b = arange(n);

      a.assign(take(a, n - 1 - a));
      put(b, flip(b), b(slice(none, none, -1)) * 2);  // b[i] = 2 i, through places and values that are b itself

      expect_elements(a, [n](std::int64_t i) { return n - 1 - i; });
      expect_elements(b, [](std::int64_t i) { return 2 * i; });
    }
  });
}

TEST(Overlap, RolledShiftedAndPaddedOntoItself) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : sizes) {
      const Array<std::int64_t> a = arange(n), b = arange(2 * n);

      a.assign(roll(a, 1));
      b(slice(1, none)) = roll(b(slice(none, -1)), -1);  // 0 | 1 2 … 2 n - 2 | 0
      b.assign(pad(b(slice(n, none)), {{n, 0}}, -1));

      expect_elements(a, [n](std::int64_t i) { return (i + n - 1) % n; });
      expect_elements(b, [n](std::int64_t i) { return i < n ? -1 : i == 2 * n - 1 ? 0 : i; });
    }
  });
}

TEST(Overlap, TurnedAndTransposedOntoItself) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : {2, 3, 65, 333}) {
      const Array<std::int64_t> a = reshape(arange(n * n), {n, n}), b = copy(a), c = copy(a);

      a.assign(rot90(a));
      b.assign(tril(transpose(b)));
      diagonal(c) = c(0, all);  // crosses its source in the first element
      c(n - 1, all) = flip(diagonal(c));

      expect_elements(a, [n](std::int64_t i) { return i % n * n + n - 1 - i / n; });
      expect_elements(b, [n](std::int64_t i) { return i % n <= i / n ? i % n * n + i / n : 0; });
      expect_elements(c, [n](std::int64_t i) {
        const std::int64_t row = i / n, column = i % n;
        return row == n - 1 ? n - 1 - column : row == column ? column : i;
      });
    }
  });
}

TEST(Overlap, SortedSummedAndSelectedOntoItself) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : sizes) {
      const Array<std::int64_t> a = arange(n), b = arange(2 * n);

      a.assign(sort(flip(a)));
      a(slice(1, none)) = cumsum(a(slice(none, -1)));
      b(slice(none, n)) = b[b % 2 == 1];

      expect_elements(a, [](std::int64_t i) { return i * (i - 1) / 2; });
      expect_elements(b, [n](std::int64_t i) { return i < n ? 2 * i + 1 : i; });
    }
  });
}

// TRAP-09, first half.
TEST(Overlap, AddingTheTransposeMakesItSymmetric) {
  for_each_backend([](Backend) {
    for (const std::int64_t n : {3, 100, 333}) {
      const Array<std::int64_t> x = reshape(arange(n * n), {n, n});

      x += transpose(x);

      EXPECT_EQ(sum(x).item(), (n * n - 1) * n * n);  // 99990000 for n = 100
      expect_elements(x, [n](std::int64_t i) { return i + i % n * n + i / n; });
    }
  });
}

// TRAP-09, second half.
TEST(Overlap, WritingThroughABroadcastViewIsRefused) {
  for_each_backend([](Backend) {
    const Array<float> one = ones<float>({1});
    const Array<float> b = broadcast_to(one, {1, 1'000'000});
    const char* const says =
        "the destination of shape (1, 1000000) is a broadcast view in which several indices are one element";

    expect_error<ValueError>([&] { b += 1; }, "add", says);
    expect_error<ValueError>([&] { b.assign(2); }, "assign", says);
    expect_error<ValueError>([&] { b(all, slice(0, 10)) = b(all, slice(0, 10)) * 2; }, "broadcast view");

    EXPECT_EQ(one.item(), 1);
    broadcast_to(one, {1, 1}) += 1;  // one index, one element: fine
    EXPECT_EQ(one.item(), 2);
  });
}

// TRAP-07: lengths 0 and 1 next to each other, in a computation.
TEST(Lengths, ZeroAndOneBroadcastAndNothingRuns) {
  for_each_backend([](Backend) {
    EXPECT_EQ(eval(ones({1}) + ones({0})).shape(), Shape{0});
    EXPECT_EQ(eval(ones({3, 1}) * ones({1, 0})).shape(), Shape({3, 0}));
    EXPECT_EQ(sum(ones({3, 1}) * ones({1, 0}), axis(1)).to_vector(), (std::vector<double>{0, 0, 0}));
    zeros({0, 3}) += 1;

    expect_error<ShapeError>([] { (void)(ones({0}) + ones({2})); }, "add: shapes (0,) and (2,)");
  });
}

// TRAP-08: column-major arrays, one of them through a broadcast.
TEST(Layout, ColumnMajorThroughABroadcastKeepsItsElements) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> source = transpose(array<std::int64_t>({{0, 10}, {1, 11}, {2, 12}}));
    const Array<std::int64_t> destination = transpose(zeros<std::int64_t>({3, 2}));

    destination.assign(broadcast_to(source, {2, 3}));

    EXPECT_EQ(destination.to_vector(), (Ints{0, 1, 2, 10, 11, 12}));
  });
}

TEST(Layout, OfTheDestinationDoesNotChangeWhatIsWritten) {
  for_each_backend([](Backend) {
    constexpr std::int64_t n = 3, m = 301, k = 67;
    const Array<std::int64_t> source = reshape(arange(n * m * k), {n, m, k});

    const Array<std::int64_t> destination = transpose(zeros<std::int64_t>({m, k, n}), {2, 0, 1});
    destination.assign(source);
    const Array<std::int64_t> backwards = flip(zeros<std::int64_t>({n, m, k}), axis(1));
    backwards.assign(destination);

    EXPECT_EQ(destination.to_vector(), source.to_vector());
    EXPECT_EQ(backwards.to_vector(), source.to_vector());
  });
}

}  // namespace
}  // namespace spica
