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

TEST(Options, MisuseIsNamed) {
  const auto message = [](std::vector<const char*> arguments) -> std::string {
    try {
      parse(std::move(arguments));
    } catch (const UsageError& error) { return error.what(); }
    return "accepted";
  };
  EXPECT_NE(message({}).find("subcommand"), std::string::npos) << message({});
  EXPECT_NE(message({"divide"}).find("divide: no such experiment; add, matmul"), std::string::npos)
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
