// TRAP-06: elementwise ops, reductions, take and sort of more than 2^31 elements, where an index of 32 bits turns over.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/cast.hpp>
#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/index/take.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>
#include <spica/ops/sort/sort.hpp>

#include "../support/many_elements.hpp"

namespace spica {
namespace {

using testing::for_each_backend_with_memory;
constexpr std::int64_t n = testing::many_elements;  // 2^31 + 5
using Bytes = std::vector<std::uint8_t>;

TEST(ManyElements, FormulasAndReductions) {
  for_each_backend_with_memory(5, [](Backend) {
    const Array<std::uint8_t> a = full<std::uint8_t>({n}, 3);
    a(slice(-4, none)) = array<std::uint8_t>({10, 20, 30, 40});

    const Array<std::uint8_t> b = a * 2 + 1;
    a(slice(1, none)) -= b(slice(none, -1));  // not aligned

    EXPECT_EQ(b(slice(-5, none)).to_vector(), (Bytes{7, 21, 41, 61, 81}));
    EXPECT_EQ(sum(b).item(), 7u * static_cast<std::uint64_t>(n - 4) + 21 + 41 + 61 + 81);
    EXPECT_EQ(argmax(b == 21).item(), n - 4);
    EXPECT_EQ(a(0).item(), 3);
    EXPECT_EQ(a(1).item(), 252);                                           // 3 - 7
    EXPECT_EQ(a(slice(-4, none)).to_vector(), (Bytes{3, 255, 245, 235}));  // 10 - 7, 20 - 21, 30 - 41, 40 - 61
  });
}

TEST(ManyElements, AlongAnAxis) {
  for_each_backend_with_memory(3, [](Backend) {
    const Array<std::uint8_t> a = full<std::uint8_t>({2, n / 2 + 1}, 1);
    a(1, -1) = 9;

    EXPECT_EQ(sum(a, axis(1)).to_vector(), (std::vector<std::uint64_t>{static_cast<std::uint64_t>(n / 2 + 1),
                                                                       static_cast<std::uint64_t>(n / 2 + 9)}));
  });
}

TEST(ManyElements, TakenByRows) {
  for_each_backend_with_memory(3, [](Backend) {
    constexpr std::int64_t rows = (n >> 10) + 1;  // of 1024: a few more than 2^31 elements
    const Array<std::uint8_t> a = cast<std::uint8_t>(reshape(arange(4 * 1024), {4, 1024}) % 251);

    const Array<std::uint8_t> taken = take(a, arange<std::int32_t>(static_cast<std::int32_t>(rows)) % 4, axis(0));

    ASSERT_GE(taken.size(), n);
    for (const std::int64_t row : {std::int64_t(0), std::int64_t(1), rows - 2, rows - 1})
      EXPECT_EQ(taken(row, all).to_vector(), a(row % 4, all).to_vector()) << row;
  });
}

TEST(ManyElements, Sorted) {
  for_each_backend_with_memory(7, [](Backend) {
    const Array<std::uint8_t> a = full<std::uint8_t>({n}, 5);
    a(0) = 200;
    a(n / 2) = 100;
    a(-1) = 1;
    a(-2) = 2;

    const Array<std::uint8_t> sorted = sort(a);

    EXPECT_EQ(sorted(slice(0, 3)).to_vector(), (Bytes{1, 2, 5}));
    EXPECT_EQ(sorted(slice(-3, none)).to_vector(), (Bytes{5, 100, 200}));
    EXPECT_EQ(sum(sorted).item(), 5u * static_cast<std::uint64_t>(n - 4) + 303);
  });
}

}  // namespace
}  // namespace spica
