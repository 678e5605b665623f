// The program of docs/tutorial_usage.md, on a file of four lines.
#include <spica/io/csv.hpp>
#include <spica/io/dates.hpp>
#include <spica/spica.hpp>

#include <gtest/gtest.h>

#include <cstdio>

namespace sp = spica;

TEST(Tutorial, FromCsvToFiguresByDay) {
  const std::string file = "io/files/usage_month_first.csv";

  // example-begin tutorial
  const sp::io::Table table = sp::io::read_csv(file, {.columns = {"DATE", "USAGE"},
                                                      .types = {{"USAGE", sp::io::ColumnType::float64}},
                                                      .dates = {{"DATE", "%m/%d/%Y"}}});
  const sp::Backend backend = sp::default_backend();
  const sp::Array<std::int32_t> date = table.column<std::int32_t>("DATE", backend);
  const sp::Array<double> usage = table.column<double>("USAGE", backend);

  const auto days = sp::group_by(date);
  const auto [low, high, average] = days.aggregate(usage, sp::agg::min, sp::agg::max, sp::agg::mean);

  const std::vector<std::int32_t> day = days.keys().to_vector();
  const std::vector<double> mean = average.to_vector();
  for (std::size_t i = 0; i < day.size(); ++i)
    std::printf("%s %g\n", sp::io::to_date_string(day[i]).c_str(), mean[i]);
  // example-end tutorial

  ASSERT_EQ(day.size(), 3u);
  EXPECT_EQ(sp::io::to_date_string(day[0]), "2016-01-02");
  EXPECT_EQ(mean, (std::vector<double>{2, 5, 7}));
  EXPECT_EQ(low.to_vector(), (std::vector<double>{1, 5, 7}));
  EXPECT_EQ(high.to_vector(), (std::vector<double>{3, 5, 7}));
}
