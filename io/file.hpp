// Files of the operating system: reading, replacing as a whole, mapping into memory. Errors name the operation, the
// file and the system's reason.
#pragma once

#include <spica/io/errors.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace spica::detail {

/// Bytes that come one after another, and how many there are: a file, or a member of an archive.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// How errors about it begin: "load: a.npy".
  virtual const std::string& where() const = 0;
  virtual std::uint64_t size() const = 0;
  /// The next `bytes` bytes. @throws FileError if they cannot be read, FormatError if there are fewer.
  virtual void read(void* to, std::size_t bytes) = 0;
  /// Reads what is left where only the end shows whether what came before is right: the checksum of an archive's
  /// member.
  virtual void check_rest() {}
};

/// "op: path", for the beginning of an error.
std::string file_label(const char* op, const std::filesystem::path& path);

/// A regular file, open for reading.
class InputFile final : public ByteSource {
 public:
  /// @throws FileError: it is not there, may not be read, or is no regular file.
  InputFile(const char* op, const std::filesystem::path& path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() override;

  const std::string& where() const override { return where_; }
  std::uint64_t size() const override { return size_; }
  void read(void* to, std::size_t bytes) override;
  int descriptor() const { return descriptor_; }

 private:
  std::string where_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

/// A file under a temporary name beside its final one. `commit` puts it in place of what was there, in one step;
/// without it the destructor removes it. So a write that fails leaves an old file as it was.
class ReplacedFile {
 public:
  /// @param path  followed where it is a symbolic link. An existing file's permissions are kept. @throws FileError.
  ReplacedFile(const char* op, const std::filesystem::path& path);
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;
  ~ReplacedFile();

  void write(const void* from, std::size_t bytes);
  /// Where a library that opens files by itself finds it; it may also put another file there.
  const std::filesystem::path& temporary() const { return temporary_; }
  const std::string& where() const { return where_; }
  /// Waits until the storage has the bytes (a full disk may show only then), then renames. @throws FileError.
  void commit();

 private:
  [[noreturn]] void fail(const char* what, int error) const;

  std::string where_;
  std::filesystem::path target_, temporary_;
  int descriptor_ = -1;
  int mode_ = -1;  // permissions of the file that is replaced
};

/// Writes the pieces one after the other as the file `path`: replaced as a whole if it is regular or new; a device or
/// pipe is written to directly.
void write_file(const char* op, const std::filesystem::path& path,
                std::span<const std::span<const unsigned char>> pieces);

/// A file in memory, copied on writing: what is written there never reaches the file.
class MappedFile {
 public:
  explicit MappedFile(const InputFile& file);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();
  unsigned char* data() const { return data_; }

 private:
  unsigned char* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace spica::detail
