#include <spica/backends/memory.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/linalg/einsum.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "../support/errors.hpp"
#include "../support/kernels.hpp"
#include "../support/same_bits.hpp"
#include "numpy_einsum.hpp"

#include <algorithm>

namespace {

namespace sp = spica;
using sp::testing::expect_error;
using sp::testing::for_each_backend;
using std::int64_t;
template <class T> using Values = std::vector<T>;

template <class T> sp::Array<T> numbers(const sp::Shape& shape, std::size_t operand) {
  std::vector<T> values(static_cast<std::size_t>(sp::detail::size_of(shape)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i % (5 + operand));
  return sp::from_host(std::span<const T>(values), shape);
}

/// The same elements with the axes stored in reversed order.
template <class T> sp::Array<T> reversed(const sp::Array<T>& a) { return sp::transpose(sp::copy(sp::transpose(a))); }

template <class T> void expect_numpys_answers() {
  for (const auto& [subscripts, shapes, shape, values] : sp::testing::einsum_cases) {
    SCOPED_TRACE(subscripts);
    const Values<T> expected(values.begin(), values.end());
    std::vector<sp::Array<T>> operands, other_layout;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      operands.push_back(numbers<T>(shapes[i], i));
      other_layout.push_back(reversed(operands.back()));
    }

    const sp::Array<T> result = sp::einsum(subscripts, operands), again = sp::einsum(subscripts, other_layout);

    EXPECT_EQ(to_string(result.shape()), to_string(shape));
    EXPECT_EQ(result.to_vector(), expected);
    EXPECT_TRUE(result.is_contiguous());
    EXPECT_EQ(again.to_vector(), expected);
  }
}

TEST(Einsum, GivesNumPysAnswersForDouble) {
  for_each_backend([](sp::Backend) { expect_numpys_answers<double>(); });
}
TEST(Einsum, GivesNumPysAnswersForInt64) {
  for_each_backend([](sp::Backend) { expect_numpys_answers<int64_t>(); });
}

TEST(Einsum, IsTheExampleOfItsDocumentation) {
  for_each_backend([](sp::Backend) {
    // example-begin einsum
    const auto a = sp::array<double>({{1, 2}, {3, 4}}), b = sp::array<double>({{5, 6}, {7, 8}});
    const auto product = sp::einsum("ij,jk->ik", a, b);     // a @ b
    const auto trace = sp::einsum("ii", a);                 // 5
    const auto rows = sp::einsum("ij->i", a);               // [3. 7.]
    const auto columns = sp::einsum("ij,ij->j", a, a * 2);  // [20. 40.]
    // example-end

    EXPECT_EQ(product.to_vector(), (Values<double>{19, 22, 43, 50}));
    EXPECT_EQ(trace.item(), 5);
    EXPECT_EQ(rows.to_vector(), (Values<double>{3, 7}));
    EXPECT_EQ(columns.to_vector(), (Values<double>{20, 40}));
  });
}

TEST(Einsum, TypesMeetAndIntegersWrap) {
  for_each_backend([](sp::Backend) {
    const auto bytes = sp::full<std::uint8_t>({2, 2}, 200);
    const auto flags = sp::array<bool>({{true, false}, {true, true}});

    const auto wrapped = sp::einsum("ij,jk", bytes, bytes);  // 2 * 40000 mod 256
    const auto or_of_ands = sp::einsum("ij,jk", flags, flags);
    const auto mixed = sp::einsum("i,i", sp::array<float>({1, 2}), sp::array<int>({3, 4}));
    const auto complex =
        sp::einsum("i,i", sp::array({sp::complex64(0, 1), sp::complex64(2, 0)}), sp::array<float>({3, 4}));

    static_assert(std::same_as<decltype(wrapped), const sp::Array<std::uint8_t>>);
    static_assert(std::same_as<decltype(mixed), const sp::Array<double>>);
    EXPECT_EQ(wrapped.to_vector(), (Values<std::uint8_t>{128, 128, 128, 128}));
    EXPECT_EQ(or_of_ands.to_vector(), (Values<bool>{true, false, true, true}));
    EXPECT_EQ(sp::einsum("ij->j", flags).to_vector(), (Values<bool>{true, true}));
    EXPECT_EQ(mixed.item(), 11);
    EXPECT_EQ(complex.item(), sp::complex64(8, 3));
    EXPECT_EQ(sp::einsum("i,i", sp::full<sp::float16>({3}, 2), sp::full<sp::float16>({3}, 3)).item(), sp::float16(18));
  });
}

TEST(Einsum, ResultIsNeverAView) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::array<double>({{1, 2}, {3, 4}});
    for (const char* subscripts : {"ij", "ji", "ij->ij"}) EXPECT_NE(sp::einsum(subscripts, a).storage(), a.storage());
  });
}

TEST(Einsum, CheapPairsComeFirst) {
  // (1 x 300)(300 x 300)(300 x 300): from the left 180000 multiplications, from the right 27 million. Both orders give
  // the same numbers here, so the work is seen in the shapes that matmul gets: no product may be made of the two large
  // ones alone.
  const auto row = sp::ones({1, 300}, sp::Backend::serial), square = sp::ones({300, 300}, sp::Backend::serial);
  const auto before = sp::memory_pool(sp::Backend::serial).statistics().peak;
  EXPECT_EQ(sp::sum(sp::einsum("ij,jk,kl->il", row, square, square)).item(), 300.0 * 300 * 300);
  EXPECT_LT(sp::memory_pool(sp::Backend::serial).statistics().peak, before + 300 * 300 * sizeof(double));
}

TEST(Einsum, OnlyCommonLettersAreOneFusedSum) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::ones({3, 4});
    const sp::testing::KernelLog log;
    (void)sp::einsum("ij,ij->i", a, a);
    EXPECT_EQ(sp::testing::KernelLog::names(), (Values<std::string>{"spica::sum"}));
  });
}

TEST(Einsum, SubscriptsThatAreNoneAreNamed) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::ones({2, 3});
    const auto expect_value_error = [&](const char* subscripts, const char* why) {
      expect_error<sp::ValueError>([&] { sp::einsum(subscripts, a); }, "einsum", subscripts, why);
    };
    expect_value_error("ij,jk", "has 2 operands, but 1 were given");
    expect_value_error("i1", "'1'");
    expect_value_error("i.j", "'.'");
    expect_value_error("......", "'.'");
    expect_value_error("ij-k", "'-'");
    expect_value_error("ij->i->j", "'-'");
    expect_value_error("ij->iij", "'i' twice in the result");
    expect_value_error("ij->k", "'k' in the result, but in no operand");
    expect_value_error("...i->i", "no \"...\" in the result");
    expect_error<sp::ValueError>([&] { sp::einsum("ij", a, a); }, "has 1 operands, but 2 were given");
    expect_error<sp::ValueError>([] { sp::einsum("", std::vector<sp::Array<double>>()); }, "no operands");
  });
}

TEST(Einsum, ShapesThatDoNotFitAreNamed) {
  for_each_backend([](sp::Backend) {
    const auto a = sp::ones({2, 3});
    expect_error<sp::ShapeError>([&] { sp::einsum("i", a); }, "\"i\"", "1 letters", "operand 0 of shape (2, 3)",
                                 "2 axes");
    expect_error<sp::ShapeError>([&] { sp::einsum("ijk", a); }, "3 letters");
    expect_error<sp::ShapeError>([&] { sp::einsum("ijk...", a); }, "3 letters");
    expect_error<sp::ShapeError>([&] { sp::einsum("ii", a); }, "diagonal along 'i'", "2 and 3");
    expect_error<sp::ShapeError>([&] { sp::einsum("ii", sp::ones({1, 3})); }, "diagonal along 'i'", "1 and 3");
    expect_error<sp::ShapeError>([&] { sp::einsum("ij,jk", a, a); }, "along 'j'", "length 3",
                                 "2 in operand 1 of shape (2, 3)");
    expect_error<sp::ShapeError>(
        [&] {
          sp::einsum("...i,...i", sp::ones({2, 3}), sp::ones({4, 3}));
        },
        "\"...\"", "4 in operand 1");
    const auto wide = sp::ones({1, 1, 1, 1, 1});
    expect_error<sp::ShapeError>([&] { sp::einsum("abcde,fghij", wide, wide); }, "more than 8 axes");
  });
}

}  // namespace
