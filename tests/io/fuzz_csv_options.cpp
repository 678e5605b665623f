// Any options and any bytes as a CSV file: read, or refused with one of our errors; both readers agree, and what was
// read is as long as it says.
//
// The input is text: a line of up to five option characters (delimiter, policy of missing values, type of the first
// column, block size, quoted line ends), a line with the date format of the column DATE (or nothing), and the file.
// With libFuzzer: compile this with -fsanitize=fuzzer,address,undefined, link Spica::io and Spica::spica compiled so
// too, and run
//   ./fuzz_csv_options -max_len=4096 corpus tests/io/seeds/csv_options
// The test io.fuzz_csv_options replays tests/io/seeds/csv_options through the same function.
#include <spica/io/csv.hpp>
#include <spica/spica.hpp>

#include "npy_support.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

namespace io = spica::io;

void require(bool condition, const char* claim) {
  if (condition) return;
  std::fprintf(stderr, "fuzz_csv_options: not true: %s\n", claim);
  std::abort();
}

std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

io::CsvOptions options_of(std::string_view codes, std::string_view date_format, std::string_view file) {
  const auto code = [&](std::size_t at) { return at < codes.size() ? static_cast<unsigned char>(codes[at]) : '0'; };
  io::CsvOptions options;
  if (!codes.empty()) options.delimiter = codes[0];
  options.missing = static_cast<io::Missing>((code(1) - '0') % 3U);
  if (code(2) != '0')
    options.types.emplace(std::string(file.substr(0, file.find_first_of(",;\r\n"))),
                          static_cast<io::ColumnType>(code(2) % 15U));
  options.block_bytes = code(3) == '0' ? std::size_t(1) << 20 : code(3);
  options.quoted_newlines = code(4) == '1';
  options.threads = 1;
  if (!date_format.empty()) options.dates.emplace("DATE", std::string(date_format));
  return options;
}

/// Looks at every column of a table in the type that it says it has.
void look_at(const io::Table& table) {
  for (const auto& name : table.column_names()) {
    try {
      const auto type = table.type(name);
      const auto rows = static_cast<std::size_t>(table.num_rows());
      require(table.mask(name).to_vector().size() == rows, "a mask is as long as the table");
      if (type == io::ColumnType::float64)
        require(table.column<double>(name).to_vector().size() == rows, "a column is as long as the table");
      if (type == io::ColumnType::int64)
        require(table.column<std::int64_t>(name).to_vector().size() == rows, "a column is as long as the table");
      if (type == io::ColumnType::boolean)
        require(table.column<bool>(name).to_vector().size() == rows, "a column is as long as the table");
      if (type == io::ColumnType::string) require(table.strings(name).size() == rows, "texts are as many as rows");
      if (type != io::ColumnType::date) continue;
      for (const auto day : table.column<std::int32_t>(name).to_vector())
        require(io::parse_date(io::to_date_string(day)) == day, "a date reads back");
    } catch (const spica::ValueError&) {  // two columns of one name
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const spica::Runtime runtime;
  static const spica::testing::TemporaryFolder folder;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto codes = take_line(text), date_format = take_line(text);
  const auto options = options_of(codes, date_format, text);
  const auto path = folder / "fuzz.csv";
  spica::testing::write_bytes(path, std::string(text));

  std::int64_t rows = -1;
  try {
    const io::Table table = io::read_csv(path, options);
    rows = table.num_rows();
    look_at(table);
  } catch (const spica::Error&) {  // refused, which is fine; any other exception is not
  }
  std::int64_t rows_in_batches = 0;
  try {
    for (const io::Table& batch : io::csv_batches(path, options)) {
      rows_in_batches += batch.num_rows();
      look_at(batch);
    }
  } catch (const spica::Error&) {
    return 0;  // its types are those of the first batch, so it may refuse more
  }
  require(rows < 0 || rows == rows_in_batches, "both readers see the same rows");
  return 0;
}
