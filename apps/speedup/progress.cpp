#include "progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace speedup {

Progress::Progress() : terminal_(isatty(STDERR_FILENO) == 1) {}

void Progress::show(const std::string& text) {
  if (!terminal_) return;
  // Cut to a narrow terminal: a wrapped line could not be taken back.
  std::fprintf(stderr, "\r\033[K%.78s", text.c_str());
  std::fflush(stderr);
  shown_ = true;
}

void Progress::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace speedup
