// Counts the kernels that run, through Kokkos Tools, and remembers their names.
#pragma once

#include <Kokkos_Core.hpp>

#include <string>
#include <vector>

namespace spica::testing {

/// The names of the kernels that started while it lived. One at a time: Kokkos Tools has one set of callbacks.
class KernelLog {
 public:
  KernelLog() {
    names().clear();
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(&note);
    Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(&note);
    Kokkos::Tools::Experimental::set_begin_parallel_scan_callback(&note);
  }
  KernelLog(const KernelLog&) = delete;
  KernelLog& operator=(const KernelLog&) = delete;
  ~KernelLog() {
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
    Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(nullptr);
    Kokkos::Tools::Experimental::set_begin_parallel_scan_callback(nullptr);
  }

  static std::vector<std::string>& names() {
    static std::vector<std::string> list;
    return list;
  }

 private:
  static void note(const char* name, std::uint32_t, std::uint64_t*) { names().emplace_back(name); }
};

}  // namespace spica::testing
