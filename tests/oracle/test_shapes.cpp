// Every operation that the runner knows, of arrays of rank 0 and of arrays without elements, at every place of an empty
// axis: the shape of each result, or the class of the error, on every backend. Values are the business of the cases.
#include "ops.hpp"

#include <spica/ops/creation/creation.hpp>

#include "../support/backends.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <regex>

namespace spica::oracle {
namespace {

using Names = std::vector<std::string>;
using Json = nlohmann::json;
const Json none_given = Json::object();

/// What an op gave: "(0, 3) (0,)" for two results, or the class of its error.
std::string outcome(const Ops& ops, const std::string& name, const std::vector<AnyArray>& arrays, const Json& keywords,
                    Backend backend) {
  try {
    const Call call(std::vector<Value>(arrays.begin(), arrays.end()), keywords, backend);
    std::string text;
    for (const AnyArray& result : ops.at(name)(call)) {
      const HostArray host = to_host(result);  // the elements arrive, if there are any
      if (!text.empty()) text += ' ';
      text += to_string(host.shape);
    }
    return text;
  } catch (const ShapeError&) { return "ShapeError"; } catch (const AxisError&) {
    return "AxisError";
  } catch (const IndexError&) { return "IndexError"; } catch (const DTypeError&) {
    return "DTypeError";
  } catch (const ValueError&) { return "ValueError"; }
}

/// Ones of another type in the shape of `x`.
template <class T> AnyArray as(const AnyArray& x) {
  return std::visit([](const auto& a) { return AnyArray(ones<T>(a.shape(), a.backend())); }, x);
}

const Shape shapes[] = {{}, {0}, {1}, {0, 3}, {3, 0}, {0, 0}, {0, 2, 3}, {2, 0, 3}, {2, 3, 0}, {1, 0, 1}};

/// Calls f(ops, backend, shape, array of ones).
template <class F> void for_each_shape(F f) {
  const Ops ops = all_ops();
  testing::for_each_backend([&](Backend backend) {
    for (const Shape& shape : shapes) {
      SCOPED_TRACE(::testing::Message() << "shape " << to_string(shape));
      f(ops, backend, shape, AnyArray(ones(shape, backend)));
    }
  });
}

const Names keep_the_shape{"negative", "abs",     "sign",        "sqrt",   "cbrt",  "square", "reciprocal", "exp",
                           "exp2",     "expm1",   "log",         "log2",   "log10", "log1p",  "sin",        "cos",
                           "tan",      "arcsin",  "arccos",      "arctan", "sinh",  "cosh",   "tanh",       "arcsinh",
                           "arccosh",  "arctanh", "floor",       "ceil",   "trunc", "rint",   "isnan",      "isinf",
                           "isfinite", "signbit", "logical_not", "conj",   "real",  "imag"};

TEST(Shapes, FunctionsKeepThem) {
  for_each_shape([](const Ops& ops, Backend backend, const Shape& shape, const AnyArray& x) {
    for (const std::string& name : keep_the_shape)
      EXPECT_EQ(outcome(ops, name, {x}, none_given, backend), to_string(shape)) << name;
    EXPECT_EQ(outcome(ops, "invert", {as<std::int64_t>(x)}, none_given, backend), to_string(shape));
    EXPECT_EQ(outcome(ops, "flip", {x}, none_given, backend), to_string(shape));
    EXPECT_EQ(outcome(ops, "roll", {x}, Json::parse(R"({"shift":2})"), backend), to_string(shape));
    EXPECT_EQ(outcome(ops, "clip", {x, x, x}, none_given, backend), to_string(shape));
    EXPECT_EQ(
        outcome(ops, "reshape", {x}, Json{{"shape", std::vector<std::int64_t>(shape.begin(), shape.end())}}, backend),
        to_string(shape));
  });
}

const Names two_arrays{"add",        "subtract",   "multiply",   "divide",    "floor_divide",  "remainder",
                       "fmod",       "power",      "maximum",    "minimum",   "fmax",          "fmin",
                       "arctan2",    "hypot",      "copysign",   "nextafter", "logaddexp",     "equal",
                       "not_equal",  "less",       "less_equal", "greater",   "greater_equal", "logical_and",
                       "logical_or", "logical_xor"};
const Names two_whole_arrays{"bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"};

TEST(Shapes, TwoArraysBroadcast) {
  for_each_shape([](const Ops& ops, Backend backend, const Shape& shape, const AnyArray& x) {
    Shape all_one = shape;
    for (int d = 0; d < shape.rank(); ++d) all_one[d] = 1;
    const AnyArray y = ones(all_one, backend), longer = ones({2}, backend);
    // A last axis of length 2 fits rank 0 and a last axis of length 1, and nothing else here.
    Shape with_two = shape;
    if (shape.rank() == 0) with_two.push_back(2);
    const bool fits = with_two[with_two.rank() - 1] <= 2 && with_two[with_two.rank() - 1] > 0;
    with_two[with_two.rank() - 1] = 2;
    const std::string beside_two = fits ? to_string(with_two) : "ShapeError";
    const auto check = [&](const std::string& name, const AnyArray& a, const AnyArray& b, const AnyArray& two) {
      EXPECT_EQ(outcome(ops, name, {a, b}, none_given, backend), to_string(shape)) << name;
      EXPECT_EQ(outcome(ops, name, {b, a}, none_given, backend), to_string(shape)) << name;
      EXPECT_EQ(outcome(ops, name, {a, two}, none_given, backend), beside_two) << name;
    };
    for (const std::string& name : two_arrays) check(name, x, y, longer);
    for (const std::string& name : two_whole_arrays)
      check(name, as<std::int32_t>(x), as<std::int32_t>(y), as<std::int32_t>(longer));
    EXPECT_EQ(outcome(ops, "where", {y, x, y}, none_given, backend), to_string(shape));
  });
}

const Names reductions{"sum", "prod", "mean", "any", "all", "count_nonzero", "nansum", "nanmean", "var", "std"};
const Names choices{"min", "max", "argmin", "argmax", "nanmin", "nanmax"};  // of nothing they have no value

TEST(Shapes, ReductionsTakeAxesAway) {
  for_each_shape([](const Ops& ops, Backend backend, const Shape& shape, const AnyArray& x) {
    for (int axis = -1; axis < shape.rank(); ++axis) {  // -1: all
      Shape left, kept = shape;
      for (int d = 0; d < shape.rank(); ++d) {
        if (axis >= 0 && d != axis) left.push_back(shape[d]);
        else kept[d] = 1;
      }
      const Json which = axis < 0 ? Json() : Json(axis);
      const bool of_nothing = axis < 0 ? detail::size_of(shape) == 0 : shape[axis] == 0 && detail::size_of(left) > 0;
      const auto check = [&](const std::string& name, bool has_value) {
        EXPECT_EQ(outcome(ops, name, {x}, Json{{"axis", which}}, backend), has_value ? to_string(left) : "ValueError")
            << name << " axis " << which;
        EXPECT_EQ(outcome(ops, name, {x}, Json{{"axis", which}, {"keepdims", true}}, backend),
                  has_value ? to_string(kept) : "ValueError")
            << name << " axis " << which << " keepdims";
      };
      for (const std::string& name : reductions) check(name, true);
      for (const std::string& name : choices) check(name, !of_nothing);
    }
  });
}

TEST(Shapes, AlongAnAxis) {
  for_each_shape([](const Ops& ops, Backend backend, const Shape& shape, const AnyArray& x) {
    const std::string same = to_string(shape), size = to_string(Shape{detail::size_of(shape)});
    for (const char* name : {"cumsum", "cumprod", "sort", "argsort"}) {
      for (int axis = 0; axis < shape.rank(); ++axis)
        EXPECT_EQ(outcome(ops, name, {x}, Json{{"axis", axis}}, backend), same) << name;
      EXPECT_EQ(outcome(ops, name, {x}, Json::parse(R"({"axis":null})"), backend), size) << name;
      EXPECT_EQ(outcome(ops, name, {x}, Json::parse(R"({"axis":3})"), backend), "AxisError") << name;
    }
    const AnyArray none = Array<std::int64_t>(empty<std::int64_t>({0}, backend)),
                   first = zeros<std::int64_t>({1}, backend);
    EXPECT_EQ(outcome(ops, "take", {x, none}, none_given, backend), "(0,)");
    EXPECT_EQ(outcome(ops, "take", {x, first}, none_given, backend), detail::size_of(shape) ? "(1,)" : "IndexError");
    const AnyArray no_mask = Array<bool>(empty<bool>({0}, backend));
    EXPECT_EQ(outcome(ops, "compress", {no_mask, x}, none_given, backend), "(0,)");
    for (int axis = 0; axis < shape.rank(); ++axis) {
      Shape taken = shape, shorter = shape, doubled = shape;
      taken[axis] = 0;
      shorter[axis] = std::max<std::int64_t>(shape[axis] - 1, 0);
      doubled[axis] = 2 * shape[axis];
      EXPECT_EQ(outcome(ops, "take", {x, none}, Json{{"axis", axis}}, backend), to_string(taken));
      EXPECT_EQ(outcome(ops, "compress", {no_mask, x}, Json{{"axis", axis}}, backend), to_string(taken));
      EXPECT_EQ(outcome(ops, "diff", {x}, Json{{"axis", axis}}, backend), to_string(shorter));
      EXPECT_EQ(outcome(ops, "repeat", {x}, Json{{"axis", axis}, {"repeats", 2}}, backend), to_string(doubled));
      EXPECT_EQ(outcome(ops, "concatenate", {x, x}, Json{{"axis", axis}}, backend), to_string(doubled));
      EXPECT_EQ(outcome(ops, "split", {x}, Json{{"axis", axis}, {"indices_or_sections", {0}}}, backend),
                to_string(taken) + " " + same);
      EXPECT_EQ(outcome(ops, "roll", {x}, Json{{"axis", axis}, {"shift", -7}}, backend), same);
      EXPECT_EQ(outcome(ops, "flip", {x}, Json{{"axis", axis}}, backend), same);
    }
    if (shape.rank() == 0) {
      EXPECT_EQ(outcome(ops, "diff", {x}, none_given, backend), "AxisError");
      EXPECT_EQ(outcome(ops, "split", {x}, Json{{"indices_or_sections", {0}}}, backend), "AxisError");
      EXPECT_EQ(outcome(ops, "concatenate", {x, x}, none_given, backend), "ShapeError");
    }
    EXPECT_EQ(outcome(ops, "repeat", {x}, Json::parse(R"({"repeats":3})"), backend),
              to_string(Shape{3 * detail::size_of(shape)}));
    Shape stacked = shape;
    stacked.push_back(2);
    EXPECT_EQ(outcome(ops, "stack", {x, x}, Json{{"axis", -1}}, backend), to_string(stacked));
    EXPECT_EQ(outcome(ops, "unique", {x}, none_given, backend), detail::size_of(shape) ? "(1,)" : "(0,)");
  });
}

TEST(Shapes, MatricesAndTheirLike) {
  for_each_shape([](const Ops& ops, Backend backend, const Shape& shape, const AnyArray& x) {
    for (const char* name : {"tril", "triu"}) {
      Shape square = shape;
      if (shape.rank() == 1) square.push_back(shape[0]);
      EXPECT_EQ(outcome(ops, name, {x}, none_given, backend), shape.rank() == 0 ? "ShapeError" : to_string(square))
          << name;
    }
    Shape without_two;
    for (int d = 2; d < shape.rank(); ++d) without_two.push_back(shape[d]);
    EXPECT_EQ(outcome(ops, "trace", {x}, none_given, backend), shape.rank() < 2 ? "AxisError" : to_string(without_two));
    Shape turned, tiled = shape;
    for (int d = shape.rank() - 1; d >= 0; --d) turned.push_back(shape[d]);
    EXPECT_EQ(outcome(ops, "transpose", {x}, none_given, backend), to_string(turned));
    if (shape.rank() == 0) tiled.push_back(2);
    else tiled[shape.rank() - 1] *= 2;
    EXPECT_EQ(outcome(ops, "tile", {x}, Json::parse(R"({"reps":2})"), backend), to_string(tiled));
    if (shape.rank() == 2) {
      const AnyArray transposed = AnyArray(ones(turned, backend));
      EXPECT_EQ(outcome(ops, "matmul", {x, transposed}, none_given, backend), to_string(Shape{shape[0], shape[0]}));
      EXPECT_EQ(outcome(ops, "dot", {transposed, x}, none_given, backend), to_string(Shape{shape[1], shape[1]}));
      EXPECT_EQ(outcome(ops, "pad", {x}, Json::parse(R"({"pad_width":[[1,0],[0,2]]})"), backend),
                to_string(Shape{shape[0] + 1, shape[1] + 2}));
    }
    EXPECT_EQ(outcome(ops, "matmul", {AnyArray(ones({}, backend)), x}, none_given, backend), "ShapeError");
    std::string nonzero = shape.rank() == 0 ? "ValueError" : "";
    for (int d = 0; d < shape.rank(); ++d) {
      if (d > 0) nonzero += ' ';
      nonzero += detail::size_of(shape) ? "(1,)" : "(0,)";
    }
    EXPECT_EQ(outcome(ops, "nonzero", {x}, none_given, backend), nonzero);
    EXPECT_EQ(outcome(ops, "boolean_mask", {x, as<bool>(x)}, none_given, backend),
              detail::size_of(shape) ? "(1,)" : "(0,)");
    EXPECT_EQ(outcome(ops, "searchsorted", {AnyArray(ones({0}, backend)), x}, none_given, backend), to_string(shape));
    EXPECT_EQ(outcome(ops, "histogram", {x}, Json::parse(R"({"bins":3})"), backend), "(3,) (4,)");
    EXPECT_EQ(outcome(ops, "bincount", {as<std::int64_t>(x)}, Json::parse(R"({"minlength":4})"), backend),
              shape.rank() == 1 ? "(4,)" : "ShapeError");
    EXPECT_EQ(outcome(ops, "group_by", {x, x}, Json::parse(R"({"aggregates":["min","sum","count"]})"), backend),
              shape.rank() != 1 ? "ShapeError"
              : shape[0]        ? "(1,) (1,) (1,) (1,)"
                                : "(0,) (0,) (0,) (0,)");
  });
}

/// Names in backticks in the first column of the table of operations.
Names operations_of_the_format() {
  std::ifstream file("oracle/README.md");
  Names names;
  bool in_table = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) in_table = line == "## Operations";
    if (!in_table || !line.starts_with("| `")) continue;
    const std::string column = line.substr(1, line.find(" | ", 2) - 1);
    const std::regex name("`(\\w+)`");
    for (auto found = std::sregex_iterator(column.begin(), column.end(), name); found != std::sregex_iterator();
         ++found)
      names.push_back((*found)[1]);
  }
  return names;
}

TEST(Operations, EveryOneOfTheFormatIsKnown) {
  const Names names = operations_of_the_format();
  const Ops ops = all_ops();

  EXPECT_EQ(names.size(), 131u);
  for (const std::string& name : names) EXPECT_TRUE(ops.contains(name)) << name;
}

}  // namespace
}  // namespace spica::oracle
