#include <spica/backends/host/reduce.hpp>
#include <spica/backends/host/loop.hpp>

#include <algorithm>
#include <cstring>

namespace spica::detail {

namespace {

/// Room for accumulators, aligned for vector loads.
class Accumulators {
 public:
  Accumulators(std::int64_t count, std::size_t bytes_each) : memory_(static_cast<std::size_t>(count) * bytes_each + 64), each_(bytes_each) {
    base_ = memory_.data() + (64 - reinterpret_cast<std::uintptr_t>(memory_.data()) % 64) % 64;
  }
  char* at(std::int64_t i) { return base_ + i * static_cast<std::int64_t>(each_); }

 private:
  std::vector<char> memory_;
  std::size_t each_;
  char* base_;
};

std::int64_t chunks_of(std::int64_t count) { return (count + reduce_chunk - 1) / reduce_chunk; }

/// Columns held at once when the results are neighbours in memory. Longer pieces of a row read faster, and the ten rows of
/// accumulators (column_tree) must stay in a core's own cache: 160 KB of doubles. Sums of 5000 x 5000 take 0.6 of
/// their time with 512; 4096 is no better.
constexpr std::int64_t column_block = 2048;

class HostReduce {
 public:
  HostReduce(const HostExec& exec, const ReduceLoop& loop, char* results, const ReduceFunctions& functions, const void* context)
      : exec_(exec), loop_(loop), results_(results), f_(functions), context_(context), reduced_(loop.reduced.size), chunks_(chunks_of(reduced_)) {
    repeated_ = linear_or_repeated();
    if (loop.kept.size * reduced_ < serial_threshold) exec_.threads = 1;
  }

  void run() { results_are_neighbours(loop_) ? by_columns() : by_rows(); }

 private:
  /// One result after the other; the unit of work is a chunk.
  void by_rows() {
    const std::int64_t kept = loop_.kept.size;
    const bool one_chunk = chunks_ == 1;
    Accumulators partials(one_chunk ? 0 : kept * chunks_, f_.accumulator_bytes);
    const std::int64_t grain = std::max<std::int64_t>(1, reduce_chunk / std::min(reduced_, reduce_chunk));
    for_ranges(exec_, kept * chunks_, grain, [&](std::int64_t begin, std::int64_t end) {
      BlockWalker walker(loop_.reduced);
      Staged staged;
      Accumulators only(1, f_.accumulator_bytes);
      for (std::int64_t task = begin; task < end; ++task) {
        const std::int64_t result = task / chunks_, first = task % chunks_ * reduce_chunk;
        std::int64_t base[max_operands];
        for (int k = 0; k < loop_.kept.operands; ++k) base[k] = loop_offset(loop_.kept, k, result);
        chunk(walker, staged, base, first, std::min(reduce_chunk, reduced_ - first), one_chunk ? only.at(0) : partials.at(task));
        if (one_chunk) finish(only.at(0), result, 1);
      }
    });
    if (!one_chunk) finish_rows(partials, kept);
  }

  void finish(const void* accumulators, std::int64_t result, std::int64_t count) {
    f_.finish(context_, accumulators, count, reduced_, results_ + result * static_cast<std::int64_t>(f_.result_bytes));
  }

  /// Buffers of one thread for elements of a chunk that do not follow each other in memory.
  struct Staged {
    std::vector<char> memory;
    const char* repeated[max_operands] = {};  ///< whose element the buffer of operand k repeats
    std::int64_t repeats[max_operands] = {};
  };

  /// Whether every operand has its reduced elements one after the other, or one element for all of them.
  bool linear_or_repeated() const {
    if (loop_.reduced.rank != 1) return false;
    for (int k = 0; k < loop_.reduced.operands; ++k)
      if (!loop_.reduced.linear(k) && loop_.reduced.operand[k].stride[0] != 0) return false;
    return true;
  }

  /// The chunk of an operand that broadcasts, such as the means in var: its buffer is filled when the element is another one
  /// than before, and the other operands are read where they are.
  void chunk_of_repeated(Staged& staged, const std::int64_t* base, std::int64_t first, std::int64_t count, void* out) {
    constexpr std::int64_t most_bytes = 16;
    const auto room = static_cast<std::size_t>(std::min(reduce_chunk, reduced_) * most_bytes + 64);
    char* pointers[max_operands];
    if (staged.memory.empty()) staged.memory.resize(room * static_cast<std::size_t>(loop_.reduced.operands) + 64);
    char* buffer = staged.memory.data() + (64 - reinterpret_cast<std::uintptr_t>(staged.memory.data()) % 64) % 64;
    for (int k = 0; k < loop_.reduced.operands; ++k, buffer += room / 64 * 64) {
      const auto& operand = loop_.reduced.operand[k];
      char* const element = operand.data + base[k];
      pointers[k] = element + first * operand.stride[0];
      if (operand.stride[0] != 0) continue;
      pointers[k] = buffer;
      if (staged.repeated[k] == element && staged.repeats[k] >= count) continue;
      const std::int64_t bytes = count * operand.itemsize;
      std::memcpy(buffer, element, static_cast<std::size_t>(operand.itemsize));
      for (std::int64_t done = operand.itemsize; done < bytes; done *= 2)
        std::memcpy(buffer + done, buffer, static_cast<std::size_t>(std::min(done, bytes - done)));
      staged.repeated[k] = element;
      staged.repeats[k] = count;
    }
    f_.chunk(context_, pointers, count, first, out);
  }

  /// One chunk's accumulator. Operands that need gathering are gathered a block at a time into a buffer for the whole chunk.
  void chunk(BlockWalker& walker, Staged& buffers, const std::int64_t* base, std::int64_t first, std::int64_t count, void* out) {
    std::vector<char>& staged = buffers.memory;
    char* pointers[max_operands];
    if (!walker.all_linear() && repeated_) return chunk_of_repeated(buffers, base, first, count, out);
    if (walker.all_linear() || walker.block_length(first, count) == count) {
      walker.locate(first, count, base, pointers);
      return f_.chunk(context_, pointers, count, first, out);
    }
    std::size_t bytes = 0;
    for (int k = 0; k < loop_.reduced.operands; ++k) bytes += static_cast<std::size_t>(count * loop_.reduced.operand[k].itemsize) + 16;
    if (staged.size() < bytes + 64) staged.resize(bytes + 64);
    char* buffer[max_operands];
    char* next = staged.data() + (64 - reinterpret_cast<std::uintptr_t>(staged.data()) % 64) % 64;
    for (int k = 0; k < loop_.reduced.operands; ++k) {
      buffer[k] = next;
      next += (count * loop_.reduced.operand[k].itemsize + 15) / 16 * 16;
    }
    for (std::int64_t done = 0; done < count;) {
      const std::int64_t n = walker.block_length(first + done, count - done);
      walker.locate(first + done, n, base, pointers);
      for (int k = 0; k < loop_.reduced.operands; ++k) {
        const std::int64_t itemsize = loop_.reduced.operand[k].itemsize;
        std::memcpy(buffer[k] + done * itemsize, pointers[k], static_cast<std::size_t>(n * itemsize));
      }
      done += n;
    }
    f_.chunk(context_, buffer, count, first, out);
  }

  /// Reduces each result's accumulators (chunks_ of them, one after the other) by the same rule and writes the results.
  void finish_rows(Accumulators& partials, std::int64_t kept) {
    std::int64_t count = chunks_, pitch = chunks_;
    while (count > 1) {
      const std::int64_t next = chunks_of(count);
      for_ranges(exec_, kept, 64, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r)
          for (std::int64_t c = 0; c < next; ++c)  // in place: chunk c is read whole before slot c < its start is written
            f_.chunk_of_accumulators(context_, partials.at(r * pitch + c * reduce_chunk), std::min(reduce_chunk, count - c * reduce_chunk),
                                     partials.at(r * pitch + c));
      });
      count = next;
    }
    for (std::int64_t r = 0; r < kept; ++r) finish(partials.at(r * pitch), r, 1);
  }

  /// Neighbouring results side by side: the same tree, with a row of accumulators in place of each accumulator.
  void by_columns() {
    const Loop& kept = loop_.kept;
    const std::int64_t inner = kept.extent[kept.rank - 1];
    const std::int64_t width = std::min(column_block, std::max<std::int64_t>(16, inner / exec_.threads));
    const std::int64_t blocks_per_row = (inner + width - 1) / width, blocks = kept.size / inner * blocks_per_row;
    const bool one_chunk = chunks_ == 1;
    Accumulators partials(one_chunk ? 0 : kept.size * chunks_, f_.accumulator_bytes);  // [chunk][result]
    for_ranges(exec_, blocks * chunks_, 1, [&](std::int64_t begin, std::int64_t end) {
      Accumulators levels(stack_rows * width, f_.accumulator_bytes), only(one_chunk ? width : 0, f_.accumulator_bytes);
      for (std::int64_t task = begin; task < end; ++task) {
        const std::int64_t block = task / chunks_, chunk = task % chunks_, first = chunk * reduce_chunk;
        const std::int64_t result = block / blocks_per_row * inner + block % blocks_per_row * width;
        const std::int64_t columns = std::min(width, inner - block % blocks_per_row * width);
        column_tree(levels, width, columns, std::min(reduce_chunk, reduced_ - first), one_chunk ? only.at(0) : partials.at(chunk * kept.size + result),
                    [&](std::int64_t row, bool start, void* into) { fold_row(result, columns, first + row, start, into); });
        if (one_chunk) finish(only.at(0), result, columns);
      }
    });
    if (one_chunk) return;
    std::int64_t count = chunks_;
    while (count > 1) {
      const std::int64_t next = chunks_of(count);
      for_ranges(exec_, blocks, 1, [&](std::int64_t begin, std::int64_t end) {
        Accumulators levels(stack_rows * width, f_.accumulator_bytes);
        for (std::int64_t block = begin; block < end; ++block) {
          const std::int64_t result = block / blocks_per_row * inner + block % blocks_per_row * width;
          const std::int64_t columns = std::min(width, inner - block % blocks_per_row * width);
          for (std::int64_t c = 0; c < next; ++c) {
            const std::int64_t first = c * reduce_chunk;
            column_tree(levels, width, columns, std::min(reduce_chunk, count - first), partials.at(c * kept.size + result),
                        [&](std::int64_t row, bool start, void* into) {
                          const char* from = partials.at((first + row) * kept.size + result);
                          if (start) std::memcpy(into, from, static_cast<std::size_t>(columns) * f_.accumulator_bytes);
                          else f_.merge(context_, into, from, columns);
                        });
          }
        }
      });
      count = next;
    }
    finish(partials.at(0), 0, kept.size);
  }

  /// start/combine the elements of one reduced row into a row of accumulators.
  void fold_row(std::int64_t result, std::int64_t columns, std::int64_t row, bool start, void* into) {
    char* pointers[max_operands];
    alignas(64) char gathered[16 * column_block];  // the usual case: one operand, no allocation
    std::vector<char> staged;
    for (int k = 0; k < loop_.kept.operands; ++k) {
      const Loop::Pointer& p = loop_.kept.operand[k];
      char* data = p.data + loop_offset(loop_.kept, k, result) + loop_offset(loop_.reduced, k, row);
      const std::int64_t step = p.stride[loop_.kept.rank - 1];
      if (step != p.itemsize) {
        char* buffer = gathered;
        if (loop_.kept.operands > 1) {
          const std::size_t at = staged.size();
          if (at == 0) staged.reserve(static_cast<std::size_t>(loop_.kept.operands) * 16 * column_block);
          staged.resize(at + 16 * column_block);
          buffer = staged.data() + at;
        }
        for (std::int64_t i = 0; i < columns; ++i) std::memcpy(buffer + i * p.itemsize, data + i * step, static_cast<std::size_t>(p.itemsize));
        data = buffer;
      }
      pointers[k] = data;
    }
    f_.fold(context_, pointers, columns, row, start, into);
  }

  static constexpr int stack_rows = 3 + 7;  // three groups under way, and the open levels of a tree of 64 lanes

  /// The tree of one chunk of `count` rows over `columns` columns; fold(row, start, into) brings in a row.
  template <class Fold>
  void column_tree(Accumulators& levels, std::int64_t width, std::int64_t columns, std::int64_t count, void* out, Fold fold) {
    const auto row_of = [&](int i) { return levels.at(i * width); };
    const auto merge = [&](int into, int from) { f_.merge(context_, row_of(into), row_of(from), columns); };
    const auto group = [&](std::int64_t lane, int g, int into) {
      bool start = true;
      for (int t = 0; t < reduce_group; ++t) {
        const std::int64_t row = (g * reduce_group + t) * reduce_lanes + lane;
        if (row >= count) break;
        fold(row, start, row_of(into));
        start = false;
      }
      return !start;
    };
    const std::int64_t lanes = std::min<std::int64_t>(reduce_lanes, count);
    int top = 0;
    for (std::int64_t lane = 0; lane < lanes; ++lane) {
      const int base = top;  // (0 + 1) + (2 + 3), leaving out groups that are not there
      group(lane, 0, base);
      if (group(lane, 1, base + 1)) merge(base, base + 1);
      if (group(lane, 2, base + 1)) {
        if (group(lane, 3, base + 2)) merge(base + 1, base + 2);
        merge(base, base + 1);
      }
      ++top;
      for (std::int64_t done = lane + 1; done % 2 == 0; done /= 2, --top) merge(top - 2, top - 1);
    }
    for (; top > 1; --top) merge(top - 2, top - 1);
    std::memcpy(out, row_of(0), static_cast<std::size_t>(columns) * f_.accumulator_bytes);
  }

  HostExec exec_;
  const ReduceLoop& loop_;
  char* results_;
  const ReduceFunctions& f_;
  const void* context_;
  const std::int64_t reduced_, chunks_;
  bool repeated_;
};

}  // namespace

void run_reduce(const HostExec& exec, const char* label, const ReduceLoop& loop, char* results, const ReduceFunctions& functions,
                const void* context) {
  if (loop.kept.size == 0) return;
  const ToolsKernel tools(ToolsKernel::Kind::parallel_reduce, label, exec);
  HostReduce(exec, loop, results, functions, context).run();
}

}  // namespace spica::detail
