// What is behind Table: Arrow's arrays. Not installed: only sources of Spica::io include it.
#pragma once

#include <spica/io/errors.hpp>
#include <spica/io/table.hpp>

#include <arrow/api.h>
#include <arrow/io/interfaces.h>
#include <arrow/util/io_util.h>

#include <filesystem>
#include <functional>
#include <mutex>

namespace spica::io::detail {

/// One column. `Table::column` puts the pieces together at its first call, hence the mutex.
struct ColumnData {
  explicit ColumnData(std::shared_ptr<arrow::ChunkedArray> chunks) : values(std::move(chunks)) {}

  std::mutex mutex;
  std::shared_ptr<arrow::ChunkedArray> values;
  /// Whether the memory under missing values holds NaN or 0 already.
  bool filled = false;
};

struct TableData {
  std::int64_t num_rows = 0;
  std::vector<std::string> names;
  std::vector<std::shared_ptr<ColumnData>> columns;
};

/// Keeps an Arrow buffer alive as long as an array uses it.
class ArrowStorage final : public spica::detail::Storage {
 public:
  ArrowStorage(std::shared_ptr<arrow::Buffer> buffer, const void* data, std::size_t bytes, Backend backend);

 private:
  std::shared_ptr<arrow::Buffer> buffer_;
};

/// Keeps an array's memory alive as long as Arrow uses it.
class StorageBuffer final : public arrow::MutableBuffer {
 public:
  StorageBuffer(std::shared_ptr<spica::detail::Storage> storage, void* data, std::int64_t bytes);

 private:
  std::shared_ptr<spica::detail::Storage> storage_;
};

/// The row at fault as the message shall name it: "line 7", "row 3".
using PlaceOfRow = std::function<std::string(std::int64_t row)>;

ColumnType column_type(const arrow::DataType& type);
/// Arrow's type of a column that holds this; null for unknown and other.
std::shared_ptr<arrow::DataType> arrow_type(ColumnType type);

/// Applies the policy to a column that was read. @throws ValueError beginning with `op` and naming place, column and
/// remedy.
void check_missing(const std::string& op, const arrow::ChunkedArray& values, const std::string& column, Missing policy,
                   const PlaceOfRow& place);

/// The first row that is null, or -1.
std::int64_t first_null(const arrow::ChunkedArray& values);

/// The columns as an arrow::Table; shares memory.
std::shared_ptr<arrow::Table> to_arrow(const Table& table);
Table from_arrow(std::vector<std::string> names, const std::vector<std::shared_ptr<arrow::ChunkedArray>>& columns,
                 std::int64_t num_rows);

/// While it lives, the calling thread may run on every core that OpenMP uses. With OMP_PROC_BIND (Kokkos advises
/// `spread`) the calling thread is bound to one core, and threads inherit that: all of Arrow's would share it.
class OnAllCores {
 public:
  OnAllCores();
  OnAllCores(const OnAllCores&) = delete;
  OnAllCores& operator=(const OnAllCores&) = delete;
  ~OnAllCores();

 private:
  struct Mask;
  std::unique_ptr<Mask> before_;
};

/// The memory that files are read into.
arrow::MemoryPool* memory_pool();

/// Calls f(0) … f(count - 1) on up to `threads` threads (0: as many as Arrow uses). Rethrows the first exception.
void parallel_for(std::int64_t count, int threads, const std::function<void(std::int64_t)>& f);

/// "what Arrow says", in one line.
std::string text_of(const arrow::Status& status);
/// The value of a result. @throws ValueError: `op` and Arrow's text.
template <class T> T value_of(const std::string& op, arrow::Result<T> result) {
  if (!result.ok()) throw ValueError(op + ": " + text_of(result.status()));
  return std::move(result).ValueUnsafe();
}
inline void check_status(const std::string& op, const arrow::Status& status) {
  if (!status.ok()) throw ValueError(op + ": " + text_of(status));
}
/// What a call says about a file's content. @throws FileError (the system failed), else FormatError.
inline void check_format(const std::string& op, const arrow::Status& status) {
  if (status.ok()) return;
  // Arrow calls damaged files I/O errors too; those of the system carry its errno.
  if (arrow::internal::ErrnoFromStatus(status)) throw FileError(op + ": " + text_of(status));
  throw FormatError(op + ": " + text_of(status));
}
/// Writes a file through Arrow: as a whole if it is regular or new, so that one that fails leaves the old file as it
/// was.
/// @throws FileError; what `write` throws.
void write_file(const char* op, const std::filesystem::path& path,
                const std::function<arrow::Status(arrow::io::OutputStream& stream)>& write);
/// "'a', 'b'"
std::string list_of(const std::vector<std::string>& names);
/// Sets the number of Arrow's threads where the option asks for one; returns whether to use any. @throws ValueError
/// (negative).
bool use_threads(const std::string& op, int threads);

}  // namespace spica::io::detail
