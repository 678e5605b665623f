// The runner must fail where an op, or a case file, is wrong.
#include "runner.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace spica::oracle {
namespace {

struct Finished {
  bool good;
  std::string report;
};

Options on_serial() { return {{Backend::serial}, {std::begin(all_variants), std::end(all_variants)}, "", "", 20}; }

Finished run(const std::vector<std::string>& lines, const Options& options = on_serial()) {
  std::ostringstream out;
  Runner runner(options, out);
  for (const std::string& line : lines) runner.run_line(line, "line");
  runner.report();
  return {runner.good(), out.str()};
}

/// [1, 2] + [3, 4] as int32, with what is expected of it.
std::string sum_case(const std::string& expectation) {
  return R"({"id":"add-1","op":"add","args":[{"dtype":"int32","shape":[2],"data":"AQAAAAIAAAA="},{"dtype":"int32","shape":[2],"data":"AwAAAAQAAAA="}],"kwargs":{},)" +
         expectation + "}";
}
const std::string right = R"("expect":[{"dtype":"int32","shape":[2],"data":"BAAAAAYAAAA="}],"compare":{"kind":"exact"})";

TEST(Runner, PassesACaseThatIsRight) {
  const Finished finished = run({sum_case(right)});

  EXPECT_TRUE(finished.good) << finished.report;
}

TEST(Runner, FailsWhereOneElementIsWrong) {
  const Finished finished = run({sum_case(R"("expect":[{"dtype":"int32","shape":[2],"data":"BAAAAAcAAAA="}],"compare":{"kind":"exact"})")});

  EXPECT_FALSE(finished.good);
  EXPECT_NE(finished.report.find("input    int32 (2,) [1, 2]"), std::string::npos) << finished.report;
  EXPECT_NE(finished.report.find("expected int32 (2,) [4, 7]"), std::string::npos) << finished.report;
  EXPECT_NE(finished.report.find("at (1,): got 6, expected 7"), std::string::npos) << finished.report;
}

TEST(Runner, FailsWhereTheExpectationDiffersInAnyWay) {
  for (const char* expectation : {
           R"("expect":[{"dtype":"int64","shape":[2],"data":"BAAAAAAAAAAGAAAAAAAAAA=="}],"compare":{"kind":"exact"})",  // dtype
           R"("expect":[{"dtype":"int32","shape":[1,2],"data":"BAAAAAYAAAA="}],"compare":{"kind":"exact"})",            // shape
           R"("expect":[],"compare":{"kind":"exact"})",                                                                 // number
           R"("raises":"ShapeError")",
       })
    EXPECT_FALSE(run({sum_case(expectation)}).good) << expectation;
}

TEST(Runner, ComparesTheClassOfAnError) {
  const std::string mismatch =
      R"({"id":"add-2","op":"add","args":[{"dtype":"bool","shape":[2],"data":"AQA="},{"dtype":"bool","shape":[3],"data":"AQAB"}],"kwargs":{},"raises":")";

  EXPECT_TRUE(run({mismatch + "ShapeError\"}"}).good);
  EXPECT_FALSE(run({mismatch + "ValueError\"}"}).good);
  EXPECT_FALSE(run({mismatch + "Error\"}"}).good) << "the class, not a base of it";
}

TEST(Runner, TypesRejectedAtCompileTimeAreDTypeErrors) {
  EXPECT_TRUE(run({R"({"id":"s","op":"subtract","args":[{"dtype":"bool","shape":[],"data":"AQ=="},{"dtype":"bool","shape":[],"data":"AQ=="}],"kwargs":{},"raises":"DTypeError"})"}).good);
}

TEST(Runner, AnUnknownOperationIsAFailure) {
  const std::string unknown = R"({"id":"x","op":"frobnicate","args":[],"kwargs":{},"raises":"ValueError"})";

  const Finished finished = run({sum_case(right), unknown});

  EXPECT_FALSE(finished.good);
  EXPECT_NE(finished.report.find("no operation of the case format is called 'frobnicate'"), std::string::npos) << finished.report;
}

/// The negative of a result of op([1, 2], return_index=True), expected to be the int64 `expected`.
std::string nested_case(const std::string& op, int result, const std::string& expected) {
  return R"({"id":"n","op":"negative","args":[{"call":{"op":")" + op +
         R"(","args":[{"dtype":"int64","shape":[2],"data":"AQAAAAAAAAACAAAAAAAAAA=="}],"kwargs":{"return_index":true},"result":)" +
         std::to_string(result) + R"(}}],"kwargs":{},"expect":[{"dtype":"int64","shape":[2],"data":")" + expected +
         R"("}],"compare":{"kind":"exact"}})";
}

TEST(Runner, CallsAmongTheArgumentsRunFirst) {
  const std::string minus_1_minus_2 = "///////////+/////////w==", zero_minus_1 = "AAAAAAAAAAD//////////w==";

  EXPECT_TRUE(run({nested_case("unique", 0, minus_1_minus_2)}).good) << "the values";
  EXPECT_TRUE(run({nested_case("unique", 1, zero_minus_1)}).good) << "the indices";
  EXPECT_FALSE(run({nested_case("unique", 1, minus_1_minus_2)}).good);
  EXPECT_FALSE(run({nested_case("unique", 2, zero_minus_1)}).good) << "there is no such result";
  EXPECT_FALSE(run({nested_case("frobnicate", 0, zero_minus_1)}).good);
}

TEST(Runner, AFileThatRunsNothingIsNotGood) { EXPECT_FALSE(run({}).good); }

TEST(Runner, AnUnknownKeywordIsAFailure) {
  std::string with_keyword = sum_case(right);
  with_keyword.replace(with_keyword.find(R"("kwargs":{})"), 11, R"("kwargs":{"axis":0})");

  const Finished finished = run({sum_case(right), with_keyword});

  EXPECT_FALSE(finished.good);
  EXPECT_NE(finished.report.find("no keyword argument 'axis'"), std::string::npos) << finished.report;
}

TEST(Runner, SaysWhyNothingRan) {
  const auto why = [](const Options& options, const std::vector<std::string>& lines) {
    std::ostringstream out;
    Runner runner(options, out);
    for (const std::string& line : lines) runner.run_line(line, "line");
    return runner.why_nothing_ran().value_or("");
  };
  Options other_op = on_serial(), other_id = on_serial();
  other_op.op = "sum";
  other_id.id = "add-7";

  EXPECT_EQ(why(on_serial(), {sum_case(right)}), "");
  EXPECT_EQ(why(other_op, {sum_case(right)}), "nothing was run: none of 1 cases is of operation 'sum'");
  EXPECT_EQ(why(other_id, {sum_case(right)}), "nothing was run: none of 1 cases is with id 'add-7'");
}

TEST(Runner, FileWithoutACaseIsRefused) {
  const std::string empty = testing::TempDir() + "spica oracle's empty.jsonl";
  std::ofstream(empty) << "\n  \n";
  std::ostringstream out;
  Runner runner(on_serial(), out);

  EXPECT_THROW(runner.run_file(empty), FormatError) << "blank lines only";
  EXPECT_THROW(runner.run_file(testing::TempDir()), FormatError) << "a folder";
  std::filesystem::remove(empty);
}

TEST(Runner, ALineThatIsNotACaseIsAFailure) {
  for (const char* line : {"{", "{}", "[1]", R"({"id":"a","op":"add"})", R"({"id":"a","op":"add","args":[],"kwargs":{},"raises":"ShapeError"})"})
    EXPECT_FALSE(run({sum_case(right), line}).good) << line;
}

TEST(Runner, PrintsAsManyFailuresAsAskedAndCountsAll) {
  Options options = on_serial();
  options.max_failures = 1;

  const Finished finished = run({sum_case(R"("raises":"AxisError")"), sum_case(R"("raises":"AxisError")")}, options);

  EXPECT_EQ(finished.report.find("FAILED"), finished.report.rfind("FAILED")) << finished.report;
  EXPECT_NE(finished.report.find("all                         0        2"), std::string::npos) << finished.report;
}

TEST(Runner, ReadsGzipAndSaysWhatItCannotRead) {
  const std::string path = testing::TempDir() + "spica oracle's case.jsonl";
  std::ofstream(path) << sum_case(right) << '\n';
  ASSERT_EQ(std::system(("gzip -9nf \"" + path + "\"").c_str()), 0);
  std::ostringstream out;
  Runner runner(on_serial(), out);

  runner.run_file(path + ".gz");

  EXPECT_TRUE(runner.good());
  std::filesystem::resize_file(path + ".gz", std::filesystem::file_size(path + ".gz") - 5);
  EXPECT_THROW(runner.run_file(path + ".gz"), FormatError) << "the end is missing";
  std::filesystem::remove(path + ".gz");
  EXPECT_THROW(runner.run_file(path + ".gz"), FormatError) << "the file is missing";
}

}  // namespace
}  // namespace spica::oracle
