#include <spica/backends/host/elementwise.hpp>
#include <spica/backends/host/loop.hpp>

namespace spica::detail {

void run_elementwise(const HostExec& exec, const char* label, const Loop& loop, BlockFunction function, const void* form) {
  if (loop.size == 0) return;
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, label, exec);
  const auto range = [&](std::int64_t begin, std::int64_t end) {
    char* pointers[max_operands];
    bool linear = true;
    for (int k = 0; k < loop.operands; ++k) {
      linear = linear && loop.linear(k);
      pointers[k] = loop.operand[k].data + begin * loop.operand[k].itemsize;
    }
    if (linear) return function(form, pointers, end - begin, begin);
    BlockWalker walker(loop);
    while (begin < end) {
      const std::int64_t count = walker.block_length(begin, end - begin);
      walker.locate(begin, count, nullptr, pointers);
      function(form, pointers, count, begin);
      walker.write_back(0, begin, count);
      begin += count;
    }
  };
  if (loop.size < serial_threshold) range(0, loop.size);
  else for_ranges(exec, loop.size, block_elements * 4, range);
}

}  // namespace spica::detail
