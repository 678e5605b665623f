#include <spica/apps/speedup/output.hpp>

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <stdexcept>

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

TEST(Output, AFileIsLookedAtBeforeItIsWrittenAndNotChanged) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / ("spica_output_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const auto failure = [](const fs::path& path) -> std::string {
    try {
      check_writable(path.string());
    } catch (const std::runtime_error& error) { return error.what(); }
    return "";
  };

  EXPECT_EQ(failure(folder / "new.json"), "");
  EXPECT_FALSE(fs::exists(folder / "new.json"));
  write_file((folder / "old.json").string(), "old");
  EXPECT_EQ(failure(folder / "old.json"), "");
  EXPECT_EQ(fs::file_size(folder / "old.json"), 3u);
  fs::create_symlink("not_yet.json", folder / "link.json");
  EXPECT_EQ(failure(folder / "link.json"), "");
  EXPECT_TRUE(fs::is_symlink(folder / "link.json"));
  EXPECT_EQ(failure("/dev/null"), "");
  EXPECT_EQ(failure(folder), "cannot write " + folder.string() + ": Is a directory");
  EXPECT_EQ(failure("/no/such/folder/r.json"), "cannot write /no/such/folder/r.json: No such file or directory");
  EXPECT_EQ(failure(folder / "old.json" / "r.json"),
            "cannot write " + (folder / "old.json" / "r.json").string() + ": Not a directory");

  fs::remove_all(folder);
}

}  // namespace
