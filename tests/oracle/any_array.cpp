#include "any_array.hpp"

#include <spica/ops/creation/creation.hpp>

#include <cstring>

namespace spica::oracle {

AnyArray to_backend(const ViewOf& view, Backend backend) {
  return with_element(view.base.dtype, [&]<class T>(std::type_identity<T>) -> AnyArray {
    const std::span elements(reinterpret_cast<const T*>(view.base.bytes.data()), view.base.bytes.size() / sizeof(T));
    Array<T> array = from_host(elements, view.base.shape, backend);
    if (!view.entries.empty()) array = array.index(view.entries);
    if (!view.axes.empty()) array = transpose(array, view.axes);
    if (view.broadcast_to) array = broadcast_to(array, *view.broadcast_to);
    return array;
  });
}

HostArray to_host(const AnyArray& any) {
  return std::visit(
      []<class T>(const Array<T>& array) {
        HostArray result{dtype_of<T>, array.shape(), {}};
        const Array<T> copy = detail::contiguous_copy("oracle", array);
        result.bytes.resize(static_cast<std::size_t>(array.size()) * sizeof(T));
        detail::copy_bytes("oracle", result.bytes.data(), Backend::serial, copy.data(), copy.backend(), result.bytes.size());
        return result;
      },
      any);
}

AnyArray cast_to(const AnyArray& any, DType to) {
  if (dtype(any) == to) return any;
  return with_element(to, [&]<class To>(std::type_identity<To>) {
    return std::visit(
        []<class From>(const Array<From>& array) -> AnyArray {
          if constexpr (detail::widens<To, From> || std::same_as<To, bool>) {  // what promotion and logical operations ask for
            Array<To> result = Array<To>::uninitialized("oracle", array.shape(), array.backend());
            detail::assign_elements("oracle", result, array);
            return result;
          } else {
            throw std::logic_error("oracle: an op asks for a narrowing conversion");
          }
        },
        any);
  });
}

AnyArray literal(const char* op, const Weak& value, DType dtype, Backend backend) {
  return with_element(dtype, [&]<class T>(std::type_identity<T>) -> AnyArray {
    const T element = std::visit([&](auto number) { return detail::to_part<T>(op, number).value; }, value);
    return full<T>({}, element, backend);
  });
}

}  // namespace spica::oracle
