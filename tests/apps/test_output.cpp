#include <spica/apps/speedup/output.hpp>

#include <gtest/gtest.h>

#include "results.hpp"

namespace {

using namespace speedup;

TEST(Output, JsonHasTheFieldsOfTheSchema) {
  std::vector<Result> results{row("add", "vectorised", 1000, "openmp", 0.5),
                              row("matmul", "matmul", 10, "serial", 0.25)};
  results[1].corner = {{1, 2}, {3, 4}};

  const nlohmann::json json = results_json(results, {{"host", "h"}});

  EXPECT_EQ(json, nlohmann::json::parse(R"({"schema": 1, "machine": {"host": "h"}, "results": [
    {"experiment": "add", "variant": "vectorised", "dtype": "float64", "size": 1000, "backend": "openmp", "seconds": 0.5,
     "repeats": 5, "gbytes_per_s": 3.2e-5, "checked": true},
    {"experiment": "matmul", "variant": "matmul", "dtype": "float64", "size": 10, "backend": "serial", "seconds": 0.25,
     "repeats": 5, "gbytes_per_s": 9.6e-6, "checked": true, "gflops": 8e-6, "corner": [[1.0, 2.0], [3.0, 4.0]]}]})"));
}

TEST(Output, RefusedRowsAreLeftOut) {
  std::vector<Result> results{row("add", "vectorised", 1000, "openmp", 0.5)};
  results[0].refused = "too fast";

  EXPECT_TRUE(results_json(results, {})["results"].empty());
  EXPECT_EQ(results_csv(results).find("openmp"), std::string::npos);
}

TEST(Output, CsvHasAHeaderAndALineForEachRow) {
  EXPECT_EQ(results_csv({row("add", "kernel", 1000, "cuda", 0.5)}),
            "experiment,variant,dtype,size,backend,seconds,repeats,gbytes_per_s,gflops,checked\n"
            "add,kernel,float64,1000,cuda,0.5,5,3.2e-05,,true\n");
}

TEST(Output, CsvFieldsAreQuotedWhereTheyMust) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\"\n"), "\"say \"\"x\"\"\n\"");
}

TEST(Output, AFileThatCannotBeWrittenIsNamed) {
  try {
    write_file("/no/such/folder/out.json", "text");
    FAIL() << "wrote it";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("/no/such/folder/out.json"), std::string::npos) << error.what();
  }
}

}  // namespace
