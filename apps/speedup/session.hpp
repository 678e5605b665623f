// What the experiments share: the options, the rows measured so far, and what the machine can do.
#pragma once

#include "options.hpp"
#include "plausible.hpp"
#include "progress.hpp"
#include "result.hpp"

#include <spica/core/backend.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace speedup {

class Session {
 public:
  explicit Session(const Options& chosen);

  const Options options;
  Progress progress;
  const std::vector<spica::Backend>& backends() const { return backends_; }

  const std::vector<Result>& results() const { return results_; }
  /// Things to say below the table.
  const std::vector<std::string>& notes() const { return notes_; }
  void note(const std::string& text);
  /// Whether a result was wrong, or a time refused without --quick.
  bool failed() const { return failed_; }

  /// Takes in a row. One that is not credible is measured again by `again`, and the machine too, before it is refused.
  void add(Result result, const std::function<Result()>& again = {});
  /// Refuses the rows of that experiment, variant and backend.
  void refuse(const std::string& experiment, const std::string& variant, const std::string& backend,
              const std::string& why);
  void fail(const std::string& why);

  /// Bytes per second that a large copy reads and writes on that backend; measured when first asked for.
  double copy_rate(spica::Backend backend);
  /// The copy rates measured so far, by backend.
  const std::map<spica::Backend, double>& copy_rates() const { return copy_rates_; }
  /// Of the place where the row ran, a backend or a peer. Without copy rates where arithmetic or a cache is what
  /// counts.
  Limits limits(const Result& result);

  /// @throws UsageError that says what is needed and what is there, if `bytes` cannot be had on that backend.
  void require_memory(spica::Backend backend, double bytes, const std::string& what, const std::string& remedy) const;
  /// `elements`, or fewer if `bytes_each` times as many bytes cannot be had; then a note says so. `name` is what the
  /// user knows the size as, where it is not the number of elements.
  std::int64_t shrink(spica::Backend backend, const std::string& experiment, std::int64_t elements, double bytes_each,
                      const std::string& name = {});
  /// Bytes that arrays may take on that backend, a tenth kept back.
  double memory_available(spica::Backend backend) const;
  /// Returns cached blocks to the system: the next experiment and the peers need the memory.
  void release_memory() const;

  /// For the tests (SPICA_SPEEDUP_CORRUPT=1): results are spoilt before they are checked.
  bool spoils_results() const { return spoil_; }

 private:
  void say_refused(const std::string& why);
  double measure_copy_rate(spica::Backend backend);

  std::vector<spica::Backend> backends_;
  std::vector<Result> results_;
  std::vector<std::string> notes_;
  std::map<spica::Backend, double> copy_rates_;
  double cache_bytes_ = 0;
  int cores_ = 1;
  bool failed_ = false;
  bool spoil_ = false;
};

/// A backend whose arrays the host reads and that uses all its threads.
spica::Backend host_backend();

}  // namespace speedup
