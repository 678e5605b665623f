// Figures for people, as PNG or SVG, drawn by gnuplot.
//
// gnuplot's C++ binding is there or not when the apps are built, gnuplot itself when they run; `chart_problem` tells of
// both, and of a file name that will not do, before any work is done.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace apps {

/// Empty if a chart can be drawn into `path` (.png or .svg), else why not and what to do. Does not look whether `path`
/// can be written.
std::string chart_problem(const std::string& path);

/// Figures by date; all of one length, the days ascending.
struct UsageFigures {
  std::vector<std::int32_t> days;  ///< since 1970-01-01
  std::vector<double> mean, max, min;
};

/// The article's figure: 10 x 6 inches (PNG 1000 x 600 pixels, SVG 960 x 576 units of 1/96 inch), three lines, marked
/// o, x and +. Where there are many days, some of them are marked only.
/// @throws std::runtime_error if it cannot be drawn or written.
void chart_usage(const std::string& path, const UsageFigures& figures);

/// Times as horizontal bars in groups, on a logarithmic scale, each with its text at its end.
struct Bars {
  struct Bar {
    std::size_t group = 0, series = 0;
    double seconds = 0;  ///< above 0
    std::string text;
  };
  std::string title;
  std::vector<std::string> groups, series;
  std::vector<Bar> bars;
};
/// 10 inches wide, as high as the bars need. @throws std::runtime_error if it cannot be drawn or written.
void chart_bars(const std::string& path, const Bars& bars);

}  // namespace apps
