// spica_op_hashes [BACKEND [OP]]: runs every operation on large awkward inputs and prints a hash of the bits for each. Two
// backends, and any two numbers of threads, must print the same: tests/hashes/compare.cmake compares them (docs/numerics.md).
//
// The operations are those of the oracle's runner, so all of ops/elementwise/op_list.hpp come from that list, for every element
// type. Each other one has a line in `lines`; one without a line is an error. What the case format does not name is in
// others.cpp. Exit status: 0, 1 for an error, 77 where the backend cannot run here.
#include "hash.hpp"

#include "../oracle/ops.hpp"

#include <spica/backends/runtime.hpp>
#include <spica/core/errors.hpp>
#include <spica/ops/elementwise/op_list.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>

namespace spica::hashes {
namespace {

using oracle::AnyArray;
using oracle::Value;

constexpr DType types[] = {DType::bool_,   DType::uint8,   DType::int32,     DType::int64,     DType::uint64,
                           DType::float32, DType::float64, DType::complex64, DType::complex128};

/// Below a vector, beside a block, beside a chunk, beside the size for which a team works; primes among them.
constexpr std::int64_t lengths[] = {1, 63, 1025, 4097, 32'769, 100'003};
/// One result from many elements, many results, and neither.
const Shape matrices[] = {{3, 20'011}, {20'011, 3}, {257, 263}};

enum class Layout { plain, strided, transposed };

/// Elements in [0, n) for indices, counts, exponents and keys; as whole numbers of any type.
template <class T> Array<T> small_values(const Shape& shape, std::uint64_t seed, std::int64_t n) {
  testing::Numbers numbers(seed);
  const auto size = static_cast<std::size_t>(detail::size_of(shape));
  const auto values = std::make_unique<T[]>(size);  // not a vector, which packs bools
  for (std::size_t i = 0; i < size; ++i) values[i] = convert<T>(static_cast<std::int64_t>(numbers.next() >> 33) % n);
  return from_host(std::span<const T>(values.get(), size), shape, Backend::serial);
}

/// In ascending order, by the C++ library.
template <class T> Array<T> sorted(const Array<T>& array) {
  if constexpr (ComplexElement<T> || std::same_as<T, bool>) {
    return array;
  } else {
    std::vector<T> values = array.to_vector();
    std::ranges::sort(values);
    return from_host(std::span<const T>(values), array.shape(), Backend::serial);
  }
}

/// A larger array of which `shape` is a view with steps -2 and 3 by turns, or one with its axes reversed.
template <class T, class Make> Array<T> laid_out(Layout layout, const Shape& shape, Backend backend, Make make) {
  if (layout == Layout::plain || shape.rank() == 0) return make(shape).to(backend);
  Shape base = shape;
  std::vector<Index> entries;
  if (layout == Layout::transposed) {
    for (int d = 0; d < shape.rank(); ++d) base[d] = shape[shape.rank() - 1 - d];
    return transpose(make(base).to(backend));
  }
  for (int d = 0; d < shape.rank(); ++d) {
    base[d] = d % 2 ? 3 * shape[d] : 2 * shape[d];
    entries.push_back(d % 2 ? slice(none, none, 3) : slice(none, none, -2));
  }
  return make(base).to(backend).index(entries);
}

/// An argument, by a letter:
///   x, y  awkward numbers over sixty powers of two, with NaN, infinities, zeros of either sign and denormal numbers
///   t     the same without those
///   n     whole numbers in [0, 7)             k  int64 keys in [0, 50)
///   i     int64 indices for every axis        b  bools, one for each element of the last axis
///   m     bools of the whole shape            s  sorted numbers, one axis
///   w     float64 weights                     v  one axis, as long as the last one
///   h, g  one axis of 263; a matrix: for results larger than their arguments
///   q     a matrix product's second factor, of shape (last axis, 5)
AnyArray made_argument(char letter, DType dtype, const Shape& shape, Layout layout, Backend backend) {
  const std::int64_t last = shape.rank() ? shape[shape.rank() - 1] : 1;
  const auto of = [&]<class T>(auto make, const Shape& s) -> AnyArray { return laid_out<T>(layout, s, backend, make); };
  return oracle::with_element(dtype, [&]<class T>(std::type_identity<T>) -> AnyArray {
    const auto awkward = [](std::uint64_t seed, bool special) {
      return [=](const Shape& s) {
        if constexpr (std::same_as<T, bool>) return small_values<bool>(s, seed, 2);
        else return testing::awkward_values<T>(s, seed, special);
      };
    };
    switch (letter) {
      case 'x': return of.template operator()<T>(awkward(21, true), shape);
      case 'y': return of.template operator()<T>(awkward(22, true), shape);
      case 't': return of.template operator()<T>(awkward(23, false), shape);
      case 'v': return of.template operator()<T>(awkward(24, true), Shape{last});
      case 'h': return of.template operator()<T>(awkward(24, true), Shape{263});
      case 'g': return of.template operator()<T>(awkward(33, true), Shape{257, 263});
      case 'q': return of.template operator()<T>(awkward(25, false), Shape{last, 5});
      case 'n': return of.template operator()<T>([](const Shape& s) { return small_values<T>(s, 26, 7); }, shape);
      case 's': return sorted(awkward(27, false)(Shape{last})).to(backend);
      case 'k': return of.template operator()<std::int64_t>([](const Shape& s) { return small_values<std::int64_t>(s, 28, 50); }, shape);
      case 'w': return of.template operator()<double>([](const Shape& s) { return testing::awkward_values<double>(s, 29); }, shape);
      case 'b': return of.template operator()<bool>([](const Shape& s) { return small_values<bool>(s, 30, 2); }, Shape{last});
      case 'm': return of.template operator()<bool>([](const Shape& s) { return small_values<bool>(s, 31, 2); }, shape);
      case 'i': {
        std::int64_t least = last;
        for (int d = 0; d < shape.rank(); ++d) least = std::min(least, shape[d]);
        return of.template operator()<std::int64_t>(
            [least](const Shape& s) { return small_values<std::int64_t>(s, 32, least); }, Shape{257});
      }
      default: throw std::logic_error(std::string("op_hashes: no argument is called ") + letter);
    }
  });
}

/// `made_argument`, each made once: no operation here writes its arguments.
const AnyArray& argument(char letter, DType dtype, const Shape& shape, Layout layout, Backend backend) {
  static std::map<std::string, AnyArray> made;
  const std::string key = letter + std::to_string(static_cast<int>(dtype)) + to_string(shape) + std::to_string(static_cast<int>(layout));
  const auto found = made.find(key);
  if (found != made.end()) return found->second;
  return made.emplace(key, made_argument(letter, dtype, shape, layout, backend)).first->second;
}

/// How an operation is called: letters of `argument`, and keyword arguments.
struct Line {
  const char* op;
  const char* arguments;
  std::vector<const char*> keywords = {"{}"};
};

const std::vector<const char*> each_axis = {"{}", R"({"axis":0})", R"({"axis":-1,"keepdims":true})"};
const std::vector<const char*> one_axis = {"{}", R"({"axis":0})", R"({"axis":-1})"};

const Line lines[] = {
    // of the elementwise list, what random arguments alone do not reach
    {"power", "xn"},
    {"left_shift", "xn"},
    {"right_shift", "xn"},
    {"where", "mxy"},
    {"clip", "xyt"},
    // creation
    {"zeros", "", {R"({"shape":[1000,37],"dtype":"float32"})"}},
    {"ones", "", {R"({"shape":[1000,37],"dtype":"complex64"})"}},
    {"full", "x", {}},  // a value of rank 0: below
    {"arange", "", {R"({"start":0.1,"stop":30000,"step":0.3,"dtype":"float64"})", R"({"start":-5,"stop":100003,"step":3,"dtype":"int32"})"}},
    {"linspace", "", {R"({"start":-1.1,"stop":77.7,"num":100003,"dtype":"float64"})", R"({"start":0.1,"stop":1e5,"num":32769,"endpoint":false,"dtype":"float32"})"}},
    {"eye", "", {R"({"N":257,"M":263,"k":3,"dtype":"float64"})"}},
    {"tri", "", {R"({"N":257,"M":263,"k":-3,"dtype":"int64"})"}},
    // reductions and running totals
    {"sum", "x", each_axis},
    {"sum", "t", each_axis},
    {"prod", "x", each_axis},
    {"mean", "t", each_axis},
    {"min", "x", each_axis},
    {"min", "t", each_axis},
    {"max", "x", each_axis},
    {"any", "x", each_axis},
    {"all", "x", each_axis},
    {"count_nonzero", "x", each_axis},
    {"argmin", "t", one_axis},
    {"argmax", "x", one_axis},
    {"cumsum", "t", one_axis},
    {"cumsum", "x", one_axis},
    {"cumprod", "x", one_axis},
    {"nansum", "x", each_axis},
    {"nanmean", "x", each_axis},
    {"nanmin", "x", each_axis},
    {"nanmax", "x", each_axis},
    {"var", "t", {"{}", R"({"axis":0,"ddof":1})", R"({"axis":-1,"keepdims":true})"}},
    {"std", "t", {"{}", R"({"axis":0})"}},
    {"trace", "t", {R"({"offset":1})"}},
    // products: of whole numbers and bool; the others are exceptions
    {"matmul", "tq"},
    {"dot", "tq"},
    {"outer", "hh"},
    {"tensordot", "tq", {R"({"axes":1})"}},
    // places and order
    {"reshape", "x", {R"({"shape":[-1]})"}},
    {"broadcast_to", "v", {}},  // the shape depends on the argument: below
    {"transpose", "x"},
    {"moveaxis", "x", {R"({"source":0,"destination":-1})"}},
    {"squeeze", "x"},
    {"expand_dims", "x", {R"({"axis":0})"}},
    {"flip", "x", {"{}", R"({"axis":[0]})"}},
    {"getitem", "x", {R"({"key":[[null,null,-2]]})"}},
    {"take", "xi", {"{}", R"({"axis":0})", R"({"axis":-1})"}},
    {"compress", "bx", {R"({"axis":-1})"}},
    {"boolean_mask", "xm"},
    {"nonzero", "x"},
    {"diff", "x", {"{}", R"({"n":2,"axis":0})"}},
    {"concatenate", "xy", {"{}", R"({"axis":-1})", R"({"axis":null})"}},
    {"stack", "xy", {"{}", R"({"axis":-1})"}},
    {"split", "x", {R"({"indices_or_sections":[1,40],"axis":0})", R"({"indices_or_sections":[1,2],"axis":-1})"}},
    {"tile", "x", {R"({"reps":[2,3]})"}},
    {"repeat", "x", {R"({"repeats":3})", R"({"repeats":2,"axis":-1})"}},
    {"roll", "x", {R"({"shift":1000})", R"({"shift":-7,"axis":0})"}},
    {"pad", "x", {R"({"pad_width":[[3,2],[0,5]],"constant_values":1})"}},
    {"tril", "g", {R"({"k":1})"}},
    {"triu", "g", {R"({"k":-1})"}},
    {"sort", "x", {"{}", R"({"axis":0})", R"({"axis":null})"}},
    {"argsort", "x", {"{}", R"({"axis":0})"}},
    {"argsort", "n"},
    {"unique", "x", {R"({"return_index":true,"return_inverse":true,"return_counts":true})"}},
    {"unique", "n", {R"({"return_index":true,"return_inverse":true,"return_counts":true})"}},
    {"searchsorted", "sx", {"{}", R"({"side":"right"})"}},
    {"bincount", "k", {R"({"minlength":60})"}},
    {"bincount", "kw"},
    {"histogram", "t", {R"({"bins":37})", R"({"bins":10,"range":[-100.5,1000]})"}},
    {"group_by", "kt", {R"({"aggregates":["min","max","sum","mean","count","var"]})"}},
    {"group_by", "nt", {R"({"aggregates":["sum","mean"]})"}},
    // formulas of one kernel
    {"fused", "xyt", {R"({"formula":"a * b + c of float64 float64 float64"})", R"({"formula":"a * b + c of float32 float32 float32"})",
                      R"({"formula":"where(a < b, a - c, b) of float64 float64 float64"})"}},
    {"fused", "xy", {R"({"formula":"floor_divide(a, b) * b + a % b of int64 int64"})", R"({"formula":"sum(a * b) of float32 float32"})",
                     R"({"formula":"a[...] = flip(a) + b of float64 float64"})"}},
};

/// One call, with its results or its error. True if there are results.
bool add_call(Hash& hash, const oracle::Ops& ops, const std::string& op, std::vector<Value> arguments, const nlohmann::json& keywords, Backend backend) {
  try {
    const oracle::Call call(std::move(arguments), keywords, backend);
    for (const AnyArray& result : ops.at(op)(call)) std::visit([&](const auto& a) { hash.add(a); }, result);
    return true;
  } catch (const DTypeError&) {
    hash.add("DTypeError");
  } catch (const Error& error) {  // an error that arguments bring about is a result, too
    hash.add(error.what());
  } catch (const std::exception&) {  // no call of the case format: bool // bool, which is int8, or a formula of other types
    hash.add("no call");
  }
  return false;
}

bool is_whole(DType dtype) { return detail::kind_of(dtype) <= Kind::integer; }

/// The shapes and layouts that every line is called with.
template <class F> void for_each_input(F f) {
  for (const std::int64_t length : lengths) f(Shape{length}, length % 4 == 1 ? Layout::strided : Layout::plain);
  f(Shape{100'003}, Layout::strided);
  for (const Shape& shape : matrices)
    for (const Layout layout : {Layout::plain, Layout::strided, Layout::transposed}) f(shape, layout);
}

void run_line(Hash& hash, const oracle::Ops& ops, const Line& line, Backend backend) {
  const bool has_arrays = *line.arguments != 0;
  for (const char* text : line.keywords) {
    const auto keywords = nlohmann::json::parse(text);
    bool any_results = false;
    if (!has_arrays) any_results = add_call(hash, ops, line.op, {}, keywords, backend);
    for (const DType dtype : types) {
      if (!has_arrays || (is_exception(line.op) && !is_whole(dtype))) continue;
      for_each_input([&](const Shape& shape, Layout layout) {
        std::vector<Value> arguments;
        for (const char* letter = line.arguments; *letter; ++letter)
          arguments.emplace_back(argument(*letter, dtype, shape, layout, backend));
        any_results = add_call(hash, ops, line.op, std::move(arguments), keywords, backend) || any_results;
      });
    }
    if (!any_results) throw std::logic_error(std::string("op_hashes: no call of ") + line.op + " with " + text + " has a result");
  }
}

/// An operation of op_list.hpp on one or two awkward arrays of each type, and of types that meet.
void run_elementwise(Hash& hash, const oracle::Ops& ops, const char* op, int operands, Backend backend) {
  run_line(hash, ops, {op, operands == 1 ? "x" : "xy"}, backend);
  if (operands == 1) return;
  const std::pair<DType, DType> meeting[] = {{DType::float32, DType::int32}, {DType::int64, DType::uint64}, {DType::complex64, DType::float64}, {DType::uint8, DType::bool_}};
  for (const auto& [a, b] : meeting)
    add_call(hash, ops, op, {argument('x', a, {4097}, Layout::plain, backend), argument('y', b, {4097}, Layout::strided, backend)},
             nlohmann::json::object(), backend);
}

void run_others(Hash& hash, const oracle::Ops& ops, const std::string& op, Backend backend) {
  if (op == "full") {
    for (const DType dtype : types) {
      const auto keywords = nlohmann::json{{"shape", {1000, 37}}, {"dtype", oracle::name_of(dtype)}};
      add_call(hash, ops, op, {argument('t', dtype, {}, Layout::plain, backend)}, keywords, backend);
    }
  }
  if (op == "broadcast_to")
    for (const DType dtype : types)
      add_call(hash, ops, op, {argument('v', dtype, {1025}, Layout::strided, backend)}, {{"shape", {33, 1025}}}, backend);
}

std::vector<Entry> entries() {
  static const oracle::Ops ops = oracle::all_ops();
  std::map<std::string, std::vector<std::function<void(Hash&, Backend)>>> runs;
#define SPICA_HASH_UNARY(name, functor, family, meaning) \
  runs[#name].push_back([](Hash& hash, Backend backend) { run_elementwise(hash, ops, #name, 1, backend); });
#define SPICA_HASH_BINARY(name, functor, family, meaning) \
  runs[#name].push_back([](Hash& hash, Backend backend) { run_elementwise(hash, ops, #name, 2, backend); });
  SPICA_FOR_EACH_UNARY(SPICA_HASH_UNARY)
  SPICA_FOR_EACH_BINARY(SPICA_HASH_BINARY)
#undef SPICA_HASH_UNARY
#undef SPICA_HASH_BINARY
  for (const Line& line : lines) {
    if (!ops.contains(line.op)) throw std::logic_error(std::string("op_hashes: a line names '") + line.op + "', which is no operation");
    runs[line.op].push_back([&line](Hash& hash, Backend backend) {
      run_line(hash, ops, line, backend);
      run_others(hash, ops, line.op, backend);
    });
  }
  std::vector<Entry> all;
  std::string missing;
  for (const auto& [op, run] : ops) {
    if (!runs.contains(op)) {
      missing += " " + op;
      continue;
    }
    all.push_back({op, [list = runs[op]](Hash& hash, Backend backend) {
                     for (const auto& one : list) one(hash, backend);
                   }});
  }
  if (!missing.empty()) throw std::logic_error("op_hashes: no line in tests/hashes/op_hashes.cpp for" + missing);
  add_others(all);
  return all;
}

}  // namespace

bool is_exception(const std::string& op) {
  static const char* const list[] = {"matmul", "dot", "tensordot"};
  for (const char* name : list)
    if (op == name) return true;
  return false;
}

}  // namespace spica::hashes

int main(int argc, char** argv) try {
  using namespace spica;
  const Runtime runtime;
  const Backend backend = argc > 1 ? parse_backend(argv[1]) : default_backend();
  if (const auto can = usable(backend); !can) {
    std::cerr << "skipped: " << can.why_not << '\n';
    return 77;
  }
  set_default_backend(backend);
  const std::string only = argc > 2 ? argv[2] : "";
  for (const hashes::Entry& entry : hashes::entries()) {
    if (!only.empty() && entry.name != only) continue;
    hashes::Hash hash;
    entry.run(hash, backend);
    std::printf("%016llx %s%s\n", static_cast<unsigned long long>(hash.value()), entry.name.c_str(),
                hashes::is_exception(entry.name) ? " (whole numbers only)" : "");
    std::fflush(stdout);  // who watches sees which operation takes long
  }
  return 0;
} catch (const std::exception& error) {
  std::cerr << "spica_op_hashes: " << error.what() << '\n';
  return 1;
}
