#include <spica/backends/runtime.hpp>
#include <spica/io/detail/arrow_table.hpp>
#include <spica/io/file.hpp>
#include <spica/ops/elementwise/assign.hpp>

#include <arrow/io/file.h>
#include <arrow/util/bit_util.h>
#include <arrow/util/thread_pool.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <set>
#include <thread>

#if defined(_OPENMP) && defined(__linux__)
#include <omp.h>
#include <sched.h>
#endif

namespace spica::io {

namespace detail {

namespace {

template <class T> struct ArrowTypeOf;
#define SPICA_ARROW_TYPE(T, arrow_type, column_type)              \
  template <> struct ArrowTypeOf<T> {                             \
    using type = arrow::arrow_type;                               \
    static constexpr ColumnType column = ColumnType::column_type; \
  };
SPICA_ARROW_TYPE(bool, BooleanType, boolean)
SPICA_ARROW_TYPE(std::int8_t, Int8Type, int8)
SPICA_ARROW_TYPE(std::int16_t, Int16Type, int16)
SPICA_ARROW_TYPE(std::int32_t, Int32Type, int32)
SPICA_ARROW_TYPE(std::int64_t, Int64Type, int64)
SPICA_ARROW_TYPE(std::uint8_t, UInt8Type, uint8)
SPICA_ARROW_TYPE(std::uint16_t, UInt16Type, uint16)
SPICA_ARROW_TYPE(std::uint32_t, UInt32Type, uint32)
SPICA_ARROW_TYPE(std::uint64_t, UInt64Type, uint64)
SPICA_ARROW_TYPE(float, FloatType, float32)
SPICA_ARROW_TYPE(double, DoubleType, float64)
#undef SPICA_ARROW_TYPE

template <class T> constexpr T missing_element() {
  if constexpr (std::is_floating_point_v<T>) return std::numeric_limits<T>::quiet_NaN();
  else return T{};
}

/// A bitmap of `bits` ones.
std::shared_ptr<arrow::Buffer> ones_bitmap(const std::string& op, std::int64_t bits) {
  auto bitmap = value_of(op, arrow::AllocateBitmap(bits));
  std::memset(bitmap->mutable_data(), 0xff, static_cast<std::size_t>(bitmap->size()));
  return bitmap;
}

/// Copies one piece of a column to `out`, missing values as NaN, 0 or false.
template <class T> void copy_piece(const arrow::Array& piece, T* out) {
  const std::int64_t n = piece.length();
  if (piece.type_id() == arrow::Type::NA) {
    std::fill(out, out + n, missing_element<T>());
    return;
  }
  if constexpr (std::same_as<T, bool>) {
    const auto& bits = static_cast<const arrow::BooleanArray&>(piece);
    for (std::int64_t i = 0; i < n; ++i) out[i] = bits.IsValid(i) && bits.Value(i);
  } else {
    if (n) std::memcpy(out, piece.data()->GetValues<T>(1), static_cast<std::size_t>(n) * sizeof(T));
    if (piece.null_count())
      for (std::int64_t i = 0; i < n; ++i)
        if (piece.IsNull(i)) out[i] = missing_element<T>();
  }
}

/// Copies the whole column; large ones by several threads, since fresh memory costs more than the copy.
template <class T> void copy_column(const arrow::ChunkedArray& values, T* out) {
  std::vector<std::int64_t> starts;
  std::int64_t row = 0;
  for (const auto& piece : values.chunks()) {
    starts.push_back(row);
    row += piece->length();
  }
  constexpr std::int64_t worth_threads = 1 << 18;
  parallel_for(values.num_chunks(), row < worth_threads ? 1 : 0, [&](std::int64_t c) {
    copy_piece(*values.chunk(static_cast<int>(c)), out + starts[static_cast<std::size_t>(c)]);
  });
}

std::size_t index_of(const char* op, const TableData& table, std::string_view column) {
  const auto found = std::find(table.names.begin(), table.names.end(), column);
  if (found == table.names.end()) {
    throw ValueError(std::string(op) + ": no column '" + std::string(column) + "'; the table has " +
                     (table.names.empty() ? "none" : list_of(table.names)));
  }
  if (std::find(found + 1, table.names.end(), column) != table.names.end())
    throw ValueError(std::string(op) + ": several columns are named '" + std::string(column) +
                     "'; give them names of their own (CsvOptions::names)");
  return static_cast<std::size_t>(found - table.names.begin());
}

/// How messages name a type: Spica's name, or Arrow's for what Spica does not read.
std::string type_text(const arrow::DataType& type) {
  const ColumnType column = column_type(type);
  return column == ColumnType::other ? type.ToString() : name(column);
}

std::string how_to_take(ColumnType type, const std::string& column) {
  switch (type) {
    case ColumnType::string: return "use strings(\"" + column + "\"), or read it with a type or a date format";
    case ColumnType::other: return "read it as text: .types = {{\"" + column + "\", ColumnType::string}}";
    case ColumnType::date: return "use column<std::int32_t>(\"" + column + "\"): days since 1970-01-01";
    case ColumnType::boolean: return "use column<bool>(\"" + column + "\")";
    case ColumnType::float32: return "use column<float>(\"" + column + "\"), then cast<…>";
    case ColumnType::float64: return "use column<double>(\"" + column + "\"), then cast<…>";
    default: return std::string("use column<std::") + name(type) + "_t>(\"" + column + "\"), then cast<…>";
  }
}

void append_texts(const arrow::Array& piece, std::vector<std::string>& out) {
  const auto append = [&](const auto& array) {
    for (std::int64_t i = 0; i < array.length(); ++i) {
      if (array.IsNull(i)) out.emplace_back();
      else out.emplace_back(array.GetView(i));
    }
  };
  switch (piece.type_id()) {
    case arrow::Type::STRING: return append(static_cast<const arrow::StringArray&>(piece));
    case arrow::Type::LARGE_STRING: return append(static_cast<const arrow::LargeStringArray&>(piece));
    case arrow::Type::DICTIONARY: {
      const auto& dictionary = static_cast<const arrow::DictionaryArray&>(piece);
      std::vector<std::string> words;
      append_texts(*dictionary.dictionary(), words);
      for (std::int64_t i = 0; i < dictionary.length(); ++i)
        out.push_back(dictionary.IsNull(i) ? std::string()
                                           : words[static_cast<std::size_t>(dictionary.GetValueIndex(i))]);
      return;
    }
    default: out.resize(out.size() + static_cast<std::size_t>(piece.length()));  // null: no text at all
  }
}

bool is_text(const arrow::DataType& type) {
  return type.id() == arrow::Type::STRING || type.id() == arrow::Type::LARGE_STRING;
}

}  // namespace

ArrowStorage::ArrowStorage(std::shared_ptr<arrow::Buffer> buffer, const void* data, std::size_t bytes, Backend backend)
    // Arrow calls what it has read immutable; here nobody but this table and its arrays knows the memory.
    : Storage(const_cast<void*>(data), bytes, backend),
      buffer_(std::move(buffer)) {}  // NOLINT(cppcoreguidelines-pro-type-const-cast)

StorageBuffer::StorageBuffer(std::shared_ptr<spica::detail::Storage> storage, void* data, std::int64_t bytes)
    : arrow::MutableBuffer(static_cast<std::uint8_t*>(data), bytes), storage_(std::move(storage)) {}

ColumnType column_type(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::BOOL: return ColumnType::boolean;
    case arrow::Type::INT8: return ColumnType::int8;
    case arrow::Type::INT16: return ColumnType::int16;
    case arrow::Type::INT32: return ColumnType::int32;
    case arrow::Type::INT64: return ColumnType::int64;
    case arrow::Type::UINT8: return ColumnType::uint8;
    case arrow::Type::UINT16: return ColumnType::uint16;
    case arrow::Type::UINT32: return ColumnType::uint32;
    case arrow::Type::UINT64: return ColumnType::uint64;
    case arrow::Type::FLOAT: return ColumnType::float32;
    case arrow::Type::DOUBLE: return ColumnType::float64;
    case arrow::Type::STRING:
    case arrow::Type::LARGE_STRING: return ColumnType::string;
    case arrow::Type::DATE32: return ColumnType::date;
    case arrow::Type::NA: return ColumnType::unknown;
    case arrow::Type::DICTIONARY:
      return is_text(*static_cast<const arrow::DictionaryType&>(type).value_type()) ? ColumnType::string
                                                                                    : ColumnType::other;
    default: return ColumnType::other;
  }
}

std::shared_ptr<arrow::DataType> arrow_type(ColumnType type) {
  switch (type) {
    case ColumnType::boolean: return arrow::boolean();
    case ColumnType::int8: return arrow::int8();
    case ColumnType::int16: return arrow::int16();
    case ColumnType::int32: return arrow::int32();
    case ColumnType::int64: return arrow::int64();
    case ColumnType::uint8: return arrow::uint8();
    case ColumnType::uint16: return arrow::uint16();
    case ColumnType::uint32: return arrow::uint32();
    case ColumnType::uint64: return arrow::uint64();
    case ColumnType::float32: return arrow::float32();
    case ColumnType::float64: return arrow::float64();
    case ColumnType::string: return arrow::utf8();
    case ColumnType::date: return arrow::date32();
    case ColumnType::unknown:
    case ColumnType::other: break;
  }
  return nullptr;
}

std::int64_t first_null(const arrow::ChunkedArray& values) {
  std::int64_t row = 0;
  for (const auto& piece : values.chunks()) {
    if (piece->null_count())
      for (std::int64_t i = 0; i < piece->length(); ++i)
        if (piece->IsNull(i)) return row + i;
    row += piece->length();
  }
  return -1;
}

void check_missing(const std::string& op, const arrow::ChunkedArray& values, const std::string& column, Missing policy,
                   const PlaceOfRow& place) {
  if (policy == Missing::mask || values.null_count() == 0) return;
  const ColumnType type = column_type(*values.type());
  if (policy == Missing::nan &&
      (type == ColumnType::float32 || type == ColumnType::float64 || type == ColumnType::unknown))
    return;
  const std::string where = op + ": " + place(first_null(values)) + ", column '" + column + "': ";
  if (policy == Missing::nan)
    throw ValueError(where + "the value is missing, and " + type_text(*values.type()) +
                     " has no NaN; use Missing::mask, or read numbers as float64");
  throw ValueError(where + "the value is missing; use Missing::nan or Missing::mask to allow that");
}

std::shared_ptr<arrow::Table> to_arrow(const Table& table) {
  std::vector<std::shared_ptr<arrow::Field>> fields;
  std::vector<std::shared_ptr<arrow::ChunkedArray>> columns;
  for (std::size_t c = 0; c < table.data()->names.size(); ++c) {
    auto& column = *table.data()->columns[c];
    const std::lock_guard lock(column.mutex);
    columns.push_back(column.values);
    fields.push_back(arrow::field(table.data()->names[c], column.values->type()));
  }
  return arrow::Table::Make(arrow::schema(std::move(fields)), std::move(columns), table.num_rows());
}

Table from_arrow(std::vector<std::string> names, const std::vector<std::shared_ptr<arrow::ChunkedArray>>& columns,
                 std::int64_t num_rows) {
  auto data = std::make_shared<TableData>();
  data->num_rows = num_rows;
  data->names = std::move(names);
  for (const auto& column : columns) data->columns.push_back(std::make_shared<ColumnData>(column));
  return Table(std::move(data));
}

#if defined(_OPENMP) && defined(__linux__)
struct OnAllCores::Mask {
  cpu_set_t cores;
};

OnAllCores::OnAllCores() {
  if (omp_get_proc_bind() == omp_proc_bind_false) return;
  cpu_set_t all;
  CPU_ZERO(&all);
  for (int place = 0; place < omp_get_num_places(); ++place) {
    std::vector<int> cores(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, cores.data());
    for (const int core : cores)
      if (core >= 0 && core < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(core), &all);
  }
  auto before = std::make_unique<Mask>();
  if (CPU_COUNT(&all) == 0 || sched_getaffinity(0, sizeof before->cores, &before->cores) != 0) return;
  // Without permission it is slower, nothing else.
  if (sched_setaffinity(0, sizeof all, &all) == 0) before_ = std::move(before);
}

OnAllCores::~OnAllCores() {
  if (before_) sched_setaffinity(0, sizeof before_->cores, &before_->cores);
}
#else
struct OnAllCores::Mask {};
OnAllCores::OnAllCores() = default;
OnAllCores::~OnAllCores() = default;
#endif

arrow::MemoryPool* memory_pool() {
  static arrow::MemoryPool* const pool = [] {
    arrow::MemoryPool* chosen = arrow::default_memory_pool();
    // Arrow's default, mimalloc, touches new pages so often that the first read of 12 million rows takes up to twice
    // the processor time (1.0 to 1.8 s; jemalloc 0.95 s). Whoever names a pool in the environment gets that one.
    if (!std::getenv("ARROW_DEFAULT_MEMORY_POOL") && !arrow::jemalloc_memory_pool(&chosen).ok())
      chosen = arrow::default_memory_pool();
    return chosen;
  }();
  return pool;
}

void parallel_for(std::int64_t count, int threads, const std::function<void(std::int64_t)>& f) {
  const std::int64_t most = threads ? threads : arrow::GetCpuThreadPoolCapacity();
  const std::int64_t team = std::min(count, most);
  if (team <= 1) {
    for (std::int64_t i = 0; i < count; ++i) f(i);
    return;
  }
  const OnAllCores guard;
  std::atomic<std::int64_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto work = [&] {
    try {
      for (std::int64_t i = next++; i < count; i = next++) f(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::int64_t t = 1; t < team; ++t) others.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

std::string text_of(const arrow::Status& status) {
  std::string text = status.message();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void write_file(const char* op, const std::filesystem::path& path,
                const std::function<arrow::Status(arrow::io::OutputStream&)>& write) {
  const auto write_to = [&](const std::filesystem::path& where) {
    const auto status = [&]() -> arrow::Status {
      ARROW_ASSIGN_OR_RAISE(const auto stream, arrow::io::FileOutputStream::Open(where.string()));
      ARROW_RETURN_NOT_OK(write(*stream));
      return stream->Close();
    }();
    check_format(std::string(op) + " '" + path.string() + "'", status);
  };
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) return write_to(path);
  spica::detail::ReplacedFile file(op, path);
  write_to(file.temporary());
  file.commit();
}

std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

bool use_threads(const std::string& op, int threads) {
  if (threads < 0)
    throw ValueError(op + ": threads is " + std::to_string(threads) + "; give a positive number, or 0 for Arrow's own");
  if (threads > 1) check_status(op, arrow::SetCpuThreadPoolCapacity(threads));
  return threads != 1;
}

}  // namespace detail

const char* name(ColumnType type) {
  switch (type) {
    case ColumnType::boolean: return "bool";
    case ColumnType::int8: return "int8";
    case ColumnType::int16: return "int16";
    case ColumnType::int32: return "int32";
    case ColumnType::int64: return "int64";
    case ColumnType::uint8: return "uint8";
    case ColumnType::uint16: return "uint16";
    case ColumnType::uint32: return "uint32";
    case ColumnType::uint64: return "uint64";
    case ColumnType::float32: return "float32";
    case ColumnType::float64: return "float64";
    case ColumnType::string: return "string";
    case ColumnType::date: return "date";
    case ColumnType::unknown: return "unknown";
    case ColumnType::other: return "other";
  }
  return "unknown";
}

Missing MissingPolicy::of(std::string_view column) const {
  const auto found = columns.find(column);
  return found == columns.end() ? otherwise : found->second;
}

// ---- columns from arrays
// ------------------------------------------------------------------------------------------------

namespace {

/// A column over an array's memory, as the Arrow type `type`.
template <class T>
std::shared_ptr<detail::ColumnData> wrap_array(const Array<T>& values, const std::shared_ptr<arrow::DataType>& type) {
  if (values.rank() != 1)
    throw ShapeError("Table::from: a column has rank 1, this array has shape " + to_string(values.shape()) +
                     "; use reshape");
  Array<T> host = host_memory(values.backend()) ? values : values.to(Backend::serial);
  if (!host.is_contiguous()) host = spica::detail::contiguous_copy("Table::from", host);
  if (host.size()) fence(host.backend());
  const std::int64_t n = host.size();
  std::shared_ptr<arrow::Buffer> buffer;
  if constexpr (std::same_as<T, bool>) {
    auto bits = detail::value_of("Table::from", arrow::AllocateBitmap(n));
    std::memset(bits->mutable_data(), 0, static_cast<std::size_t>(bits->size()));
    for (std::int64_t i = 0; i < n; ++i) arrow::bit_util::SetBitTo(bits->mutable_data(), i, host.data()[i]);
    buffer = std::move(bits);
  } else {
    buffer =
        std::make_shared<detail::StorageBuffer>(host.storage(), host.data(), n * static_cast<std::int64_t>(sizeof(T)));
  }
  const auto array = arrow::MakeArray(arrow::ArrayData::Make(type, n, {nullptr, std::move(buffer)}, 0));
  return std::make_shared<detail::ColumnData>(std::make_shared<arrow::ChunkedArray>(array));
}

}  // namespace

template <RealElement T>
Column::Column(const Array<T>& values)
    : data_(wrap_array(values, arrow::TypeTraits<typename detail::ArrowTypeOf<T>::type>::type_singleton())) {}

Column::Column(const std::vector<std::string>& texts) {
  arrow::LargeStringBuilder builder;  // 64-bit offsets: more than 2 GiB of text in a piece
  detail::check_status("Table::from", builder.AppendValues(texts));
  data_ = std::make_shared<detail::ColumnData>(
      std::make_shared<arrow::ChunkedArray>(detail::value_of("Table::from", builder.Finish())));
}

Column dates(const Array<std::int32_t>& days) { return Column(wrap_array(days, arrow::date32())); }

// ---- Table
// --------------------------------------------------------------------------------------------------------------

Table::Table() : data_(std::make_shared<detail::TableData>()) {}

Table Table::from(const std::vector<std::pair<std::string, Column>>& columns) {
  auto data = std::make_shared<detail::TableData>();
  std::set<std::string_view> seen;
  for (const auto& [name, column] : columns) {
    if (!seen.insert(name).second) throw ValueError("Table::from: two columns are named '" + name + "'");
    const std::int64_t length = column.data()->values->length();
    if (data->columns.empty()) data->num_rows = length;
    if (length != data->num_rows)
      throw ShapeError("Table::from: column '" + name + "' has " + std::to_string(length) + " rows, column '" +
                       data->names[0] + "' has " + std::to_string(data->num_rows));
    data->names.push_back(name);
    data->columns.push_back(column.data());
  }
  return Table(std::move(data));
}

std::int64_t Table::num_rows() const { return data_->num_rows; }

std::vector<std::string> Table::column_names() const { return data_->names; }

ColumnType Table::type(std::string_view column) const {
  auto& data = *data_->columns[detail::index_of("Table::type", *data_, column)];
  const std::lock_guard lock(data.mutex);
  return detail::column_type(*data.values->type());
}

std::int64_t Table::num_missing(std::string_view column) const {
  auto& data = *data_->columns[detail::index_of("Table::num_missing", *data_, column)];
  const std::lock_guard lock(data.mutex);
  return data.values->null_count();
}

template <RealElement T> Array<T> Table::column(std::string_view column, std::optional<Backend> backend) const {
  const char* op = "Table::column";
  auto& data = *data_->columns[detail::index_of(op, *data_, column)];
  const Backend where = backend.value_or(default_backend());
  const Backend host = host_memory(where) ? where : Backend::serial;
  const std::lock_guard lock(data.mutex);
  const auto type = data.values->type();
  const ColumnType found = detail::column_type(*type);
  if (found != detail::ArrowTypeOf<T>::column && found != ColumnType::unknown &&
      !(std::same_as<T, std::int32_t> && found == ColumnType::date))
    throw DTypeError(std::string(op) + "<" + dtype_name<T>() + ">: column '" + std::string(column) + "' is " +
                     detail::type_text(*type) + "; " + detail::how_to_take(found, std::string(column)));

  const std::int64_t n = data_->num_rows;
  const Shape shape{n};
  const bool by_value = std::same_as<T, bool> || found == ColumnType::unknown;
  const bool one_piece = data.values->num_chunks() == 1 && (data.filled || data.values->null_count() == 0);
  if (by_value || !one_piece) {
    const auto gathered = Array<T>::uninitialized(op, shape, host);
    if (n) detail::copy_column(*data.values, gathered.data());
    if (by_value) return host == where ? gathered : gathered.to(where);

    // From now on the table holds this memory instead of the pieces, so that the next call copies nothing.
    std::shared_ptr<arrow::Buffer> validity;
    if (data.values->null_count()) {
      validity = detail::ones_bitmap(op, n);
      std::int64_t row = 0;
      for (const auto& piece : data.values->chunks())
        for (std::int64_t i = 0; i < piece->length(); ++i, ++row)
          if (piece->IsNull(i)) arrow::bit_util::ClearBit(validity->mutable_data(), row);
    }
    auto buffer = std::make_shared<detail::StorageBuffer>(gathered.storage(), gathered.data(),
                                                          n * static_cast<std::int64_t>(sizeof(T)));
    data.values = std::make_shared<arrow::ChunkedArray>(
        arrow::MakeArray(arrow::ArrayData::Make(type, n, {std::move(validity), std::move(buffer)})));
    data.filled = true;
  }
  const auto& piece = *data.values->chunk(0)->data();
  spica::detail::check_running(op);
  spica::detail::check_usable(op, where);
  auto storage = std::make_shared<detail::ArrowStorage>(piece.buffers[1], piece.GetValues<T>(1),
                                                        static_cast<std::size_t>(n) * sizeof(T), host);
  auto array = Array<T>::wrap(std::move(storage), shape, {1});
  return host == where ? array : array.to(where);
}

Array<bool> Table::mask(std::string_view column, std::optional<Backend> backend) const {
  auto& data = *data_->columns[detail::index_of("Table::mask", *data_, column)];
  const Backend where = backend.value_or(default_backend());
  const Backend host = host_memory(where) ? where : Backend::serial;
  const auto missing = Array<bool>::uninitialized("Table::mask", {data_->num_rows}, host);
  {
    const std::lock_guard lock(data.mutex);
    bool* out = missing.data();
    for (const auto& piece : data.values->chunks()) {
      for (std::int64_t i = 0; i < piece->length(); ++i) out[i] = piece->IsNull(i);
      out += piece->length();
    }
  }
  return host == where ? missing : missing.to(where);
}

std::vector<std::string> Table::strings(std::string_view column) const {
  auto& data = *data_->columns[detail::index_of("Table::strings", *data_, column)];
  const std::lock_guard lock(data.mutex);
  const ColumnType type = detail::column_type(*data.values->type());
  if (type != ColumnType::string && type != ColumnType::unknown)
    throw DTypeError("Table::strings: column '" + std::string(column) + "' is " +
                     detail::type_text(*data.values->type()) + "; " + detail::how_to_take(type, std::string(column)));
  std::vector<std::string> texts;
  texts.reserve(static_cast<std::size_t>(data_->num_rows));
  for (const auto& piece : data.values->chunks()) detail::append_texts(*piece, texts);
  return texts;
}

#define SPICA_COLUMN(T)                     \
  template Column::Column(const Array<T>&); \
  template Array<T> Table::column<T>(std::string_view, std::optional<Backend>) const;
SPICA_COLUMN(bool)
SPICA_COLUMN(std::int8_t)
SPICA_COLUMN(std::int16_t)
SPICA_COLUMN(std::int32_t)
SPICA_COLUMN(std::int64_t)
SPICA_COLUMN(std::uint8_t)
SPICA_COLUMN(std::uint16_t)
SPICA_COLUMN(std::uint32_t)
SPICA_COLUMN(std::uint64_t)
SPICA_COLUMN(float)
SPICA_COLUMN(double)
#undef SPICA_COLUMN

}  // namespace spica::io
