// Aggregates over batches.
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/group/running_groups.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/same_bits.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

using testing::expect_error;
using testing::expect_same_bits;
using testing::for_each_backend;
using Ints = std::vector<std::int64_t>;

TEST(RunningGroups, BatchesGiveWhatAllRowsGive) {
  for_each_backend([](Backend backend) {
    const std::int64_t rows = 20'000;
    testing::Numbers numbers(5);
    std::vector<std::int32_t> key_list(static_cast<std::size_t>(rows));
    for (auto& key : key_list) key = static_cast<std::int32_t>(numbers.next() % 300);
    const auto keys = from_host(key_list, {rows}, backend);
    const auto values = testing::awkward_values<double>({rows}, 6).to(backend);
    const auto whole = group_by(keys);

    for (const std::int64_t batch : {1'000, 7'777, 20'000}) {
      RunningGroups<std::int32_t, double> running;
      for (std::int64_t first = 0; first < rows; first += batch) {
        const auto part = slice(first, std::min(rows, first + batch));
        running.add(keys(part), values(part));
      }

      EXPECT_EQ(running.keys().to_vector(), whole.keys().to_vector());
      EXPECT_EQ(running.count().to_vector(), whole.count().to_vector());
      expect_same_bits(running.min().to_vector(), whole.min(values).to_vector());
      expect_same_bits(running.max().to_vector(), whole.max(values).to_vector());
      const auto mean = running.mean().to_vector(), expected = whole.mean(values).to_vector();
      for (std::size_t g = 0; g < mean.size(); ++g) EXPECT_NEAR(mean[g], expected[g], 1e-12 * std::ldexp(1.0, 30));
    }
  });
}

TEST(RunningGroups, IntegersAndEmptyBatches) {
  for_each_backend([](Backend) {
    RunningGroups<std::int64_t, std::uint8_t> running;
    EXPECT_EQ(running.size(), 0);
    running.add(zeros<std::int64_t>({0}), zeros<std::uint8_t>({0}));
    running.add(array<std::int64_t>({5, 3}), array<std::uint8_t>({200, 1}));
    running.add(array<std::int64_t>({5, 9}), array<std::uint8_t>({100, 7}));
    expect_error<ShapeError>([&] { running.add(array<std::int64_t>({1}), zeros<std::uint8_t>({2})); }, "group_by");

    EXPECT_EQ(running.keys().to_vector(), (Ints{3, 5, 9}));
    EXPECT_EQ(running.sum().to_vector(), (std::vector<std::uint64_t>{1, 300, 7}));
    EXPECT_EQ(running.mean().to_vector(), (std::vector<double>{1, 150, 7}));
    EXPECT_EQ(running.max().to_vector(), (std::vector<std::uint8_t>{1, 200, 7}));
  });
}

}  // namespace
}  // namespace spica
