// Tables in Parquet files.
#pragma once

#include <spica/io/table.hpp>

#include <filesystem>

namespace spica::io {

/// How a Parquet file is read.
struct ParquetOptions {
  /// The columns to read, in this order; all of them if empty. The others are not touched.
  std::vector<std::string> columns = {};
  /// What happens to missing values (nulls), for all columns or by name.
  MissingPolicy missing = {};
  /// 1: the calling thread only. 0: Arrow's own number. Another number sets Arrow's, which is one for the process.
  int threads = 0;
};

/// The table in a Parquet file. Types are the file's: nothing is inferred or converted.
/// @throws FileError (it cannot be read), FormatError (damaged), ValueError (an unknown column; a missing value under
///         Missing::error, with the row, counted from 1, and the column).
Table read_parquet(const std::filesystem::path& path, const ParquetOptions& options = {});

/// How a Parquet file is written.
struct WriteParquetOptions {
  /// "none", "snappy", "zstd", "gzip", …: what the Arrow in use was built with.
  std::string compression = "snappy";
};

/// Writes the table; missing values become nulls. An existing file is replaced as a whole.
/// @throws FileError if the file cannot be written, ValueError for a compression that the Arrow in use does not have.
void write_parquet(const std::filesystem::path& path, const Table& table, const WriteParquetOptions& options = {});

}  // namespace spica::io
