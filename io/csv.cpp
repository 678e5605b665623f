#include <spica/core/errors.hpp>
#include <spica/io/csv.hpp>
#include <spica/io/detail/arrow_table.hpp>

#include <arrow/csv/api.h>
#include <arrow/io/api.h>
#include <arrow/util/bit_util.h>
#include <arrow/util/utf8.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <limits>
#include <set>

namespace spica::io {

namespace {

using Chunks = std::vector<std::shared_ptr<arrow::Array>>;

std::string quoted_path(const std::filesystem::path& path) { return "'" + path.string() + "'"; }

/// A piece of a file for a message: one line, not too long.
std::string shown(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string out;
  for (const char c : text.substr(0, longest)) {
    if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else if (static_cast<unsigned char>(c) < 0x20) out += '?';
    else out += c;
  }
  // Not in the middle of a character of several bytes.
  if (text.size() > longest) {
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xc0) == 0x80) out.pop_back();
    if (!out.empty() && static_cast<unsigned char>(out.back()) >= 0xc0) out.pop_back();
    out += "…";
  }
  return out;
}

// ---- options
// ------------------------------------------------------------------------------------------------------------

/// The options, checked, in Arrow's words.
struct Reading {
  std::string op;  ///< "read_csv 'u.csv'", the beginning of every message
  std::filesystem::path path;
  CsvOptions options;
  arrow::csv::ReadOptions read = arrow::csv::ReadOptions::Defaults();
  arrow::csv::ParseOptions parse = arrow::csv::ParseOptions::Defaults();
  arrow::csv::ConvertOptions convert = arrow::csv::ConvertOptions::Defaults();
  std::map<std::string, DateFormat, std::less<>> dates;
};

void check_names(const Reading& reading, const std::string& option, const std::vector<std::string>& names) {
  std::set<std::string_view> seen;
  for (const auto& name : names)
    if (!seen.insert(name).second) throw ValueError(reading.op + ": " + option + " has '" + name + "' twice");
}

Reading prepare(const char* op, const std::filesystem::path& path, const CsvOptions& options) {
  Reading reading;
  reading.op = std::string(op) + " " + quoted_path(path);
  reading.path = path;
  reading.options = options;
  check_names(reading, "columns", options.columns);
  check_names(reading, "names", options.names);

  constexpr std::size_t largest = std::numeric_limits<std::int32_t>::max();
  if (options.block_bytes < 1 || options.block_bytes > largest)
    throw ValueError(reading.op + ": block_bytes is " + std::to_string(options.block_bytes) + "; give 1 to " +
                     std::to_string(largest));
  if (options.delimiter == '"' || options.delimiter == '\n' || options.delimiter == '\r' || options.delimiter == '\0')
    throw ValueError(reading.op + ": the delimiter cannot be a quote, a line end or NUL");

  reading.read.use_threads = detail::use_threads(reading.op, options.threads);
  reading.read.block_size = static_cast<std::int32_t>(options.block_bytes);
  reading.read.column_names = options.names;
  reading.parse.delimiter = options.delimiter;
  reading.parse.newlines_in_values = options.quoted_newlines;
  reading.convert.include_columns = options.columns;
  reading.convert.null_values = options.missing_values;
  reading.convert.strings_can_be_null = false;  // so that a text is never lost; masks of strings are made afterwards

  const auto add_date = [&](const std::string& column, const std::string& format) {
    try {
      reading.dates.emplace(column, DateFormat(format));
    } catch (const ValueError& error) { throw ValueError(reading.op + ": column '" + column + "': " + error.what()); }
    // Every distinct text of a block is met once.
    reading.convert.column_types[column] = arrow::dictionary(arrow::int32(), arrow::utf8());
  };
  for (const auto& [column, type] : options.types) {
    const auto arrow = detail::arrow_type(type);
    if (!arrow)
      throw ValueError(reading.op + ": types: '" + column + "' cannot be read as " + name(type) +
                       "; leave it out to have its type inferred");
    if (type == ColumnType::date) {
      if (!options.dates.contains(column)) add_date(column, "%Y-%m-%d");
    } else {
      if (options.dates.contains(column))
        throw ValueError(reading.op + ": column '" + column + "' has a date format and the type " + name(type));
      reading.convert.column_types[column] = arrow;
    }
  }
  for (const auto& [column, format] : options.dates) add_date(column, format);
  return reading;
}

// ---- where in the file: for messages
// ------------------------------------------------------------------------------------

/// The first line of record `record`, both counted from 1, the header included. Arrow skips empty lines and counts
/// records, so the lines are counted again, with the same idea of quotes.
std::int64_t line_of_record(const Reading& reading, std::int64_t record) {
  std::ifstream file(reading.path, std::ios::binary);
  std::vector<char> block(std::size_t(1) << 16);
  enum class In : std::uint8_t { line_start, field_start, plain, quotes, after_quote } in = In::line_start;
  std::int64_t line = 1, records = 0;
  bool after_cr = false, first_block = true;
  while (file.read(block.data(), static_cast<std::streamsize>(block.size())), file.gcount() > 0) {
    std::string_view text(block.data(), static_cast<std::size_t>(file.gcount()));
    if (first_block && text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    first_block = false;
    for (const char c : text) {
      const bool second_of_pair = after_cr && c == '\n';
      after_cr = c == '\r';
      const bool line_end = c == '\r' || c == '\n';
      if (in == In::quotes) {
        if (c == '"') in = In::after_quote;
        else if (line_end && !second_of_pair) ++line;
        continue;
      }
      if (line_end) {
        if (!second_of_pair) ++line;
        in = In::line_start;
        continue;
      }
      if (in == In::line_start && ++records == record) return line;
      const bool may_open = in == In::line_start || in == In::field_start || in == In::after_quote;
      if (c == '"' && may_open) in = In::quotes;
      else if (c == reading.options.delimiter) in = In::field_start;
      else in = In::plain;
    }
  }
  return line;
}

/// The line of a row of the table.
std::int64_t line_of_row(const Reading& reading, std::int64_t row) {
  return line_of_record(reading, row + (reading.options.names.empty() ? 2 : 1));
}

detail::PlaceOfRow line_text(const Reading& reading, std::int64_t first_row = 0) {
  return [&reading, first_row](std::int64_t row) {
    return "line " + std::to_string(line_of_row(reading, first_row + row));
  };
}

/// All column names of the file, or none where they cannot be had.
std::vector<std::string> names_in_file(const Reading& reading) {
  if (!reading.options.names.empty()) return reading.options.names;
  std::string start(std::size_t(1) << 20, '\0');
  std::ifstream file(reading.path, std::ios::binary);
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  const auto from = start.find_first_not_of("\r\n");
  if (from == std::string::npos) return {};
  const auto end = start.find_first_of("\r\n", from);
  start.resize(end == std::string::npos ? start.size() : end);
  start += '\n';
  auto read = reading.read;
  read.use_threads = false;
  auto reader =
      arrow::csv::TableReader::Make(arrow::io::IOContext(detail::memory_pool()),
                                    std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(start)), read,
                                    reading.parse, arrow::csv::ConvertOptions::Defaults());
  if (!reader.ok()) return {};
  const auto table = (*reader)->Read();
  return table.ok() ? (*table)->ColumnNames() : std::vector<std::string>();
}

/// The number after `key` in a message of Arrow's, or -1.
std::int64_t number_after(const std::string& text, const std::string& key) {
  const auto at = text.find(key);
  if (at == std::string::npos) return -1;
  std::int64_t number = -1;
  for (std::size_t i = at + key.size(); i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
    number = (number < 0 ? 0 : number) * 10 + (text[i] - '0');
  return number;
}

/// Arrow's message about a file read on one thread, which has the number of the record, in our words.
[[noreturn]] void refuse(const Reading& reading, const arrow::Status& status) {
  const std::string& text = status.message();
  const auto names = names_in_file(reading);
  if (status.IsKeyError()) {
    for (const auto& column : reading.options.columns)
      if (!names.empty() && std::find(names.begin(), names.end(), column) == names.end())
        throw ValueError(reading.op + ": no column '" + column + "'; the file has " + detail::list_of(names));
  }
  std::string where = reading.op + ": ";
  const std::int64_t record = number_after(text, "Row #");
  if (record > 0) where += "line " + std::to_string(line_of_record(reading, record)) + ", ";
  if (const std::int64_t expected = number_after(text, "Expected "); expected >= 0) {
    const std::int64_t actual = number_after(text, "columns, got ");
    const auto colon = text.find(": ", text.find("columns, got "));
    throw ValueError(
        where + std::to_string(actual) + (actual == 1 ? " field instead of " : " fields instead of ") +
        std::to_string(expected) +
        (actual < expected
             ? ": column '" +
                   (static_cast<std::size_t>(actual) < names.size() ? names[static_cast<std::size_t>(actual)] : "") +
                   "' is the first without"
             : "") +
        (colon == std::string::npos ? "" : "; the text is '" + shown(std::string_view(text).substr(colon + 2)) + "'"));
  }
  if (const std::int64_t column = number_after(text, "In CSV column #"); column >= 0) {
    where += static_cast<std::size_t>(column) < names.size()
                 ? "column '" + names[static_cast<std::size_t>(column)] + "': "
                 : "column " + std::to_string(column + 1) + ": ";
    const std::string conversion = "CSV conversion error to ", invalid = ": invalid value '";
    const auto at = text.find(conversion), value = text.find(invalid);
    if (at != std::string::npos && value != std::string::npos) {
      std::string type = text.substr(at + conversion.size(), value - at - conversion.size());
      if (type == "double") type = name(ColumnType::float64);
      if (type == "float") type = name(ColumnType::float32);
      std::string bad = text.substr(value + invalid.size());
      if (bad.ends_with('\'')) bad.pop_back();
      throw ValueError(where + "'" + shown(bad) + "' is not a value of type " + type);
    }
    throw ValueError(where + shown(text.substr(text.rfind(": ") == std::string::npos ? 0 : text.rfind(": ") + 2)));
  }
  throw ValueError(reading.op + ": " + shown(detail::text_of(status)));
}

// ---- after Arrow: dates, missing values, texts
// --------------------------------------------------------------------------

/// The first row whose bytes are not UTF-8.
std::int64_t first_invalid_text(const arrow::ChunkedArray& values) {
  std::int64_t row = 0;
  for (const auto& piece : values.chunks()) {
    const auto& bytes = static_cast<const arrow::BinaryArray&>(*piece);
    for (std::int64_t i = 0; i < bytes.length(); ++i) {
      if (!arrow::util::ValidateUTF8(bytes.GetView(i))) return row + i;
    }
    row += bytes.length();
  }
  return 0;
}

/// What the rows of one piece of a date column turned out to be.
struct PieceOfDays {
  std::vector<std::int64_t> missing;  ///< rows of the piece
  std::int64_t bad_row = -1;          ///< the first that is no date
  std::string bad_text;
};

/// Days from a dictionary-encoded piece: every text of its dictionary is parsed once, then the indices are looked up.
PieceOfDays days_of_piece(const Reading& reading, const DateFormat& format, const arrow::DictionaryArray& piece,
                          std::int32_t* days) {
  enum : std::uint8_t { good, missing, bad };
  const auto& words = static_cast<const arrow::StringArray&>(*piece.dictionary());
  const auto& missing_values = reading.options.missing_values;
  std::vector<std::int32_t> day_of_word(static_cast<std::size_t>(words.length()));
  std::vector<std::uint8_t> kind_of_word(day_of_word.size(), good);
  bool all_good = piece.null_count() == 0;
  for (std::int64_t w = 0; w < words.length(); ++w) {
    const auto at = static_cast<std::size_t>(w);
    const std::string_view word = words.GetView(w);
    if (const auto day = format.parse(word)) day_of_word[at] = *day;
    else
      kind_of_word[at] =
          std::find(missing_values.begin(), missing_values.end(), word) != missing_values.end() ? missing : bad;
    all_good = all_good && kind_of_word[at] == good;
  }
  const std::int64_t n = piece.length();
  const auto* indices = piece.indices()->data()->GetValues<std::int32_t>(1);
  PieceOfDays result;
  if (all_good) {
    for (std::int64_t i = 0; i < n; ++i) days[i] = day_of_word[static_cast<std::size_t>(indices[i])];
    return result;
  }
  for (std::int64_t i = 0; i < n; ++i) {
    const auto word = static_cast<std::size_t>(indices[i]);
    days[i] = 0;
    if (piece.IsNull(i) || kind_of_word[word] == missing) {
      result.missing.push_back(i);
    } else if (kind_of_word[word] == good) {
      days[i] = day_of_word[word];
    } else {
      result.bad_row = i;
      result.bad_text = words.GetView(indices[i]);
      return result;
    }
  }
  return result;
}

std::shared_ptr<arrow::ChunkedArray> days_of_column(const Reading& reading, const std::string& column,
                                                    const DateFormat& format, const arrow::ChunkedArray& texts,
                                                    const detail::PlaceOfRow& place) {
  const std::int64_t n = texts.length();
  std::shared_ptr<arrow::Buffer> days = detail::value_of(
      reading.op, arrow::AllocateBuffer(n * static_cast<std::int64_t>(sizeof(std::int32_t)), detail::memory_pool()));
  auto* const out = days->mutable_data_as<std::int32_t>();
  std::vector<std::int64_t> starts;
  std::int64_t row = 0;
  for (const auto& piece : texts.chunks()) {
    starts.push_back(row);
    row += piece->length();
  }
  std::vector<PieceOfDays> pieces(starts.size());
  detail::parallel_for(texts.num_chunks(), reading.options.threads, [&](std::int64_t c) {
    const auto at = static_cast<std::size_t>(c);
    const auto& piece = static_cast<const arrow::DictionaryArray&>(*texts.chunk(static_cast<int>(c)));
    pieces[at] = days_of_piece(reading, format, piece, out + starts[at]);
  });
  std::shared_ptr<arrow::Buffer> validity;
  for (std::size_t c = 0; c < pieces.size(); ++c) {
    if (pieces[c].bad_row >= 0)
      throw ValueError(reading.op + ": " + place(starts[c] + pieces[c].bad_row) + ", column '" + column + "': '" +
                       shown(pieces[c].bad_text) + "' is no date of the form " + format.text());
    if (pieces[c].missing.empty()) continue;
    if (!validity) {
      validity = detail::value_of(reading.op, arrow::AllocateBitmap(n));
      std::memset(validity->mutable_data(), 0xff, static_cast<std::size_t>(validity->size()));
    }
    for (const std::int64_t r : pieces[c].missing) arrow::bit_util::ClearBit(validity->mutable_data(), starts[c] + r);
  }
  return std::make_shared<arrow::ChunkedArray>(
      arrow::MakeArray(arrow::ArrayData::Make(arrow::date32(), n, {std::move(validity), std::move(days)})));
}

/// A string column in which the texts that stand for a missing value are null.
std::shared_ptr<arrow::ChunkedArray> texts_with_mask(const Reading& reading, const arrow::ChunkedArray& texts) {
  const auto& missing_values = reading.options.missing_values;
  Chunks pieces;
  for (const auto& piece : texts.chunks()) {
    const auto& words = static_cast<const arrow::StringArray&>(*piece);
    const std::shared_ptr<arrow::Buffer> validity = detail::value_of(reading.op, arrow::AllocateBitmap(words.length()));
    std::memset(validity->mutable_data(), 0xff, static_cast<std::size_t>(validity->size()));
    for (std::int64_t i = 0; i < words.length(); ++i)
      if (std::find(missing_values.begin(), missing_values.end(), words.GetView(i)) != missing_values.end())
        arrow::bit_util::ClearBit(validity->mutable_data(), i);
    pieces.push_back(std::make_shared<arrow::StringArray>(words.length(), words.value_offsets(), words.value_data(),
                                                          validity, arrow::kUnknownNullCount, words.offset()));
  }
  return std::make_shared<arrow::ChunkedArray>(std::move(pieces), texts.type());
}

/// A column as the table shall hold it. `first_row` is the row of the file with which it begins.
std::shared_ptr<arrow::ChunkedArray> finish_column(const Reading& reading, const std::string& column,
                                                   const std::shared_ptr<arrow::ChunkedArray>& values,
                                                   std::int64_t first_row) {
  const auto place = line_text(reading, first_row);
  const Missing policy = reading.options.missing.of(column);
  auto result = values;
  if (const auto format = reading.dates.find(column); format != reading.dates.end())
    result = days_of_column(reading, column, format->second, *values, place);
  else if (values->type()->id() == arrow::Type::STRING && policy == Missing::mask)
    result = texts_with_mask(reading, *values);
  else if (values->type()->id() == arrow::Type::BINARY)  // what Arrow infers where text is not UTF-8
    throw ValueError(reading.op + ": " + place(first_invalid_text(*values)) + ", column '" + column +
                     "': the text is not UTF-8; convert the file");
  detail::check_missing(reading.op, *result, column, policy, place);
  return result;
}

Table finish_table(const Reading& reading, const arrow::Table& read, std::int64_t first_row) {
  const auto names = read.ColumnNames();
  if (reading.options.columns.empty()) {  // else a name that is not read is no mistake
    const auto check = [&](const char* option, const auto& by_name) {
      for (const auto& entry : by_name)
        if (std::find(names.begin(), names.end(), entry.first) == names.end())
          throw ValueError(reading.op + ": " + option + " names a column '" + entry.first + "'; the file has " +
                           detail::list_of(names));
    };
    check("types", reading.options.types);
    check("dates", reading.options.dates);
    check("missing", reading.options.missing.columns);
  }
  std::vector<std::shared_ptr<arrow::ChunkedArray>> columns;
  for (int c = 0; c < read.num_columns(); ++c)
    columns.push_back(finish_column(reading, names[static_cast<std::size_t>(c)], read.column(c), first_row));
  return detail::from_arrow(names, columns, read.num_rows());
}

// ---- reading
// ------------------------------------------------------------------------------------------------------------

std::shared_ptr<arrow::io::InputStream> open(const Reading& reading) {
  auto file = arrow::io::ReadableFile::Open(reading.path.string());
  if (!file.ok()) throw FileError(reading.op + ": " + detail::text_of(file.status()));
  return *file;
}

arrow::Result<std::shared_ptr<arrow::Table>> read_whole(const Reading& reading,
                                                        const std::shared_ptr<arrow::io::InputStream>& input) {
  ARROW_ASSIGN_OR_RAISE(const auto reader,
                        arrow::csv::TableReader::Make(arrow::io::IOContext(detail::memory_pool()), input, reading.read,
                                                      reading.parse, reading.convert));
  return reader->Read();
}

/// For a second look: on one thread, where Arrow knows the number of the record at fault, and in blocks so large that
/// any record fits.
Reading on_one_thread(const Reading& reading, bool quoted_newlines) {
  Reading again = reading;
  again.read.use_threads = false;
  again.read.block_size = std::max(again.read.block_size, 64 << 20);
  again.parse.newlines_in_values = quoted_newlines;
  return again;
}

/// The file's text with a line end, if it is so short that Arrow finds no line in it: empty, or a header without a line
/// end.
/// @throws ValueError if there is nothing at all.
std::shared_ptr<arrow::io::InputStream> short_file(const Reading& reading) {
  std::ifstream file(reading.path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  const std::string_view content =
      std::string_view(text).starts_with("\xef\xbb\xbf") ? std::string_view(text).substr(3) : text;
  if (content.find_first_not_of("\r\n") == std::string_view::npos)
    throw ValueError(reading.op + ": the file is empty; not even a line with the names of the columns is there");
  return std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(text + "\n"));
}

bool finds_no_line(const arrow::Status& status) { return status.message().find("Empty CSV file") != std::string::npos; }

std::shared_ptr<arrow::Table> read_table(const Reading& reading) {
  auto result = read_whole(reading, open(reading));
  if (!result.ok() && finds_no_line(result.status())) result = read_whole(reading, short_file(reading));
  if (result.ok()) return *result;
  if (arrow::internal::ErrnoFromStatus(result.status())) detail::check_format(reading.op, result.status());
  // It may be that a quoted field holds a line end where Arrow has split the file for its threads, or that a record is
  // longer than a block.
  const auto again = read_whole(on_one_thread(reading, true), open(reading));
  if (again.ok()) return *again;
  // A quote that is never closed makes one record of the rest: then the plain reading says more.
  if (number_after(again.status().message(), "Row #") < 0) {
    const auto plain = read_whole(on_one_thread(reading, false), open(reading));
    if (!plain.ok()) refuse(reading, plain.status());
  }
  refuse(reading, again.status());
}

std::shared_ptr<arrow::csv::StreamingReader> open_batches(const Reading& reading, bool threads) {
  auto read = reading.read;
  read.use_threads = read.use_threads && threads;
  const auto make = [&](const std::shared_ptr<arrow::io::InputStream>& input) {
    return arrow::csv::StreamingReader::Make(arrow::io::IOContext(detail::memory_pool()), input, read, reading.parse,
                                             reading.convert);
  };
  auto reader = make(open(reading));
  if (!reader.ok() && finds_no_line(reader.status())) reader = make(short_file(reading));
  if (!reader.ok() && !reading.read.use_threads) refuse(reading, reader.status());
  if (!reader.ok() && threads) return open_batches(reading, false);
  if (!reader.ok()) refuse(reading, reader.status());
  return *reader;
}

}  // namespace

Table read_csv(const std::filesystem::path& path, const CsvOptions& options) {
  const detail::OnAllCores guard;
  const Reading reading = prepare("read_csv", path, options);
  return finish_table(reading, *read_table(reading), 0);
}

// ---- batches
// ------------------------------------------------------------------------------------------------------------

struct CsvBatches::State {
  Reading reading;
  std::shared_ptr<arrow::csv::StreamingReader> reader;
  std::int64_t rows = 0;
};

CsvBatches::CsvBatches(std::unique_ptr<State> state) : state_(std::move(state)) { advance(); }
CsvBatches::CsvBatches(CsvBatches&&) noexcept = default;
CsvBatches& CsvBatches::operator=(CsvBatches&&) noexcept = default;
CsvBatches::~CsvBatches() = default;

void CsvBatches::advance() {
  const detail::OnAllCores guard;
  State& state = *state_;
  current_ = Table();  // gives its memory back before the next one is read
  std::shared_ptr<arrow::RecordBatch> batch;
  const bool first = state.rows == 0;
  do {
    const auto status = state.reader->ReadNext(&batch);
    if (!status.ok()) {
      // On one thread Arrow knows the number of the record.
      const auto again = open_batches(state.reading, false);
      auto found = arrow::Status::OK();
      do found = again->ReadNext(&batch);
      while (found.ok() && batch);
      refuse(state.reading, found.ok() ? status : found);
    }
  } while (batch && batch->num_rows() == 0 && !first);
  if (!batch) {
    // A file of a header only is one batch without rows, so that the names are known.
    done_ = !first || served_;
    if (done_) return;
    batch = detail::value_of(state.reading.op, arrow::RecordBatch::MakeEmpty(state.reader->schema()));
  }
  served_ = true;
  const auto table = detail::value_of(state.reading.op, arrow::Table::FromRecordBatches({batch}));
  current_ = finish_table(state.reading, *table, state.rows);
  state.rows += batch->num_rows();
}

CsvBatches csv_batches(const std::filesystem::path& path, const CsvOptions& options) {
  const detail::OnAllCores guard;
  auto state = std::make_unique<CsvBatches::State>();
  state->reading = prepare("csv_batches", path, options);
  state->reader = open_batches(state->reading, true);
  return CsvBatches(std::move(state));
}

// ---- writing
// ------------------------------------------------------------------------------------------------------------

namespace {

std::shared_ptr<arrow::ChunkedArray> texts_of_days(const std::string& op, const arrow::ChunkedArray& days,
                                                   const DateFormat& format) {
  Chunks pieces;
  for (const auto& piece : days.chunks()) {
    const auto& dates = static_cast<const arrow::Date32Array&>(*piece);
    arrow::StringBuilder builder;
    std::int32_t last = 0;
    std::string text = format.format(last);  // neighbours are often equal
    for (std::int64_t i = 0; i < dates.length(); ++i) {
      if (dates.IsNull(i)) {
        detail::check_status(op, builder.AppendNull());
        continue;
      }
      if (dates.Value(i) != last) text = format.format(last = dates.Value(i));
      detail::check_status(op, builder.Append(text));
    }
    pieces.push_back(detail::value_of(op, builder.Finish()));
  }
  return std::make_shared<arrow::ChunkedArray>(std::move(pieces), arrow::utf8());
}

/// Whether a field has to be quoted: else the file is written without quotes, as people do.
bool needs_quotes(const std::string& text, char delimiter) {
  return text.find_first_of(std::string("\"\r\n") + delimiter) != std::string::npos;
}

}  // namespace

void write_csv(const std::filesystem::path& path, const Table& table, const WriteCsvOptions& options) {
  const std::string op = "write_csv " + quoted_path(path);
  auto arrow = detail::to_arrow(table);
  for (const auto& [column, format] : options.dates) {
    if (table.type(column) != ColumnType::date)
      throw ValueError(op + ": dates: column '" + column + "' is " + name(table.type(column)) +
                       ", not date; make it one with dates(…)");
    const int at = arrow->schema()->GetFieldIndex(column);
    arrow = detail::value_of(op, arrow->SetColumn(at, arrow::field(column, arrow::utf8()),
                                                  texts_of_days(op, *arrow->column(at), DateFormat(format))));
  }
  bool quotes = false;
  for (const auto& column : table.column_names()) quotes = quotes || needs_quotes(column, options.delimiter);
  for (int c = 0; c < arrow->num_columns() && !quotes; ++c) {
    if (detail::column_type(*arrow->column(c)->type()) != ColumnType::string) continue;
    for (const auto& text : detail::from_arrow({"texts"}, {arrow->column(c)}, arrow->num_rows()).strings("texts"))
      quotes = quotes || needs_quotes(text, options.delimiter);
  }

  auto write = arrow::csv::WriteOptions::Defaults();
  write.delimiter = options.delimiter;
  write.null_string = options.missing_value;
  write.batch_size = 1 << 16;
  write.quoting_style = quotes ? arrow::csv::QuotingStyle::Needed : arrow::csv::QuotingStyle::None;
  // Older Arrows quote the header always.
  [&](auto& any) {
    if constexpr (requires { any.quoting_header; }) any.quoting_header = any.quoting_style;
  }(write);
  detail::write_file("write_csv", path, [&](auto& stream) { return arrow::csv::WriteCSV(*arrow, write, &stream); });
}

}  // namespace spica::io
