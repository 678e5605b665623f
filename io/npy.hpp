// NumPy's file format for one array: load, save, and a file seen as an array without reading it.
#pragma once

#include <spica/io/any_array.hpp>
#include <spica/io/file.hpp>
#include <spica/io/npy_header.hpp>
#include <spica/ops/elementwise/assign.hpp>

#include <filesystem>

namespace spica {

/// What an npy file holds, without its elements.
struct NpyHeader {
  DType dtype = DType::float64;
  Shape shape;
  bool fortran_order = false;     ///< the first axis is the contiguous one
  bool byte_swapped = false;      ///< the file has the other byte order than this machine
  int version = 1;                ///< of the format: 1, 2 or 3
  std::uint64_t data_offset = 0;  ///< where the elements begin in the file
  std::uint64_t data_bytes = 0;   ///< that the elements take; the file has them
};

namespace detail {

NpyHeader read_npy_header(ByteSource& source);
/// The elements in the file's order and this machine's byte order, in the memory of `backend`. Reads on behind the
/// header.
std::shared_ptr<Storage> read_npy_elements(const char* op, ByteSource& source, const NpyHeader& header,
                                           Backend backend);
std::shared_ptr<Storage> map_npy_elements(const InputFile& file, const NpyHeader& header, Backend backend);
Strides npy_strides(const NpyHeader& header);
[[noreturn]] void wrong_npy_dtype(const std::string& where, const NpyHeader& header, DType asked, const char* call);

template <Element T> Array<T> read_npy(const char* op, const char* call, ByteSource& source, Backend backend) {
  const NpyHeader header = read_npy_header(source);
  if (header.dtype != dtype_of<T>) wrong_npy_dtype(source.where(), header, dtype_of<T>, call);
  auto elements = read_npy_elements(op, source, header, backend);
  source.check_rest();
  return Array<T>::wrap(std::move(elements), header.shape, npy_strides(header));
}
AnyArray read_any_npy(const char* op, ByteSource& source, Backend backend);

/// A header and elements in host memory, as they are written one after the other.
struct NpyImage {
  std::string header;
  std::span<const unsigned char> elements;
  std::shared_ptr<Storage> owner;
};
NpyImage npy_image(DType dtype, const Shape& shape, bool fortran_order, const std::shared_ptr<Storage>& owner,
                   const void* data);

/// C order, or Fortran order where the elements lie so: NumPy's rule. Copies only what lies in neither order or on a
/// device.
template <Element T> NpyImage npy_image(const char* op, const Array<T>& a) {
  const bool fortran_order = !a.is_contiguous() && transpose(a).is_contiguous();
  Array<T> elements = fortran_order ? transpose(a) : a;
  if (!elements.is_contiguous()) elements = contiguous_copy(op, elements);
  if (!host_memory(elements.backend())) elements = elements.to(Backend::serial);
  return npy_image(dtype_of<T>, a.shape(), fortran_order, elements.storage(), elements.data());
}

/// Defined and instantiated for all element types in npy.cpp.
template <Element T> void save_array(const std::filesystem::path& path, const Array<T>& a);

}  // namespace detail

/// Reads only the header of an npy file: what `load` would give, and which `T` to name.
///
/// @throws as `load`, but for what concerns elements and T.
NpyHeader npy_header(const std::filesystem::path& path);

/// The array in an npy file.
///
/// @tparam T       the element type in the file. Nothing is converted: load<float>(path) and then cast<double>.
/// @param path     any file of format 1.0, 2.0 or 3.0, in either byte order. Bytes behind the elements are ignored, as
/// NumPy does.
/// @return         the file's shape, on `backend`. A file in Fortran order gives strides of that order, as NumPy does;
/// no element
///                 moves. Bytes of a bool array other than 0 are true.
/// @throws DTypeError if the file has another element type, naming both, or one that Spica has not (objects, strings,
/// structured…);
///         FileError if it cannot be read; FormatError if it is no sound npy file (nothing is allocated before every
///         size in it was compared with its length); ShapeError for more than eight axes; RuntimeError, MemoryError.
/// Source: NumPy `load`, and NEP 1 for the format.
/// Example: tests/io/test_npy.cpp, `example-begin npy`.
template <Element T> Array<T> load(const std::filesystem::path& path, Backend backend = default_backend()) {
  detail::InputFile file("load", path);
  return detail::read_npy<T>("load", "load", file, backend);
}

/// The array in an npy file of any element type. @throws as `load`.
AnyArray load_any(const std::filesystem::path& path, Backend backend = default_backend());

/// The array in an npy file as a view of the file itself: nothing is read before it is used, nothing is copied, and
/// several programs share one copy. Writing to the array is allowed and never reaches the file: the pages written to
/// become copies.
///
/// @param backend  a host backend.
/// @throws BackendMismatch for a device, whose kernels cannot reach the file; FormatError if the file has the other
/// byte order, or
///         if its elements are not aligned in it; both say to use `load`; otherwise as `load`.
/// @note  Do not shorten the file while the array is in use: the system ends a program that touches pages that are gone
/// (SIGBUS).
/// @note  A bool file is read once, to see that all its bytes are 0 or 1.
template <Element T> Array<T> load_mapped(const std::filesystem::path& path, Backend backend = default_backend()) {
  detail::InputFile file("load_mapped", path);
  const NpyHeader header = detail::read_npy_header(file);
  if (header.dtype != dtype_of<T>) detail::wrong_npy_dtype(file.where(), header, dtype_of<T>, "load_mapped");
  return Array<T>::wrap(detail::map_npy_elements(file, header, backend), header.shape, detail::npy_strides(header));
}

/// Writes an array, a view or the value of a formula as an npy file: byte for byte what numpy.save writes (NumPy 1.24).
///
/// @param path  ".npy" is appended if it does not end so, as NumPy does; not to a device or pipe that is there.
/// @param x     on any backend, any layout. Elements that lie in Fortran order are written so; all others in C order.
/// @throws FileError if it cannot be written, the disk is full…; an old file of that name is then as it was, because
/// the new one
///         is written beside it and renamed when it is complete and on the disk.
/// Source: NumPy `save`.
template <ArrayOrExpression X> void save(const std::filesystem::path& path, const X& x) {
  detail::save_array<value_type_t<X>>(path, eval(x));
}

}  // namespace spica
