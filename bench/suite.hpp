// What a benchmark is made of: for each work of works.tsv a function that makes it ready for a size.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// A work with its operands in the backend's memory.
struct Case {
  std::function<void()> run;           ///< what is timed: enqueues the work, allocates the result as a user's call does, drops it
  std::function<std::string()> check;  ///< runs it and compares with an independent value; an empty text if all is well
};

/// `compute()` gives the result that `check(result)` looks at.
template <class Compute, class Check> Case make_case(Compute compute, Check check) {
  return {[compute] { static_cast<void>(compute()); }, [compute, check] { return std::string(check(compute())); }};
}

struct Entry {
  std::string work;
  std::function<Case(std::int64_t n)> make;
  int calls = 1;  ///< before one synchronisation
};

class Suite {
 public:
  void add(const std::string& work, std::function<Case(std::int64_t n)> make, int calls = 1) {
    entries_.push_back({work, std::move(make), calls});
  }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

// One file for each family of operations.
void add_elementwise(Suite& suite);
void add_reduce(Suite& suite);
void add_scan(Suite& suite);
void add_shape(Suite& suite);
void add_select_sort(Suite& suite);
void add_group(Suite& suite);
void add_linalg(Suite& suite);
void add_random(Suite& suite);
void add_transfer(Suite& suite);
void add_launch(Suite& suite);
void add_compositions(Suite& suite);

}  // namespace bench
