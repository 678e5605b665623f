#include <spica/backends/host/loop.hpp>

#include <algorithm>
#include <cstring>

namespace spica::detail {

namespace {

template <class T> void move_run(char* to, std::int64_t to_step, const char* from, std::int64_t from_step, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, from + i * from_step, sizeof(T));
    std::memcpy(to + i * to_step, &value, sizeof(T));
  }
}
struct Sixteen { std::uint64_t a, b; };

void move_elements(int itemsize, char* to, std::int64_t to_step, const char* from, std::int64_t from_step, std::int64_t count) {
  if (to_step == itemsize && from_step == itemsize) {
    std::memcpy(to, from, static_cast<std::size_t>(count * itemsize));
    return;
  }
  switch (itemsize) {
    case 1: return move_run<std::uint8_t>(to, to_step, from, from_step, count);
    case 2: return move_run<std::uint16_t>(to, to_step, from, from_step, count);
    case 4: return move_run<std::uint32_t>(to, to_step, from, from_step, count);
    case 8: return move_run<std::uint64_t>(to, to_step, from, from_step, count);
    default: return move_run<Sixteen>(to, to_step, from, from_step, count);
  }
}

}  // namespace

std::int64_t loop_offset(const Loop& loop, int k, std::int64_t index) {
  std::int64_t offset = 0;
  for (int d = loop.rank - 1; d > 0; --d) {
    offset += index % loop.extent[d] * loop.operand[k].stride[d];
    index /= loop.extent[d];
  }
  return loop.rank ? offset + index * loop.operand[k].stride[0] : 0;
}

BlockWalker::BlockWalker(const Loop& loop) : loop_(loop) {
  std::size_t bytes = 0;
  for (int k = 0; k < loop.operands; ++k) {
    linear_[k] = loop.linear(k);
    staged_[k] = false;
    if (linear_[k]) continue;
    all_linear_ = false;
    bytes += static_cast<std::size_t>(block_elements * loop.operand[k].itemsize) + 64;
  }
  memory_.resize(bytes);
  char* next = memory_.data();
  for (int k = 0; k < loop.operands; ++k) {
    if (linear_[k]) continue;
    buffer_[k] = next + (64 - reinterpret_cast<std::uintptr_t>(next) % 64) % 64;
    next += block_elements * loop.operand[k].itemsize + 64;
  }
}

std::int64_t BlockWalker::block_length(std::int64_t begin, std::int64_t limit) const {
  if (all_linear_) return limit;
  std::int64_t count = std::min(limit, block_elements);
  // Where rows are long, a block ends with its row, so that operands contiguous within rows need no buffer.
  const std::int64_t inner = loop_.extent[loop_.rank - 1];
  if (inner >= block_elements / 4) count = std::min(count, inner - begin % inner);
  return count;
}

void BlockWalker::locate(std::int64_t begin, std::int64_t count, const std::int64_t* base, char** pointers) {
  const std::int64_t inner = loop_.rank ? loop_.extent[loop_.rank - 1] : 1;
  const bool one_row = !all_linear_ && begin % inner + count <= inner;
  for (int k = 0; k < loop_.operands; ++k) {
    char* data = loop_.operand[k].data + (base ? base[k] : 0);
    if (linear_[k]) {
      pointers[k] = data + begin * loop_.operand[k].itemsize;
      continue;
    }
    data += loop_offset(loop_, k, begin);
    staged_[k] = !(one_row && loop_.operand[k].stride[loop_.rank - 1] == loop_.operand[k].itemsize);
    if (!staged_[k]) {
      pointers[k] = data;
    } else {
      transfer(k, begin, count, data, buffer_[k], true);
      pointers[k] = buffer_[k];
    }
  }
}

void BlockWalker::write_back(int k, std::int64_t begin, std::int64_t count) {
  if (staged_[k]) transfer(k, begin, count, loop_.operand[k].data + loop_offset(loop_, k, begin), buffer_[k], false);
}

void BlockWalker::transfer(int k, std::int64_t begin, std::int64_t count, char* address, char* buffer, bool gather) const {
  const Loop::Pointer& p = loop_.operand[k];
  const int last = loop_.rank - 1;
  std::int64_t index[max_rank];
  for (int d = last; d >= 0; --d) {
    index[d] = begin % loop_.extent[d];
    begin /= loop_.extent[d];
  }
  while (count > 0) {
    const std::int64_t run = std::min(count, loop_.extent[last] - index[last]);
    if (gather) move_elements(p.itemsize, buffer, p.itemsize, address, p.stride[last], run);
    else move_elements(p.itemsize, address, p.stride[last], buffer, p.itemsize, run);
    buffer += run * p.itemsize;
    count -= run;
    if (count == 0) break;
    address += run * p.stride[last];
    index[last] += run;
    for (int d = last; d > 0 && index[d] == loop_.extent[d]; --d) {
      address += p.stride[d - 1] - loop_.extent[d] * p.stride[d];
      index[d] = 0;
      ++index[d - 1];
    }
  }
}

}  // namespace spica::detail
