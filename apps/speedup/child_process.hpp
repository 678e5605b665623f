// Running another program and reading what it prints.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace speedup {

/// Runs `arguments` (the first is the program, looked up in PATH) without a shell, and hands every line of its standard
/// output to `on_line` as it comes. `quiet`: its standard error is thrown away.
/// @return empty if it ended with 0, else why not ("exit code 1", "killed by signal 9", "No such file or directory").
std::string run_child(const std::vector<std::string>& arguments, bool quiet,
                      const std::function<void(const std::string&)>& on_line);

}  // namespace speedup
