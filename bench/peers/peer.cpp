#include "peer.hpp"

#include "../numbers.hpp"
#include "../works.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <regex>
#include <stdexcept>
#include <vector>

namespace bench {

namespace {

double x(std::int64_t i) { return number(1, i); }
double y(std::int64_t i) { return number(2, i); }

double heat(std::int64_t n, std::int64_t i) {
  const std::int64_t row = i / n, column = i % n;
  if (row == 0 || row == n - 1 || column == 0 || column == n - 1) return x(i);
  return x(i) + 0.1 * (x(i - n) + x(i + n) + x(i - 1) + x(i + 1) - 4 * x(i));
}

/// Element i of the result of a work, and how many there are.
struct Expected {
  std::int64_t size;
  std::function<double(std::int64_t i)> element;
};

Expected expected(const std::string& work, std::int64_t n) {
  const auto once = [](double value) { return Expected{1, [value](std::int64_t) { return value; }}; };
  const auto product = [n](std::int64_t i) {
    return sum_of(n, [&](std::int64_t k) { return x(i / n * n + k) * y(k * n + i % n); });
  };
  if (work == "add_scalar") return {n, [](std::int64_t i) { return x(i) + 5; }};
  if (work == "add" || work == "add_1000") return {n, [](std::int64_t i) { return x(i) + y(i); }};
  if (work == "adds_20") return {n, [](std::int64_t i) { return x(i) + 20 * y(i); }};
  if (work == "fused_formula") return {n, [](std::int64_t i) { return std::hypot(x(i), y(i)) * 0.5 + 1; }};
  if (work == "formula_1000") return {n, [](std::int64_t i) { return std::hypot(x(i), y(i)); }};
  if (work == "exp" || work == "exp_float32") return {n, [](std::int64_t i) { return std::exp(x(i)); }};
  if (work == "sin") return {n, [](std::int64_t i) { return std::sin(x(i)); }};
  if (work == "where") return {n, [](std::int64_t i) { return x(i) > 0.5 ? x(i) : y(i); }};
  if (work == "broadcast_subtract") return {n * n, [n](std::int64_t i) { return x(i) - x(i % n) - x(i / n * n); }};
  if (work == "sum" || work == "sum_float32" || work == "sum_1000") return once(sum_of(n, x));
  if (work == "max") return once(x(place_of_largest(n)));
  if (work == "std") return once(deviation(n));
  if (work == "sum_squared_difference") return once(sum_of(n, [](std::int64_t i) { return (x(i) - y(i)) * (x(i) - y(i)); }));
  if (work == "argmax") return once(double(place_of_largest(n)));
  if (work == "sum_axis0") return {n, [n](std::int64_t i) { return sum_of(n, [&](std::int64_t k) { return x(k * n + i); }); }};
  if (work == "sum_axis1") return {n, [n](std::int64_t i) { return sum_of(n, [&](std::int64_t k) { return x(i * n + k); }); }};
  if (work == "cumsum") return {n, [](std::int64_t i) { return sum_of(i + 1, x); }};
  if (work == "copy") return {n, x};
  if (work == "transposed_copy") return {n * n, [n](std::int64_t i) { return x(i % n * n + i / n); }};
  if (work == "matmul" || work == "matmul_float32" || work == "matmul_256") return {n * n, product};
  if (work == "heat_step") return {n * n, [n](std::int64_t i) { return heat(n, i); }};
  if (work == "softmax_rows")
    return {n * n, [n](std::int64_t i) {
              return std::exp(x(i)) / sum_of(n, [&](std::int64_t k) { return std::exp(x(i / n * n + k)); });
            }};
  if (work == "sort") {
    std::vector<double> values;
    for (std::int64_t i = 0; i < n; ++i) values.push_back(x(i));
    std::sort(values.begin(), values.end());
    return {n, [values](std::int64_t i) { return values[static_cast<std::size_t>(i)]; }};
  }
  throw std::invalid_argument("peer.cpp does not know what " + work + " gives");
}

void check(const std::string& work, std::int64_t n, const PeerCase& ready) {
  const Expected wanted = expected(work, n);
  const double tolerance = work.find("float32") == std::string::npos ? 1e-9 : 1e-3;  // a float32 sum may add one after the other
  constexpr std::int64_t places = 7;
  for (std::int64_t k = 0; k < places; ++k) {
    const std::int64_t i = (wanted.size - 1) * k / (places - 1);
    const double got = ready.element(i), want = wanted.element(i);
    if (!(std::abs(got - want) <= tolerance * std::abs(want)))
      throw std::runtime_error("element " + std::to_string(i) + " is " + std::to_string(got) + ", expected " + std::to_string(want));
  }
}

struct Arguments {
  double scale = 1, min_time = 0.1;
  int repeat = 1;
  std::string filter;
  bool list = false;
};

Arguments read(int argc, char** argv) {
  Arguments result;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--list") {
      result.list = true;
      continue;
    }
    if (i + 1 == argc) throw std::invalid_argument(option + " needs a value");
    const std::string value = argv[++i];
    if (option == "--scale") result.scale = std::stod(value);
    else if (option == "--min-time") result.min_time = std::stod(value);
    else if (option == "--repeat") result.repeat = std::stoi(value);
    else if (option == "--filter") result.filter = value;
    else if (option != "--device" || value != "cpu") throw std::invalid_argument("unknown: " + option + " " + value);
  }
  return result;
}

double seconds_of(const std::function<void()>& run, double min_time) {
  for (long calls = 1;;) {
    const auto start = std::chrono::steady_clock::now();
    for (long call = 0; call < calls; ++call) run();
    const double total = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (total >= min_time) return total / double(calls);
    calls = std::max(calls + 1, std::min(10 * calls, long(1.2 * double(calls) * min_time / std::max(total, 1e-9))));
  }
}

}  // namespace

int run_peer(int argc, char** argv, const std::string& name, const std::string& version, const PeerWorks& peer_works) try {
  const Arguments arguments = read(argc, argv);
  const std::regex filter(arguments.filter);
  int status = 0;
  const char* separator = "";
  if (!arguments.list) std::printf("{\"peer\": \"%s\", \"version\": \"%s\", \"device\": \"cpu\", \"results\": [", name.c_str(), version.c_str());
  for (const Work& each : works()) {
    const auto found = peer_works.find(each.name);
    if (found == peer_works.end() || !std::regex_search(each.name, filter)) continue;
    const std::int64_t n = size_at_scale(each, arguments.scale);
    if (arguments.list) {
      std::printf("%s\t%lld\n", each.name.c_str(), static_cast<long long>(n));
      continue;
    }
    std::printf("%s\n {\"work\": \"%s\", \"n\": %lld, ", separator, each.name.c_str(), static_cast<long long>(n));
    separator = ",";
    try {
      const PeerCase ready = found->second(n);
      ready.run();
      check(each.name, n, ready);
      std::string seconds;
      for (int k = 0; k < arguments.repeat; ++k) {
        char text[40];
        std::snprintf(text, sizeof(text), "%s%.9g", k ? ", " : "", seconds_of(ready.run, arguments.min_time));
        seconds += text;
      }
      std::printf("\"seconds\": [%s]}", seconds.c_str());
    } catch (const std::exception& error) {
      std::printf("\"error\": \"%s\"}", error.what());
      std::fprintf(stderr, "%s: %s: %s\n", name.c_str(), each.name.c_str(), error.what());
      status = 1;
    }
    std::fflush(stdout);
  }
  if (!arguments.list) std::puts("]}");
  return status;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
  return 2;
}

}  // namespace bench
