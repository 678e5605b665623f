// One line that tells what is being done, on a terminal only.
#pragma once

#include <string>

namespace speedup {

class Progress {
 public:
  Progress();  ///< shows nothing unless standard error is a terminal
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Replaces the line. Outside the clock, or so rarely that it does not matter.
  void show(const std::string& text);
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
};

}  // namespace speedup
