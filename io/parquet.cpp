#include <spica/core/errors.hpp>
#include <spica/io/detail/arrow_table.hpp>
#include <spica/io/parquet.hpp>

#include <arrow/io/api.h>
#include <arrow/util/compression.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/arrow/writer.h>
#include <parquet/exception.h>

#include <algorithm>
#include <set>

namespace spica::io {

namespace {

/// Parquet's lower layers throw; the rest of Arrow returns a status.
template <class F> auto in_our_words(const std::string& op, F&& f) {
  try {
    return f();
  } catch (const parquet::ParquetException& error) { throw FormatError(op + ": " + error.what()); }
}

/// Older Arrows give the table back by pointer.
template <class Reader>
std::shared_ptr<arrow::Table> read_leaves(const std::string& op, Reader& reader, const std::vector<int>& leaves) {
  if constexpr (requires { reader.ReadTable(leaves).status(); }) {
    const auto table = reader.ReadTable(leaves);
    detail::check_format(op, table.status());
    return *table;
  } else {
    std::shared_ptr<arrow::Table> table;
    detail::check_format(op, reader.ReadTable(leaves, &table));
    return table;
  }
}

}  // namespace

Table read_parquet(const std::filesystem::path& path, const ParquetOptions& options) {
  const std::string op = "read_parquet '" + path.string() + "'";
  const bool threads = detail::use_threads(op, options.threads);
  auto file = arrow::io::ReadableFile::Open(path.string());
  if (!file.ok()) throw FileError(op + ": " + detail::text_of(file.status()));

  const detail::OnAllCores guard;
  return in_our_words(op, [&] {
    parquet::arrow::FileReaderBuilder builder;
    detail::check_format(op, builder.Open(*file));
    parquet::ArrowReaderProperties properties;
    properties.set_use_threads(threads);
    std::unique_ptr<parquet::arrow::FileReader> reader;
    detail::check_format(op, builder.memory_pool(detail::memory_pool())->properties(properties)->Build(&reader));
    std::shared_ptr<arrow::Schema> schema;
    detail::check_format(op, reader->GetSchema(&schema));

    // Columns of the table are fields of the schema; a nested one is several columns of the file.
    std::vector<std::string> names = options.columns.empty() ? schema->field_names() : options.columns;
    std::set<std::string_view> seen;
    std::vector<int> leaves;
    const auto& manifest = reader->manifest();
    const std::function<void(const parquet::arrow::SchemaField&)> add_leaves = [&](const auto& field) {
      if (field.column_index >= 0) leaves.push_back(field.column_index);
      for (const auto& child : field.children) add_leaves(child);
    };
    for (const auto& name : names) {
      if (!options.columns.empty() && !seen.insert(name).second)
        throw ValueError(op + ": columns has '" + name + "' twice");
      const int at = schema->GetFieldIndex(name);
      if (at < 0 && options.columns.empty()) throw ValueError(op + ": several columns are named '" + name + "'");
      if (at < 0)
        throw ValueError(op + ": no column '" + name + "'; the file has " + detail::list_of(schema->field_names()));
      add_leaves(manifest.schema_fields[static_cast<std::size_t>(at)]);
    }
    std::sort(leaves.begin(), leaves.end());
    const auto read = read_leaves(op, *reader, leaves);

    std::vector<std::shared_ptr<arrow::ChunkedArray>> columns;
    for (const auto& name : names) {
      columns.push_back(read->GetColumnByName(name));
      detail::check_missing(op, *columns.back(), name, options.missing.of(name),
                            [](std::int64_t row) { return "row " + std::to_string(row + 1); });
    }
    return detail::from_arrow(std::move(names), columns, read->num_rows());
  });
}

void write_parquet(const std::filesystem::path& path, const Table& table, const WriteParquetOptions& options) {
  const std::string op = "write_parquet '" + path.string() + "'";
  auto codec =
      arrow::util::Codec::GetCompressionType(options.compression == "none" ? "uncompressed" : options.compression);
  if (!codec.ok() || !arrow::util::Codec::IsAvailable(*codec))
    throw ValueError(op + ": no compression '" + options.compression +
                     "' in this Arrow; use none, snappy, gzip or zstd");
  in_our_words(op, [&] {
    detail::write_file("write_parquet", path, [&](auto& stream) {
      const auto properties = parquet::WriterProperties::Builder().compression(*codec)->build();
      // Arrow's own schema is stored too, so that every type reads back as it was.
      const auto arrow_properties = parquet::ArrowWriterProperties::Builder().store_schema()->build();
      const std::shared_ptr<arrow::io::OutputStream> shared(&stream, [](auto*) {});
      return parquet::arrow::WriteTable(*detail::to_arrow(table), detail::memory_pool(), shared,
                                        parquet::DEFAULT_MAX_ROW_GROUP_LENGTH, properties, arrow_properties);
    });
  });
}

}  // namespace spica::io
