// An array whose element type is known only when the program runs.
#pragma once

#include <spica/core/array.hpp>

#include <variant>

namespace spica {

/// One alternative for each element type, in the order of DType: `any.index()` is the value of the DType. Use it with
/// std::visit.
using AnyArray =
    std::variant<Array<bool>, Array<std::int8_t>, Array<std::int16_t>, Array<std::int32_t>, Array<std::int64_t>,
                 Array<std::uint8_t>, Array<std::uint16_t>, Array<std::uint32_t>, Array<std::uint64_t>, Array<float16>,
                 Array<bfloat16>, Array<float>, Array<double>, Array<complex64>, Array<complex128>>;

/// The element type of the array that `any` holds.
inline DType dtype(const AnyArray& any) { return static_cast<DType>(any.index()); }

static_assert(std::variant_size_v<AnyArray> == static_cast<std::size_t>(DType::complex128) + 1);

namespace detail {

/// f.template operator()<T>() with the element type that `dtype` names.
template <class F> decltype(auto) with_element_type(DType dtype, F&& f) {
  switch (dtype) {
    case DType::bool_: return f.template operator()<bool>();
    case DType::int8: return f.template operator()<std::int8_t>();
    case DType::int16: return f.template operator()<std::int16_t>();
    case DType::int32: return f.template operator()<std::int32_t>();
    case DType::int64: return f.template operator()<std::int64_t>();
    case DType::uint8: return f.template operator()<std::uint8_t>();
    case DType::uint16: return f.template operator()<std::uint16_t>();
    case DType::uint32: return f.template operator()<std::uint32_t>();
    case DType::uint64: return f.template operator()<std::uint64_t>();
    case DType::float16: return f.template operator()<float16>();
    case DType::bfloat16: return f.template operator()<bfloat16>();
    case DType::float32: return f.template operator()<float>();
    case DType::float64: return f.template operator()<double>();
    case DType::complex64: return f.template operator()<complex64>();
    case DType::complex128: break;
  }
  return f.template operator()<complex128>();
}

/// NumPy's name of a dtype: "float64".
inline const char* name(DType dtype) {
  return with_element_type(dtype, [&]<class T>() { return dtype_name<T>(); });
}

}  // namespace detail
}  // namespace spica
