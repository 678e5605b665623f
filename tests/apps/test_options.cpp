#include <spica/apps/speedup/options.hpp>

#include <gtest/gtest.h>

namespace {

using namespace speedup;

Options parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "spica-speedup");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

TEST(Options, SizesAreTheArticlesUnlessQuickOrGiven) {
  EXPECT_EQ(parse({"add"}).add_size(), 300'000'000);
  EXPECT_EQ(parse({"add"}).loop_size(false), 300'000'000);
  EXPECT_EQ(parse({"add"}).loop_size(true), 300'000);
  EXPECT_EQ(parse({"matmul"}).matmul_n(), 10'000);
  EXPECT_EQ(parse({"fused"}).fused_size(), 100'000'000);
  EXPECT_LT(parse({"add", "--quick"}).add_size(), 300'000'000);
  EXPECT_EQ(parse({"add", "--quick", "--size", "5e6"}).add_size(), 5'000'000);
  EXPECT_EQ(parse({"all", "--n", "12"}).matmul_n(), 12);
}

TEST(Options, MatmulIsDrawnAsTheArticleDoes) {
  const Options options = parse({"matmul"});

  EXPECT_EQ(options.random, Random::legacy);
  EXPECT_EQ(options.seed, 0u);
  EXPECT_EQ(options.dtypes, (std::vector<std::string>{"float64", "float32"}));
}

TEST(Options, BackendsAreAList) {
  EXPECT_EQ(parse({"add", "--backends", "openmp,serial"}).backends,
            (std::vector{spica::Backend::serial, spica::Backend::openmp}));
  EXPECT_TRUE(parse({"add"}).backends.empty());
}

TEST(Options, CountsMayHaveExponentsAndUnderscores) {
  EXPECT_EQ(parse_count("--size", "3e8"), 300'000'000);
  EXPECT_EQ(parse_count("--size", "300_000"), 300'000);
  EXPECT_EQ(parse_count("--size", "2.5e3"), 2500);
  for (const char* text : {"", "0", "-1", "1.5", "3e40", "nan", "inf", "many", "1x", "99999999999999999999"})
    EXPECT_THROW(parse_count("--size", text), UsageError) << text;
}

std::string message(std::vector<const char*> arguments) {
  try {
    parse(std::move(arguments));
  } catch (const UsageError& error) { return error.what(); }
  return "accepted";
}

TEST(Options, TheReadingsOfUsageAreAFileAndItsResultsAnother) {
  const Options options =
      parse({"usage", "--csv", "u.csv", "--chart", "u.png", "--results-csv", "r.csv", "--date-format", "%Y-%m-%d"});

  EXPECT_EQ(options.usage_file, "u.csv");
  EXPECT_EQ(options.chart_file, "u.png");
  EXPECT_EQ(options.csv_file, "r.csv");
  EXPECT_EQ(options.date_format, "%Y-%m-%d");
  EXPECT_FALSE(options.slow_peers);
  EXPECT_EQ(parse({"usage", "--csv", "u.csv"}).date_format, "%m/%d/%Y");
  EXPECT_EQ(parse({"add", "--csv", "r.csv"}).csv_file, "r.csv");
  EXPECT_NE(message({"usage"}).find("--csv FILE is needed, the readings; spica-speedup generate-usage"),
            std::string::npos)
      << message({"usage"});
}

TEST(Options, GeneratedReadingsAreAsManyAsTheArticles) {
  EXPECT_EQ(parse({"generate-usage", "u.csv"}).usage_rows(), 11'900'000);
  EXPECT_EQ(parse({"generate-usage", "u.csv"}).seed, 0u);
  EXPECT_EQ(parse({"generate-usage", "u.csv"}).usage_file, "u.csv");
  EXPECT_EQ(parse({"generate-usage", "u.csv", "--rows", "1e3"}).usage_rows(), 1000);
  EXPECT_EQ(parse({"generate-usage", "u.csv", "--seed", "18446744073709551615"}).seed, 18446744073709551615u);
  EXPECT_EQ(parse({"all"}).usage_rows(), 11'900'000);
  EXPECT_EQ(parse({"all", "--quick"}).usage_rows(), 200'000);
  EXPECT_EQ(parse({"all", "--quick", "--rows", "5000"}).usage_rows(), 5000);
  EXPECT_NE(message({"generate-usage"}).find("file"), std::string::npos) << message({"generate-usage"});
}

TEST(Options, AnEmptyValueIsMisuse) {
  for (const char* option : {"--json", "--csv", "--chart", "--backends", "--size", "--repeat"})
    EXPECT_EQ(message({"add", option, ""}), std::string(option) + " \"\": a value is needed");
  EXPECT_EQ(message({"matmul", "--seed", ""}), "--seed \"\": a value is needed");
  EXPECT_EQ(message({"usage", "--csv", ""}), "--csv \"\": a value is needed");
  EXPECT_NE(message({"generate-usage", ""}), "accepted");
}

TEST(Options, TheOptionForTheSizeIsNamed) {
  EXPECT_EQ(message({"matmul", "--size", "100"}), "matmul has no --size: its size is --n");
  EXPECT_EQ(message({"matmul", "--size=100"}), "matmul has no --size: its size is --n");
  EXPECT_EQ(message({"add", "--n", "100"}), "add has no --n: its size is --size");
  EXPECT_EQ(message({"fused", "--quick", "--n", "100"}), "fused has no --n: its size is --size");
  EXPECT_EQ(message({"generate-usage", "u.csv", "--size", "100"}), "generate-usage has no --size: its size is --rows");
  EXPECT_NE(message({"usage", "--csv", "u.csv", "--rows", "100"}).find("generate-usage --rows"), std::string::npos);
  EXPECT_EQ(message({"all", "--n", "100", "--size", "100", "--rows", "100"}), "accepted");
}

TEST(Options, MisuseIsNamed) {
  EXPECT_NE(message({}).find("subcommand"), std::string::npos) << message({});
  EXPECT_NE(message({"divide"}).find("divide: no such experiment; add, matmul, fused, usage or all"), std::string::npos)
      << message({"divide"});
  EXPECT_NE(message({"add", "--backends", "gpu"}).find("gpu"), std::string::npos);
  EXPECT_NE(message({"add", "--backends", "gpu"}).find("serial"), std::string::npos);
  EXPECT_NE(message({"matmul", "--dtype", "int32"}).find("unknown type 'int32'"), std::string::npos);
  EXPECT_NE(message({"matmul", "--random", "mine"}).find("legacy or philox"), std::string::npos);
  EXPECT_NE(message({"matmul", "--seed", "-1"}).find("--seed -1"), std::string::npos);
  EXPECT_NE(message({"matmul", "--seed", "4294967296"}).find("philox"), std::string::npos);
  EXPECT_NE(message({"add", "--no-such-option"}).find("--no-such-option"), std::string::npos);
  EXPECT_EQ(message({"matmul", "--seed", "4294967296", "--random", "philox"}), "accepted");
}

}  // namespace
