#include "ops.hpp"

#include <spica/ops/creation/creation.hpp>

namespace spica::oracle {

namespace {

/// f(std::type_identity<T>{}) for the keyword argument dtype.
template <class F> Results of_dtype(const Call& call, F f) {
  return {with_element(call.dtype(), [&](auto type) { return AnyArray(f(type)); })};
}

/// A number given for a bound: as an integer where both sides are integers, since float64 does not hold every int64.
template <class T> T bound(const Call& call, const char* key) {
  if constexpr (std::integral<T>)
    if (call.is_integer(key)) return static_cast<T>(call.integer(key));
  return static_cast<T>(call.number(key));
}

}  // namespace

void add_creation(Ops& ops) {
  ops["zeros"] = [](const Call& call) {
    return of_dtype(call, [&]<class T>(std::type_identity<T>) { return zeros<T>(call.shape("shape"), call.backend()); });
  };
  ops["ones"] = [](const Call& call) {
    return of_dtype(call, [&]<class T>(std::type_identity<T>) { return ones<T>(call.shape("shape"), call.backend()); });
  };
  ops["full"] = [](const Call& call) -> Results {
    if (const auto* weak = std::get_if<Weak>(&call.argument(0)))
      return of_dtype(call, [&]<class T>(std::type_identity<T>) {
        return std::visit([&](auto value) { return full<T>(call.shape("shape"), value, call.backend()); }, *weak);
      });
    const AnyArray value = cast_to(call.array(0), call.dtype());
    return {std::visit([&](const auto& a) -> AnyArray { return full<value_type_t<decltype(a)>>(call.shape("shape"), a.item(), call.backend()); }, value)};
  };
  ops["arange"] = [](const Call& call) {
    return of_dtype(call, [&]<class T>(std::type_identity<T>) -> Array<T> {
      if constexpr (RealElement<T>) return arange<T>(bound<T>(call, "start"), bound<T>(call, "stop"), bound<T>(call, "step"), call.backend());
      else throw DTypeError("arange: rejected at compile time");
    });
  };
  ops["linspace"] = [](const Call& call) {
    return of_dtype(call, [&]<class T>(std::type_identity<T>) -> Array<T> {
      if constexpr (RealElement<T>)
        return linspace<T>(call.number("start"), call.number("stop"), call.integer("num", 50), call.flag("endpoint", true), call.backend());
      else throw DTypeError("linspace: rejected at compile time");
    });
  };
  ops["eye"] = [](const Call& call) {
    return of_dtype(call, [&]<class T>(std::type_identity<T>) {
      return eye<T>(call.integer("N"), call.integer("M", -1), call.integer("k", 0), call.backend());
    });
  };
  ops["tri"] = [](const Call& call) {
    return of_dtype(call, [&]<class T>(std::type_identity<T>) {
      return tri<T>(call.integer("N"), call.integer("M", -1), call.integer("k", 0), call.backend());
    });
  };
}

}  // namespace spica::oracle
