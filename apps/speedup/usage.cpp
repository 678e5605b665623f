// Experiment 3: electricity readings from a CSV file, grouped by date.
#include "check.hpp"
#include "experiments.hpp"
#include "generate_usage.hpp"
#include "peers.hpp"
#include "table.hpp"

#include "../chart.hpp"
#include "../format.hpp"
#include "../machine.hpp"

#ifdef SPICA_HAVE_TABLES
#include <spica/io/csv.hpp>
#include <spica/ops/group/group_by.hpp>
#endif

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <system_error>

namespace speedup {

namespace sp = spica;
namespace fs = std::filesystem;

#ifndef SPICA_HAVE_TABLES

void run_usage(Session& session) {
  const std::string text =
      "usage: this program was built without tables in files, since Apache Arrow was not found: run ./bootstrap, or "
      "install "
      "libarrow-dev and libparquet-dev, or install the Python package pyarrow, and configure with "
      "-DSPICA_PYARROW_DIR=<its folder pyarrow>; then build again";
  if (session.options.command == "usage") throw UsageError(text);
  session.note(text);
}

#else

namespace {

/// What stays on the backend until it is copied back.
struct Groups {
  sp::Array<std::int32_t> days;
  sp::Array<double> min, max, mean;
  sp::Array<std::int64_t> count;
};

Groups group(const sp::Array<std::int32_t>& dates, const sp::Array<double>& usage) {
  const auto days = sp::group_by(dates);
  const auto [min, max, mean] = days.aggregate(usage, sp::agg::min, sp::agg::max, sp::agg::mean);
  return {days.keys(), min, max, mean, days.count()};
}

DailyUsage copy_back(const Groups& groups) {
  return {groups.days.to_vector(), groups.min.to_vector(), groups.max.to_vector(), groups.mean.to_vector(),
          groups.count.to_vector()};
}

class Experiment {
 public:
  Experiment(Session& session, std::string path) : session_(session), path_(std::move(path)) {
    std::error_code error;
    file_bytes_ = static_cast<double>(fs::file_size(path_, error));
    // A pipe has none, and could not be read several times.
    if (error) throw std::runtime_error(fmt::format("usage: cannot read {}: {}", path_, error.message()));
  }

  /// All phases on one backend.
  void run(sp::Backend backend) {
    // Serial means one thread in reading too; a device is fed by all threads of the host.
    const int threads = backend == sp::Backend::serial ? 1 : 0;
    sp::io::Table table;
    Effort few = session_.options.effort;
    few.repeats = std::min(few.repeats, 3);
    const Timing read = best_of(
        host_of(backend), few, session_.progress, label("read", backend), [&] { table = sp::io::Table(); },
        [&] {
          table = read_table(threads);
          // In one piece each, which is what every backend takes over.
          table.column<std::int32_t>("DATE", host_of(backend));
          table.column<double>("USAGE", host_of(backend));
        });
    rows_ = table.num_rows();
    if (rows_ == 0) throw UsageError(fmt::format("usage: {} has no readings", path_));
    if (!expected_) {
      session_.progress.show("usage: the same by a plain loop");
      expected_ = usage_by_day(table.column<std::int32_t>("DATE", host_of(backend)).to_vector(),
                               table.column<double>("USAGE", host_of(backend)).to_vector());
    }

    sp::Array<std::int32_t> dates;
    sp::Array<double> usage;
    const auto release = [&] {
      dates = {};
      usage = {};
    };
    const Timing copied = best(backend, "to backend", release, [&] {
      dates = table.column<std::int32_t>("DATE", backend);
      usage = table.column<double>("USAGE", backend);
    });
    Groups groups;
    const Timing grouped = best(
        backend, "group", [&] { groups = Groups(); }, [&] { groups = group(dates, usage); });
    if (session_.spoils_results()) groups.max(0) = -1.0;
    DailyUsage daily;
    const Timing back = best(
        backend, "copy back", [&] { daily = {}; }, [&] { daily = copy_back(groups); });

    const std::string wrong = check_usage(daily, *expected_);
    const double each = sizeof(std::int32_t) + sizeof(double), all = each * static_cast<double>(rows_);
    // On a host nothing is copied: arrays share the table's memory.
    const bool device = !sp::host_memory(backend);
    const auto days = static_cast<double>(daily.days.size());
    session_.progress.clear();
    fmt::print("usage on {}: {} readings, {} days\n", sp::name(backend), rows_, daily.days.size());
    const double total = read.seconds + copied.seconds + grouped.seconds + back.seconds;
    const auto row = [&](const char* variant, const Timing& timing, double bytes, const char* remark) {
      Result result{"usage", variant, "float64", rows_, sp::name(backend), timing.seconds, timing.repeats};
      result.bytes = bytes;
      result.wrong = wrong;
      result.checked = wrong.empty();
      fmt::print("  {:<11}{:>8}  {:>5.1f}%  {}\n", variant, format_seconds(timing.seconds),
                 100 * timing.seconds / total, remark);
      session_.add(std::move(result));
    };
    row("read", read, file_bytes_, threads == 1 ? "one thread; dates included" : "dates included");
    row("to backend", copied, device ? all : 0, device ? "" : "no copy: the table's memory");
    row("group", grouped, all, "unique dates, count, minimum, maximum and mean");
    row("copy back", back, device ? days * 36 : 0, "");
    if (wrong.empty()) daily_ = std::move(daily);
  }

  void draw() const {
    const std::string& file = session_.options.chart_file;
    if (!daily_) return;  // a wrong figure is not drawn
    session_.progress.show("usage: chart");
    const auto start = std::chrono::steady_clock::now();
    apps::chart_usage(file, {daily_->days, daily_->mean, daily_->max, daily_->min});
    const double seconds = seconds_since(start);
    session_.progress.clear();
    fmt::print("chart        {:>8}  {}\n", format_seconds(seconds), file);
  }

  void print() const {
    if (!daily_) return;
    const DailyUsage& daily = *daily_;
    std::vector<std::vector<std::string>> lines;
    for (std::size_t i = 0; i < daily.days.size(); ++i) {
      if (i == 3 && daily.days.size() > 6) {
        lines.push_back({"...", "", "", "", ""});
        i = daily.days.size() - 3;
      }
      lines.push_back({sp::io::to_date_string(daily.days[i]), std::to_string(daily.count[i]),
                       fmt::format("{:g}", daily.min[i]), fmt::format("{:g}", daily.max[i]),
                       fmt::format("{:.6g}", daily.mean[i])});
    }
    fmt::print("\n{}\n", format_table({"date", "readings", "min", "max", "mean"},
                                      {Align::left, Align::right, Align::right, Align::right, Align::right}, lines));
  }

  void ask() const {
    if (session_.options.peers)
      session_.note("usage: read of Spica includes the dates; pandas and pyarrow read texts, which dates then parses");
    ask_peers(session_, "usage",
              {{"path", path_},
               {"rows", rows_},
               {"date_format", session_.options.date_format},
               {"slow", session_.options.slow_peers}},
              [&](const nlohmann::json& answer) -> std::string {
                if (!answer.contains("figures")) return "";
                const nlohmann::json& figures = answer.at("figures");
                return check_usage(
                    {figures.at("days").get<std::vector<std::int32_t>>(), figures.at("min").get<std::vector<double>>(),
                     figures.at("max").get<std::vector<double>>(), figures.at("mean").get<std::vector<double>>(),
                     figures.at("count").get<std::vector<std::int64_t>>()},
                    *expected_);
              });
  }

 private:
  static sp::Backend host_of(sp::Backend backend) { return sp::host_memory(backend) ? backend : host_backend(); }
  static std::string label(const char* phase, sp::Backend backend) {
    return fmt::format("usage {} on {}", phase, sp::name(backend));
  }
  template <class Prepare, class Work>
  Timing best(sp::Backend backend, const char* phase, const Prepare& prepare, const Work& work) const {
    return best_of(backend, session_.options.effort, session_.progress, label(phase, backend), prepare, work);
  }
  sp::io::Table read_table(int threads) const {
    return sp::io::read_csv(path_, {.columns = {"DATE", "USAGE"},
                                    .types = {{"USAGE", sp::io::ColumnType::float64}},
                                    .dates = {{"DATE", session_.options.date_format}},
                                    .threads = threads});
  }

  Session& session_;
  const std::string path_;
  double file_bytes_ = 0;
  std::int64_t rows_ = 0;
  std::optional<DailyUsage> expected_, daily_;
};

/// A folder for the generated readings, gone when it is done with.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(fs::temp_directory_path() / fmt::format("spica-usage-{}", ::getpid())) {
    fs::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

void run_on(Session& session, const std::string& path) {
  Experiment experiment(session, path);
  for (const sp::Backend backend : session.backends()) {
    experiment.run(backend);
    session.release_memory();
  }
  if (session.options.command == "usage" && !session.options.chart_file.empty()) experiment.draw();
  experiment.print();
  experiment.ask();
}

}  // namespace

void run_usage(Session& session) {
  session.release_memory();
  if (session.options.command == "usage") return run_on(session, session.options.usage_file);
  const TemporaryFolder folder;
  const std::string path = folder.file("usage.csv");
  session.progress.show("usage: a file of readings");
  try {
    generate_usage(path, session.options.usage_rows(), session.options.seed);
  } catch (const std::runtime_error& error) { return session.note(fmt::format("usage: left out: {}", error.what())); }
  run_on(session, path);
}

#endif

}  // namespace speedup
