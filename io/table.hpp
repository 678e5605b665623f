// Table: named columns of one length, as files of tables hold them. Apache Arrow is behind it, its headers are not
// needed.
#pragma once

#include <spica/core/array.hpp>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spica::io {

namespace detail {
struct ColumnData;
struct TableData;
}  // namespace detail

/// What a column holds. `date` is int32 days since 1970-01-01. `unknown` has not one value that would tell its type (no
/// rows, or all missing): it may be taken as any type. `other` is a type of the file that Spica does not read.
enum class ColumnType : std::uint8_t {
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float32,
  float64,
  string,
  date,
  unknown,
  other
};

/// "bool", "int32", "float64", "string", "date", …: the name of an element type is the array's.
const char* name(ColumnType type);

/// What happens to a missing value (an empty field, a null):
/// `error`: reading stops, naming the line. `nan`: it reads as NaN (floating columns; in another it is an error).
/// `mask`: `Table::mask` is true there and the value reads as NaN, 0, false or "".
enum class Missing : std::uint8_t { error, nan, mask };

/// `Missing` for all columns, or by name: `.missing = Missing::nan`, `.missing = {{"USAGE", Missing::nan}}` (the
/// others: error).
struct MissingPolicy {
  Missing otherwise = Missing::error;
  std::map<std::string, Missing, std::less<>> columns;

  MissingPolicy() = default;
  MissingPolicy(Missing all) : otherwise(all) {}  // NOLINT(google-explicit-constructor)
  MissingPolicy(std::initializer_list<std::pair<const std::string, Missing>> by_name, Missing others = Missing::error)
      : otherwise(others), columns(by_name) {}
  Missing of(std::string_view column) const;
};

/// A column without its name, for `Table::from`: made from an array of rank 1, from strings, or by `dates(…)`.
class Column {
 public:
  /// Shares the memory of a contiguous array on a host backend; anything else is copied. @throws ShapeError (rank not
  /// 1).
  template <RealElement T> Column(const Array<T>& values);  // NOLINT(google-explicit-constructor)
  Column(const std::vector<std::string>& texts);            // NOLINT(google-explicit-constructor)

  /// For `dates(…)` and the readers.
  explicit Column(std::shared_ptr<detail::ColumnData> data) : data_(std::move(data)) {}
  const std::shared_ptr<detail::ColumnData>& data() const { return data_; }

 private:
  std::shared_ptr<detail::ColumnData> data_;
};

/// A column of dates from days since 1970-01-01.
Column dates(const Array<std::int32_t>& days);

/// Named, typed columns of equal length. A handle: copies share the columns.
class Table {
 public:
  /// No columns, no rows.
  Table();
  /// A table of these columns: `Table::from({{"day", dates(days)}, {"usage", usage}})`.
  /// @throws ShapeError (lengths differ, rank not 1), ValueError (a name given twice).
  static Table from(const std::vector<std::pair<std::string, Column>>& columns);

  std::int64_t num_rows() const;
  /// In the order of the file, or of the option `columns`.
  std::vector<std::string> column_names() const;
  /// @throws ValueError that lists the names if there is no such column.
  ColumnType type(std::string_view column) const;

  /// The values of a column as an array of shape (num_rows(),).
  ///
  /// @tparam T      the column's own type (int32_t for dates): values are never converted, use cast<T>(…) afterwards.
  /// @param backend where the array shall live; the default backend unless given.
  /// @return  on a host backend memory that the table holds too (writing to the array changes the table): Arrow's own,
  /// without
  ///          a copy, where the column is in one piece and has no missing values and is not bool; else one copy, made
  ///          at the first call. On cuda always a copy.
  /// @throws DTypeError naming the column's type if that is not T; ValueError that lists the names if there is no such
  /// column.
  template <RealElement T> Array<T> column(std::string_view column, std::optional<Backend> backend = {}) const;

  /// True where the value is missing. All false for a column without missing values. @throws ValueError as above.
  Array<bool> mask(std::string_view column, std::optional<Backend> backend = {}) const;
  /// How many values of the column are missing.
  std::int64_t num_missing(std::string_view column) const;
  /// The texts of a string column ("" where missing). @throws DTypeError naming the type of any other.
  std::vector<std::string> strings(std::string_view column) const;

  /// For the readers and writers.
  explicit Table(std::shared_ptr<const detail::TableData> data) : data_(std::move(data)) {}
  const std::shared_ptr<const detail::TableData>& data() const { return data_; }

 private:
  std::shared_ptr<const detail::TableData> data_;
};

}  // namespace spica::io
