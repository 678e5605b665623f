// Dates from and to text in one stated format.
#include <spica/core/errors.hpp>
#include <spica/io/dates.hpp>

#include "../support/errors.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

namespace spica::io {
namespace {

using spica::testing::expect_error;

TEST(Dates, EveryDayOfFourCenturiesAgreesWithTheCalendarOfTheStandardLibraryThereAndBack) {
  using namespace std::chrono;
  const DateFormat iso("%Y-%m-%d"), ordinal("%Y %j");
  const sys_days first = year(1800) / January / 1, last = year(2200) / January / 1;

  for (auto day = first; day < last; day += days(1)) {
    const year_month_day date(day);
    const auto number = static_cast<std::int32_t>(day.time_since_epoch().count());
    char text[32];
    std::snprintf(text, sizeof text, "%04d-%02u-%02u", int(date.year()), unsigned(date.month()), unsigned(date.day()));
    ASSERT_EQ(iso.parse(text), number) << text;
    ASSERT_EQ(iso.format(number), text);
    ASSERT_EQ(ordinal.parse(ordinal.format(number)), number) << text;
  }
}

TEST(Dates, MonthsAndDaysHaveOneOrTwoDigits) {
  const DateFormat format("%m/%d/%Y");

  EXPECT_EQ(format.parse("1/2/2016"), 16802);
  EXPECT_EQ(format.parse("01/02/2016"), 16802);
  EXPECT_EQ(format.parse("2/1/2016"), 16832);
  EXPECT_EQ(format.parse("12/31/2016"), 17166);
  EXPECT_EQ(format.format(16802), "01/02/2016");
}

TEST(Dates, TextThatIsNoDayOfTheFormatIsRefused) {
  const DateFormat format("%m/%d/%Y");

  for (const char* text : {"13/45/2016", "2/30/2016", "2/29/2015", "4/31/2016",  "0/1/2016",  "1/0/2016", "20/10/2011",
                           "",           " 1/2/2016", "1/2/2016 ", "1/2/16",     "1/2/02016", "1-2-2016", "1/2/2016x",
                           "1/2",        "+1/2/2016", "-1/2/2016", "001/2/2016", "1//2016",   "1/2/201"})
    EXPECT_EQ(format.parse(text), std::nullopt) << text;
  EXPECT_TRUE(format.parse("2/29/2016"));
  EXPECT_TRUE(format.parse("2/29/2000"));
  EXPECT_FALSE(format.parse("2/29/1900"));
}

TEST(Dates, OtherFieldsAndLiterals) {
  EXPECT_EQ(parse_date("02-Jan-2016", "%d-%b-%Y"), 16802);
  EXPECT_EQ(parse_date("2JAN2016", "%d%b%Y"), 16802);
  EXPECT_EQ(parse_date("20160102", "%Y%m%d"), 16802);
  EXPECT_EQ(parse_date("2016-366", "%Y-%j"), 17166);
  EXPECT_EQ(parse_date("1.2.16", "%m.%d.%y"), 16802);
  EXPECT_EQ(parse_date("68-12-31", "%y-%m-%d"), parse_date("2068-12-31"));
  EXPECT_EQ(parse_date("69-01-01", "%y-%m-%d"), -365);
  EXPECT_EQ(parse_date("100% 2016-01-02", "100%% %Y-%m-%d"), 16802);
  EXPECT_FALSE(DateFormat("%Y-%j").parse("2015-366"));
  EXPECT_FALSE(DateFormat("%Y-%j").parse("2015-0"));
  EXPECT_FALSE(DateFormat("%d-%b-%Y").parse("2-Foo-2016"));
  EXPECT_EQ(to_date_string(16802, "%d-%b-%Y"), "02-Jan-2016");
  EXPECT_EQ(to_date_string(16802, "%Y-%j"), "2016-002");
}

TEST(Dates, EndsOfTheCalendar) {
  EXPECT_EQ(to_date_string(parse_date("0000-01-01")), "0000-01-01");
  EXPECT_EQ(to_date_string(parse_date("9999-12-31")), "9999-12-31");
  expect_error<ValueError>([] { to_date_string(2147483647); }, "2147483647", "outside 0000 to 9999");
  expect_error<ValueError>([] { to_date_string(-2147483647 - 1); }, "outside 0000 to 9999");
  expect_error<ValueError>([] { to_date_string(parse_date("1968-12-31"), "%m/%d/%y"); }, "1968", "use %Y");
}

TEST(Dates, FormatsThatMakeNoDateAreRefused) {
  for (const char* format : {"", "%m/%d", "%Y", "%Y-%m", "%Y-%m-%d-%j", "%Y-%m-%d-%Y", "%Y-%y-%m-%d", "%H:%M",
                             "%Y-%m-%", "%q", "%Y-%d", "%m %b %Y"})
    expect_error<ValueError>([&] { DateFormat{format}; }, "date format", format, "%m/%d/%Y");
  expect_error<ValueError>([] { parse_date("13/45/2016", "%m/%d/%Y"); }, "parse_date", "13/45/2016", "%m/%d/%Y");
}

}  // namespace
}  // namespace spica::io
