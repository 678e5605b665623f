// Parquet files: what was written reads back, with its types.
#include <spica/io/parquet.hpp>
#include <spica/spica.hpp>

#include "../support/errors.hpp"
#include "npy_support.hpp"
#include "table_support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace spica::io {
namespace {

using spica::testing::expect_error;
using spica::testing::from_vector;
using spica::testing::read_bytes;
using spica::testing::TemporaryFolder;
using spica::testing::write_bytes;

template <class T> void expect_round_trip(const std::filesystem::path& path, const std::vector<T>& values) {
  write_parquet(path, Table::from({{"v", from_vector(values)}}));

  const Table table = read_parquet(path);

  EXPECT_EQ(table.column<T>("v").to_vector(), values) << dtype_name<T>();
}

template <class T> std::vector<T> ends() {
  return {std::numeric_limits<T>::lowest(), 0, 1, std::numeric_limits<T>::max()};
}

TEST(Parquet, EveryElementTypeReadsBackAsItWas) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "t.parquet";
  expect_round_trip(path, std::vector<bool>{true, false, true});
  expect_round_trip(path, ends<std::int8_t>());
  expect_round_trip(path, ends<std::int16_t>());
  expect_round_trip(path, ends<std::int32_t>());
  expect_round_trip(path, ends<std::int64_t>());
  expect_round_trip(path, ends<std::uint8_t>());
  expect_round_trip(path, ends<std::uint16_t>());
  expect_round_trip(path, ends<std::uint32_t>());
  expect_round_trip(path, ends<std::uint64_t>());
  expect_round_trip(path, ends<float>());
  expect_round_trip(path, ends<double>());
}

TEST(Parquet, DatesTextsColumnsInOrderAndRowGroups) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "t.parquet";
  const std::int64_t n = 3'000'000;  // more than one row group
  const auto days = eval(cast<std::int32_t>(arange<std::int64_t>(n) / 3000));
  write_parquet(path, Table::from({{"day", dates(days)}, {"usage", eval(arange<double>(n) * 0.5)}}),
                {.compression = "zstd"});

  for (const int threads : {0, 1}) {
    const Table table = read_parquet(path, {.columns = {"usage", "day"}, .threads = threads});
    EXPECT_EQ(table.column_names(), (std::vector<std::string>{"usage", "day"}));
    EXPECT_EQ(table.type("day"), ColumnType::date);
    EXPECT_EQ(table.num_rows(), n);
    EXPECT_TRUE(all(table.column<std::int32_t>("day") == days).item());
    EXPECT_TRUE(all(table.column<double>("usage") == arange<double>(n) * 0.5).item());
  }
  write_parquet(path, Table::from({{"s", std::vector<std::string>{"a", "", "\xc3\xa4"}}}), {.compression = "none"});
  EXPECT_EQ(read_parquet(path).strings("s"), (std::vector<std::string>{"a", "", "\xc3\xa4"}));
}

TEST(Parquet, WhatIsNotThereIsRefused) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "t.parquet";
  const Table table = Table::from({{"v", from_vector(std::vector<double>{1, 2})}});
  write_parquet(path, table);

  expect_error<ValueError>([&] { read_parquet(path, {.columns = {"w"}}); }, "read_parquet", "no column 'w'", "'v'");
  expect_error<ValueError>([&] { read_parquet(path, {.columns = {"v", "v"}}); }, "'v' twice");
  expect_error<ValueError>([&] { write_parquet(path, table, {.compression = "magic"}); }, "write_parquet", "magic");
  expect_error<FileError>([&] { read_parquet(folder.path() / "none.parquet"); }, "none.parquet");
  expect_error<FileError>([&] { write_parquet(folder.path() / "none" / "t.parquet", table); }, "t.parquet");
}

TEST(Parquet, DamagedFilesAreRefused) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "t.parquet";
  write_parquet(path, Table::from({{"v", from_vector(std::vector<double>{1, 2})}}));
  const std::string good = read_bytes(path);

  for (const std::string& bad : {std::string(), std::string("PAR1"), good.substr(0, good.size() - 5), good.substr(4),
                                 std::string(1, 'x') + good.substr(1, good.size() - 12) + std::string(11, 'x')}) {
    write_bytes(path, bad);
    expect_error<FormatError>([&] { read_parquet(path); }, "read_parquet", "t.parquet");
  }
}

}  // namespace
}  // namespace spica::io
