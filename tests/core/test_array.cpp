// Array as a handle: what shares, what copies, what rebinds, what writes.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace spica {
namespace {

using testing::expect_error;
using testing::for_each_backend;
using Ints = std::vector<std::int64_t>;

/// 0, 1, 2, … in that shape.
Array<std::int64_t> counting(const Shape& shape) { return reshape(arange(detail::size_of(shape)), shape); }

TEST(Array, DefaultIsEmptyAndOwnsNothing) {
  for_each_backend([](Backend backend) {
    const Array<double> a;

    EXPECT_EQ(a.shape(), Shape{0});
    EXPECT_EQ(a.backend(), backend);
    EXPECT_EQ(a.storage(), nullptr);
    EXPECT_TRUE(a.to_vector().empty());
  });
}

TEST(Array, KnowsItsShapeTypeAndBackend) {
  for_each_backend([](Backend backend) {
    const Array<float> a = zeros<float>({2, 3});

    EXPECT_EQ(a.shape(), Shape({2, 3}));
    EXPECT_EQ(a.strides(), Shape({3, 1}));
    EXPECT_EQ(a.rank(), 2);
    EXPECT_EQ(a.size(), 6);
    EXPECT_EQ(a.length(), 2);
    EXPECT_EQ(a.dtype(), DType::float32);
    EXPECT_EQ(a.backend(), backend);
    EXPECT_TRUE(a.is_contiguous());
  });
}

TEST(Array, LengthOfRankZeroIsRefused) {
  expect_error<AxisError>([] { (void)full<double>({}, 1).length(); }, "length: axis 0", "no axes");
}

TEST(Array, CopiesOfAHandleShareTheElements) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = arange(3), b = a;

    b(0) = 7;

    EXPECT_EQ(a.to_vector(), (Ints{7, 1, 2}));
  });
}

TEST(Array, AssigningToANameRebindsIt) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = arange(3), other = arange(5);
    Array<std::int64_t> b = a;

    b = other;
    b = b + 1;

    EXPECT_EQ(b.to_vector(), (Ints{1, 2, 3, 4, 5}));
    EXPECT_EQ(a.to_vector(), (Ints{0, 1, 2}));
    EXPECT_EQ(other.to_vector(), (Ints{0, 1, 2, 3, 4}));
  });
}

TEST(Array, AssigningToAViewWritesElements) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = counting({2, 3});

    a(0, all) = a(1, all);
    a(all, 0) = 9;
    a(slice(none, none, -1), 2) = array<std::int64_t>({20, 10});

    EXPECT_EQ(a.to_vector(), (Ints{9, 4, 10, 9, 4, 20}));
  });
}

TEST(Array, AssignBroadcastsArraysExpressionsAndNumbers) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = zeros<std::int64_t>({2, 3}), row = array<std::int64_t>({1, 2, 3});

    a.assign(row);
    EXPECT_EQ(a.to_vector(), (Ints{1, 2, 3, 1, 2, 3}));
    a.assign(row * 2);
    EXPECT_EQ(a.to_vector(), (Ints{2, 4, 6, 2, 4, 6}));
    a.assign(5);
    EXPECT_EQ(a.to_vector(), (Ints{5, 5, 5, 5, 5, 5}));
  });
}

TEST(Array, AssignRefusesASourceThatIsLarger) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = arange(3);

    expect_error<ShapeError>([&] { a.assign(zeros<std::int64_t>({2, 3})); }, "assign", "(2, 3)", "(3,)");
    expect_error<ShapeError>([&] { a.assign(zeros<std::int64_t>({1, 3})); }, "(1, 3)");
    expect_error<ShapeError>([&] { a.assign(a(slice(0, 2)) + 1); }, "(2,)");

    EXPECT_EQ(a.to_vector(), (Ints{0, 1, 2}));
  });
}

TEST(Array, InPlaceOperatorsWriteElementsAlsoOfViews) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = arange(4), b = a;

    a += 10;
    a(slice(none, none, 2)) *= 2;
    a -= array<std::int64_t>({1});

    EXPECT_EQ(b.to_vector(), (Ints{19, 10, 23, 12}));
    EXPECT_EQ(a.data(), b.data());
  });
}

TEST(Array, InPlaceOperatorsRefuseToGrowTheDestination) {
  for_each_backend([](Backend) {
    expect_error<ShapeError>([] { ones({3}) += ones({2, 3}); }, "add: shape (2, 3) does not broadcast to (3,)");
  });
}

TEST(Array, InPlaceKeepsTheTypeOfItsElements) {
  for_each_backend([](Backend) {
    const Array<float> a = array<float>({1, 2});

    a += 0.5;
    a *= array<double>({2, 4});  // float32 stays: double is of the same kind

    EXPECT_EQ(a.to_vector(), (std::vector<float>{3, 10}));
  });
}

TEST(Array, WiderTypesTakeNarrowerElements) {
  for_each_backend([](Backend) {
    const Array<std::int32_t> a = array<std::int32_t>({1, 2});

    const Array<double> b = a;
    const Array<std::int64_t> c = a + 1;

    EXPECT_EQ(b.to_vector(), (std::vector<double>{1, 2}));
    EXPECT_EQ(c.to_vector(), (Ints{2, 3}));
  });
}

TEST(Array, HostDataComesInAndGoesOutInCOrder) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = from_host(Ints{1, 2, 3, 4, 5, 6}, {2, 3});

    EXPECT_EQ(a.to_vector(), (Ints{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(transpose(a).to_vector(), (Ints{1, 4, 2, 5, 3, 6}));
    EXPECT_EQ(a(all, slice(none, none, -2)).to_vector(), (Ints{3, 1, 6, 4}));
    EXPECT_EQ(array<bool>({{true, false}, {false, true}}).to_vector(), (std::vector<bool>{true, false, false, true}));
  });
}

TEST(Array, HostDataMustFillTheShape) {
  expect_error<ShapeError>([] { from_host(Ints{1, 2, 3}, {2, 2}); }, "from_host: 3 values do not fill shape (2, 2)");
  expect_error<ShapeError>([] { array<int>({{1, 2}, {3}}); }, "array: the rows have different lengths");
}

TEST(Array, ItemIsTheOneElement) {
  for_each_backend([](Backend) {
    EXPECT_EQ(full<double>({}, 2.5).item(), 2.5);
    EXPECT_EQ(counting({2, 3})(1, 1).item(), 4);
    EXPECT_EQ(array<bool>({true})(newaxis).item(), true);

    expect_error<ValueError>([] { (void)ones({2, 2}).item(); }, "item: an array of shape (2, 2) has 4 elements");
    expect_error<ValueError>([] { (void)ones({0}).item(); }, "has 0 elements");
  });
}

TEST(Array, ToCopiesAlsoOntoTheSameBackend) {
  for_each_backend([](Backend backend) {
    const Array<std::int64_t> a = transpose(counting({2, 3}));

    const Array<std::int64_t> same = a.to(backend), host = a.to(Backend::serial), back = host.to(backend);
    a += 100;

    EXPECT_EQ(same.to_vector(), (Ints{0, 3, 1, 4, 2, 5}));
    EXPECT_EQ(host.backend(), Backend::serial);
    EXPECT_EQ(back.backend(), backend);
    EXPECT_EQ(back.to_vector(), same.to_vector());
    EXPECT_TRUE(same.is_contiguous());
  });
}

TEST(Array, CopyIsFreshAndContiguous) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = counting({2, 3});

    const Array<std::int64_t> b = copy(transpose(a));
    b(0, 0) = 9;

    EXPECT_EQ(b.to_vector(), (Ints{9, 3, 1, 4, 2, 5}));
    EXPECT_TRUE(b.is_contiguous());
    EXPECT_EQ(a(0, 0).item(), 0);
  });
}

TEST(Array, ArangeOfLargeIntegersIsExact) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();

  EXPECT_EQ(arange(most - 3, most).to_vector(), (Ints{most - 3, most - 2, most - 1}));
  EXPECT_EQ(arange(least, least + 3).to_vector(), (Ints{least, least + 1, least + 2}));
  EXPECT_EQ(arange(9007199254740993, 9007199254740996).size(), 3);
  EXPECT_EQ(arange(5, -5, -3).to_vector(), (Ints{5, 2, -1, -4}));
  EXPECT_EQ(arange(3, 3).size(), 0);
  EXPECT_EQ(arange<std::uint64_t>(0, 10, 4).size(), 3);
  EXPECT_THROW(arange(least, most), ValueError);
  EXPECT_THROW(arange(0, 3, 0), ValueError);
}

TEST(Array, MovedFromHasNoElementsAndCanBeUsed) {
  for_each_backend([](Backend) {
    Array<std::int64_t> a = arange(3);

    const Array<std::int64_t> b = std::move(a);

    EXPECT_EQ(b.to_vector(), (Ints{0, 1, 2}));
    EXPECT_EQ(a.shape(), (Shape{0}));
    EXPECT_EQ(eval(a + 1).size(), 0);
    a = b;
    EXPECT_EQ(a.data(), b.data());
  });
}

TEST(Array, EvalOfAnArraySharesItsElements) {
  for_each_backend([](Backend) {
    const Array<std::int64_t> a = arange(3);

    EXPECT_EQ(eval(a).data(), a.data());
    EXPECT_NE(eval(a + 0).data(), a.data());
  });
}

}  // namespace
}  // namespace spica
