#include "argument.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace spica::oracle {

namespace {

/// What a slice selects of an axis, by Python's rules: `count` elements from `first`.
struct Selection {
  std::int64_t first, step, count;
};
Selection select(const Index& entry, std::int64_t extent) {
  if (entry.what == Index::What::position) return {*entry.start, 1, 1};
  const auto from_end = [&](std::int64_t p) { return p < 0 ? p + extent : p; };
  Selection selection{0, entry.step, 0};
  if (entry.step > 0) {
    const std::int64_t start = std::clamp<std::int64_t>(from_end(entry.start.value_or(0)), 0, extent);
    const std::int64_t stop = std::clamp<std::int64_t>(from_end(entry.stop.value_or(extent)), 0, extent);
    selection.first = start;
    for (std::int64_t i = start; i < stop; i += entry.step) ++selection.count;
  } else {
    const std::int64_t start = entry.start ? std::clamp<std::int64_t>(from_end(*entry.start), -1, extent - 1) : extent - 1;
    const std::int64_t stop = entry.stop ? std::clamp<std::int64_t>(from_end(*entry.stop), -1, extent - 1) : -1;
    selection.first = start;
    for (std::int64_t i = start; i > stop; i += entry.step) ++selection.count;
  }
  return selection;
}

/// Elements of `from` at offset + sum of index * stride, in C order of `shape`. Offset and strides count elements.
HostArray gather(const HostArray& from, const Shape& shape, std::int64_t offset, const Strides& strides) {
  const std::size_t itemsize = itemsize_of(from.dtype);
  HostArray result{from.dtype, shape, {}};
  const std::int64_t size = result.size();
  result.bytes.resize(static_cast<std::size_t>(size) * itemsize);
  Shape index = shape;
  for (int d = 0; d < shape.rank(); ++d) index[d] = 0;
  std::int64_t place = offset;
  for (std::int64_t i = 0; i < size; ++i) {
    std::memcpy(result.bytes.data() + static_cast<std::size_t>(i) * itemsize, from.bytes.data() + static_cast<std::size_t>(place) * itemsize, itemsize);
    for (int d = shape.rank() - 1; d >= 0; --d) {
      place += strides[d];
      if (++index[d] < shape[d]) break;
      place -= strides[d] * shape[d];
      index[d] = 0;
    }
  }
  return result;
}

Strides c_strides(const Shape& shape) {
  Strides strides = shape;
  std::int64_t step = 1;
  for (int d = shape.rank() - 1; d >= 0; --d) {
    strides[d] = step;
    step *= shape[d];
  }
  return strides;
}

/// An array whose elements show when they are read: NaN, or the largest and the smallest integer by turns.
HostArray filler(DType dtype, const Shape& shape) {
  HostArray array{dtype, shape, {}};
  const std::size_t itemsize = itemsize_of(dtype), size = static_cast<std::size_t>(array.size());
  array.bytes.assign(size * itemsize, std::byte{dtype == DType::bool_ ? std::uint8_t{0} : std::uint8_t{0xff}});
  if (detail::kind_of(dtype) <= Kind::integer)
    for (std::size_t i = 0; i < size; i += 2) {
      if (dtype == DType::bool_) array.bytes[i] = std::byte{1};
      else array.bytes[i * itemsize + itemsize - 1] = std::byte{0x7f};
    }
  if (dtype == DType::int32 || dtype == DType::int64)
    for (std::size_t i = 1; i < size; i += 2) {
      std::fill_n(array.bytes.begin() + static_cast<std::ptrdiff_t>(i * itemsize), itemsize, std::byte{0});
      array.bytes[i * itemsize + itemsize - 1] = std::byte{0x80};
    }
  return array;
}

ViewOf transposed(const HostArray& array) {
  Shape shape;
  Strides strides;
  const Strides c = c_strides(array.shape);
  for (int d = array.shape.rank() - 1; d >= 0; --d) {
    shape.push_back(array.shape[d]);
    strides.push_back(c[d]);
  }
  std::vector<std::int64_t> reversed(static_cast<std::size_t>(shape.rank()));
  std::iota(reversed.rbegin(), reversed.rend(), 0);
  return {gather(array, shape, 0, strides), {}, std::move(reversed), {}};
}

/// Steps 2 and -2 by turns; the first axis goes forwards if `forwards`.
ViewOf sliced(const HostArray& array, bool forwards) {
  ViewOf result;
  if (array.shape.rank() == 0) {
    result.base = filler(array.dtype, {3});
    result.entries = {Index(1)};
  } else {
    Shape around;
    for (int d = 0; d < array.shape.rank(); ++d) {
      const std::int64_t extent = array.shape[d];
      const bool up = forwards == (d % 2 == 0);
      around.push_back(2 * extent + (up ? 1 : 2));
      if (up) result.entries.push_back(slice(1, none, 2));
      else result.entries.push_back(extent == 0 ? slice(0, 0, -2) : slice(2 * extent - 1, none, -2));
    }
    result.base = filler(array.dtype, around);
  }
  // Element i of the view is written where `seen` will look for it.
  const Strides base_strides = c_strides(result.base.shape);
  const std::size_t itemsize = itemsize_of(array.dtype);
  std::int64_t offset = 0;
  Strides strides = array.shape;
  for (std::size_t d = 0; d < result.entries.size(); ++d) {
    const Selection selection = select(result.entries[d], result.base.shape[static_cast<int>(d)]);
    offset += selection.first * base_strides[static_cast<int>(d)];
    if (array.shape.rank() > 0) strides[static_cast<int>(d)] = selection.step * base_strides[static_cast<int>(d)];
  }
  for (std::int64_t i = 0; i < array.size(); ++i) {
    std::int64_t place = offset, rest = i;
    for (int d = array.shape.rank() - 1; d >= 0; --d) {
      place += rest % array.shape[d] * strides[d];
      rest /= array.shape[d];
    }
    std::memcpy(result.base.bytes.data() + static_cast<std::size_t>(place) * itemsize,
                array.bytes.data() + static_cast<std::size_t>(i) * itemsize, itemsize);
  }
  return result;
}

/// Stored once along every axis that repeats; nothing if none does.
std::optional<ViewOf> broadcast(const HostArray& array) {
  Shape once = array.shape;
  Strides strides = c_strides(array.shape);
  for (int d = 0; d < array.shape.rank(); ++d) {
    if (array.shape[d] < 2) continue;
    Strides still = c_strides(array.shape);
    still[d] = 0;
    if (gather(array, array.shape, 0, still).bytes == array.bytes) once[d] = 1;
  }
  if (once == array.shape) return std::nullopt;
  return ViewOf{gather(array, once, 0, strides), {}, {}, array.shape};
}

Index parse_slice(const nlohmann::json& json) {
  if (json.is_null()) return all;
  const auto bound = [&](std::size_t i) {
    return json.at(i).is_null() ? std::optional<std::int64_t>() : std::optional(json.at(i).get<std::int64_t>());
  };
  return slice(bound(0), bound(1), bound(2).value_or(1));
}

}  // namespace

const char* name_of(Variant variant) {
  switch (variant) {
    case Variant::given: return "as given";
    case Variant::transposed: return "transposed";
    case Variant::sliced: return "sliced";
    case Variant::reversed: return "reversed";
    case Variant::broadcast: return "broadcast";
    case Variant::mixed: return "mixed";
  }
  return "";
}

Argument parse_argument(const nlohmann::json& json) {
  if (json.is_null()) return NotGiven{};
  if (json.contains("call")) {
    const auto& call = json["call"];
    CallOf inner{call.at("op").get<std::string>(), {}, std::make_shared<const nlohmann::json>(call.at("kwargs")),
                 call.value("result", std::size_t{0})};
    for (const auto& argument : call.at("args")) inner.arguments.push_back(parse_argument(argument));
    return std::make_shared<const CallOf>(std::move(inner));
  }
  if (json.contains("weak")) {
    const auto& value = json["weak"];
    if (value.is_boolean()) return Weak(value.get<bool>());
    if (value.is_number_integer()) return Weak(value.get<std::int64_t>());
    return Weak(value.get<double>());
  }
  ViewOf view{parse_host_array(json), {}, {}, {}};
  if (json.contains("view")) {
    for (const auto& entry : json["view"].at("slices")) view.entries.push_back(parse_slice(entry));
    view.axes = json["view"].at("axes").get<std::vector<std::int64_t>>();
  }
  if (json.contains("broadcast_to")) view.broadcast_to = parse_shape(json["broadcast_to"]);
  return view;
}

std::string text(const Argument& argument) {
  if (std::holds_alternative<NotGiven>(argument)) return "not given";
  if (const auto* weak = std::get_if<Weak>(&argument))
    return "literal " + std::visit([](auto value) { return nlohmann::json(value).dump(); }, *weak);
  if (const auto* call = std::get_if<std::shared_ptr<const CallOf>>(&argument)) {
    std::string out = (*call)->op + "(";
    for (const Argument& inner : (*call)->arguments) out += text(inner) + "; ";
    return out + (*call)->keywords->dump() + ")";
  }
  return text(seen(std::get<ViewOf>(argument)));
}

HostArray seen(const ViewOf& view) {
  Shape shape;
  Strides strides;
  std::int64_t offset = 0;
  const Strides base = c_strides(view.base.shape);
  for (int d = 0; d < view.base.shape.rank(); ++d) {
    const Index entry = view.entries.empty() ? Index(all) : view.entries[static_cast<std::size_t>(d)];
    const Selection selection = select(entry, view.base.shape[d]);
    offset += selection.first * base[d];
    if (entry.what == Index::What::position) continue;
    shape.push_back(selection.count);
    strides.push_back(selection.step * base[d]);
  }
  if (!view.axes.empty()) {
    const Shape s = shape;
    const Strides t = strides;
    for (std::size_t j = 0; j < view.axes.size(); ++j) {
      shape[static_cast<int>(j)] = s[static_cast<int>(view.axes[j])];
      strides[static_cast<int>(j)] = t[static_cast<int>(view.axes[j])];
    }
  }
  if (view.broadcast_to) {
    Strides wide = *view.broadcast_to;
    const int more = wide.rank() - shape.rank();
    for (int d = 0; d < wide.rank(); ++d) wide[d] = d < more || shape[d - more] == 1 ? 0 : strides[d - more];
    return gather(view.base, *view.broadcast_to, offset, wide);
  }
  return gather(view.base, shape, offset, strides);
}

namespace {

/// `in_variant`, with what it counts: array arguments in the order in which they are written.
struct Layouts {
  Variant variant;
  int arrays = 0;
  bool differs = false;

  Argument of(const Argument& argument) {
    if (const auto* call = std::get_if<std::shared_ptr<const CallOf>>(&argument)) {
      CallOf inner = **call;
      for (Argument& a : inner.arguments) a = of(a);
      return std::make_shared<const CallOf>(std::move(inner));
    }
    const auto* view = std::get_if<ViewOf>(&argument);
    if (!view) return argument;
    const int turn = arrays++;
    const HostArray array = seen(*view);
    switch (variant) {
      case Variant::given: break;
      case Variant::transposed:
        differs |= array.shape.rank() > 1;
        return transposed(array);
      case Variant::sliced:
      case Variant::reversed:
        differs = true;
        return sliced(array, (variant == Variant::sliced) == (turn % 2 == 0));
      case Variant::broadcast:
        if (auto repeated = broadcast(array)) {
          differs = true;
          return std::move(*repeated);
        }
        break;
      case Variant::mixed:
        differs = arrays > 1;
        if (turn % 3 == 0) return sliced(array, true);
        if (turn % 3 == 1) return transposed(array);
        break;
    }
    return argument;
  }
};

}  // namespace

std::optional<std::vector<Argument>> in_variant(const std::vector<Argument>& arguments, Variant variant) {
  if (variant == Variant::given) return arguments;
  Layouts layouts{variant};
  std::vector<Argument> result;
  for (const Argument& argument : arguments) result.push_back(layouts.of(argument));
  if (!layouts.differs) return std::nullopt;
  return result;
}

}  // namespace spica::oracle
