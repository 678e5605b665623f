#include <spica/apps/chart.hpp>

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>

namespace {

namespace fs = std::filesystem;
using apps::chart_problem;

std::string failure(const auto& action) {
  try {
    action();
  } catch (const std::runtime_error& error) { return error.what(); }
  return "";
}

apps::UsageFigures three_days() {
  return {{16801, 16802, 16803}, {0.2, 0.3, 0.25}, {1.5, 2.0, 1.75}, {0.01, 0.02, 0.01}};
}

class Chart : public testing::Test {
 protected:
  Chart() : folder_(fs::path(testing::TempDir()) / ("spica_chart_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~Chart() override { fs::remove_all(folder_); }
  void SetUp() override {
    if (const std::string problem = chart_problem("x.png"); !problem.empty()) GTEST_SKIP() << problem;
  }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  static std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  fs::path folder_;
};

/// Columns and rows of a PNG file; 0 of anything else.
std::pair<unsigned, unsigned> png_size(const std::string& bytes) {
  if (bytes.size() < 24 || bytes.substr(0, 8) != "\x89PNG\r\n\x1a\n") return {0, 0};
  const auto number = [&](std::size_t at) {
    unsigned value = 0;
    for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
  };
  return {number(16), number(20)};
}

std::size_t count(const std::string& text, const std::string& piece) {
  std::size_t found = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++found;
  return found;
}

// These also hold where there is no gnuplot.
TEST(ChartProblem, OnlyPngAndSvgAreCharts) {
  for (const char* name : {"chart", "chart.pdf", "chart.png.txt", "", "png"})
    EXPECT_NE(chart_problem(name).find("a chart is a .png or a .svg file"), std::string::npos) << name;
}

TEST(ChartProblem, TheRemedyIsNamedWhereThereIsNoGnuplot) {
  const std::string before = std::getenv("PATH");
  setenv("PATH", "/no/such/folder", 1);

  const std::string problem = chart_problem("chart.png");
  const std::string text = failure([] { apps::chart_usage("chart.png", three_days()); });

  setenv("PATH", before.c_str(), 1);
  EXPECT_NE(problem.find("Debian: gnuplot-nox"), std::string::npos) << problem;
  EXPECT_EQ(text, problem);
}

TEST_F(Chart, PngHasTheArticlesProportions) {
  apps::chart_usage(path("usage.png"), three_days());

  EXPECT_EQ(png_size(read(path("usage.png"))), std::pair(1000u, 600u));
}

TEST_F(Chart, SvgHasTheArticlesSizeTextsAndMarkers) {
  apps::chart_usage(path("usage.svg"), three_days());
  const std::string svg = read(path("usage.svg"));

  EXPECT_NE(svg.find("width=\"960\" height=\"576\""), std::string::npos) << svg.substr(0, 300);
  for (const char* text : {"Electric Usage Statistics by Date", ">Date<", "Usage (kWh)", "Mean Usage", "Max Usage",
                           "Min Usage", "2016-01-01", "2016-01-02", "2016-01-03", "rotate(-45"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  // Three days and the key each: gnuplot's markers 1 (+), 2 (x) and 6 (o).
  for (const char* marker :
       {"'#gpPt0' transform='translate", "'#gpPt1' transform='translate", "'#gpPt5' transform='translate"})
    EXPECT_EQ(count(svg, marker), 4u) << marker;
}

TEST_F(Chart, ThreeYearsHaveATickEachQuarter) {
  apps::UsageFigures figures;
  for (int day = 0; day < 1096; ++day) {
    figures.days.push_back(16801 + day);
    figures.mean.push_back(0.3);
    figures.max.push_back(2);
    figures.min.push_back(0.01);
  }
  apps::chart_usage(path("usage.svg"), figures);
  const std::string svg = read(path("usage.svg"));

  for (const char* date : {"2016-01-01", "2016-04-01", "2017-01-01", "2018-10-01"})
    EXPECT_EQ(count(svg, date), 1u) << date;
  EXPECT_EQ(count(svg, "rotate(-45"), 12u);
}

TEST_F(Chart, DaysMayBeOneOrThousandsOfYears) {
  for (const auto& days : {std::vector<std::int32_t>{0}, {0, 1}, {-500'000, 500'000}, {100, 300}, {0, 3000}}) {
    const std::vector<double> values(days.size(), 1.0);
    EXPECT_EQ(failure([&] {
                apps::chart_usage(path("usage.svg"), {days, values, values, values});
              }),
              "")
        << days.back();
    EXPECT_LE(count(read(path("usage.svg")), "rotate(-45"), 15u) << days.back();
  }
}

TEST_F(Chart, MissingAndNegativeValuesAreDrawn) {
  apps::UsageFigures figures = three_days();
  figures.mean[1] = std::numeric_limits<double>::quiet_NaN();
  figures.min[0] = -1;

  EXPECT_EQ(failure([&] { apps::chart_usage(path("usage.svg"), figures); }), "");
  EXPECT_NE(read(path("usage.svg")).find("-1"), std::string::npos);
}

TEST_F(Chart, FileNamesAreNamesAndNoCommands) {
  const std::string name = path("|touch it's $(touch x) `touch y`.svg");

  apps::chart_usage(name, three_days());

  EXPECT_NE(read(name).find("<svg"), std::string::npos);
}

TEST_F(Chart, AFileThatCannotBeWrittenIsNamed) {
  const std::string text = failure([] { apps::chart_usage("/no/such/folder/usage.png", three_days()); });

  EXPECT_EQ(text, "cannot write /no/such/folder/usage.png: No such file or directory");
}

TEST_F(Chart, NoDatesAreAnError) {
  EXPECT_NE(failure([&] { apps::chart_usage(path("u.png"), {}); }), "");
}

TEST_F(Chart, AGnuplotThatFailsIsAnErrorWithItsMessage) {
  std::ofstream(path("gnuplot")) << "#!/bin/sh\necho no terminal today >&2\nexit 1\n";
  fs::permissions(path("gnuplot"), fs::perms::owner_all);
  const std::string before = std::getenv("PATH");
  setenv("PATH", (fs::path(path("gnuplot")).parent_path().string() + ":" + before).c_str(), 1);

  const std::string text = failure([&] { apps::chart_usage(path("usage.png"), three_days()); });

  setenv("PATH", before.c_str(), 1);
  EXPECT_NE(text.find("gnuplot could not draw " + path("usage.png") + ": no terminal today"), std::string::npos)
      << text;
  EXPECT_FALSE(fs::exists(path("usage.png")));
}

TEST_F(Chart, BarsHaveTheirTextsAndAScaleOfPowersOfTen) {
  const apps::Bars bars{"Times",
                        {"add loop", "it's 'quoted'"},
                        {"serial", "numpy"},
                        {{0, 0, 0.5, "500 ms"}, {0, 1, 2, "2.00 s"}, {1, 0, 2e-4, "200 us"}}};

  apps::chart_bars(path("bars.svg"), bars);
  apps::chart_bars(path("bars.png"), bars);

  const std::string svg = read(path("bars.svg"));
  for (const char* text : {">Times<", "add loop", "it's 'quoted'", "serial", "numpy", "500 ms", "2.00 s", "200 us",
                           "100 us", "1 ms", "10 s"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  EXPECT_EQ(png_size(read(path("bars.png"))).first, 1000u);
}

}  // namespace
