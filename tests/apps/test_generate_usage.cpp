#include <spica/apps/speedup/generate_usage.hpp>

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace {

using namespace speedup;
namespace fs = std::filesystem;

class GenerateUsage : public testing::Test {
 protected:
  GenerateUsage() {
    folder_ = fs::path(testing::TempDir()) / ("spica_generate_usage_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  ~GenerateUsage() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  static std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string text(std::int64_t rows, std::uint64_t seed) const {
    generate_usage(path("text.csv"), rows, seed);
    return read(path("text.csv"));
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

 private:
  fs::path folder_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::uint64_t fnv1a(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

constexpr std::int64_t meter = 96 * 1096;

TEST_F(GenerateUsage, OneSeedGivesOneFileEverywhere) {
  const std::string few = text(100'000, 0);

  EXPECT_EQ(few.substr(0, 56), "DATE,USAGE\n1/1/2016,0.186\n1/1/2016,0.219\n1/1/2016,0.225\n");
  EXPECT_EQ(fnv1a(few), 14266896552687724069u);
  EXPECT_NE(text(100'000, 1), few);
  EXPECT_EQ(text(1000, 0), few.substr(0, text(1000, 0).size()));
}

TEST_F(GenerateUsage, LinesAreDatesOfThreeYearsAndReadings) {
  const std::vector<std::string> lines = lines_of(text(2 * meter + 10, 0));
  ASSERT_EQ(lines.size(), 1 + 2 * meter + 10);
  EXPECT_EQ(lines[0], "DATE,USAGE");

  namespace ch = std::chrono;
  ch::sys_days day = ch::year{2016} / 1 / 1;
  for (std::size_t row = 0; row < 2 * meter; ++row) {
    if (row == meter) day = ch::year{2016} / 1 / 1;
    const std::string& line = lines[row + 1];
    const ch::year_month_day date(day);
    const std::string expected = std::to_string(static_cast<unsigned>(date.month())) + '/' +
                                 std::to_string(static_cast<unsigned>(date.day())) + '/' +
                                 std::to_string(static_cast<int>(date.year())) + ',';
    ASSERT_EQ(line.substr(0, expected.size()), expected) << "row " << row;
    const std::string reading = line.substr(expected.size());
    ASSERT_EQ(reading.find_first_not_of("0123456789."), std::string::npos) << line;
    ASSERT_EQ(reading.find('.'), 1u) << line;
    ASSERT_TRUE(reading.size() == 4 || reading.size() == 5) << line;
    if (row % 96 == 95) day += ch::days(1);
  }
  EXPECT_EQ(day, ch::sys_days(ch::year{2019} / 1 / 1));
}

TEST_F(GenerateUsage, MetersTellTwoOrThreeDecimals) {
  const std::vector<std::string> lines = lines_of(text(20 * meter, 0));

  std::map<std::size_t, int> decimals;
  for (std::size_t row = 1; row < lines.size(); row += meter) ++decimals[lines[row].size() - lines[row].find('.') - 1];

  EXPECT_EQ(decimals.size(), 2u);
  EXPECT_GE(decimals[2], 4);
  EXPECT_GE(decimals[3], 4);
}

TEST_F(GenerateUsage, UsageFollowsTheHourAndTheSeason) {
  const std::vector<std::string> lines = lines_of(text(5 * meter, 0));
  const auto mean = [&](auto wanted) {
    double sum = 0;
    int count = 0;
    for (std::size_t row = 0; row + 1 < lines.size(); ++row) {
      if (!wanted(row / 96 % 1096, row % 96)) continue;
      sum += std::stod(lines[row + 1].substr(lines[row + 1].find(',') + 1));
      ++count;
    }
    return sum / count;
  };

  const double night = mean([](std::size_t, std::size_t slot) { return slot >= 8 && slot < 16; });
  const double evening = mean([](std::size_t, std::size_t slot) { return slot >= 72 && slot < 80; });
  const double january = mean([](std::size_t day, std::size_t) { return day < 31; });
  const double may = mean([](std::size_t day, std::size_t) { return day >= 121 && day < 152; });

  EXPECT_GT(evening, 2 * night);
  EXPECT_GT(january, 1.3 * may);
}

TEST_F(GenerateUsage, TellsWhatItWrote) {
  const UsageFile file = generate_usage(path("u.csv"), meter + 100, 0), small = generate_usage(path("v.csv"), 100, 0);

  EXPECT_EQ(file.rows, meter + 100);
  EXPECT_EQ(file.meters, 2);
  EXPECT_EQ(file.days, 1096);
  EXPECT_EQ(static_cast<std::uint64_t>(file.bytes), fs::file_size(path("u.csv")));
  EXPECT_EQ(small.meters, 1);
  EXPECT_EQ(small.days, 2);
}

TEST_F(GenerateUsage, TheFileAppearsUnderItsNameWhenItIsComplete) {
  std::ofstream(path("u.csv")) << "old";
  fs::create_symlink("u.csv", path("link.csv"));

  generate_usage(path("link.csv"), 10, 0);

  EXPECT_TRUE(fs::is_symlink(path("link.csv")));
  EXPECT_EQ(lines_of(read(path("u.csv"))).size(), 11u);
  EXPECT_EQ(files(), 2u) << "a temporary file is left";
}

std::string failure(const std::string& path, std::int64_t rows) {
  try {
    generate_usage(path, rows, 0);
  } catch (const std::runtime_error& error) { return error.what(); }
  return "written";
}

TEST_F(GenerateUsage, AFullDiskIsAnError) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";

  EXPECT_EQ(failure("/dev/full", 10), "cannot write /dev/full: No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(GenerateUsage, AWriteThatFailsLeavesTheOldFileAndNoOther) {
  std::ofstream(path("u.csv")) << "old";
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit two_megabytes{2'000'000, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &two_megabytes), 0);

  const std::string text = failure(path("u.csv"), 1'000'000);

  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(text, "cannot write " + path("u.csv") + ": File too large");
  EXPECT_EQ(read(path("u.csv")), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(GenerateUsage, APlaceThatCannotBeWrittenIsNamed) {
  EXPECT_EQ(failure("/no/such/folder/u.csv", 10), "cannot write /no/such/folder/u.csv: No such file or directory");
  EXPECT_EQ(failure(path("."), 10), "cannot write " + path(".") + ": Is a directory");
}

}  // namespace
