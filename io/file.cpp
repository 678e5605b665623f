#include <spica/io/file.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spica::detail {

namespace {

/// Linux moves at most 2 GiB in a call.
constexpr std::size_t largest_piece = std::size_t{1} << 30;

std::string system_text(int error) { return std::generic_category().message(error); }

const char* remedy(int error) {
  switch (error) {
    case ENOENT: return "; check the path and the folder that the program runs in";
    case EACCES:
    case EPERM:
    case EROFS: return "; check the permissions of the file and its folder";
    case ENOSPC:
    case EDQUOT: return "; free space or choose another disk";
    case EFBIG: return "; raise the limit on file sizes (ulimit -f) or choose another file system";
    case EMFILE:
    case ENFILE: return "; close files or raise the limit on open ones (ulimit -n)";
    case ENOMEM: return "; the address space or the limit on mappings is used up: load parts, or raise ulimit -v";
    default: return "";
  }
}

void write_all(int descriptor, const void* from, std::size_t bytes, int& error) {
  const char* next = static_cast<const char*>(from);
  error = 0;
  while (bytes > 0) {
    const ssize_t written = ::write(descriptor, next, std::min(bytes, largest_piece));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      error = written < 0 ? errno : EIO;
      return;
    }
    next += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

}  // namespace

std::string file_label(const char* op, const std::filesystem::path& path) {
  return std::string(op) + ": " + path.string();
}

// ---- reading --------------------------------------------------------------------------------------------------------

InputFile::InputFile(const char* op, const std::filesystem::path& path) : where_(file_label(op, path)) {
  // O_NONBLOCK: opening a pipe would wait for its other end, before it can be refused. Regular files do not know it.
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) {
    const int error = errno;
    throw FileError(where_ + ": cannot open it: " + system_text(error) + remedy(error));
  }
  struct stat status {};
  std::string why;
  if (::fstat(descriptor_, &status) != 0) why = "cannot ask for its size: " + system_text(errno);
  else if (S_ISDIR(status.st_mode)) why = "this is a folder; name a file in it";
  else if (!S_ISREG(status.st_mode)) why = "this is no regular file, so its length is unknown; copy it into one first";
  if (!why.empty()) {
    ::close(descriptor_);
    throw FileError(where_ + ": " + why);
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile() { ::close(descriptor_); }

void InputFile::read(void* to, std::size_t bytes) {
  char* next = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = ::read(descriptor_, next, std::min(bytes, largest_piece));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      const int error = errno;
      throw FileError(where_ + ": reading failed: " + system_text(error) + remedy(error));
    }
    if (got == 0)
      throw FormatError(where_ + ": the file became shorter while it was read; read it when nobody writes to it");
    next += got;
    bytes -= static_cast<std::size_t>(got);
  }
}

// ---- replacing ------------------------------------------------------------------------------------------------------

ReplacedFile::ReplacedFile(const char* op, const std::filesystem::path& path) : where_(file_label(op, path)) {
  std::error_code problem;
  target_ = std::filesystem::weakly_canonical(path, problem);  // a link stays a link, to the new file
  if (problem) target_ = path;
  struct stat status {};
  if (::stat(target_.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) throw FileError(where_ + ": this is a folder; name a file in it");
    mode_ = static_cast<int>(status.st_mode & 07777);
    // rename() would replace a file that its owner has protected, since it asks only the folder.
    if (::access(target_.c_str(), W_OK) != 0) fail("may not be replaced", errno);
  }
  static std::atomic<unsigned> count{0};
  for (int attempt = 0; attempt < 100; ++attempt) {
    const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
    temporary_ = target_;
    temporary_ += ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(ticks) + "-" + std::to_string(++count);
    // Not mkstemp: that makes files only their owner may read, whatever the umask.
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) return;
    if (errno != EEXIST) break;
  }
  fail("cannot make a file beside it", errno);
}

ReplacedFile::~ReplacedFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

void ReplacedFile::fail(const char* what, int error) const {
  throw FileError(where_ + ": " + what + ": " + system_text(error) + remedy(error) +
                  ". What was under this name before is unchanged");
}

void ReplacedFile::write(const void* from, std::size_t bytes) {
  int error = 0;
  write_all(descriptor_, from, bytes, error);
  if (error) fail("writing failed", error);
}

void ReplacedFile::commit() {
  // By name: a library may have put another file there than the one that we opened.
  const int current = ::open(temporary_.c_str(), O_RDONLY | O_CLOEXEC);
  if (current < 0) fail("the temporary file is gone", errno);
  const int error =
      (mode_ >= 0 && ::fchmod(current, static_cast<mode_t>(mode_)) != 0) || ::fsync(current) != 0 ? errno : 0;
  ::close(current);
  if (error) fail("writing failed", error);
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail("cannot put the new file in its place", errno);
  ::close(descriptor_);
  descriptor_ = -1;
}

void write_file(const char* op, const std::filesystem::path& path,
                std::span<const std::span<const unsigned char>> pieces) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    const std::string where = file_label(op, path);
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    int error = descriptor < 0 ? errno : 0;
    for (const auto piece : pieces)
      if (!error) write_all(descriptor, piece.data(), piece.size(), error);
    if (descriptor >= 0 && ::close(descriptor) != 0 && !error) error = errno;
    if (error) throw FileError(where + ": writing failed: " + system_text(error) + remedy(error));
    return;
  }
  ReplacedFile file(op, path);
  for (const auto piece : pieces) file.write(piece.data(), piece.size());
  file.commit();
}

// ---- mapping --------------------------------------------------------------------------------------------------------

MappedFile::MappedFile(const InputFile& file) : bytes_(static_cast<std::size_t>(file.size())) {
  if (bytes_ == 0) return;
  // Private: pages that are written to become copies. Without MAP_NORESERVE the system would set memory aside for all
  // of them and refuse a file larger than that.
  void* const address =
      ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, file.descriptor(), 0);
  if (address == MAP_FAILED) {
    const int error = errno;
    throw FileError(file.where() + ": cannot map it into memory: " + system_text(error) + remedy(error));
  }
  data_ = static_cast<unsigned char*>(address);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

MappedFile::~MappedFile() {
  if (data_) ::munmap(data_, bytes_);
}

}  // namespace spica::detail
