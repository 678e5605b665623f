#include "ops.hpp"

#include <nlohmann/json.hpp>

namespace spica::oracle {

const Value& Call::argument(std::size_t i) const {
  if (i >= arguments_.size()) throw FormatError("argument " + std::to_string(i) + " is missing");
  return arguments_[i];
}

const AnyArray& Call::array(std::size_t i) const {
  const auto* array = std::get_if<AnyArray>(&argument(i));
  if (!array) throw FormatError("argument " + std::to_string(i) + " is not an array");
  return *array;
}

const nlohmann::json& Call::required(const char* key) const {
  asked(key);
  const auto found = keywords_->find(key);
  if (found == keywords_->end()) throw FormatError(std::string("keyword argument '") + key + "' is missing");
  return *found;
}

void Call::check_all_keywords_asked() const {
  for (const auto& [key, value] : keywords_->items())
    if (!asked_.contains(key)) throw FormatError("the operation has no keyword argument '" + key + "'");
}

bool Call::flag(const char* key, bool default_value) const {
  asked(key);
  return keywords_->value(key, default_value);
}
std::int64_t Call::integer(const char* key) const { return required(key).get<std::int64_t>(); }
std::int64_t Call::integer(const char* key, std::int64_t default_value) const { return given(key) ? integer(key) : default_value; }
double Call::number(const char* key) const { return required(key).get<double>(); }
bool Call::is_integer(const char* key) const { return required(key).is_number_integer(); }
bool Call::given(const char* key) const {
  asked(key);
  return keywords_->contains(key) && !(*keywords_)[key].is_null();
}
bool Call::is_null(const char* key) const {
  asked(key);
  return keywords_->contains(key) && (*keywords_)[key].is_null();
}
std::vector<std::string> Call::strings(const char* key) const { return required(key).get<std::vector<std::string>>(); }
std::string Call::text(const char* key, const char* default_value) const {
  return given(key) ? required(key).get<std::string>() : default_value;
}
std::vector<double> Call::numbers(const char* key) const { return required(key).get<std::vector<double>>(); }
std::vector<std::int64_t> Call::integers(const char* key) const { return required(key).get<std::vector<std::int64_t>>(); }
std::vector<std::pair<std::int64_t, std::int64_t>> Call::pairs(const char* key) const {
  return required(key).get<std::vector<std::pair<std::int64_t, std::int64_t>>>();
}
Weak Call::literal(const char* key, const Weak& default_value) const {
  if (!given(key)) return default_value;
  const nlohmann::json& value = required(key);
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  return value.get<double>();
}
std::pair<Shape, Shape> Call::axes_of_both(const char* key) const {
  const nlohmann::json& value = required(key);
  return {parse_shape(value.at(0)), parse_shape(value.at(1))};
}
Shape Call::shape(const char* key) const { return parse_shape(required(key)); }
DType Call::dtype() const { return parse_dtype(required("dtype").get<std::string>()); }

Axes Call::axes(const char* key) const {
  if (!given(key)) return all_axes;
  return spica::axes(shape(key));
}

std::vector<Index> Call::index(const char* key) const {
  std::vector<Index> entries;
  for (const auto& entry : required(key)) {
    if (entry.is_number_integer()) {
      entries.push_back(entry.get<std::int64_t>());
    } else if (entry == "newaxis") {
      entries.push_back(newaxis);
    } else if (entry == "...") {
      entries.push_back(ellipsis);
    } else {
      const auto bound = [&](std::size_t i) {
        return entry.at(i).is_null() ? std::optional<std::int64_t>() : std::optional(entry.at(i).get<std::int64_t>());
      };
      entries.push_back(slice(bound(0), bound(1), bound(2).value_or(1)));
    }
  }
  return entries;
}

Ops all_ops() {
  Ops ops;
  add_creation(ops);
  add_unary(ops);
  add_binary(ops);
  add_selection(ops);
  add_sums(ops);
  add_extrema(ops);
  add_fused(ops);
  add_logical_reductions(ops);
  add_nan_reductions(ops);
  add_variances(ops);
  add_products(ops);
  add_shape_ops(ops);
  add_index_ops(ops);
  add_join_ops(ops);
  add_search_ops(ops);
  add_scans(ops);
  add_order(ops);
  return ops;
}

}  // namespace spica::oracle
