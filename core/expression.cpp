#include <spica/core/expression.hpp>

namespace spica::detail {

void check_same_backend(const char* op, Backend a, Backend b) {
  if (a == b) return;
  throw BackendMismatch(std::string(op) + ": operands live on " + name(a) + " and " + name(b) +
                        "; copy one of them, e.g. b.to(Backend::" + name(a) + ")");
}

void literal_does_not_fit(const char* op, const char* dtype) {
  throw ValueError(std::string(op) + ": the integer literal does not fit " + dtype + ", the type of the array beside it; cast the array first");
}

}  // namespace spica::detail
