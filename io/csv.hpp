// Tables in CSV files: whole, in batches, and written.
#pragma once

#include <spica/io/dates.hpp>
#include <spica/io/table.hpp>

#include <cstddef>
#include <filesystem>
#include <iterator>

namespace spica::io {

/// How a CSV file is read. Every field has a default, so that `{.columns = {"USAGE"}, .dates = {{"DATE", "%m/%d/%Y"}}}`
/// is enough.
struct CsvOptions {
  /// The columns to read, in this order; all of them if empty. The others are parsed but not converted.
  std::vector<std::string> columns = {};
  /// Types by name: boolean, any integer, float32, float64, string, or date (ISO, 2016-10-22). Unlisted columns are
  /// inferred.
  std::map<std::string, ColumnType, std::less<>> types = {};
  /// Columns of dates and their one format, such as "%m/%d/%Y" (see dates.hpp). They are read as int32 days since
  /// 1970-01-01.
  std::map<std::string, std::string, std::less<>> dates = {};
  /// What happens to missing values, for all columns or by name.
  MissingPolicy missing = {};
  /// Texts that stand for a missing value. In string columns they do so only where the policy is Missing::mask.
  std::vector<std::string> missing_values = {""};
  /// Names of the columns of a file that has no header line. Empty: the first line is the header.
  std::vector<std::string> names = {};
  char delimiter = ',';
  /// 1: the calling thread only. 0: Arrow's own number (OMP_NUM_THREADS or the cores). Another number sets Arrow's,
  /// which is one for the process.
  int threads = 0;
  /// Bytes of the file that one thread works on at a time, and of one batch of `csv_batches`.
  std::size_t block_bytes = std::size_t(1) << 20;
  /// Whether quoted fields may contain line ends. `read_csv` finds out by itself, reading a second time where it must;
  /// `csv_batches` has to be told.
  bool quoted_newlines = false;
};

/// The table in a CSV file (RFC 4180: quotes doubled within quotes; LF or CRLF, with or without one at the end; a byte
/// order mark is skipped; empty lines are skipped). Text is UTF-8.
///
/// Types not given are inferred from all values of the column, the first that holds them all of: int64, bool (true,
/// false), date (ISO), float64, string. Numbers are read to the nearest double, whatever the locale.
/// @throws ValueError naming the file, and where a line is at fault its number, the column and the text: a wrong number
///         of fields, a text that is not of the column's type (an integer out of range included), a missing value under
///         Missing::error, an impossible date. Also for an empty file, an unknown column, an option that makes no
///         sense. FileError for a file that cannot be read.
/// Example: tests/io/test_csv.cpp, `example-begin read_csv`.
Table read_csv(const std::filesystem::path& path, const CsvOptions& options = {});

/// A CSV file as a range of tables of about `block_bytes` of the file each, so that memory is bounded whatever the
/// file's size: `for (const Table& batch : csv_batches(path, options)) …`. One pass; every batch has the same columns
/// and types.
///
/// Inferred types are those of the first batch: a later value that does not fit is an error that names its line, so
/// give `types` where the first rows do not tell.
class CsvBatches {
 public:
  class Iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = Table;
    using difference_type = std::ptrdiff_t;
    const Table& operator*() const { return range_->current_; }
    const Table* operator->() const { return &range_->current_; }
    Iterator& operator++() {
      range_->advance();
      return *this;
    }
    void operator++(int) { range_->advance(); }
    bool operator==(std::default_sentinel_t) const { return range_->done_; }

   private:
    friend CsvBatches;
    explicit Iterator(CsvBatches* range) : range_(range) {}
    CsvBatches* range_;
  };

  CsvBatches(CsvBatches&&) noexcept;
  CsvBatches& operator=(CsvBatches&&) noexcept;
  ~CsvBatches();

  Iterator begin() { return Iterator(this); }
  std::default_sentinel_t end() const { return {}; }

 private:
  friend CsvBatches csv_batches(const std::filesystem::path& path, const CsvOptions& options);
  struct State;
  explicit CsvBatches(std::unique_ptr<State> state);
  void advance();

  std::unique_ptr<State> state_;
  Table current_;
  bool served_ = false;
  bool done_ = false;
};

/// @throws ValueError, FileError as `read_csv`; errors in later lines are thrown while iterating.
CsvBatches csv_batches(const std::filesystem::path& path, const CsvOptions& options = {});

/// How a CSV file is written.
struct WriteCsvOptions {
  char delimiter = ',';
  /// What stands for a missing value.
  std::string missing_value = {};
  /// Formats of date columns; ISO (2016-10-22) unless given.
  std::map<std::string, std::string, std::less<>> dates = {};
};

/// Writes a header line and one line a row. Floating numbers get the shortest text that reads back to the same value,
/// whatever the locale. An existing file is replaced. @throws FileError if the file cannot be written.
void write_csv(const std::filesystem::path& path, const Table& table, const WriteCsvOptions& options = {});

}  // namespace spica::io
