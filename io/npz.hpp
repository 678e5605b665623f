// NumPy's archive of named arrays: a zip file with one npy file for each. Part of Spica::io (libzip).
#pragma once

#include <spica/io/npy.hpp>

#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spica {

/// A name and an array of any element type, for savez: {"x", x}, {"total", x + y}.
struct NamedArray {
  std::string name;
  AnyArray array;

  NamedArray(std::string array_name, AnyArray any) : name(std::move(array_name)), array(std::move(any)) {}
  /// An array, a view, or a formula, which is evaluated here.
  template <ArrayOrExpression X>
  NamedArray(std::string array_name, const X& x) : name(std::move(array_name)), array(eval(x)) {}
};

/// Writes named arrays into one npz file, not compressed: numpy.load(path)["name"] gives them back.
///
/// @param path    ".npz" is appended if it does not end so, as NumPy does.
/// @param arrays  each on any backend and of any layout. The member of the archive is the name and ".npy".
/// @throws ValueError for a name given twice or one that holds a zero byte; FileError if the file cannot be written: an
/// old file of that
///         name is then as it was (see `save`); RuntimeError, MemoryError.
/// @note  The same arrays give the same bytes: the archive holds no time of day.
/// Source: NumPy `savez`.
/// Example: tests/io/test_npz.cpp, `example-begin npz`.
void savez(const std::filesystem::path& path, std::span<const NamedArray> arrays);
inline void savez(const std::filesystem::path& path, std::initializer_list<NamedArray> arrays) {
  savez(path, std::span<const NamedArray>(arrays.begin(), arrays.size()));
}

/// The same, each array compressed with deflate; much slower, and smaller only where the elements repeat. Source: NumPy
/// `savez_compressed`.
void savez_compressed(const std::filesystem::path& path, std::span<const NamedArray> arrays);
inline void savez_compressed(const std::filesystem::path& path, std::initializer_list<NamedArray> arrays) {
  savez_compressed(path, std::span<const NamedArray>(arrays.begin(), arrays.size()));
}

/// An npz file, open for reading; its arrays are read when they are asked for. Not to be used by two threads at once.
/// Source: NumPy `NpzFile`.
class Npz {
 public:
  /// Reads the table of contents. @throws FileError if it cannot be read, FormatError if it is no sound zip archive, or
  /// names a member twice.
  explicit Npz(const std::filesystem::path& path);
  Npz(Npz&&) noexcept;
  Npz& operator=(Npz&&) noexcept;
  ~Npz();

  /// In the order of the archive, without ".npy".
  const std::vector<std::string>& names() const;
  /// Whether there is an array of that name; "x" and "x.npy" name the same one, as in NumPy.
  bool contains(std::string_view name) const;

  /// What `get` would give, without its elements. @throws as `get`.
  NpyHeader header(std::string_view name) const;
  /// One array. @throws ValueError for an unknown name, listing those there are; FormatError also for a damaged member
  /// (its checksum is compared); otherwise as `load`.
  template <Element T> Array<T> get(std::string_view name, Backend backend = default_backend()) const {
    return detail::read_npy<T>("Npz::get", "get", *open("Npz::get", name), backend);
  }
  /// One array of any element type. @throws as `get`.
  AnyArray get_any(std::string_view name, Backend backend = default_backend()) const;

 private:
  struct Archive;
  std::unique_ptr<detail::ByteSource> open(const char* op, std::string_view name) const;

  std::unique_ptr<Archive> archive_;
};

/// All arrays of an npz file by name. @throws as Npz and Npz::get.
std::map<std::string, AnyArray> load_npz(const std::filesystem::path& path, Backend backend = default_backend());

}  // namespace spica
