#include <spica/apps/speedup/child_process.hpp>
#include <spica/apps/speedup/peers.hpp>

#include <gtest/gtest.h>

namespace {

using namespace speedup;

TEST(ChildProcess, LinesComeWholeAndTheExitCodeIsTold) {
  std::vector<std::string> lines;
  const auto keep = [&](const std::string& line) { lines.push_back(line); };

  EXPECT_EQ(run_child({"sh", "-c", "printf 'a b\\n\\nlast'"}, true, keep), "");
  EXPECT_EQ(lines, (std::vector<std::string>{"a b", "", "last"}));
  EXPECT_EQ(run_child({"sh", "-c", "exit 3"}, true, keep), "exit code 3");
  EXPECT_EQ(run_child({"sh", "-c", "kill -9 $$"}, true, keep), "killed by signal 9");
  EXPECT_EQ(run_child({"/no/such/program"}, true, keep), "No such file or directory");
}

TEST(Peers, TheScriptIsEmbeddedWhole) {
  const std::string script = detail::peers_script;

  EXPECT_NE(script.find("import numpy as np"), std::string::npos);
  EXPECT_NE(script.find("\"usage\": usage}[request[\"experiment\"]]()"), std::string::npos);
}

TEST(Peers, AnAnswerBecomesARow) {
  const auto answer = nlohmann::json::parse(
      R"({"variant": "matmul", "dtype": "float32", "size": 2, "seconds": 0.5, "repeats": 3, "wrong": "", "corner": [[1, 2], [3, 4]]})");

  const Result result = detail::parse_peer_result(answer, "numpy", "matmul");

  EXPECT_EQ(result.backend, "numpy");
  EXPECT_EQ(result.experiment, "matmul");
  EXPECT_EQ(result.repeats, 3);
  EXPECT_EQ(result.corner, (Corner{{1, 2}, {3, 4}}));
  EXPECT_ANY_THROW(detail::parse_peer_result({{"variant", "matmul"}}, "numpy", "matmul"));
}

}  // namespace
