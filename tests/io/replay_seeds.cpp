// main() of a fuzz target where there is no libFuzzer: every file in the folders named on the command line, once.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);

int main(int argc, char** argv) {
  int replayed = 0;
  for (int k = 1; k < argc; ++k)
    for (const auto& entry : std::filesystem::directory_iterator(argv[k])) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
      std::printf("%s\n", entry.path().c_str());
      std::fflush(stdout);  // the last line then names the file at which a run ended
      // An exact copy, so that a sanitizer sees a read behind its end.
      std::vector<unsigned char> exact(bytes.size());
      std::transform(bytes.begin(), bytes.end(), exact.begin(), [](char c) { return static_cast<unsigned char>(c); });
      LLVMFuzzerTestOneInput(exact.data(), exact.size());
      ++replayed;
    }
  std::printf("%d files\n", replayed);
  return replayed > 0 ? 0 : 1;
}
