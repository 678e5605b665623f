// What the tests of npy and npz share: files in a folder of their own, values that NumPy can make too, NumPy itself.
#pragma once

#include <spica/core/array.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <unistd.h>

namespace spica::testing {

/// A folder that is there as long as the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "spica-test-XXXXXX").string();
    if (!::mkdtemp(name.data())) std::abort();
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
  }

 private:
  std::filesystem::path path_;
};

inline std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// An npy file with this header text, not padded, and these bytes behind it.
inline std::string npy_file(const std::string& header, const std::string& elements = "", int version = 1) {
  std::string bytes = std::string("\x93NUMPY") + static_cast<char>(version) + '\0';
  for (int k = 0; k < (version == 1 ? 2 : 4); ++k) bytes += static_cast<char>((header.size() >> (8 * k)) & 0xff);
  return bytes + header + elements;
}

/// Element i of an array of the tests; numpy_values.py has the same.
template <class T> T pattern(std::int64_t i) {
  if constexpr (std::same_as<T, bool>) return i % 3 == 0;
  else if constexpr (ComplexElement<T>)
    return T(static_cast<real_t<T>>(0.5 * static_cast<double>(i) - 3), static_cast<real_t<T>>(-i));
  else if constexpr (FloatingElement<T>) return static_cast<T>(0.5 * static_cast<double>(i) - 3);
  else return static_cast<T>(std::signed_integral<T> ? 3 * i - 40 : 3 * i);
}

template <class T> std::vector<T> pattern_values(std::int64_t size) {
  std::vector<T> values;
  for (std::int64_t i = 0; i < size; ++i) values.push_back(pattern<T>(i));
  return values;
}

/// A Python that has NumPy, or nothing.
inline const std::string& python_with_numpy() {
  static const std::string found = [] {
    for (const std::string candidate : {"python3", "/usr/bin/python3"})
      if (std::system((candidate + " -c 'import numpy' >/dev/null 2>&1").c_str()) == 0) return candidate;
    return std::string();
  }();
  return found;
}
/// Runs tests/io/numpy_values.py; true if it is content.
inline bool run_numpy(const std::string& what, const std::filesystem::path& folder) {
  return std::system((python_with_numpy() + " io/numpy_values.py " + what + " '" + folder.string() + "'").c_str()) == 0;
}

}  // namespace spica::testing
