#include "result.hpp"

namespace speedup {

namespace {

double width(const Result& result) { return result.dtype == "float32" ? 4 : 8; }

}  // namespace

double bytes_moved(const Result& result) {
  const double elements = static_cast<double>(result.size);
  if (result.experiment == "usage") return result.bytes;
  if (result.experiment == "matmul") return 3 * elements * elements * width(result);
  if (result.experiment == "fused") return 3 * elements * width(result);  // two read, one written
  return 2 * elements * width(result);
}

double working_set(const Result& result) {
  const bool in_place = result.experiment == "add" && !result.variant.ends_with("-new");
  return in_place ? bytes_moved(result) / 2 : bytes_moved(result);
}

double flops(const Result& result) {
  const double n = static_cast<double>(result.size);
  return result.experiment == "matmul" ? 2 * n * n * n : 0;
}

double Result::gbytes_per_second() const { return seconds > 0 ? bytes_moved(*this) / seconds / 1e9 : 0; }
double Result::gflops() const { return seconds > 0 ? flops(*this) / seconds / 1e9 : 0; }

}  // namespace speedup
