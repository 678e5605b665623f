#include "ops.hpp"

#include <spica/ops/shape/pad.hpp>
#include <spica/ops/shape/repeat.hpp>
#include <spica/ops/shape/roll.hpp>
#include <spica/ops/shape/triangle.hpp>

namespace spica::oracle {

namespace {

/// f(array) for the array's element type; a function that keeps the element type.
template <class F> Results on_array(const Call& call, F f) {
  return {std::visit([&](const auto& a) { return AnyArray(f(a)); }, call.array(0))};
}

/// A list of numbers or one number, as an op takes it.
template <class OfNumber, class OfList> auto number_or_list(const Call& call, const char* key, OfNumber number, OfList list) {
  if (call.is_integer(key)) return number(call.integer(key));
  return list(call.integers(key));
}

Results call_split(const Call& call) {
  const std::int64_t axis = call.integer("axis", 0);
  return std::visit(
      [&](const auto& a) {
        const auto parts = number_or_list(
            call, "indices_or_sections", [&](std::int64_t sections) { return split(a, sections, axis); },
            [&](const std::vector<std::int64_t>& positions) { return split(a, std::span(positions), axis); });
        return Results(parts.begin(), parts.end());
      },
      call.array(0));
}

Results call_repeat(const Call& call) {
  const OneAxis axis = call.given("axis") ? OneAxis(call.integer("axis")) : OneAxis(all_axes);
  return on_array(call, [&](const auto& a) {
    return number_or_list(
        call, "repeats", [&](std::int64_t times) { return repeat(a, times, axis); },
        [&](const std::vector<std::int64_t>& times) {
          const auto count = static_cast<std::int64_t>(times.size());
          return repeat(a, from_host(std::span(times), {count}, call.backend()), axis);
        });
  });
}

Results call_pad(const Call& call) {
  const PadWidths widths(call.pairs("pad_width"));
  const Weak value = call.literal("constant_values", std::int64_t(0));
  return on_array(call, [&]<class T>(const Array<T>& a) {
    return pad(a, widths, std::visit([](auto number) { return convert<T>(number); }, value));
  });
}

}  // namespace

void add_shape_ops(Ops& ops) {
  ops["reshape"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return reshape(a, call.shape("shape")); });
  };
  ops["broadcast_to"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return broadcast_to(a, call.shape("shape")); });
  };
  ops["transpose"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return call.given("axes") ? transpose(a, call.shape("axes")) : transpose(a); });
  };
  ops["moveaxis"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return moveaxis(a, call.shape("source"), call.shape("destination")); });
  };
  ops["squeeze"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return squeeze(a, call.axes()); });
  };
  ops["expand_dims"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return expand_dims(a, call.axes()); });
  };
  ops["flip"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return flip(a, call.axes()); });
  };
  ops["split"] = call_split;
  ops["tile"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return tile(a, call.shape("reps")); });
  };
  ops["repeat"] = call_repeat;
  ops["roll"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return roll(a, call.shape("shift"), call.axes()); });
  };
  ops["pad"] = call_pad;
  ops["tril"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return tril(a, call.integer("k", 0)); });
  };
  ops["triu"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return triu(a, call.integer("k", 0)); });
  };
  ops["getitem"] = [](const Call& call) {
    return on_array(call, [&](const auto& a) { return a.index(call.index("key")); });
  };
}

}  // namespace spica::oracle
