// Kokkos Views and arrays over the same memory.
#include <spica/spica.hpp>

#include <gtest/gtest.h>

namespace {

namespace sp = spica;
using Host = Kokkos::HostSpace;

TEST(FromView, SharesTheViewsMemoryInEitherLayout) {
  Kokkos::View<double**, Kokkos::LayoutLeft, Host> left("left", 2, 3);
  Kokkos::View<double**, Kokkos::LayoutRight, Host> right("right", 2, 3);

  auto a = sp::from_view(left), b = sp::from_view(right);
  a += 1;
  b(1, 2) = 7;

  EXPECT_EQ(a.data(), left.data());
  EXPECT_EQ(a.strides(), (sp::Strides{1, 2}));
  EXPECT_EQ(left(1, 2), 1);
  EXPECT_EQ(right(1, 2), 7);
  EXPECT_EQ(right(0, 0), 0);
}

TEST(FromView, KeepsAManagedViewAlive) {
  sp::Array<int> a;
  {
    Kokkos::View<int*, Host> view("view", 1000);
    Kokkos::deep_copy(view, 3);
    a = sp::from_view(view);
  }

  EXPECT_EQ(sp::sum(a).item(), 3000);
}

// TRAP-08: column-major through a broadcast into column-major.
TEST(FromView, ColumnMajorThroughABroadcastKeepsItsElements) {
  Kokkos::View<double**, Kokkos::LayoutLeft, Host> from("from", 2, 3), to("to", 2, 3);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) from(i, j) = 10 * i + j;

  sp::from_view(to).assign(sp::broadcast_to(sp::from_view(from), {2, 3}));

  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_EQ(to(i, j), 10 * i + j);
}

TEST(View, OfAnArraySharesItsElements) {
  auto a = sp::zeros<double>({3, 4}, sp::Backend::serial);

  auto view = sp::transpose(a).view<2, Host>();
  view(3, 1) = 5;
  auto right = a.view_right<2, Kokkos::DefaultHostExecutionSpace>();

  EXPECT_EQ(a(1, 3).item(), 5);
  EXPECT_EQ(right(1, 3), 5);
  EXPECT_EQ(right.data(), a.data());
}

TEST(View, OfAnotherRankOrLayoutIsAShapeError) {
  auto a = sp::zeros<double>({3, 4}, sp::Backend::serial);

  EXPECT_THROW((a.view<1, Host>()), sp::ShapeError);
  EXPECT_THROW((sp::transpose(a).view_right<2, Host>()), sp::ShapeError);
  EXPECT_THROW((sp::flip(a).view<2, Host>()), sp::ShapeError);
}

}  // namespace
