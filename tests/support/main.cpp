// main() of the test programs: Spica runs while the tests run.
#include <spica/backends/runtime.hpp>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
  spica::Runtime runtime(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
