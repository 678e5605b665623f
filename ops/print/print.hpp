// Printing arrays as NumPy does. A copy to the host is made where the backend's memory is not the host's.
#pragma once

#include <spica/core/format.hpp>
#include <spica/ops/elementwise/assign.hpp>

#include <ostream>

namespace spica {

/// As Python writes a tuple.
inline std::ostream& operator<<(std::ostream& out, const Shape& shape) { return out << to_string(shape); }

/// The text that print(a) shows in NumPy; large arrays abbreviated. Waits for the work that makes `a`.
template <ArrayOrExpression A> std::string to_string(const A& a) {
  if constexpr (IsExpression<A>) {
    return to_string(eval(a));
  } else if (host_memory(a.backend())) {
    detail::check_running("print");
    return detail::format_array(a.data(), a.shape(), a.strides(), print_options());
  } else {
    return to_string(a.to(Backend::serial));
  }
}
template <ArrayOrExpression A> std::ostream& operator<<(std::ostream& out, const A& a) { return out << to_string(a); }

}  // namespace spica
