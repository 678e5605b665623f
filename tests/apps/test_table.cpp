#include <spica/apps/speedup/table.hpp>

#include <gtest/gtest.h>

#include "results.hpp"

namespace {

using namespace speedup;

TEST(Table, ColumnsAreAlignedAndMarkdown) {
  const std::string text = format_table({"name", "n"}, {Align::left, Align::right}, {{"a", "1"}, {"longer", "1000"}});

  EXPECT_EQ(text,
            "| name   |    n |\n"
            "|--------|-----:|\n"
            "| a      |    1 |\n"
            "| longer | 1000 |\n");
}

TEST(Table, WidthCountsCharactersNotBytes) {
  const std::string text = format_table({"µs"}, {Align::left}, {{"ab"}});

  EXPECT_EQ(text, "| µs  |\n|-----|\n| ab  |\n");
}

TEST(Table, SecondsHaveThreeFigures) {
  EXPECT_EQ(format_seconds(25.49), "25.5 s");
  EXPECT_EQ(format_seconds(1), "1.00 s");
  EXPECT_EQ(format_seconds(0.138), "138 ms");
  EXPECT_EQ(format_seconds(0.9996), "1.00 s");
  EXPECT_EQ(format_seconds(0.01166), "11.7 ms");
  EXPECT_EQ(format_seconds(1.2e-6), "1.20 us");
  EXPECT_EQ(format_seconds(3e-9), "3.00 ns");
}

TEST(Table, RatiosHaveTwoFigures) {
  EXPECT_EQ(format_ratio(0.05), "0.050x");
  EXPECT_EQ(format_ratio(0.5), "0.50x");
  EXPECT_EQ(format_ratio(1), "1.0x");
  EXPECT_EQ(format_ratio(12.3), "12x");
}

TEST(Table, PlacesOfOneWorkShareALineWithSpeedUps) {
  const std::vector<Result> results{row("add", "vectorised", 1000, "serial", 0.004),
                                    row("add", "vectorised", 1000, "openmp", 0.001),
                                    row("add", "vectorised", 1000, "numpy", 0.003)};

  const std::string text = results_table(results, {{0.5, false}, {0.75, false}, {}});

  EXPECT_NE(text.find("| add        | vectorised | float64 | 1000 | 4.00 ms | 1.00 ms | 3.00 ms | openmp  |      4.0x "
                      "|     3.0x |"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("75% |\n"), std::string::npos) << text;
}

TEST(Table, OtherSizesHaveTheirOwnLineBesideTheSameVariant) {
  const std::vector<Result> results{row("add", "loop", 1000, "serial", 1), row("add", "kernel", 1000, "serial", 1),
                                    row("add", "loop", 10, "cuda", 1)};

  const std::string text = results_table(results, std::vector<Share>(3));

  EXPECT_LT(text.find("|   10 |"), text.find("kernel")) << text;
}

TEST(Table, WhatMovesNothingHasNoRate) {
  std::vector<Result> results{row("usage", "to backend", 1000, "serial", 1e-7),
                              row("usage", "group", 1000, "serial", 1e-3), row("usage", "group", 1000, "pandas", 2e-3)};
  results[1].bytes = 12'000'000;

  const std::string text = results_table(results, {{0, true}, {0.5, false}, {}});

  EXPECT_NE(text.find("|         - |            - |\n"), std::string::npos) << text;
  EXPECT_NE(text.find("12.0 GB/s |          50% |"), std::string::npos) << text;
  EXPECT_NE(text.find("|  pandas |"), std::string::npos) << text;
}

TEST(Table, WrongAndRefusedTimesAreNotShown) {
  std::vector<Result> results{row("add", "loop", 1000, "serial", 0.5), row("add", "loop", 1000, "openmp", 0.25),
                              row("add", "loop", 1000, "numpy", 0.125)};
  results[0].checked = false;
  results[1].refused = "too fast";

  const std::string text = results_table(results, std::vector<Share>(3));

  EXPECT_NE(text.find("|  WRONG | refused | 125 ms | -       |         - |        - |    - |"), std::string::npos)
      << text;
}

}  // namespace
