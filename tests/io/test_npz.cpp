// npz archives: round trips, NumPy's names, and archives that are not what they say.
#include <spica/backends/memory.hpp>
#include <spica/io/npz.hpp>
#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/elementwise.hpp>

#include "../support/backends.hpp"
#include "../support/errors.hpp"
#include "../support/values.hpp"
#include "npy_support.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <iostream>

#include <sys/resource.h>

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

template <class T> Array<T> pattern_array(const Shape& shape) {
  const std::int64_t size = detail::checked_size("test", shape);
  const auto buffer = std::make_unique<T[]>(static_cast<std::size_t>(size));
  for (std::int64_t i = 0; i < size; ++i) buffer[static_cast<std::size_t>(i)] = pattern<T>(i);
  return from_host(std::span<const T>(buffer.get(), static_cast<std::size_t>(size)), shape);
}

template <class... T> struct Types {};
using Elements = Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                       std::uint32_t, std::uint64_t, float16, float, double, complex64, complex128>;

/// The arrays of archive() in numpy_values.py, in its order.
template <class... T> std::vector<NamedArray> every_array(Types<T...>) {
  std::vector<NamedArray> arrays{{dtype_name<T>(), pattern_array<T>({2, 3})}...};
  arrays.emplace_back("ünïcode", pattern_array<double>({5}));
  arrays.emplace_back("folder/name", transpose(copy(transpose(pattern_array<std::int32_t>({2, 3})))));
  arrays.emplace_back("empty", pattern_array<float>({0, 3}));
  arrays.emplace_back("scalar", pattern_array<double>({}));
  arrays.emplace_back("x.npy", pattern_array<std::uint8_t>({5}));
  return arrays;
}

template <class... T> void expect_every_array(const std::filesystem::path& path, Types<T...>) {
  const Npz file(path);
  const auto wanted = every_array(Elements());
  ASSERT_EQ(file.names().size(), wanted.size());
  for (std::size_t k = 0; k < wanted.size(); ++k) EXPECT_EQ(file.names()[k], wanted[k].name);
  (expect_same_bits(file.get<T>(dtype_name<T>()).to_vector(), pattern_values<T>(6)), ...);
  EXPECT_EQ(file.get<double>("ünïcode").shape(), (Shape{5}));
  EXPECT_EQ(file.get<std::int32_t>("folder/name").to_vector(), pattern_values<std::int32_t>(6));
  EXPECT_EQ(file.get<float>("empty").shape(), (Shape{0, 3}));
  EXPECT_EQ(file.get<double>("scalar").item(), pattern<double>(0));
  EXPECT_EQ(file.get<std::uint8_t>("x.npy").to_vector(), pattern_values<std::uint8_t>(5));
}

TEST(Npz, WhatIsSavedLoadsOnEveryBackend) {
  for_each_backend([](Backend backend) {
    const TemporaryFolder folder;
    const auto arrays = every_array(Elements());

    savez(folder / "stored.npz", arrays);
    savez_compressed(folder / "compressed.npz", arrays);

    expect_every_array(folder / "stored.npz", Elements());
    expect_every_array(folder / "compressed.npz", Elements());
    EXPECT_EQ(Npz(folder / "stored.npz").get<float>("float32").backend(), backend);
  });
}

TEST(Npz, ExampleOfTheDocumentation) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "run.npz";
  const auto x = arange<double>(5);
  const auto mask = copy(x > 2);
  // example-begin npz
  namespace sp = spica;
  sp::savez(path, {{"x", x}, {"mask", mask}, {"twice", x * 2}});  // savez_compressed is the same, with deflate
  const sp::Npz file(path);                                       // reads the table of contents
  for (const std::string& name : file.names()) std::cout << name << ' ' << file.header(name).shape.rank() << '\n';
  const auto twice = file.get<double>("twice");  // reads this array only
  const auto arrays = sp::load_npz(path);        // all: std::map<std::string, AnyArray>
  // example-end npz
  EXPECT_EQ(twice.to_vector(), (std::vector<double>{0, 2, 4, 6, 8}));
  EXPECT_EQ(std::get<Array<bool>>(arrays.at("mask")).to_vector(), (std::vector<bool>{false, false, false, true, true}));
  EXPECT_EQ(file.header("x").dtype, DType::float64);
}

TEST(Npz, NamesAreFoundWithAndWithoutTheSuffix) {
  const TemporaryFolder folder;
  savez(folder / "a", {{"x", arange<double>(3)}});

  const Npz file(folder / "a.npz");

  EXPECT_EQ(file.names(), (std::vector<std::string>{"x"}));
  EXPECT_TRUE(file.contains("x"));
  EXPECT_TRUE(file.contains("x.npy"));
  EXPECT_FALSE(file.contains("y"));
  EXPECT_EQ(file.get<double>("x.npy").size(), 3);
  expect_error<ValueError>([&] { file.get<double>("y"); }, "a.npz", "\"y\"", "the file has x");
  expect_error<DTypeError>([&] { file.get<float>("x"); }, "a.npz[x.npy]", "float64", "float32", "get<double>",
                           "get_any");
}

TEST(Npz, AnArchiveOfNothingHasNoNames) {
  const TemporaryFolder folder;

  savez(folder / "a.npz", {});

  EXPECT_TRUE(Npz(folder / "a.npz").names().empty());
  EXPECT_TRUE(load_npz(folder / "a.npz").empty());
}

TEST(Npz, TheSameArraysGiveTheSameBytes) {
  const TemporaryFolder folder;
  savez(folder / "a.npz", {{"x", arange<double>(3)}});
  ::sleep(2);  // the clock of zip archives ticks every two seconds
  savez(folder / "b.npz", {{"x", arange<double>(3)}});

  EXPECT_EQ(read_bytes(folder / "a.npz"), read_bytes(folder / "b.npz"));
}

TEST(Npz, NamesThatCannotBeAreRefused) {
  const TemporaryFolder folder;
  const auto x = arange<double>(3);

  expect_error<ValueError>([&] { savez(folder / "a.npz", {{"x", x}, {"x", x}}); }, "a.npz", "\"x\"", "twice");
  expect_error<ValueError>([&] { savez(folder / "a.npz", {{std::string("x\0y", 3), x}}); }, "zero byte");
  expect_error<FileError>([&] { savez(folder / "a.npz", {{"\xff\xfe", x}}); }, "a.npz", "cannot add");
  EXPECT_EQ(folder.files(), 0u);
}

TEST(Npz, AFailedSaveLeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  savez(folder / "a.npz", {{"x", arange<double>(3)}});
  const auto large = zeros<double>({100'000});
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  rlimit limit = before;
  limit.rlim_cur = 64 * 1024;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &limit);

  expect_error<FileError>([&] { savez(folder / "a.npz", {{"x", large}}); }, "a.npz", "File too large", "unchanged");

  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(Npz(folder / "a.npz").get<double>("x").to_vector(), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(folder.files(), 1u);
}

TEST(Npz, ANewFileHasThePermissionsOfTheUmaskAndAnOldOneKeepsItsOwn) {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  savez(folder / "a.npz", {{"x", arange<double>(3)}});
  ::umask(before);
  EXPECT_EQ(std::filesystem::status(folder / "a.npz").permissions(), std::filesystem::perms(0640));
  std::filesystem::permissions(folder / "a.npz", std::filesystem::perms(0604));

  savez(folder / "a.npz", {{"x", arange<double>(2)}});

  EXPECT_EQ(std::filesystem::status(folder / "a.npz").permissions(), std::filesystem::perms(0604));
}

// ---- archives that are not what they say ----------------------------------------------------------------------------

std::string little_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int k = 0; k < bytes; ++k) text += static_cast<char>(k < 8 ? (value >> (8 * k)) & 0xff : 0);
  return text;
}

struct FakeMember {
  std::string name = "x.npy", data;
  std::uint32_t size = 0, compressed = 0, checksum = 0;
  std::uint16_t method = 0, flags = 0;
};

/// A zip archive byte by byte, so that it can lie.
std::string zip_file(const std::vector<FakeMember>& members) {
  std::string archive, directory;
  for (const FakeMember& m : members) {
    const std::string common = little_endian(20, 2) + little_endian(m.flags, 2) + little_endian(m.method, 2) +
                               little_endian(0x210000, 4) + little_endian(m.checksum, 4) +
                               little_endian(m.compressed, 4) + little_endian(m.size, 4) +
                               little_endian(m.name.size(), 2) + little_endian(0, 2);
    directory +=
        "PK\x01\x02" + little_endian(20, 2) + common + little_endian(0, 10) + little_endian(archive.size(), 4) + m.name;
    archive += "PK\x03\x04" + common + m.name + m.data;
  }
  const std::uint64_t start = archive.size();
  return archive + directory + "PK\x05\x06" + little_endian(0, 4) + little_endian(members.size(), 2) +
         little_endian(members.size(), 2) + little_endian(directory.size(), 4) + little_endian(start, 4) +
         little_endian(0, 2);
}

FakeMember member(const std::string& data) {
  FakeMember m;
  m.data = data;
  m.size = m.compressed = static_cast<std::uint32_t>(data.size());
  return m;
}

const std::string two_doubles =
    npy_file("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", std::string(16, '\0'));

TEST(NpzHostile, WhatIsNoArchiveIsRefused) {
  const TemporaryFolder folder;
  write_bytes(folder / "text.npz", "no archive at all");
  write_bytes(folder / "empty.npz", "");
  save(folder / "a.npy", arange<double>(3));

  expect_error<FormatError>([&] { Npz file(folder / "text.npz"); }, "text.npz", "zip archive");
  expect_error<FormatError>([&] { Npz file(folder / "empty.npz"); }, "empty.npz", "zip archive");
  expect_error<FormatError>([&] { Npz file(folder / "a.npy"); }, "load<T>");
  expect_error<FileError>([&] { Npz file(folder / "absent.npz"); }, "absent.npz", "No such file");
  expect_error<FileError>([&] { Npz file(folder.path()); }, "folder");
}

TEST(NpzHostile, EveryPrefixOfAnArchiveIsRefused) {
  const TemporaryFolder folder;
  savez(folder / "a.npz", {{"x", arange<double>(2)}});
  const std::string bytes = read_bytes(folder / "a.npz");
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    write_bytes(folder / "b.npz", bytes.substr(0, length));
    EXPECT_THROW(load_npz(folder / "b.npz"), FormatError) << length << " bytes";
  }
}

TEST(NpzHostile, AWrongByteIsFoundByTheChecksum) {
  const TemporaryFolder folder;
  for (const bool compressed : {false, true}) {
    const auto x = pattern_array<double>({1000});
    if (compressed) savez_compressed(folder / "a.npz", {{"x", x}});
    else savez(folder / "a.npz", {{"x", x}});
    std::string bytes = read_bytes(folder / "a.npz");
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write_bytes(folder / "b.npz", bytes);

    expect_error<FormatError>([&] { Npz(folder / "b.npz").get<double>("x"); }, "b.npz[x.npy]", "damaged");
    expect_error<FormatError>([&] { Npz(folder / "b.npz").get_any("x"); }, "b.npz[x.npy]", "damaged");
  }
}

TEST(NpzHostile, MembersThatLieAreRefusedWithoutMemory) {
  const TemporaryFolder folder;
  const std::string huge = npy_file("{'descr': '<f8', 'fortran_order': False, 'shape': (500000000,), }");
  FakeMember stored = member(huge);
  stored.size = 4'000'000'100;
  FakeMember both = stored;
  both.compressed = stored.size;
  FakeMember deflated = stored;
  deflated.method = 8;
  FakeMember other_method = member(two_doubles);
  other_method.method = 14;
  FakeMember encrypted = member(two_doubles);
  encrypted.flags = 1;
  const struct {
    const char* claim;
    FakeMember member;
    const char* says;
  } cases[] = {
      {"more bytes than are stored", stored, "cannot be"},
      {"more bytes than the archive has", both, "cannot be"},
      {"more bytes than deflate could make", deflated, "cannot be"},
      {"a shape beyond the member", member(huge), "truncated"},
      {"no npy file", member("text"), "not an npy file"},
      {"an object array", member(npy_file("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "x")), "objects"},
      {"LZMA", other_method, "zip method 14"},
      {"a password", encrypted, "encrypted"},
      {"a wrong checksum", member(two_doubles), "damaged"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.claim);
    write_bytes(folder / "a.npz", zip_file({c.member}));
    const std::size_t peak = memory_pool(Backend::serial).statistics().peak;

    try {
      load_npz(folder / "a.npz", Backend::serial);
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(c.says), std::string::npos) << error.what();
    }

    EXPECT_LE(memory_pool(Backend::serial).statistics().peak, peak + 4096);
  }
}

TEST(NpzHostile, TwoMembersOfOneNameAreRefused) {
  const TemporaryFolder folder;
  write_bytes(folder / "a.npz", zip_file({member(two_doubles), member(two_doubles)}));

  expect_error<FormatError>([&] { Npz file(folder / "a.npz"); }, "two members", "x.npy");
}

// ---- NumPy itself ---------------------------------------------------------------------------------------------------

TEST(NpzNumPy, ArchivesThatNumPyWroteReadRight) {
  if (testing::python_with_numpy().empty()) GTEST_SKIP() << "no Python with NumPy here";
  const TemporaryFolder folder;
  ASSERT_TRUE(testing::run_numpy("write_npz", folder.path()));

  expect_every_array(folder / "stored.npz", Elements());
  expect_every_array(folder / "compressed.npz", Elements());
  EXPECT_EQ(Npz(folder / "positional.npz").names(), (std::vector<std::string>{"arr_0", "arr_1"}));
  EXPECT_TRUE(Npz(folder / "nothing.npz").names().empty());
}

TEST(NpzNumPy, ReadsOurArchives) {
  if (testing::python_with_numpy().empty()) GTEST_SKIP() << "no Python with NumPy here";
  const TemporaryFolder folder;
  savez(folder / "stored", every_array(Elements()));
  savez_compressed(folder / "compressed", every_array(Elements()));
  savez(folder / "nothing", {});

  EXPECT_TRUE(testing::run_numpy("check_npz", folder.path()));
}

}  // namespace
}  // namespace spica
