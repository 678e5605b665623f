// Arrays with more elements than 31 bits count; a program of its own, since each takes 2 GiB.
#include <spica/ops/index/take.hpp>

#include "../support/many_elements.hpp"

namespace {

namespace sp = spica;
using sp::testing::for_each_backend_with_memory;
using std::int64_t, std::uint8_t;
template <class T> using Values = std::vector<T>;

TEST(Take, CountsPlacesIn64Bits) {  // TRAP-06, by strides: the view is small, its elements lie beyond 2^31
  for_each_backend_with_memory(3, [](sp::Backend) {
    const auto a = sp::zeros<uint8_t>({(int64_t(1) << 31) + 8});
    a(-1) = uint8_t(1);

    EXPECT_EQ(sp::take(a, {0, -1, (int64_t(1) << 31) + 7}).to_vector(), (Values<uint8_t>{0, 1, 1}));
    const auto two = a(sp::slice(7, sp::none, int64_t(1) << 31));
    EXPECT_EQ(sp::take(two, {1, 0}).to_vector(), (Values<uint8_t>{1, 0}));
  });
}

}  // namespace
