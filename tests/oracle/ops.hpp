// The operations that the runner can call, by NumPy's names.
#pragma once

#include "any_array.hpp"

#include <functional>
#include <map>
#include <set>

namespace spica::oracle {

/// One argument as an op gets it: on the backend of the run.
using Value = std::variant<AnyArray, Weak, NotGiven>;

/// Arguments and keyword arguments of one run of a case.
class Call {
 public:
  Call(std::vector<Value> arguments, const nlohmann::json& keywords, Backend backend)
      : arguments_(std::move(arguments)), keywords_(&keywords), backend_(backend) {}

  Backend backend() const { return backend_; }
  const std::vector<Value>& arguments() const { return arguments_; }
  const Value& argument(std::size_t i) const;
  /// @throws FormatError where the argument is not an array.
  const AnyArray& array(std::size_t i) const;

  /// @throws FormatError if there is a keyword argument for which the op has not asked. Call when the op is done.
  void check_all_keywords_asked() const;

  // Keyword arguments. @throws FormatError for one that is missing and has no default here, or has another form.
  bool flag(const char* key, bool default_value) const;
  std::int64_t integer(const char* key) const;
  std::int64_t integer(const char* key, std::int64_t default_value) const;  ///< also for null
  double number(const char* key) const;
  bool is_integer(const char* key) const;
  bool given(const char* key) const;  ///< there and not null
  bool is_null(const char* key) const;  ///< there, and null
  std::vector<std::string> strings(const char* key) const;
  std::vector<double> numbers(const char* key) const;
  std::vector<std::int64_t> integers(const char* key) const;
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs(const char* key) const;
  Weak literal(const char* key, const Weak& default_value) const;
  std::string text(const char* key, const char* default_value) const;
  std::pair<Shape, Shape> axes_of_both(const char* key) const;  ///< two lists, or two numbers
  Shape shape(const char* key) const;  ///< an integer or a list
  Axes axes(const char* key = "axis") const;  ///< absent and null: all
  DType dtype() const;
  std::vector<Index> index(const char* key) const;
  KeepDims keepdims() const { return flag("keepdims", false) ? KeepDims::yes : KeepDims::no; }

 private:
  std::vector<Value> arguments_;
  const nlohmann::json& required(const char* key) const;
  void asked(const char* key) const { asked_.insert(key); }

  const nlohmann::json* keywords_;
  Backend backend_;
  mutable std::set<std::string, std::less<>> asked_;
};

using Results = std::vector<AnyArray>;
using Ops = std::map<std::string, std::function<Results(const Call&)>, std::less<>>;

void add_creation(Ops& ops);
void add_unary(Ops& ops);
void add_binary(Ops& ops);
void add_selection(Ops& ops);
void add_sums(Ops& ops);
void add_extrema(Ops& ops);
void add_fused(Ops& ops);
void add_logical_reductions(Ops& ops);
void add_nan_reductions(Ops& ops);
void add_variances(Ops& ops);
void add_products(Ops& ops);
void add_shape_ops(Ops& ops);
void add_index_ops(Ops& ops);
void add_join_ops(Ops& ops);
void add_search_ops(Ops& ops);
void add_scans(Ops& ops);
void add_order(Ops& ops);

/// Every op of the case format.
Ops all_ops();

}  // namespace spica::oracle
