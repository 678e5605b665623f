// Any bytes as an npy file: the header is read or refused with one of our errors, and what it then says is true of the
// file.
//
// With libFuzzer, without Kokkos (the include path holds one link, spica -> the source folder):
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I build/include
//   tests/io/fuzz_npy.cpp
//       io/npy_header.cpp core/shape.cpp -o fuzz_npy
//   ./fuzz_npy -max_len=4096 corpus tests/io/seeds/npy
// The test io.fuzz_npy replays tests/io/seeds/npy through the same function.
#include <spica/io/npy_header.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

void require(bool condition, const char* claim) {
  if (condition) return;
  std::fprintf(stderr, "fuzz_npy: not true: %s\n", claim);
  std::abort();
}

void check(std::span<const unsigned char> file) {
  using spica::detail::npy_data_offset, spica::detail::npy_start_bytes, spica::detail::NpyLayout;
  NpyLayout layout;
  try {
    const auto start = file.first(std::min(file.size(), npy_start_bytes));
    const std::uint64_t offset = npy_data_offset("fuzz", start, file.size());
    require(offset <= file.size(), "the header ends in the file");
    layout = spica::detail::parse_npy_header("fuzz", file.first(static_cast<std::size_t>(offset)), file.size());
    require(layout.data_offset == offset, "both functions find the same offset");
  } catch (const spica::Error&) {
    return;  // refused, which is fine; any other exception is not
  }

  require(layout.data_bytes <= file.size() - layout.data_offset, "the elements lie in the file");
  std::uint64_t bytes = static_cast<std::uint64_t>(layout.item_bytes);
  for (const std::int64_t extent : layout.shape) {
    require(extent >= 0, "no extent is negative");
    bytes *= static_cast<std::uint64_t>(extent);
  }
  require(bytes == layout.data_bytes, "the elements take as many bytes as the shape says");

  std::string again = spica::detail::npy_header_bytes(layout);
  again.resize(again.size() + static_cast<std::size_t>(layout.data_bytes));
  const std::span<const unsigned char> rewritten(reinterpret_cast<const unsigned char*>(again.data()), again.size());
  const std::size_t header_bytes = again.size() - static_cast<std::size_t>(layout.data_bytes);
  const NpyLayout second = spica::detail::parse_npy_header("fuzz", rewritten.first(header_bytes), rewritten.size());
  require(second.kind == layout.kind && second.item_bytes == layout.item_bytes && second.shape == layout.shape &&
              second.fortran_order == layout.fortran_order && second.data_bytes == layout.data_bytes,
          "the header that we write for it says the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  check({data, size});
  return 0;
}
