#include <spica/io/npy.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

namespace spica {

namespace detail {

namespace {

struct NpyType {
  char kind;
  int bytes;
  DType dtype;
};
constexpr std::array npy_types{
    NpyType{'b', 1, DType::bool_},      NpyType{'i', 1, DType::int8},    NpyType{'i', 2, DType::int16},
    NpyType{'i', 4, DType::int32},      NpyType{'i', 8, DType::int64},   NpyType{'u', 1, DType::uint8},
    NpyType{'u', 2, DType::uint16},     NpyType{'u', 4, DType::uint32},  NpyType{'u', 8, DType::uint64},
    NpyType{'f', 2, DType::float16}, NpyType{'f', 4, DType::float32},    NpyType{'f', 8, DType::float64}, NpyType{'c', 8, DType::complex64},
    NpyType{'c', 16, DType::complex128}};

template <class Word> void swap_words(unsigned char* data, std::size_t bytes) {
  for (std::size_t at = 0; at + sizeof(Word) <= bytes; at += sizeof(Word)) {
    Word word;
    std::memcpy(&word, data + at, sizeof(Word));
    if constexpr (sizeof(Word) == 2) word = __builtin_bswap16(word);
    else if constexpr (sizeof(Word) == 4) word = __builtin_bswap32(word);
    else word = __builtin_bswap64(word);
    std::memcpy(data + at, &word, sizeof(Word));
  }
}

/// Of a complex number each part is swapped by itself.
void swap_bytes(DType dtype, unsigned char* data, std::size_t bytes) {
  switch (bits_of(dtype)) {
    case 16: return swap_words<std::uint16_t>(data, bytes);
    case 32: return swap_words<std::uint32_t>(data, bytes);
    case 64: return swap_words<std::uint64_t>(data, bytes);
    default: return;
  }
}

class MappedStorage final : public Storage {
 public:
  MappedStorage(MappedFile file, const NpyHeader& header, Backend backend)
      : Storage(file.data() + header.data_offset, static_cast<std::size_t>(header.data_bytes), backend),
        file_(std::move(file)) {}

 private:
  MappedFile file_;
};

}  // namespace

NpyHeader read_npy_header(ByteSource& source) {
  std::vector<unsigned char> bytes(static_cast<std::size_t>(std::min<std::uint64_t>(npy_start_bytes, source.size())));
  source.read(bytes.data(), bytes.size());
  const auto data_offset = static_cast<std::size_t>(npy_data_offset(source.where(), bytes, source.size()));
  const std::size_t start = bytes.size();
  bytes.resize(data_offset);
  if (data_offset > start) source.read(bytes.data() + start, data_offset - start);
  const NpyLayout layout = parse_npy_header(source.where(), bytes, source.size());
  NpyHeader header{DType::float64, layout.shape,       layout.fortran_order, layout.byte_swapped,
                   layout.version, layout.data_offset, layout.data_bytes};
  for (const NpyType& type : npy_types)
    if (type.kind == layout.kind && type.bytes == layout.item_bytes) header.dtype = type.dtype;
  return header;
}

std::shared_ptr<Storage> read_npy_elements(const char* op, ByteSource& source, const NpyHeader& header,
                                           Backend backend) {
  const auto bytes = static_cast<std::size_t>(header.data_bytes);
  check_running(op);
  check_usable(op, backend);
  const auto host = allocate(op, host_memory(backend) ? backend : Backend::serial, bytes);
  auto* const data = static_cast<unsigned char*>(host->data());
  if (bytes > 0) source.read(data, bytes);
  if (header.byte_swapped) swap_bytes(header.dtype, data, bytes);
  // C++ allows a bool no other bytes than 0 and 1.
  if (header.dtype == DType::bool_)
    for (std::size_t i = 0; i < bytes; ++i) data[i] = data[i] != 0;
  if (host_memory(backend)) return host;
  auto device = allocate(op, backend, bytes);
  copy_bytes(op, device->data(), backend, data, Backend::serial, bytes);
  return device;
}

std::shared_ptr<Storage> map_npy_elements(const InputFile& file, const NpyHeader& header, Backend backend) {
  check_running("load_mapped");
  check_usable("load_mapped", backend);
  if (!host_memory(backend))
    throw BackendMismatch(file.where() + ": kernels on " + name(backend) +
                          " cannot reach a file; use load<T>(path, Backend::" + name(backend) +
                          "), or map it on serial or openmp");
  if (header.byte_swapped)
    throw FormatError(file.where() +
                      ": the elements have the other byte order than this machine, so they cannot be used where they "
                      "are; use load<T>(path), "
                      "which swaps them, or save the file again in native order");
  const std::uint64_t alignment = with_element_type(header.dtype, []<class T>() { return std::uint64_t{alignof(T)}; });
  if (header.data_offset % alignment != 0)
    throw FormatError(file.where() + ": the elements begin at byte " + std::to_string(header.data_offset) +
                      ", which is not a multiple of " + std::to_string(alignment) + " as " + name(header.dtype) +
                      " needs; use load<T>(path), or save the file again");
  MappedFile mapped(file);
  if (header.dtype == DType::bool_)
    for (std::uint64_t i = 0; i < header.data_bytes; ++i)
      if (mapped.data()[header.data_offset + i] > 1)
        throw FormatError(file.where() + ": element " + std::to_string(i) + " in the file's order is a bool of byte " +
                          std::to_string(mapped.data()[header.data_offset + i]) +
                          ", and C++ allows 0 and 1; use load<bool>(path), which makes it true");
  return std::make_shared<MappedStorage>(std::move(mapped), header, backend);
}

Strides npy_strides(const NpyHeader& header) {
  if (!header.fortran_order) return contiguous_strides(header.shape);
  Strides strides = header.shape;
  std::int64_t step = 1;
  for (int d = 0; d < header.shape.rank(); ++d) {
    strides[d] = step;
    step *= header.shape[d] > 0 ? header.shape[d] : 1;
  }
  return strides;
}

void wrong_npy_dtype(const std::string& where, const NpyHeader& header, DType asked, const char* call) {
  const char* const there = name(header.dtype);
  throw DTypeError(where + ": the file holds " + there + ", " + name(asked) +
                   " was asked for; nothing is converted silently: use " + call + "<" +
                   with_element_type(header.dtype,
                                     []<class T>() {
                                       if constexpr (IntegerElement<T>)
                                         return std::string("std::") + dtype_name<T>() + "_t";
                                       else if constexpr (std::same_as<T, float>) return std::string("float");
                                       else if constexpr (std::same_as<T, double>) return std::string("double");
                                       else return std::string(dtype_name<T>());
                                     }) +
                   "> and cast<…>, or " + (call == std::string("get") ? "get_any" : "load_any"));
}

AnyArray read_any_npy(const char* op, ByteSource& source, Backend backend) {
  const NpyHeader header = read_npy_header(source);
  const auto elements = read_npy_elements(op, source, header, backend);
  source.check_rest();
  return with_element_type(
      header.dtype, [&]<class T>() { return AnyArray(Array<T>::wrap(elements, header.shape, npy_strides(header))); });
}

NpyImage npy_image(DType dtype, const Shape& shape, bool fortran_order, const std::shared_ptr<Storage>& owner,
                   const void* data) {
  if (dtype == DType::bfloat16)
    throw DTypeError("save: the npy format has no bfloat16; save cast<float>(x), which holds every value of it");
  NpyLayout layout;
  for (const NpyType& type : npy_types)
    if (type.dtype == dtype) {
      layout.kind = type.kind;
      layout.item_bytes = type.bytes;
    }
  layout.shape = shape;
  layout.fortran_order = fortran_order;
  const std::size_t bytes = static_cast<std::size_t>(size_of(shape)) * static_cast<std::size_t>(layout.item_bytes);
  return {npy_header_bytes(layout), {static_cast<const unsigned char*>(data), bytes}, owner};
}

template <Element T> void save_array(const std::filesystem::path& path, const Array<T>& a) {
  check_running("save");
  std::filesystem::path target = path;
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  const bool plain = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status) ||
                     std::filesystem::is_directory(status);
  if (plain && !path.filename().string().ends_with(".npy")) target += ".npy";
  const NpyImage image = npy_image("save", a);
  const std::span<const unsigned char> pieces[] = {
      {reinterpret_cast<const unsigned char*>(image.header.data()), image.header.size()}, image.elements};
  write_file("save", target, pieces);
}

#define SPICA_SAVE(T) template void save_array(const std::filesystem::path&, const Array<T>&);
SPICA_SAVE(bool)
SPICA_SAVE(std::int8_t)
SPICA_SAVE(std::int16_t)
SPICA_SAVE(std::int32_t)
SPICA_SAVE(std::int64_t)
SPICA_SAVE(std::uint8_t)
SPICA_SAVE(std::uint16_t)
SPICA_SAVE(std::uint32_t)
SPICA_SAVE(std::uint64_t)
SPICA_SAVE(float16)
SPICA_SAVE(bfloat16)
SPICA_SAVE(float)
SPICA_SAVE(double)
SPICA_SAVE(complex64)
SPICA_SAVE(complex128)
#undef SPICA_SAVE

}  // namespace detail

NpyHeader npy_header(const std::filesystem::path& path) {
  detail::InputFile file("npy_header", path);
  return detail::read_npy_header(file);
}

AnyArray load_any(const std::filesystem::path& path, Backend backend) {
  detail::InputFile file("load_any", path);
  return detail::read_any_npy("load_any", file, backend);
}

}  // namespace spica
