// Dates as int32 days since 1970-01-01, from and to text in one stated format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spica::io {

/// A format of dates, checked and taken apart once.
///
///   %Y  year, four digits        %m  month, 1 or 2 digits        %b  Jan … Dec (English, any case)
///   %y  year, two digits         %d  day, 1 or 2 digits          %j  day of the year, 1 to 3 digits
///
/// %y: 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068 (POSIX). %% is a percent sign, any other character stands
/// for itself. The calendar is the Gregorian one, years 0000 to 9999. Nothing depends on the locale.
class DateFormat {
 public:
  /// @throws ValueError for an unknown field, a field given twice, or fields that do not make a date (year and month
  /// and day, or
  ///         year and day of the year).
  explicit DateFormat(std::string_view format);

  /// Days since 1970-01-01; nothing if the text does not match from its first to its last character or names no day of
  /// the calendar (13/45/2016, 2/30/2016).
  std::optional<std::int32_t> parse(std::string_view text) const;
  /// The text of a day; numbers have two digits (%j three, %Y four). @throws ValueError (a year outside 0000 to 9999;
  /// with %y one outside 1969 to 2068, which would read back as another).
  std::string format(std::int32_t days) const;
  const std::string& text() const { return text_; }

 private:
  enum class Field : std::uint8_t { literal, year, short_year, month, month_name, day, day_of_year };
  struct Piece {
    Field field;
    char literal;
  };
  std::string text_;
  std::vector<Piece> pieces_;
};

/// `DateFormat(format).parse(text)`. @throws ValueError naming the text and the format if it is no date.
std::int32_t parse_date(std::string_view text, std::string_view format = "%Y-%m-%d");
/// `DateFormat(format).format(days)`.
std::string to_date_string(std::int32_t days, std::string_view format = "%Y-%m-%d");

}  // namespace spica::io
