#include <spica/apps/speedup/speed_chart.hpp>

#include <gtest/gtest.h>

#include "results.hpp"

namespace {

using namespace speedup;

TEST(SpeedChart, GroupsAreWorksAndSeriesAreBackends) {
  std::vector<Result> results{row("add", "loop", 300'000'000, "serial", 25),
                              row("add", "loop", 300'000'000, "numpy", 30), row("add", "loop", 300'000, "cuda", 4),
                              row("matmul", "matmul", 1500, "serial", 0.25)};

  const apps::Bars bars = speed_bars(results);

  EXPECT_EQ(bars.groups, (std::vector<std::string>{"add loop, 3e8", "add loop, 3e5", "matmul float64, n = 1500"}));
  EXPECT_EQ(bars.series, (std::vector<std::string>{"serial", "cuda", "numpy"}));
  ASSERT_EQ(bars.bars.size(), 4u);
  EXPECT_EQ(bars.bars[1].group, 0u);
  EXPECT_EQ(bars.bars[1].series, 2u);
  EXPECT_EQ(bars.bars[1].seconds, 30);
  EXPECT_EQ(bars.bars[1].text, "30.0 s");
}

TEST(SpeedChart, WrongAndRefusedTimesAreNotDrawn) {
  std::vector<Result> results{row("add", "loop", 1000, "serial", 1), row("add", "loop", 1000, "openmp", 1),
                              row("add", "kernel", 1000, "serial", 1)};
  results[0].checked = false;
  results[1].refused = "too fast";

  const apps::Bars bars = speed_bars(results);

  ASSERT_EQ(bars.bars.size(), 1u);
  EXPECT_EQ(bars.groups, std::vector<std::string>{"add kernel, 1000"});
}

TEST(SpeedChart, CopiesThatMoveNothingAreNotDrawn) {
  std::vector<Result> results{row("usage", "to backend", 1000, "serial", 1e-7),
                              row("usage", "group", 1000, "serial", 1e-3)};
  results[1].bytes = 12'000;

  EXPECT_EQ(speed_bars(results).groups, std::vector<std::string>{"usage group, 1000"});
}

}  // namespace
