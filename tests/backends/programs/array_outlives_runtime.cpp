// TRAP-15: arrays in a static object, in a thread_local and in an object returned after the Runtime is gone.
#include <spica/backends/runtime.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/reduce/sum.hpp>

#include "check.hpp"

#include <thread>
#include <vector>

using namespace spica;

namespace {

Array<double> static_array;  // made before main, destroyed after it
thread_local Array<float> thread_array;

struct Result {
  Array<double> values;
  std::vector<Array<std::int64_t>> more;
};

Result compute(int& argc, char** argv) {
  const Runtime runtime(argc, argv);
  static Array<double> static_in_a_function = ones({100, 100});
  static_array = ones({100'000}) * 2;
  thread_array = ones<float>({1 << 20});
  std::thread([] { thread_array = ones<float>({10}); }).join();
  return {static_array(slice(none, none, 2)), {arange(5), arange(1 << 20)}};
}

}  // namespace

int main(int argc, char** argv) {
  const Result result = compute(argc, argv);
  check_error<RuntimeError>([&] { sum(result.values); }, "the Runtime has ended");
  check_error<RuntimeError>([&] { (void)thread_array(0).item(); }, "the Runtime has ended");
  const Result copy = result;  // handles may still be copied
}
