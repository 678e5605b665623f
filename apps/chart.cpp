#include "chart.hpp"

#include "format.hpp"

#include <stdexcept>

#ifdef SPICA_HAVE_GNUPLOT_IOSTREAM
#include <stdlib.h>
#include <unistd.h>

#include <gnuplot-iostream.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#endif

namespace apps {

namespace {

bool ends_with(const std::string& path, std::string_view extension) { return path.ends_with(extension); }

std::string problem_of_name(const std::string& path) {
  if (ends_with(path, ".png") || ends_with(path, ".svg")) return "";
  return fmt::format("{}: a chart is a .png or a .svg file", path);
}

}  // namespace

#ifndef SPICA_HAVE_GNUPLOT_IOSTREAM

std::string chart_problem(const std::string& path) {
  const std::string problem = problem_of_name(path);
  if (!problem.empty()) return problem;
  return "this program was built without charts: install gnuplot and its C++ binding (Debian: gnuplot-nox, "
         "libgnuplot-iostream-dev) and build it again";
}

void chart_usage(const std::string& path, const UsageFigures&) { throw std::runtime_error(chart_problem(path)); }
void chart_bars(const std::string& path, const Bars&) { throw std::runtime_error(chart_problem(path)); }

#else

namespace {

namespace fs = std::filesystem;
namespace ch = std::chrono;

constexpr double width = 10, height = 6;  // inches

bool in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((fs::path(folder.empty() ? "." : folder) / program).c_str(), X_OK) == 0) return true;
  return false;
}

/// Text for gnuplot, and, as long as it has no quote in it, for the shell.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "''" : c == '\n' ? " " : std::string(1, c);
  return result + "'";
}

/// Where gnuplot writes: it never sees the user's file name, which may hold what it would take for a command.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "spica-chart-XXXXXX").string();
    if (name.find('\'') != std::string::npos || !mkdtemp(name.data()))
      throw std::runtime_error(fmt::format("chart: cannot make a folder in {}: {}", fs::temp_directory_path().string(),
                                           std::strerror(errno)));
    path = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path path;
};

/// A gnuplot that ends early must not end us: writing to it then fails, and its messages say why.
class NoBrokenPipe {
 public:
  NoBrokenPipe() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  ~NoBrokenPipe() { std::signal(SIGPIPE, before_); }
  NoBrokenPipe(const NoBrokenPipe&) = delete;
  NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;

 private:
  void (*before_)(int);
};

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Has `plot` draw a figure of that size into `path`.
void draw(const std::string& path, double inches_high, const std::function<void(Gnuplot&)>& plot) {
  const std::string problem = chart_problem(path);
  if (!problem.empty()) throw std::runtime_error(problem);
  const Folder folder;
  const bool svg = ends_with(path, ".svg");
  const fs::path image = folder.path / (svg ? "chart.svg" : "chart.png"), messages = folder.path / "messages";
  constexpr const char* all_done = "spica: all done";
  {
    const NoBrokenPipe guard;
    // The messages tell whether it went well, so the exit code is thrown away: the binding would only print that it is
    // not 0.
    Gnuplot gnuplot(fmt::format("exec 2>{}; gnuplot -d; true", quoted(messages.string())));
    if (svg) {
      gnuplot << fmt::format(
          "set terminal svg noenhanced size {:.0f},{:.0f} font 'sans-serif,12' background rgb 'white'\n", width * 96,
          inches_high * 96);
    } else {
      const std::string size = fmt::format("noenhanced size {:.0f},{:.0f}", width * 100, inches_high * 100);
      gnuplot << "if (strstrt(GPVAL_TERMINALS, 'pngcairo')) { set terminal pngcairo " << size
              << " font 'Sans,11' } else { set terminal png " << size << " }\n";
    }
    gnuplot << "set encoding utf8\nset output " << quoted(image.string()) << "\n";
    plot(gnuplot);
    gnuplot << "unset output\nprint '" << all_done << "'\n";
  }
  const std::string said = contents(messages), drawn = contents(image);
  if (said.find(all_done) == std::string::npos || drawn.empty())
    throw std::runtime_error(fmt::format("chart: gnuplot could not draw {}: {}", path, said));
  std::ofstream file(path, std::ios::binary);
  file << drawn;
  file.close();
  if (!file) throw std::runtime_error(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

/// Ticks at the beginnings of days, weeks, months or years: at most 13, each with its date.
std::string date_ticks(std::int32_t first, std::int32_t last) {
  const ch::sys_days begin{ch::days(first)}, end{ch::days(last)};
  std::string ticks;
  const auto add = [&](ch::sys_days day) {
    const ch::year_month_day date(day);
    ticks += fmt::format("{}'{:04}-{:02}-{:02}' {}", ticks.empty() ? "" : ", ", static_cast<int>(date.year()),
                         static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                         ch::sys_seconds(day).time_since_epoch().count());
  };
  constexpr int most = 13;
  const int span = last - first + 1;
  if (span <= 2 * 7 * most) {
    const int step = span <= most ? 1 : span <= 2 * most ? 2 : span <= 7 * most ? 7 : 14;
    for (ch::sys_days day = begin; day <= end; day += ch::days(step)) add(day);
  } else {
    const int months = span / 30;
    int step = 1;
    for (const int candidate : {2, 3, 6, 12, 24, 60, 120})
      if (months / step >= most) step = candidate;
    while (months / step >= most) step *= 2;
    const ch::year_month_day date(begin);
    ch::year_month month = date.year() / ch::January;
    for (; ch::sys_days(month / 1) <= end; month += ch::months(step))
      if (ch::sys_days(month / 1) >= begin) add(month / 1);
  }
  return ticks;
}

/// Powers of ten with their units.
std::string seconds_ticks(double least, double most) {
  static constexpr const char* units[] = {"ns", "us", "ms", "s"};
  std::string ticks;
  for (int power = -9; power < 6; ++power) {
    const double value = std::pow(10, power);
    if (value < least * 0.99 || value > most) continue;
    const int unit = std::min(3, (power + 9) / 3);
    ticks += fmt::format("{}'{:.0f} {}' {:.0e}", ticks.empty() ? "" : ", ", std::pow(10, power + 9 - 3 * unit),
                         units[unit], value);
  }
  return ticks;
}

}  // namespace

std::string chart_problem(const std::string& path) {
  const std::string problem = problem_of_name(path);
  if (!problem.empty()) return problem;
  if (!in_path("gnuplot"))
    return "charts need gnuplot, and there is none in PATH: install it (Debian: gnuplot-nox), or run without --chart";
  return "";
}

void chart_usage(const std::string& path, const UsageFigures& figures) {
  const std::size_t size = figures.days.size();
  if (size == 0) throw std::runtime_error(fmt::format("chart: no dates to draw in {}", path));
  std::vector<std::int64_t> seconds(size);
  std::transform(figures.days.begin(), figures.days.end(), seconds.begin(),
                 [](std::int32_t day) { return std::int64_t(day) * 86400; });
  const std::int64_t margin = std::max<std::int64_t>(43200, (seconds.back() - seconds.front()) / 50);

  draw(path, height, [&](Gnuplot& gnuplot) {
    gnuplot << "set title 'Electric Usage Statistics by Date' font ',14'\n"
               "set xlabel 'Date'\nset ylabel 'Usage (kWh)'\n"
               "set xdata time\nset timefmt '%s'\n"
            << fmt::format("set xrange [{}:{}]\n", seconds.front() - margin, seconds.back() + margin)
            << "set xtics rotate by 45 right nomirror (" << date_ticks(figures.days.front(), figures.days.back())
            << ")\n"
            << "set ytics nomirror\nset border 3\nset grid ytics linecolor rgb '#dddddd' linetype 1\n"
               "set key top right reverse Left box linecolor rgb '#cccccc' opaque width 1\n";
    // The scale holds 0. Room for the key above, and below, that the least usage is not on the axis.
    double low = 0, high = 0;
    for (const auto* values : {&figures.mean, &figures.max, &figures.min})
      for (const double value : *values) {  // a NaN changes neither
        low = std::min(low, value);
        high = std::max(high, value);
      }
    const double span = high > low ? high - low : 1;
    gnuplot << fmt::format("set yrange [{:.6g}:{:.6g}]\nset pointintervalbox 1\n", low - 0.03 * span,
                           high + 0.15 * span);
    // A marker for every day of three years would hide the lines.
    const std::size_t every = (size + 59) / 60;
    const double size_of_marker = ends_with(path, ".svg") ? 0.7 : 1.1;
    const auto line = [&](const char* label, int marker, const char* colour) {
      return fmt::format(
          "'-' using 1:2 with linespoints linetype 1 linewidth 1.2 pointtype {} pointsize {} "
          "pointinterval -{} linecolor rgb '{}' title '{}'",
          marker, size_of_marker, every, colour, label);
    };
    gnuplot << "plot " << line("Mean Usage", 6, "#1f77b4") << ", " << line("Max Usage", 2, "#d95f02") << ", "
            << line("Min Usage", 1, "#2ca02c") << "\n";
    for (const auto* values : {&figures.mean, &figures.max, &figures.min})
      gnuplot.send1d(std::make_tuple(seconds, *values));
  });
}

void chart_bars(const std::string& path, const Bars& bars) {
  if (bars.bars.empty()) throw std::runtime_error(fmt::format("chart: nothing to draw in {}", path));
  static constexpr const char* colours[] = {"#7f7f7f", "#1f77b4", "#2ca02c", "#d95f02", "#9467bd", "#e377c2"};
  // A group is as high as its bars, with a gap of one bar; the first group is on top.
  std::vector<double> centre(bars.groups.size());
  std::vector<double> top(bars.bars.size());
  double y = 0;
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (std::size_t group = 0; group < bars.groups.size(); ++group) {
    const double begin = y;
    for (std::size_t series = 0; series < bars.series.size(); ++series)
      for (std::size_t i = 0; i < bars.bars.size(); ++i)
        if (bars.bars[i].group == group && bars.bars[i].series == series) top[i] = y--;
    centre[group] = (begin + y) / 2;
    y -= 1;
  }
  for (const Bars::Bar& bar : bars.bars) {
    least = std::min(least, bar.seconds);
    most = std::max(most, bar.seconds);
  }
  const double left = std::pow(10, std::floor(std::log10(least) - 0.3));
  std::string ticks;
  for (std::size_t group = 0; group < bars.groups.size(); ++group)
    ticks += fmt::format("{}{} {}", group ? ", " : "", quoted(bars.groups[group]), centre[group]);

  draw(path, std::max(3.0, 1.4 + 0.16 * -y), [&](Gnuplot& gnuplot) {
    gnuplot << "set title " << quoted(bars.title) << " font ',14'\n"
            << "set logscale x\n"
            << fmt::format("set xrange [{:.3e}:{:.3e}]\nset yrange [{}:2]\n", left, most * 10, y + 0.5)
            << "set ytics nomirror scale 0 (" << ticks << ")\nset xtics nomirror (" << seconds_ticks(left, most * 10)
            << ")\nset border 1\n"
            << "set grid xtics linecolor rgb '#dddddd' linetype 1\nset style fill solid 1.0 noborder\n"
               "set key bmargin center horizontal reverse Left samplen 2 width 2\n"
               "plot ";
    for (std::size_t series = 0; series < bars.series.size(); ++series)
      gnuplot << fmt::format("'-' using 1:2:3:4:5:6 with boxxyerror linecolor rgb '{}' title {}, ",
                             colours[series % std::size(colours)], quoted(bars.series[series]));
    gnuplot << "'-' using 1:2:3 with labels left offset 0.3,0 font ',8' notitle\n";
    using Box = std::tuple<double, double, double, double, double, double>;
    for (std::size_t series = 0; series < bars.series.size(); ++series) {
      std::vector<Box> boxes;
      for (std::size_t i = 0; i < bars.bars.size(); ++i)
        if (const Bars::Bar& bar = bars.bars[i]; bar.series == series)
          boxes.emplace_back(bar.seconds, top[i] - 0.5, left, bar.seconds, top[i] - 0.95, top[i] - 0.05);
      gnuplot.send1d(boxes);
    }
    std::vector<std::tuple<double, double, std::string>> labels;
    for (std::size_t i = 0; i < bars.bars.size(); ++i)
      labels.emplace_back(bars.bars[i].seconds, top[i] - 0.5, '"' + bars.bars[i].text + '"');
    gnuplot.send1d(labels);
  });
}

#endif

}  // namespace apps
