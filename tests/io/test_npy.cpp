// npy files: what is read, what is written, and what is refused in words.
#include <spica/backends/memory.hpp>
#include <spica/io/npy.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/values.hpp"
#include "npy_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstring>
#include <locale>

#include <sys/resource.h>
#include <sys/stat.h>

namespace spica {
namespace {

using testing::expect_error;
using testing::expect_same_bits;
using testing::for_each_backend;
using testing::npy_file;
using testing::pattern;
using testing::pattern_values;
using testing::read_bytes;
using testing::TemporaryFolder;
using testing::write_bytes;

constexpr const char* float64_pair = "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }";

template <class T> std::string bytes_of(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}
const std::string one_and_two = bytes_of<double>({1, 2});

template <class T> class NpyOf : public ::testing::Test {};
using Elements = ::testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                  std::uint16_t, std::uint32_t, std::uint64_t, float16, float, double, complex64, complex128>;
struct ElementName {
  template <class T> static std::string GetName(int) { return dtype_name<T>(); }
};
TYPED_TEST_SUITE(NpyOf, Elements, ElementName);

/// pattern_values in an array of this shape, C order; std::vector<bool> has no span.
template <class T> Array<T> pattern_array(const Shape& shape) {
  const std::int64_t size = detail::checked_size("test", shape);
  const auto buffer = std::make_unique<T[]>(static_cast<std::size_t>(size));
  for (std::int64_t i = 0; i < size; ++i) buffer[static_cast<std::size_t>(i)] = pattern<T>(i);
  return from_host(std::span<const T>(buffer.get(), static_cast<std::size_t>(size)), shape);
}

/// The same values in Fortran order, and as every second element of a larger array, the last axis backwards in memory.
template <class T> Array<T> fortran_order(const Array<T>& a) { return transpose(copy(transpose(a))); }
template <class T> Array<T> strided(const Array<T>& a) {
  if (a.rank() == 0) return a;
  Shape larger = a.shape();
  for (std::int64_t& extent : std::span(&larger[0], static_cast<std::size_t>(larger.rank()))) extent *= 2;
  std::vector<Index> every_second(static_cast<std::size_t>(a.rank()), Index(slice(none, none, 2)));
  every_second.back() = Index(slice(none, none, -2));
  const Array<T> view = empty<T>(larger).index(every_second);
  view.assign(a);
  return view;
}

const std::vector<std::pair<std::string, Shape>> shapes = {{"scalar", {}},      {"vector", {5}},   {"matrix", {2, 3}},
                                                           {"cube", {2, 3, 4}}, {"empty", {0, 3}}, {"row", {1, 4}}};

// ---- TRAP-22 --------------------------------------------------------------------------------------------------------

TEST(Npy, FilesOfOtherProducersRead) {
  for_each_backend([](Backend) {
    const auto c_order = load<double>("io/files/c_order_2x3.npy");
    const auto fortran = load<double>("io/files/fortran_order_2x3.npy");
    const auto bytes = load<std::uint8_t>("io/files/uint8_3.npy");
    const auto truth = load<bool>("io/files/bool_2x2.npy");
    const auto line = load<float>("io/files/one_dim_f4.npy");

    EXPECT_EQ(c_order.shape(), (Shape{2, 3}));
    EXPECT_EQ(c_order.to_vector(), (std::vector<double>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(fortran.shape(), (Shape{2, 3}));
    EXPECT_EQ(fortran.to_vector(), (std::vector<double>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(bytes.to_vector(), (std::vector<std::uint8_t>{0, 128, 255}));
    EXPECT_EQ(truth.shape(), (Shape{2, 2}));
    EXPECT_EQ(truth.to_vector(), (std::vector<bool>{true, false, false, true}));
    EXPECT_EQ(line.shape(), (Shape{6}));
    EXPECT_EQ(line.to_vector(), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  });
}

// ---- round trips ----------------------------------------------------------------------------------------------------

TYPED_TEST(NpyOf, WhatIsSavedLoadsOnEveryBackendAndFromEveryLayout) {
  using T = TypeParam;
  for_each_backend([](Backend backend) {
    const TemporaryFolder folder;
    for (const auto& [name, shape] : shapes) {
      const Array<T> a = pattern_array<T>(shape);
      for (const Array<T>& layout : {a, fortran_order(a), strided(a)}) {
        save(folder / "a.npy", layout);
        const Array<T> back = load<T>(folder / "a.npy");

        ASSERT_EQ(back.backend(), backend);
        ASSERT_EQ(back.shape(), shape);
        expect_same_bits(back.to_vector(), pattern_values<T>(a.size()));
      }
    }
  });
}

TYPED_TEST(NpyOf, BothByteOrdersRead) {
  using T = TypeParam;
  const TemporaryFolder folder;
  const Array<T> a = pattern_array<T>({2, 3});
  save(folder / "native.npy", a);
  std::string bytes = read_bytes(folder / "native.npy");
  const std::size_t data = static_cast<std::size_t>(npy_header(folder / "native.npy").data_offset);
  constexpr std::size_t word = static_cast<std::size_t>(detail::bits_of(dtype_of<T>)) / 8;
  for (std::size_t at = data; at < bytes.size(); at += word)
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 bytes.begin() + static_cast<std::ptrdiff_t>(at + word));
  const std::size_t order = bytes.find("'descr': '") + std::strlen("'descr': '");
  if (bytes[order] == '<') bytes[order] = '>';
  write_bytes(folder / "swapped.npy", bytes);

  const Array<T> back = load<T>(folder / "swapped.npy");

  EXPECT_EQ(npy_header(folder / "swapped.npy").byte_swapped, word > 1);
  expect_same_bits(back.to_vector(), pattern_values<T>(6));
}

TYPED_TEST(NpyOf, LoadAnyAndTheHeaderNameTheType) {
  using T = TypeParam;
  const TemporaryFolder folder;
  save(folder / "a.npy", fortran_order(pattern_array<T>({2, 3})));

  const NpyHeader header = npy_header(folder / "a.npy");
  const AnyArray any = load_any(folder / "a.npy");

  EXPECT_EQ(header.dtype, dtype_of<T>);
  EXPECT_EQ(header.shape, (Shape{2, 3}));
  EXPECT_TRUE(header.fortran_order);
  EXPECT_FALSE(header.byte_swapped);
  EXPECT_EQ(header.version, 1);
  EXPECT_EQ(header.data_offset % 64, 0u);
  EXPECT_EQ(header.data_bytes, 6 * sizeof(T));
  EXPECT_EQ(dtype(any), dtype_of<T>);
  expect_same_bits(std::get<Array<T>>(any).to_vector(), pattern_values<T>(6));
}

TYPED_TEST(NpyOf, MappedFileHasTheElementsWithoutMemoryOfThePool) {
  using T = TypeParam;
  for_each_backend([](Backend backend) {
    if (backend == Backend::cuda) return;
    const TemporaryFolder folder;
    for (const auto& [name, shape] : shapes) {
      const Array<T> a = pattern_array<T>(shape);
      save(folder / "a.npy", fortran_order(a));
      const auto before = memory_pool(backend).statistics().allocations;

      const Array<T> mapped = load_mapped<T>(folder / "a.npy");

      EXPECT_EQ(memory_pool(backend).statistics().allocations, before);
      ASSERT_EQ(mapped.shape(), shape);
      expect_same_bits(mapped.to_vector(), pattern_values<T>(a.size()));
    }
  });
}

TEST(Npy, AFormulaIsSavedByItsValue) {
  const TemporaryFolder folder;
  const auto x = arange<double>(5);

  save(folder / "a.npy", x * 2 + 1);

  EXPECT_EQ(load<double>(folder / "a.npy").to_vector(), (std::vector<double>{1, 3, 5, 7, 9}));
}

TEST(Npy, ABroadcastViewIsSavedInFull) {
  const TemporaryFolder folder;

  save(folder / "a.npy", broadcast_to(arange<double>(3), {2, 3}));

  EXPECT_EQ(load<double>(folder / "a.npy").to_vector(), (std::vector<double>{0, 1, 2, 0, 1, 2}));
}

TEST(Npy, FortranOrderKeepsItsOrderAndMovesNoElement) {
  const TemporaryFolder folder;
  const Array<double> a = fortran_order(pattern_array<double>({2, 3, 4}));
  save(folder / "a.npy", a);

  const auto back = load<double>(folder / "a.npy");

  EXPECT_EQ(back.strides(), (Strides{1, 2, 6}));
}

TEST(Npy, TheSuffixIsAppendedAsNumPyDoes) {
  const TemporaryFolder folder;

  save(folder / "a", arange<double>(3));
  save(folder / "b.npy", arange<double>(3));
  save(folder / "c.dat", arange<double>(3));

  EXPECT_TRUE(std::filesystem::exists(folder / "a.npy"));
  EXPECT_TRUE(std::filesystem::exists(folder / "b.npy"));
  EXPECT_TRUE(std::filesystem::exists(folder / "c.dat.npy"));
  EXPECT_EQ(folder.files(), 3u);
}

TEST(Npy, ExampleOfTheDocumentation) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "temperature.npy";
  // example-begin npy
  namespace sp = spica;
  sp::save(path, sp::ones<float>({3, 4}) * 20);       // any array, view or formula
  const auto t = sp::load<float>(path);               // Array<float>, on the default backend
  const sp::NpyHeader header = sp::npy_header(path);  // type, shape, order; no elements
  const sp::AnyArray any = sp::load_any(path);        // a std::variant, where the type is not known before
  const auto mapped = sp::load_mapped<float>(path, sp::Backend::serial);  // nothing is read until it is used
  // example-end npy
  EXPECT_EQ(t.shape(), (Shape{3, 4}));
  EXPECT_EQ(header.dtype, DType::float32);
  EXPECT_TRUE(std::holds_alternative<Array<float>>(any));
  EXPECT_EQ(mapped.to_vector(), t.to_vector());
}

// ---- headers as the format allows them ------------------------------------------------------------------------------

TEST(NpyHeader, AnyLiteralThatPythonReadsTheSameIsRead) {
  const TemporaryFolder folder;
  const std::string texts[] = {
      "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }\n",
      "{'shape': (2,), 'fortran_order': False, 'descr': '<f8'}",
      "{\"descr\":\"<f8\",\"fortran_order\":False,\"shape\":(2,)}",
      "  {\n 'descr' :\t'<f8' ,\r\n'fortran_order':False,'shape':( 2 , ),}  \n\n",
      "{'descr': '<f8', 'fortran_order': False, 'shape': (2L,), }",
      "{u'descr': u'<f8', b'fortran_order': False, 'shape': (+2,), }",
      "{'descr': ('<f8'), 'fortran_order': (False), 'shape': ((2,)), }",
      "{'descr': '=f8', 'fortran_order': True, 'shape': (2,), }",
      "{'descr': 'f8', 'fortran_order': True, 'shape': (2,), }",
      "{'descr': '|f8', 'fortran_order': True, 'shape': (2,), }",
      "{'descr': 'd', 'fortran_order': True, 'shape': (2,), }",
      "{'descr': 'float64', 'fortran_order': True, 'shape': (2,), }",
      "{'descr': '<i4', 'shape': (9,), 'fortran_order': True, 'descr': '<f8', 'shape': (2,)}",
  };
  for (const std::string& text : texts)
    for (const int version : {1, 2, 3}) {
      SCOPED_TRACE(text);
      write_bytes(folder / "a.npy", npy_file(text, one_and_two, version));

      const auto a = load<double>(folder / "a.npy");

      EXPECT_EQ(npy_header(folder / "a.npy").version, version);
      EXPECT_EQ(a.shape(), (Shape{2}));
      EXPECT_EQ(a.to_vector(), (std::vector<double>{1, 2}));
    }
}

TEST(NpyHeader, BytesBehindTheElementsAreIgnored) {
  const TemporaryFolder folder;
  write_bytes(folder / "a.npy", npy_file(float64_pair, one_and_two + "more"));

  EXPECT_EQ(load<double>(folder / "a.npy").to_vector(), (std::vector<double>{1, 2}));
}

TEST(NpyHeader, ALengthZeroBesideALargeOneHasNoElements) {
  const TemporaryFolder folder;
  write_bytes(folder / "a.npy", npy_file("{'descr': '<f8', 'fortran_order': False, 'shape': (0, 1000000000000)}"));

  EXPECT_EQ(load<double>(folder / "a.npy").shape(), (Shape{0, 1'000'000'000'000}));
}

TEST(Npy, ThereIsNoBfloat16InTheFormat) {
  const TemporaryFolder folder;
  expect_error<DTypeError>([&] { save(folder / "a.npy", ones<bfloat16>({2})); }, "bfloat16", "cast<float>");
}

TEST(NpyHeader, OtherBytesThanZeroAndOneOfABoolAreTrue) {
  const TemporaryFolder folder;
  const std::string bytes("\x00\x01\x02\xff", 4);
  write_bytes(folder / "a.npy", npy_file("{'descr': '|b1', 'fortran_order': False, 'shape': (4,)}", bytes));

  // The bytes in memory, which to_vector does not show: a kernel that reads a bool of 2 may take it for neither.
  const Array<bool> truth = load<bool>(folder / "a.npy").to(Backend::serial);
  std::vector<std::uint8_t> in_memory(4);
  std::memcpy(in_memory.data(), truth.data(), in_memory.size());

  EXPECT_EQ(in_memory, (std::vector<std::uint8_t>{0, 1, 1, 1}));
  expect_error<FormatError>([&] { load_mapped<bool>(folder / "a.npy", Backend::serial); }, "element 2", "load<bool>");
}

TEST(NpyHeader, TextTooLongForVersionOneIsWrittenAsVersionTwo) {
  const std::string short_text = detail::npy_wrap_header(std::string(65'000, ' '));
  const std::string long_text = detail::npy_wrap_header(std::string(65'600, ' '));

  EXPECT_EQ(short_text[6], 1);
  EXPECT_EQ(long_text[6], 2);
  EXPECT_EQ(short_text.size() % 64, 0u);
  EXPECT_EQ(long_text.size() % 64, 0u);
}

// ---- hostile files --------------------------------------------------------------------------------------------------

struct Hostile {
  const char* claim;
  std::string bytes;
  enum { format, dtype, shape } error;
  const char* says;
};

std::string typed(const std::string& descr) {
  return npy_file("{'descr': " + descr + ", 'fortran_order': False, 'shape': (2,), }", one_and_two);
}
std::string shaped(const std::string& shape) {
  return npy_file("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }", one_and_two);
}

const std::vector<Hostile> hostile_files = {
    {"an empty file", "", Hostile::format, "0 bytes"},
    {"half a magic", "\x93NUM", Hostile::format, "too few"},
    {"another magic", "\x93NUMPX" + std::string(100, ' '), Hostile::format, "not an npy file"},
    {"a zip archive", "PK\x03\x04" + std::string(100, ' '), Hostile::format, "npz"},
    {"no version", "\x93NUMPY", Hostile::format, "truncated"},
    {"version 4.0", npy_file(float64_pair, one_and_two, 4), Hostile::format, "4.0"},
    {"version 1.1", std::string("\x93NUMPY\x01\x01\x02\x00{}", 12), Hostile::format, "1.1"},
    {"half a length", std::string("\x93NUMPY\x02\x00\x02\x00", 10), Hostile::format, "length"},
    {"a header beyond the file", std::string("\x93NUMPY\x01\x00\xff\xff{}", 12), Hostile::format, "truncated"},
    {"a header of 4 GiB", "\x93NUMPY\x02" + std::string(1, '\0') + "\xff\xff\xff\xff{}", Hostile::format, "truncated"},
    {"a header of 1 MiB that is there", npy_file(float64_pair + std::string(1 << 20, ' '), one_and_two, 2),
     Hostile::format, "65535"},
    {"no text", npy_file(""), Hostile::format, "value is missing"},
    {"no brace at the end", npy_file("{'descr': '<f8', 'fortran_order': False, 'shape': (2,)"), Hostile::format,
     "',' or '}'"},
    {"a string without end", npy_file("{'descr"), Hostile::format, "does not end"},
    {"something behind it", npy_file(std::string(float64_pair) + "x", one_and_two), Hostile::format, "after the clos"},
    {"a call", npy_file("__import__('os').system('true')"), Hostile::format, "unknown word"},
    {"zero bytes as padding", npy_file(float64_pair + std::string(8, '\0'), one_and_two), Hostile::format, "\\x00"},
    {"brackets without end", npy_file(std::string(60'000, '(')), Hostile::format, "too deeply"},
    {"no dictionary", npy_file("(1, 2)"), Hostile::format, "no dictionary"},
    {"a key missing", npy_file("{'descr': '<f8', 'shape': (2,)}", one_and_two), Hostile::format, "'fortran_order'"},
    {"a key too many", npy_file("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), 'x': 1}"), Hostile::format,
     "'x'"},
    {"a key that is a number", npy_file("{1: 2}"), Hostile::format, "no string"},
    {"an order that is a number", npy_file("{'descr': '<f8', 'fortran_order': 0, 'shape': (2,)}", one_and_two),
     Hostile::format, "True or False"},
    {"text that is not UTF-8", npy_file("{'\xff': 1}", "", 3), Hostile::format, "UTF-8"},
    {"objects", typed("'|O'"), Hostile::dtype, "Python objects"},
    {"a structure", typed("[('x', '<f4'), ('y', '<f4')]"), Hostile::dtype, "structured"},
    {"a string", typed("'|S8'"), Hostile::dtype, "strings"},
    {"dates", typed("'<M8[us]'"), Hostile::dtype, "dates"},
    {"long double", typed("'<f16'"), Hostile::dtype, "extended precision"},
    {"an unknown type", typed("'<q9'"), Hostile::dtype, "not known"},
    {"an empty type", typed("''"), Hostile::dtype, "not known"},
    {"a type that is None", typed("None"), Hostile::format, "descr None"},
    {"a shape that is a number", shaped("2"), Hostile::format, "tuple"},
    {"a shape in parentheses only", shaped("(2)"), Hostile::format, "tuple"},
    {"a shape that is a list", shaped("[2]"), Hostile::format, "tuple"},
    {"an extent that is a string", shaped("('2',)"), Hostile::format, "not all integers"},
    {"an extent that is a fraction", shaped("(2.0,)"), Hostile::format, "not an integer"},
    {"a negative extent", shaped("(-1,)"), Hostile::format, "negative"},
    {"two negative extents", shaped("(-1, -2)"), Hostile::format, "negative"},
    {"an extent beyond int64", shaped("(9223372036854775808,)"), Hostile::format, "int64"},
    {"a product beyond int64", shaped("(4294967296, 4294967296)"), Hostile::format, "int64"},
    {"a product that wraps round to 16 bytes", shaped("(2, 9223372036854775809)"), Hostile::format, "int64"},
    {"a product that wraps round to 0", shaped("(65536, 65536, 65536, 65536)"), Hostile::format, "int64"},
    {"bytes beyond int64", shaped("(2305843009213693952,)"), Hostile::format, "int64"},
    {"a huge shape", shaped("(1000000000000,)"), Hostile::format, "truncated"},
    {"one element too few", shaped("(3,)"), Hostile::format, "24 bytes, but 16"},
    {"nine axes", shaped("(1, 1, 1, 1, 1, 1, 1, 1, 2)"), Hostile::shape, "9 axes"},
};

TEST(NpyHostile, FilesAreRefusedInWordsWithoutMemory) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "hostile.npy";
  for (const Hostile& file : hostile_files) {
    SCOPED_TRACE(file.claim);
    write_bytes(path, file.bytes);
    const auto refused = [&](auto read) {
      if (file.error == Hostile::format) expect_error<FormatError>(read, "hostile.npy: ", file.says);
      if (file.error == Hostile::dtype) expect_error<DTypeError>(read, "hostile.npy: ", file.says);
      if (file.error == Hostile::shape) expect_error<ShapeError>(read, "hostile.npy: ", file.says);
    };
    const auto before = memory_pool(Backend::serial).statistics().allocations;

    refused([&] { load<double>(path, Backend::serial); });
    refused([&] { load_any(path, Backend::serial); });
    refused([&] { load_mapped<double>(path, Backend::serial); });
    refused([&] { npy_header(path); });

    EXPECT_EQ(memory_pool(Backend::serial).statistics().allocations, before);
  }
}

TEST(NpyHostile, EveryPrefixOfAFileIsRefused) {
  const TemporaryFolder folder;
  save(folder / "a.npy", arange<double>(2));
  const std::string bytes = read_bytes(folder / "a.npy");
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    write_bytes(folder / "b.npy", bytes.substr(0, length));
    EXPECT_THROW(load<double>(folder / "b.npy"), FormatError) << length << " bytes";
  }
}

TEST(NpyHostile, WhatIsShownOfAFileIsPrintable) {
  const TemporaryFolder folder;
  write_bytes(folder / "a.npy", npy_file("{'\x1b[31m': 1}"));

  expect_error<FormatError>([&] { npy_header(folder / "a.npy"); }, "\\x1b[31m");
}

// ---- errors of use --------------------------------------------------------------------------------------------------

TEST(NpyErrors, AnotherTypeIsRefusedNamingBoth) {
  const TemporaryFolder folder;
  save(folder / "a.npy", arange<std::int32_t>(3));

  expect_error<DTypeError>([&] { load<double>(folder / "a.npy"); }, "load: ", "a.npy", "int32", "float64",
                           "load<std::int32_t>");
  expect_error<DTypeError>([&] { load_mapped<float>(folder / "a.npy"); }, "load_mapped: ", "int32", "float32");
}

TEST(NpyErrors, FilesThatCannotBeOpenedAreNamed) {
  const TemporaryFolder folder;

  expect_error<FileError>([&] { load<double>(folder / "absent.npy"); }, "absent.npy", "No such file", "check the path");
  expect_error<FileError>([&] { load<double>(folder.path()); }, "folder");
  expect_error<FileError>([] { load<double>("/dev/zero"); }, "/dev/zero", "no regular file");
  expect_error<FileError>([&] { save(folder / "absent/a.npy", arange<double>(3)); }, "absent/a.npy", "No such file");
  std::filesystem::create_directory(folder / "d.npy");
  expect_error<FileError>([&] { save(folder / "d.npy", arange<double>(3)); }, "d.npy", "folder");
}

TEST(NpyErrors, APipeIsRefusedWithoutWaiting) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);

  expect_error<FileError>([&] { load<double>(folder / "pipe"); }, "no regular file");
}

TEST(NpyErrors, ADeviceCannotMapAFile) {
  if (!usable(Backend::cuda)) GTEST_SKIP() << usable(Backend::cuda).why_not;
  expect_error<BackendMismatch>([] { load_mapped<double>("io/files/c_order_2x3.npy", Backend::cuda); }, "cuda",
                                "load<T>");
}

// ---- writing is all or nothing --------------------------------------------------------------------------------------

/// No file may grow beyond `bytes`, as long as the object lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(NpySave, AFailedSaveLeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  save(folder / "a.npy", arange<double>(3));
  const auto large = zeros<double>({100'000});
  const FileSizeLimit limit(64 * 1024);

  expect_error<FileError>([&] { save(folder / "a.npy", large); }, "a.npy", "File too large", "unchanged");

  EXPECT_EQ(load<double>(folder / "a.npy").to_vector(), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(folder.files(), 1u);
}

TEST(NpySave, AFullDiskIsReported) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  expect_error<FileError>([] { save("/dev/full", arange<double>(3)); }, "/dev/full", "No space left", "free space");
}

TEST(NpySave, ALinkStaysALinkAndPermissionsStay) {
  const TemporaryFolder folder;
  save(folder / "a.npy", arange<double>(3));
  std::filesystem::permissions(folder / "a.npy", std::filesystem::perms(0640));
  std::filesystem::create_symlink("a.npy", folder / "link.npy");

  save(folder / "link.npy", arange<double>(2));

  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.npy"));
  EXPECT_EQ(load<double>(folder / "a.npy").to_vector(), (std::vector<double>{0, 1}));
  EXPECT_EQ(std::filesystem::status(folder / "a.npy").permissions(), std::filesystem::perms(0640));
}

TEST(NpySave, ANewFileHasThePermissionsOfTheUmask) {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  save(folder / "a.npy", arange<double>(3));
  ::umask(before);

  EXPECT_EQ(std::filesystem::status(folder / "a.npy").permissions(), std::filesystem::perms(0640));
}

TEST(NpySave, AMappedFileMayBeReplacedByItself) {
  const TemporaryFolder folder;
  save(folder / "a.npy", arange<double>(3));
  const auto mapped = load_mapped<double>(folder / "a.npy", Backend::serial);

  save(folder / "a.npy", mapped + 1);

  EXPECT_EQ(mapped.to_vector(), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(load<double>(folder / "a.npy").to_vector(), (std::vector<double>{1, 2, 3}));
}

// ---- mapping --------------------------------------------------------------------------------------------------------

TEST(NpyMapped, WritingNeverReachesTheFile) {
  const TemporaryFolder folder;
  save(folder / "a.npy", arange<double>(1000));
  const std::string before = read_bytes(folder / "a.npy");
  {
    const auto mapped = load_mapped<double>(folder / "a.npy", Backend::serial);

    mapped.assign(7);

    EXPECT_EQ(mapped(999).item(), 7);
  }
  EXPECT_EQ(read_bytes(folder / "a.npy"), before);
}

TEST(NpyMapped, TheElementsOutliveTheNameOfTheFile) {
  const TemporaryFolder folder;
  save(folder / "a.npy", arange<double>(3));
  const auto view = load_mapped<double>(folder / "a.npy", Backend::serial)(slice(1, 3));
  std::filesystem::remove(folder / "a.npy");

  EXPECT_EQ(view.to_vector(), (std::vector<double>{1, 2}));
}

TEST(NpyMapped, AFileThatReadsOnlyMayBeMapped) {
  const TemporaryFolder folder;
  save(folder / "a.npy", arange<double>(3));
  std::filesystem::permissions(folder / "a.npy", std::filesystem::perms(0400));

  EXPECT_EQ(load_mapped<double>(folder / "a.npy", Backend::serial).to_vector(), (std::vector<double>{0, 1, 2}));
}

TEST(NpyMapped, SwappedAndMisalignedFilesAreRefusedWithTheRemedy) {
  const TemporaryFolder folder;
  write_bytes(folder / "big.npy", npy_file("{'descr': '>f8', 'fortran_order': False, 'shape': (2,), }", one_and_two));
  const std::string odd = npy_file(float64_pair, one_and_two);
  ASSERT_NE((odd.size() - one_and_two.size()) % 8, 0u);
  write_bytes(folder / "odd.npy", odd);

  expect_error<FormatError>([&] { load_mapped<double>(folder / "big.npy", Backend::serial); }, "big.npy", "byte order",
                            "load<T>");
  expect_error<FormatError>([&] { load_mapped<double>(folder / "odd.npy", Backend::serial); }, "odd.npy",
                            "multiple of 8", "load<T>");
  EXPECT_EQ(load<double>(folder / "odd.npy").to_vector(), (std::vector<double>{1, 2}));
}

// ---- TRAP-25: the locale --------------------------------------------------------------------------------------------

/// Groups digits and has a decimal comma, whatever locales the system has installed.
struct Grouping : std::numpunct<char> {
  char do_thousands_sep() const override { return '.'; }
  char do_decimal_point() const override { return ','; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(NpyLocale, ChangesNothingInHeaders) {
  const TemporaryFolder folder;
  save(folder / "a.npy", arange<float>(12345));
  const std::string expected = read_bytes(folder / "a.npy");
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Grouping));
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8"}) std::setlocale(LC_ALL, name);

  save(folder / "b.npy", arange<float>(12345));
  const auto back = load<float>(folder / "b.npy");

  std::setlocale(LC_ALL, "C");
  std::locale::global(before);
  EXPECT_EQ(read_bytes(folder / "b.npy"), expected);
  EXPECT_EQ(back.shape(), (Shape{12345}));
}

// ---- NumPy itself ---------------------------------------------------------------------------------------------------

TYPED_TEST(NpyOf, FilesThatNumPyWroteReadRight) {
  using T = TypeParam;
  if (testing::python_with_numpy().empty()) GTEST_SKIP() << "no Python with NumPy here";
  static const TemporaryFolder folder;  // written once for all types
  static const bool written = testing::run_numpy("write", folder.path());
  ASSERT_TRUE(written);
  for (const auto& [name, shape] : shapes)
    for (const char* order : {"C", "F"})
      for (const char* byte_order : {"little", "big"})
        for (const char* version : {"1", "2", "3"}) {
          const std::string file =
              std::string(dtype_name<T>()) + "_" + name + "_" + order + "_" + byte_order + "_" + version + ".npy";
          SCOPED_TRACE(file);

          const Array<T> a = load<T>(folder / file);

          ASSERT_EQ(a.shape(), shape);
          expect_same_bits(a.to_vector(), pattern_values<T>(a.size()));
          EXPECT_EQ(std::to_string(npy_header(folder / file).version), version);
        }
}

template <class T> void save_all(const TemporaryFolder& folder) {
  for (const auto& [name, shape] : shapes) {
    const Array<T> a = pattern_array<T>(shape);
    const std::string stem = std::string(dtype_name<T>()) + "_" + name + "_";
    save(folder / (stem + "C.npy"), a);
    save(folder / (stem + "F.npy"), fortran_order(a));
    save(folder / (stem + "strided.npy"), strided(a));
  }
}
template <class... T> void save_all_types(const TemporaryFolder& folder, ::testing::Types<T...>) {
  (save_all<T>(folder), ...);
}

TEST(NpyNumPy, ReadsOurFilesAndWritesTheSameBytes) {
  if (testing::python_with_numpy().empty()) GTEST_SKIP() << "no Python with NumPy here";
  for_each_backend([](Backend) {
    const TemporaryFolder folder;

    save_all_types(folder, Elements());

    EXPECT_TRUE(testing::run_numpy("check", folder.path()));
  });
}

}  // namespace
}  // namespace spica
