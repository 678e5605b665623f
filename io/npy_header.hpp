// The header of an npy file: reading and writing it. Needs no Kokkos, so that it can be fuzzed alone
// (tests/io/fuzz_npy.cpp).
#pragma once

#include <spica/core/shape.hpp>
#include <spica/io/errors.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace spica::detail {

/// What an npy header says, in the format's own terms; checked against the length of the file.
struct NpyLayout {
  char kind = 'f';            ///< b, i, u, f or c: bool, integer, unsigned, floating, complex
  int item_bytes = 8;         ///< of one element
  bool byte_swapped = false;  ///< the elements have the other byte order than this machine
  bool fortran_order = false;
  Shape shape;
  int version = 1;                ///< of the format: 1, 2 or 3
  std::uint64_t data_offset = 0;  ///< where the elements begin in the file
  std::uint64_t data_bytes = 0;   ///< that the elements take
};

/// As many bytes at the beginning of a file as npy_data_offset needs.
inline constexpr std::size_t npy_start_bytes = 12;

/// Where the elements begin, which is also where the header ends.
///
/// @param where       how errors begin: operation and file.
/// @param start       the first npy_start_bytes of the file, or all of a shorter one.
/// @param file_bytes  the length of the file.
/// @return            at most file_bytes, and at most 64 KiB and a few bytes: safe to allocate.
/// @throws FormatError: not an npy file, another version than 1.0, 2.0 and 3.0, a header that goes beyond the file or
/// is
///         larger than any that an array needs.
std::uint64_t npy_data_offset(const std::string& where, std::span<const unsigned char> start, std::uint64_t file_bytes);

/// Reads a header as NumPy does: a Python literal, with its keys in any order.
///
/// @param header      the file from its beginning to npy_data_offset.
/// @throws FormatError (no such literal, wrong keys or values, a shape beyond int64, fewer bytes of data than the shape
/// needs),
///         DTypeError (an element type that Spica has not), ShapeError (more than eight axes).
/// Source: NumPy Enhancement Proposal 1 and `numpy/lib/format.py` of NumPy 1.24.
NpyLayout parse_npy_header(const std::string& where, std::span<const unsigned char> header, std::uint64_t file_bytes);

/// The same bytes that NumPy 1.24 writes before the elements of such an array, in this machine's byte order. Reads
/// kind, item_bytes, fortran_order and shape of `layout`.
std::string npy_header_bytes(const NpyLayout& layout);

/// Magic, version, length, text and padding around any header text: version 1.0, or 2.0 if the text needs it.
std::string npy_wrap_header(const std::string& text);

}  // namespace spica::detail
