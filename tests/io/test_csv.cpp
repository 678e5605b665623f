// CSV files: what is read, in which types, and what is refused with its line.
#include <spica/io/csv.hpp>
#include <spica/spica.hpp>

#include "../support/errors.hpp"
#include "npy_support.hpp"
#include "table_support.hpp"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <limits>
#include <locale>
#include <ranges>

namespace spica::io {
namespace {

using spica::testing::expect_error;
using spica::testing::from_vector;
using spica::testing::read_bytes;
using spica::testing::TemporaryFolder;
using spica::testing::write_bytes;
using Doubles = std::vector<double>;
using Days = std::vector<std::int32_t>;
using Texts = std::vector<std::string>;

class Csv : public ::testing::Test {
 protected:
  std::filesystem::path file(const std::string& text) {
    const std::filesystem::path path = folder_.path() / "t.csv";
    write_bytes(path, text);
    return path;
  }
  Table read(const std::string& text, const CsvOptions& options = {}) { return read_csv(file(text), options); }
  /// Both readers refuse it in the same words.
  template <class... Pieces>
  void expect_refused(const std::string& text, const CsvOptions& options, const Pieces&... pieces) {
    const auto path = file(text);
    expect_error<ValueError>([&] { read_csv(path, options); }, "read_csv", "t.csv", pieces...);
    expect_error<ValueError>(
        [&] {
          for ([[maybe_unused]] const Table& batch : csv_batches(path, options)) {}
        },
        "csv_batches", "t.csv", pieces...);
  }

  TemporaryFolder folder_;
};

const CsvOptions usage{.types = {{"USAGE", ColumnType::float64}}, .dates = {{"DATE", "%m/%d/%Y"}}};

/// A numeric locale with a decimal comma for both C and C++: this machine may have no such locale installed.
class DecimalComma {
 public:
  DecimalComma() : old_(std::locale::global(std::locale(std::locale(), new Comma))) {
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
      if (std::setlocale(LC_ALL, name)) break;
  }
  ~DecimalComma() {
    std::locale::global(old_);
    std::setlocale(LC_ALL, "C");
  }

 private:
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  std::locale old_;
};

// ---- traps
// --------------------------------------------------------------------------------------------------------------

TEST_F(Csv, Trap23LineEndsAreNoPartOfTheLastNumber) {
  for (const char* name : {"usage_crlf", "usage_no_final_newline", "usage_crlf_no_final_newline"}) {
    const Table table = read_csv(std::string("io/files/") + name + ".csv", usage);

    EXPECT_EQ(table.column<std::int32_t>("DATE").to_vector(), (Days{16802, 16802, 16803})) << name;
    EXPECT_EQ(table.column<double>("USAGE").to_vector(), (Doubles{1.5, 2.5, 4})) << name;
    EXPECT_EQ(table.column_names(), (Texts{"DATE", "USAGE"})) << name;
  }
}

TEST_F(Csv, Trap24DayAndMonthAreNeverSwapped) {
  const Table table = read_csv("io/files/usage_month_first.csv", usage);

  EXPECT_EQ(table.column<std::int32_t>("DATE").to_vector(), (Days{16802, 16802, 16832, 17166}));
  EXPECT_EQ(table.column<double>("USAGE").to_vector(), (Doubles{1, 3, 5, 7}));
  expect_error<ValueError>([] { read_csv("io/files/usage_day_first.csv", usage); }, "usage_day_first.csv", "line 4",
                           "'DATE'", "'20/10/2011'", "%m/%d/%Y");
  EXPECT_EQ(read_csv("io/files/usage_day_first.csv", {.dates = {{"DATE", "%d/%m/%Y"}}})
                .column<std::int32_t>("DATE")
                .to_vector(),
            (Days{parse_date("2011-03-11"), parse_date("2011-05-03"), parse_date("2011-10-20")}));
}

TEST_F(Csv, Trap25NumbersAreTheNearestDoublesInAnyLocale) {
  const Doubles nearest{
      -0x1.eb8d4fdf3b646p+3,   -0x1.eb8d4fdf3b646p+3, 1.953e-14, 0.41718530654907227, 0.1, 9007199254740992,
      2.2250738585072014e-308, 1.2345678901234568e+29};
  EXPECT_EQ(read_csv("io/files/usage_decimals.csv", usage).column<double>("USAGE").to_vector(), nearest);

  const DecimalComma locale;
  EXPECT_EQ(read_csv("io/files/usage_decimals.csv", usage).column<double>("USAGE").to_vector(), nearest);
  const auto path = folder_.path() / "w.csv";
  write_csv(path, Table::from({{"USAGE", from_vector(nearest)}}));
  EXPECT_EQ(read_csv(path).column<double>("USAGE").to_vector(), nearest);
}

// ---- what is read
// -------------------------------------------------------------------------------------------------------

TEST_F(Csv, ColumnsAreReadInTheOrderAskedFor) {
  // [example-begin read_csv]
  const auto path = file("DATE,METER,USAGE\n10/22/2016,A,0.01\n10/23/2016,B,0.25\n");
  const Table table = read_csv(path, {.columns = {"USAGE", "DATE"}, .dates = {{"DATE", "%m/%d/%Y"}}});
  const Array<double> kwh = table.column<double>("USAGE");
  const Array<std::int32_t> days = table.column<std::int32_t>("DATE");  // days since 1970-01-01
  // [example-end read_csv]

  EXPECT_EQ(table.column_names(), (Texts{"USAGE", "DATE"}));
  EXPECT_EQ(kwh.to_vector(), (Doubles{0.01, 0.25}));
  EXPECT_EQ(days.to_vector(), (Days{parse_date("2016-10-22"), parse_date("2016-10-23")}));
}

TEST_F(Csv, TypesAreInferredFromAllValues) {
  const Table table = read("i,b,d,f,s,mixed\n1,true,2016-01-02,1,x,1\n2,false,2016-02-29,2.5,,y\n");

  EXPECT_EQ(table.type("i"), ColumnType::int64);
  EXPECT_EQ(table.type("b"), ColumnType::boolean);
  EXPECT_EQ(table.type("d"), ColumnType::date);
  EXPECT_EQ(table.type("f"), ColumnType::float64);
  EXPECT_EQ(table.type("s"), ColumnType::string);
  EXPECT_EQ(table.type("mixed"), ColumnType::string);
  EXPECT_EQ(table.column<bool>("b").to_vector(), (std::vector<bool>{true, false}));
  EXPECT_EQ(table.column<std::int32_t>("d").to_vector(), (Days{16802, 16860}));
  EXPECT_EQ(table.strings("s"), (Texts{"x", ""}));
  EXPECT_EQ(table.strings("mixed"), (Texts{"1", "y"}));
}

TEST_F(Csv, GivenTypesAreKept) {
  const Table table = read("a,b,c,d,e\n1,2,3,4,2016-01-02\n", {.types = {{"a", ColumnType::int32},
                                                                         {"b", ColumnType::float32},
                                                                         {"c", ColumnType::string},
                                                                         {"d", ColumnType::float64},
                                                                         {"e", ColumnType::date}}});

  EXPECT_EQ(table.column<std::int32_t>("a").to_vector(), (Days{1}));
  EXPECT_EQ(table.column<float>("b").to_vector(), (std::vector<float>{2}));
  EXPECT_EQ(table.strings("c"), (Texts{"3"}));
  EXPECT_EQ(table.column<double>("d").to_vector(), (Doubles{4}));
  EXPECT_EQ(table.column<std::int32_t>("e").to_vector(), (Days{16802}));
}

TEST_F(Csv, QuotesByteOrderMarkDelimiterAndFilesWithoutHeader) {
  const Table quoted = read("\xef\xbb\xbf\"a,1\",b\n\"x \"\"y\"\", z\",\"2\"\n");
  EXPECT_EQ(quoted.column_names(), (Texts{"a,1", "b"}));
  EXPECT_EQ(quoted.strings("a,1"), (Texts{"x \"y\", z"}));
  EXPECT_EQ(quoted.column<std::int64_t>("b").to_vector(), (std::vector<std::int64_t>{2}));

  EXPECT_EQ(read("a;b\n1;2\n", {.delimiter = ';'}).column_names(), (Texts{"a", "b"}));
  EXPECT_EQ(read("1,2\n3,4\n", {.names = {"x", "y"}}).column<std::int64_t>("y").to_vector(),
            (std::vector<std::int64_t>{2, 4}));
}

TEST_F(Csv, QuotedLineEndsAreFoundOutWhereverTheFileIsSplit) {
  std::string text = "a,b\n";
  for (int i = 0; i < 200; ++i) text += "\"x\ny\"," + std::to_string(i) + "\n";

  for (const std::size_t block : {7, 16, 64, 1 << 20}) {
    const Table table = read(text, {.block_bytes = block});
    EXPECT_EQ(table.num_rows(), 200) << block;
    EXPECT_EQ(table.strings("a").back(), "x\ny") << block;
    EXPECT_EQ(table.column<std::int64_t>("b").to_vector().back(), 199) << block;
  }
}

TEST_F(Csv, HeaderOnlyIsATableWithoutRows) {
  for (const char* text : {"a,b", "a,b\n", "a,b\r\n",
                           "\xef\xbb\xbf"
                           "a,b"}) {
    const Table table = read(text, {.dates = {{"b", "%Y%m%d"}}});

    EXPECT_EQ(table.num_rows(), 0);
    EXPECT_EQ(table.column_names(), (Texts{"a", "b"}));
    EXPECT_EQ(table.type("a"), ColumnType::unknown);
    EXPECT_EQ(table.column<double>("a").shape(), Shape{0});
    EXPECT_EQ(table.column<std::int32_t>("b").shape(), Shape{0});
    EXPECT_EQ(table.mask("a").shape(), Shape{0});
    int batches = 0;
    for (const Table& batch : csv_batches(file(text))) batches += batch.column_names() == Texts{"a", "b"};
    EXPECT_EQ(batches, 1);
  }
}

TEST_F(Csv, ResultsDoNotDependOnBlocksOrThreads) {
  std::string text = "DATE,USAGE\n";
  Doubles usage_values;
  Days days;
  for (int i = 0; i < 5000; ++i) {
    const int hundredths = i % 997;
    days.push_back(16000 + i * 7919 % 1096);
    usage_values.push_back(hundredths / 100.0);  // correctly rounded, as the text is read
    text += to_date_string(days.back(), "%m/%d/%Y") + "," + std::to_string(hundredths / 100) + "." +
            std::to_string(hundredths % 100 + 100).substr(1) + "\n";
  }

  for (const int threads : {1, 2, 3, 0})
    for (const std::size_t block : {40, 1000, 1 << 20}) {
      CsvOptions options = usage;
      options.threads = threads;
      options.block_bytes = block;
      const Table table = read(text, options);
      EXPECT_EQ(table.column<std::int32_t>("DATE").to_vector(), days);
      EXPECT_EQ(table.column<double>("USAGE").to_vector(), usage_values);
    }
}

// ---- missing values
// -----------------------------------------------------------------------------------------------------

TEST_F(Csv, MissingValuesAreAnErrorUnlessAskedFor) {
  expect_refused("a,b\n1,2\n3,\n", {}, "line 3", "'b'", "missing", "Missing::nan");
  expect_refused("d,b\n1/2/2016,2\n,1\n", {.dates = {{"d", "%m/%d/%Y"}}}, "line 3", "'d'", "missing");
  expect_refused("a,b\n1,\n", {.missing = {{"a", Missing::nan}}}, "line 2", "'b'", "missing");
}

TEST_F(Csv, MissingAsNaN) {
  const Table table = read("a,b\n1.5,\n,\n2,\n", {.missing = Missing::nan});

  const auto a = table.column<double>("a").to_vector();
  EXPECT_EQ(a[0], 1.5);
  EXPECT_TRUE(std::isnan(a[1]));
  EXPECT_EQ(a[2], 2);
  EXPECT_EQ(table.num_missing("a"), 1);
  EXPECT_TRUE(std::isnan(table.column<float>("b").to_vector()[2]));  // nothing but missing values: any type
  expect_refused("a,b\n1,2\n3,\n", {.missing = Missing::nan}, "line 3", "'b'", "int64", "no NaN", "Missing::mask");
}

TEST_F(Csv, MissingByMask) {
  const Table table = read(
      "n,d,s,f,b\n1,1/2/2016,x,1.5,true\n,,,,\n3,NA,NA,NA,NA\n",
      {.dates = {{"d", "%m/%d/%Y"}}, .missing = {{{"s", Missing::mask}}, Missing::mask}, .missing_values = {"", "NA"}});

  EXPECT_EQ(table.mask("n").to_vector(), (std::vector<bool>{false, true, false}));
  for (const char* column : {"d", "s", "f", "b"}) {
    EXPECT_EQ(table.mask(column).to_vector(), (std::vector<bool>{false, true, true})) << column;
    EXPECT_EQ(table.num_missing(column), 2) << column;
  }
  EXPECT_EQ(table.column<std::int64_t>("n").to_vector(), (std::vector<std::int64_t>{1, 0, 3}));
  EXPECT_EQ(table.column<std::int32_t>("d").to_vector(), (Days{16802, 0, 0}));
  EXPECT_EQ(table.column<bool>("b").to_vector(), (std::vector<bool>{true, false, false}));
  EXPECT_EQ(table.strings("s"), (Texts{"x", "", ""}));
  EXPECT_TRUE(std::isnan(table.column<double>("f").to_vector()[2]));
  EXPECT_EQ(table.mask("n").to_vector(),
            (std::vector<bool>{false, true, false}));  // still, after the column was put together
}

TEST_F(Csv, TextsThatSpellNaNAreNumbersAndOtherTextsAreNot) {
  EXPECT_TRUE(std::isnan(read("a\nnan\n1.5\n").column<double>("a").to_vector()[0]));
  expect_refused("a\n1.5\nNA\n", {.types = {{"a", ColumnType::float64}}}, "line 3", "'a'", "'NA'", "float64");
}

// ---- what is refused
// ----------------------------------------------------------------------------------------------------

TEST_F(Csv, MalformedLinesAreNamedWithLineColumnAndText) {
  const CsvOptions numbers{.types = {{"a", ColumnType::int32}, {"b", ColumnType::float64}}};
  expect_refused("a,b\n1,2\n3,x\n", numbers, "line 3", "'b'", "'x'", "float64");
  expect_refused("a,b\r\n\r\n1,2\r\n\r\n3,x\r\n", numbers, "line 5", "'b'", "'x'");
  expect_refused("a,b\n1,2\n3,4,5\n", {}, "line 3", "3 fields instead of 2", "'3,4,5'");
  expect_refused("a,b\n1,2\n\n3\n", {}, "line 4", "1 field instead of 2", "'b'", "'3'");
  expect_refused("a,b\n3000000000,1\n", numbers, "line 2", "'a'", "'3000000000'", "int32");
  expect_refused("a,b\n1.5,1\n", numbers, "line 2", "'a'", "'1.5'", "int32");
  expect_refused("a,b\n1,0x10\n", numbers, "line 2", "'b'", "'0x10'");
  expect_refused("a,b\n1,\"1,5\"\n", numbers, "line 2", "'b'", "'1,5'");
  expect_refused("a,b\n1,2\n\"3,4\n5,6\n", {}, "line 3", "1 field instead of 2");
  expect_refused("a,b\nx,1\n\xff\xfe,2\n", {}, "line 3", "'a'", "UTF-8");
}

TEST_F(Csv, TheLineIsRightInAnyBlockAndAfterQuotedLineEnds) {
  std::string text = "a,b\n";
  for (int i = 0; i < 300; ++i) text += std::to_string(i) + ",\"q\nr\"\n";
  const std::string bad = text + "x,y\n";

  for (const std::size_t block : {16, 100, 1 << 20})
    expect_refused(bad, {.types = {{"a", ColumnType::int64}}, .block_bytes = block, .quoted_newlines = true},
                   "line 602", "'a'", "'x'");
}

TEST_F(Csv, ImpossibleDatesAreRefusedWithTheirLine) {
  for (const char* date : {"13/45/2016", "2/30/2016", "2016-01-02", " 1/2/2016", "1/2/16"})
    expect_refused(std::string("DATE,USAGE\n1/2/2016,1\n1/3/2016,2\n") + date + ",3\n", usage, "line 4", "'DATE'",
                   date);
}

TEST_F(Csv, EmptyFilesUnknownColumnsAndBadOptions) {
  for (const char* text : {"", "\n\n", "\xef\xbb\xbf"}) expect_refused(text, {}, "empty");
  expect_refused("a,b\n1,2\n", {.columns = {"b", "c"}}, "no column 'c'", "'a', 'b'");
  expect_refused("a,b\n1,2\n", {.columns = {"b", "b"}}, "'b' twice");
  expect_refused("a,b\n1,2\n", {.types = {{"c", ColumnType::int32}}}, "types", "'c'", "'a', 'b'");
  expect_refused("a,b\n1,2\n", {.missing = {{"c", Missing::nan}}}, "missing", "'c'");
  expect_refused("a,b\n1,2\n", {.types = {{"a", ColumnType::other}}}, "'a'", "other");
  expect_refused("a,b\n1,2\n", {.types = {{"a", ColumnType::int32}}, .dates = {{"a", "%Y%m%d"}}}, "'a'", "int32");
  expect_refused("a,b\n1,2\n", {.dates = {{"a", "%H"}}}, "'a'", "%H");
  expect_refused("a,b\n1,2\n", {.delimiter = '"'}, "delimiter");
  expect_refused("a,b\n1,2\n", {.threads = -1}, "threads", "-1");
  expect_refused("a,b\n1,2\n", {.block_bytes = 0}, "block_bytes");
  expect_error<FileError>([&] { read_csv(folder_.path() / "none.csv"); }, "read_csv", "none.csv");
  expect_error<FileError>([&] { read_csv(folder_.path()); }, "read_csv");
  expect_error<FileError>([&] { csv_batches(folder_.path() / "none.csv"); }, "csv_batches", "none.csv");
}

// ---- Table
// --------------------------------------------------------------------------------------------------------------

TEST_F(Csv, ColumnsOfAnotherTypeOrNameAreRefused) {
  const Table table = read("a,s,d,t,a2,a2\n1,x,2016-01-02,2016-01-02 10:00,1,2\n");

  expect_error<DTypeError>([&] { table.column<double>("a"); }, "column<float64>", "'a'", "int64", "int64_t");
  expect_error<DTypeError>([&] { table.column<double>("s"); }, "'s'", "string", "strings(\"s\")");
  expect_error<DTypeError>([&] { table.column<std::int64_t>("d"); }, "'d'", "date", "int32_t");
  expect_error<DTypeError>([&] { table.column<std::int64_t>("t"); }, "'t'", "timestamp", "ColumnType::string");
  expect_error<DTypeError>([&] { table.strings("a"); }, "strings", "'a'", "int64");
  expect_error<ValueError>([&] { table.column<double>("b"); }, "no column 'b'", "'a', 's', 'd'");
  expect_error<ValueError>([&] { table.column<double>("a2"); }, "several columns", "'a2'");
}

TEST_F(Csv, OnePieceIsTakenOverWithoutACopyAndOutlivesTheTable) {
  Array<double> first, second;
  {
    const Table table = read("a\n1.5\n2.5\n");
    first = table.column<double>("a", Backend::serial);
    second = table.column<double>("a", Backend::serial);
  }

  EXPECT_EQ(first.data(), second.data());
  EXPECT_EQ(first.to_vector(), (Doubles{1.5, 2.5}));
}

TEST_F(Csv, SeveralPiecesAreCopiedOnce) {
  std::string text = "a\n";
  for (int i = 0; i < 1000; ++i) text += std::to_string(i) + ".5\n";
  const Table table = read(text, {.block_bytes = 64});

  const auto first = table.column<double>("a", Backend::serial), second = table.column<double>("a", Backend::serial);

  EXPECT_EQ(first.data(), second.data());
  EXPECT_EQ(first.to_vector()[999], 999.5);
}

TEST_F(Csv, TablesFromArraysShareTheirMemory) {
  const auto values = from_host(Doubles{0, 1, 2}, {3}, Backend::serial);
  const Table table =
      Table::from({{"v", values}, {"d", dates(from_vector(Days{0, 1, 2}))}, {"s", Texts{"a", "b", "c"}}});

  EXPECT_EQ(table.column<double>("v", Backend::serial).data(), values.data());
  EXPECT_EQ(table.type("d"), ColumnType::date);
  EXPECT_EQ(table.strings("s"), (Texts{"a", "b", "c"}));
  expect_error<ShapeError>([&] { Table::from({{"a", values}, {"b", Texts{"x"}}}); }, "'b'", "1 rows", "'a'", "3");
  expect_error<ShapeError>([&] { Table::from({{"a", reshape(values, {3, 1})}}); }, "rank 1", "(3, 1)");
  expect_error<ValueError>([&] { Table::from({{"a", values}, {"a", values}}); }, "'a'");
}

// ---- batches
// ------------------------------------------------------------------------------------------------------------

TEST_F(Csv, BatchesAreAnInputRangeWithTheRowsOfTheFile) {
  static_assert(std::ranges::input_range<CsvBatches>);
  std::string text = "DATE,USAGE\n";
  for (int i = 0; i < 3000; ++i) text += to_date_string(16802 + i / 10, "%m/%d/%Y") + "," + std::to_string(i) + "\n";
  CsvOptions options = usage;
  options.block_bytes = 1000;

  std::int64_t rows = 0, batches = 0;
  double total = 0;
  for (const Table& batch : csv_batches(file(text), options)) {
    ++batches;
    const auto days = batch.column<std::int32_t>("DATE").to_vector();
    EXPECT_EQ(days.front(), 16802 + rows / 10);
    rows += batch.num_rows();
    total += sum(batch.column<double>("USAGE")).item();
  }

  EXPECT_GT(batches, 10);
  EXPECT_EQ(rows, 3000);
  EXPECT_EQ(total, 2999 * 3000 / 2);
}

TEST_F(Csv, LaterBatchesNameTheirLineToo) {
  std::string text = "DATE,USAGE\n";
  for (int i = 0; i < 1000; ++i) text += "1/2/2016,1\n";
  CsvOptions options = usage;
  options.block_bytes = 500;

  expect_refused(text + "1/2/2016,x\n", options, "line 1002", "'USAGE'", "'x'");
  expect_refused(text + "2/30/2016,1\n", options, "line 1002", "'DATE'", "'2/30/2016'");
  expect_refused(text + "1/2/2016,\n", options, "line 1002", "'USAGE'", "missing");
}

// ---- writing
// ------------------------------------------------------------------------------------------------------------

TEST_F(Csv, WhatIsWrittenReadsBackToTheSameBits) {
  const Doubles doubles{0.1, 1.0 / 3, -1e-300, 5e-324, 1.7976931348623157e308, 2.5};
  const std::vector<float> floats{0.1F, 1.0F / 3, -1e-30F, 1e-45F, 3.4028235e38F, 2.5F};
  const Texts texts{"", "a,b", "c\"d", "e\nf", "\xc3\xa4", "x"};
  const auto path = folder_.path() / "w.csv";

  write_csv(path,
            Table::from({{"d", from_vector(doubles)},
                         {"f", from_vector(floats)},
                         {"s", texts},
                         {"day", dates(from_vector(Days{0, 1, -1, 16802, 17166, 2}))}}),
            {.dates = {{"day", "%m/%d/%Y"}}});
  const Table table = read_csv(path, {.types = {{"f", ColumnType::float32}}, .dates = {{"day", "%m/%d/%Y"}}});

  EXPECT_EQ(table.column<double>("d").to_vector(), doubles);
  EXPECT_EQ(table.column<float>("f").to_vector(), floats);
  EXPECT_EQ(table.strings("s"), texts);
  EXPECT_EQ(table.column<std::int32_t>("day").to_vector(), (Days{0, 1, -1, 16802, 17166, 2}));
}

TEST_F(Csv, PlainTablesAreWrittenWithoutQuotes) {
  const auto path = folder_.path() / "w.csv";

  write_csv(path,
            Table::from({{"DATE", dates(from_vector(Days{16802}))},
                         {"USAGE", from_vector(Doubles{0.25})},
                         {"METER", Texts{"A"}},
                         {"OK", from_vector(std::vector<bool>{true})}}),
            {.dates = {{"DATE", "%m/%d/%Y"}}});

  EXPECT_EQ(read_bytes(path), "DATE,USAGE,METER,OK\n01/02/2016,0.25,A,true\n");
}

TEST_F(Csv, MissingValuesAreWrittenAsAsked) {
  const Table table = read("a,b\n1,x\n,y\n", {.missing = Missing::mask});
  const auto path = folder_.path() / "w.csv";

  write_csv(path, table, {.missing_value = "NA"});

  EXPECT_EQ(read_bytes(path), "a,b\n1,x\nNA,y\n");
}

TEST_F(Csv, AWriteThatFailsLeavesTheOldFile) {
  const auto path = file("old\n");
  expect_error<ValueError>(
      [&] {
        write_csv(path, Table::from({{"a", from_vector(Doubles{1})}}), {.dates = {{"a", "%Y%m%d"}}});
      },
      "write_csv", "'a'", "float64");
  EXPECT_EQ(read_bytes(path), "old\n");
  expect_error<FileError>([&] { write_csv(folder_.path() / "none" / "w.csv", Table()); }, "w.csv");
}

}  // namespace
}  // namespace spica::io
