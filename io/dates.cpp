#include <spica/io/dates.hpp>

#include <spica/core/errors.hpp>

#include <array>

namespace spica::io {

namespace {

constexpr std::array<std::string_view, 12> month_names{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

constexpr bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

constexpr int month_length(int year, int month) {
  constexpr std::array<int, 12> lengths{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : lengths[static_cast<std::size_t>(month - 1)];
}

/// Days since 1970-01-01. Source: H. Hinnant, chrono-Compatible Low-Level Date Algorithms, days_from_civil.
/// (std::chrono computes the same, but compiles slower and needs an ok() of its own for each part.)
constexpr std::int32_t days_from_civil(int year, int month, int day) {
  const int y = year - (month <= 2);
  const int era = (y >= 0 ? y : y - 399) / 400;
  const int year_of_era = y - era * 400;
  const int day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}
static_assert(days_from_civil(1970, 1, 1) == 0 && days_from_civil(2000, 3, 1) == 11017);

struct Civil {
  std::int64_t year;
  int month, day;
};

/// The inverse: civil_from_days of the same source, in 64 bits so that every int32 is safe.
constexpr Civil civil_from_days(std::int64_t days) {
  days += 719468;
  const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const int day_of_era = static_cast<int>(days - era * 146097);
  const int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int shifted_month = (5 * day_of_year + 2) / 153;
  const int month = shifted_month < 10 ? shifted_month + 3 : shifted_month - 9;
  return {year_of_era + era * 400 + (month <= 2), month, day_of_year - (153 * shifted_month + 2) / 5 + 1};
}

/// Takes `least` to `most` digits from the front of `text`; no sign, no space. Negative where there are fewer.
int take_number(std::string_view& text, int least, int most) {
  int value = 0, taken = 0;
  while (taken < most && static_cast<std::size_t>(taken) < text.size()) {
    const char c = text[static_cast<std::size_t>(taken)];
    if (c < '0' || c > '9') break;
    value = value * 10 + (c - '0');
    ++taken;
  }
  if (taken < least) return -1;
  text.remove_prefix(static_cast<std::size_t>(taken));
  return value;
}

/// Takes the English short name of a month, in any case. 0 if there is none.
int take_month_name(std::string_view& text) {
  if (text.size() < 3) return 0;
  for (int month = 1; month <= 12; ++month) {
    const std::string_view name = month_names[static_cast<std::size_t>(month - 1)];
    bool same = true;
    for (std::size_t i = 0; i < 3; ++i) same = same && (text[i] | 0x20) == (name[i] | 0x20);
    if (!same) continue;
    text.remove_prefix(3);
    return month;
  }
  return 0;
}

void append_number(std::string& out, std::int64_t value, int width) {
  const std::string digits = std::to_string(value);
  if (digits.size() < static_cast<std::size_t>(width)) out.append(static_cast<std::size_t>(width) - digits.size(), '0');
  out += digits;
}

}  // namespace

DateFormat::DateFormat(std::string_view format) : text_(format) {
  const auto fail = [&](const std::string& what) {
    throw ValueError("date format '" + text_ + "': " + what + "; fields are %Y %y %m %b %d %j, as in %m/%d/%Y");
  };
  int years = 0, months = 0, days = 0, days_of_year = 0;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      pieces_.push_back({Field::literal, format[i]});
      continue;
    }
    if (++i == format.size()) fail("ends in a lone %");
    switch (format[i]) {
      case 'Y': pieces_.push_back({Field::year, 0}), ++years; break;
      case 'y': pieces_.push_back({Field::short_year, 0}), ++years; break;
      case 'm': pieces_.push_back({Field::month, 0}), ++months; break;
      case 'b': pieces_.push_back({Field::month_name, 0}), ++months; break;
      case 'd': pieces_.push_back({Field::day, 0}), ++days; break;
      case 'j': pieces_.push_back({Field::day_of_year, 0}), ++days_of_year; break;
      case '%': pieces_.push_back({Field::literal, '%'}); break;
      default: fail(std::string("unknown field %") + format[i]);
    }
  }
  if (years > 1 || months > 1 || days > 1 || days_of_year > 1) fail("has a field twice");
  if (!(years == 1 &&
        ((months == 1 && days == 1 && days_of_year == 0) || (days_of_year == 1 && months == 0 && days == 0))))
    fail("must have a year, and a month and a day or a day of the year");
}

std::optional<std::int32_t> DateFormat::parse(std::string_view text) const {
  int year = 0, month = 1, day = 1, day_of_year = 0;
  for (const Piece& piece : pieces_) {
    switch (piece.field) {
      case Field::literal:
        if (text.empty() || text.front() != piece.literal) return {};
        text.remove_prefix(1);
        break;
      case Field::year:
        year = take_number(text, 4, 4);
        if (year < 0) return {};
        break;
      case Field::short_year:
        year = take_number(text, 2, 2);
        if (year < 0) return {};
        year += year < 69 ? 2000 : 1900;
        break;
      case Field::month: month = take_number(text, 1, 2); break;
      case Field::month_name: month = take_month_name(text); break;
      case Field::day: day = take_number(text, 1, 2); break;
      case Field::day_of_year:
        day_of_year = take_number(text, 1, 3);
        if (day_of_year < 1) return {};
        break;
    }
    if (month < 1 || month > 12 || day < 1) return {};
  }
  if (!text.empty()) return {};
  if (day_of_year) {
    if (day_of_year > (is_leap(year) ? 366 : 365)) return {};
    return days_from_civil(year, 1, 1) + day_of_year - 1;
  }
  if (day > month_length(year, month)) return {};
  return days_from_civil(year, month, day);
}

std::string DateFormat::format(std::int32_t days) const {
  const Civil date = civil_from_days(days);
  std::string out;
  for (const Piece& piece : pieces_) {
    switch (piece.field) {
      case Field::literal: out += piece.literal; break;
      case Field::year:
        if (date.year < 0 || date.year > 9999)
          throw ValueError("to_date_string: day " + std::to_string(days) + " is in the year " +
                           std::to_string(date.year) + ", outside 0000 to 9999");
        append_number(out, date.year, 4);
        break;
      case Field::short_year:
        if (date.year < 1969 || date.year > 2068)
          throw ValueError("to_date_string: day " + std::to_string(days) + " is in the year " +
                           std::to_string(date.year) + ", which two digits (%y) do not tell; use %Y");
        append_number(out, date.year % 100, 2);
        break;
      case Field::month: append_number(out, date.month, 2); break;
      case Field::month_name: out += month_names[static_cast<std::size_t>(date.month - 1)]; break;
      case Field::day: append_number(out, date.day, 2); break;
      case Field::day_of_year:
        append_number(out, days - days_from_civil(static_cast<int>(date.year), 1, 1) + 1, 3);
        break;
    }
  }
  return out;
}

std::int32_t parse_date(std::string_view text, std::string_view format) {
  const auto days = DateFormat(format).parse(text);
  if (!days)
    throw ValueError("parse_date: '" + std::string(text) + "' is no date of the form '" + std::string(format) + "'");
  return *days;
}

std::string to_date_string(std::int32_t days, std::string_view format) { return DateFormat(format).format(days); }

}  // namespace spica::io
