// Walking a Loop in blocks of consecutive elements. The inner function of a kernel sees plain arrays only: an operand whose
// elements do not follow each other is first gathered into a small buffer that stays in the first-level cache. So every
// expression is compiled once for hosts, always vectorised, and strides are the business of this file alone.
#pragma once

#include <spica/core/operands.hpp>

#include <vector>

namespace spica::detail {

/// Elements gathered at a time: small enough for the first-level cache, long enough to hide the call.
inline constexpr std::int64_t block_elements = 1024;

class BlockWalker {
 public:
  explicit BlockWalker(const Loop& loop);

  /// The number of elements from `begin` on that one block can hold, at most `limit`.
  std::int64_t block_length(std::int64_t begin, std::int64_t limit) const;
  /// pointers[k] = where operand k's elements [begin, begin + count) lie one after the other; gathers them if need be.
  /// base[k] is added to the operand's address (null: nothing).
  void locate(std::int64_t begin, std::int64_t count, const std::int64_t* base, char** pointers);
  /// If operand k was given a buffer by the last `locate`, writes the buffer to its elements.
  void write_back(int k, std::int64_t begin, std::int64_t count);
  bool all_linear() const { return all_linear_; }

 private:
  void transfer(int k, std::int64_t begin, std::int64_t count, char* address, char* buffer, bool gather) const;

  const Loop& loop_;
  bool all_linear_ = true;
  bool linear_[max_operands];
  bool staged_[max_operands];
  char* buffer_[max_operands];
  std::vector<char> memory_;
};

/// Byte offset of operand k at position `index` of the loop's order.
std::int64_t loop_offset(const Loop& loop, int k, std::int64_t index);

}  // namespace spica::detail
