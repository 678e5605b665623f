// Formulas of several operations that are one kernel, for the property tests: what the calls of a nested argument give one by
// one, a fused formula must give at once. The list is fixed, since every formula is compiled for every type that it names.
#include "ops.hpp"

#include <spica/ops/elementwise/elementwise.hpp>
#include <spica/ops/reduce/any_all.hpp>
#include <spica/ops/reduce/min_max.hpp>
#include <spica/ops/reduce/sum.hpp>

#include <array>

namespace spica::oracle {

namespace {

using Formulas = std::map<std::string, std::function<Results(const Call&)>, std::less<>>;

/// `formula(call, a, b, ...)` for array arguments of exactly the types A...
template <class... A, class F> void add_formula(Formulas& formulas, const std::string& text, F formula) {
  std::string name = text + " of";
  ((name += std::string(" ") + dtype_name<A>()), ...);
  formulas[name] = [formula](const Call& call) -> Results {
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> Results {
      return {AnyArray(formula(call, std::get<Array<A>>(call.array(I))...))};
    }(std::index_sequence_for<A...>{});
  };
}

template <class E> auto value_of(const E& expression) { return Array<value_type_t<E>>(expression); }

/// Formulas of three arrays of one type.
template <class T> void add_of_one_type(Formulas& formulas) {
  add_formula<T, T, T>(formulas, "a * b + c", [](const Call&, const auto& a, const auto& b, const auto& c) { return value_of(a * b + c); });
  add_formula<T, T, T>(formulas, "where(a < b, a - c, b)",
                       [](const Call&, const auto& a, const auto& b, const auto& c) { return value_of(where(a < b, a - c, b)); });
  add_formula<T, T>(formulas, "abs(a * 2 - b) + 1", [](const Call&, const auto& a, const auto& b) { return value_of(abs(a * 2 - b) + 1); });
  add_formula<T, T>(formulas, "sum(a * b)",
                    [](const Call& call, const auto& a, const auto& b) { return sum(a * b, call.axes(), call.keepdims()); });
  add_formula<T, T>(formulas, "max(abs(a - b))",
                    [](const Call& call, const auto& a, const auto& b) { return max(abs(a - b), call.axes(), call.keepdims()); });
}

}  // namespace

void add_fused(Ops& ops) {
  Formulas formulas;
  add_of_one_type<double>(formulas);
  add_of_one_type<float>(formulas);
  add_of_one_type<std::int32_t>(formulas);
  add_formula<float, std::int32_t, double>(formulas, "a * b + c",
                                           [](const Call&, const auto& a, const auto& b, const auto& c) { return value_of(a * b + c); });
  add_formula<bool, float, std::int64_t>(formulas, "where(a, b / 3, c)",
                                         [](const Call&, const auto& a, const auto& b, const auto& c) { return value_of(where(a, b / 3, c)); });
  add_formula<std::uint8_t, std::uint8_t>(formulas, "(a + b) % 7",
                                          [](const Call&, const auto& a, const auto& b) { return value_of((a + b) % 7); });
  add_formula<std::int64_t, std::int64_t>(
      formulas, "floor_divide(a, b) * b + a % b",
      [](const Call&, const auto& a, const auto& b) { return value_of(floor_divide(a, b) * b + a % b); });
  add_formula<float, double>(formulas, "count_nonzero((a < b) | isnan(a))", [](const Call& call, const auto& a, const auto& b) {
    return count_nonzero((a < b) | isnan(a), call.axes(), call.keepdims());
  });
  add_formula<float, double>(formulas, "mean(a - b)",
                             [](const Call& call, const auto& a, const auto& b) { return mean(a - b, call.axes(), call.keepdims()); });
  add_formula<complex128, double>(formulas, "conj(a) * b - a",
                                  [](const Call&, const auto& a, const auto& b) { return value_of(conj(a) * b - a); });
  // Source and destination share memory. The arguments are the caller's: the result is written into a copy.
  add_formula<double, double>(formulas, "a[...] = flip(a) + b", [](const Call&, const auto& a, const auto& b) {
    const Array<double> result = copy(a);
    result(ellipsis) = flip(result) + b;
    return result;
  });
  add_formula<std::int32_t, std::int32_t>(formulas, "a[1:] += a[:-1] * b", [](const Call&, const auto& a, const auto& b) {
    const Array<std::int32_t> result = copy(a);
    Array<std::int32_t> later = result(slice(1, none));
    later += result(slice(none, -1)) * b;
    return result;
  });

  ops["fused"] = [formulas](const Call& call) -> Results {
    const std::string text = call.text("formula", "");
    const auto formula = formulas.find(text);
    if (formula == formulas.end()) throw FormatError("no fused formula is called '" + text + "'");
    return formula->second(call);
  };
}

}  // namespace spica::oracle
