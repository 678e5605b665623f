#include <spica/io/npz.hpp>

#include <algorithm>
#include <set>

#include <zip.h>

namespace spica {

namespace {

std::string zip_text(zip_t* archive) { return zip_strerror(archive); }

std::filesystem::path with_suffix(const std::filesystem::path& path) {
  std::filesystem::path target = path;
  if (!path.filename().string().ends_with(".npz")) target += ".npz";
  return target;
}

/// An npy file inside the archive.
class ZipMember final : public detail::ByteSource {
 public:
  ZipMember(std::string where, zip_t* archive, zip_uint64_t index, std::uint64_t archive_bytes)
      : where_(std::move(where)) {
    zip_stat_t status;
    if (zip_stat_index(archive, index, 0, &status) != 0)
      throw FormatError(where_ + ": the archive does not describe this member: " + zip_text(archive));
    constexpr zip_uint64_t needed =
        ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if ((status.valid & needed) != needed)
      throw FormatError(where_ + ": the archive does not give the member's sizes; write it again");
    if (status.encryption_method != ZIP_EM_NONE)
      throw FormatError(where_ + ": the member is encrypted; write it again without a password");
    if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE)
      throw FormatError(
          where_ + ": the member is compressed by zip method " + std::to_string(status.comp_method) +
          ", only stored and deflated ones are read; write it with numpy.savez or numpy.savez_compressed");
    // The sizes are the archive's word. Deflate makes at most 1032 bytes of one, so more than that cannot be there and
    // is not allocated.
    constexpr std::uint64_t most_from_a_byte = 1032;
    size_ = status.size;
    if (status.comp_size > archive_bytes || size_ / most_from_a_byte > status.comp_size ||
        (status.comp_method == ZIP_CM_STORE && size_ != status.comp_size))
      throw FormatError(where_ + ": the archive gives the member " + std::to_string(size_) + " bytes, made of " +
                        std::to_string(status.comp_size) + " in an archive of " + std::to_string(archive_bytes) +
                        ", which cannot be; the file is damaged");
    file_ = zip_fopen_index(archive, index, 0);
    if (!file_)
      throw FormatError(where_ + ": the member cannot be read: " + zip_text(archive) + "; the file is damaged");
  }
  ZipMember(const ZipMember&) = delete;
  ZipMember& operator=(const ZipMember&) = delete;
  ~ZipMember() override { zip_fclose(file_); }

  const std::string& where() const override { return where_; }
  std::uint64_t size() const override { return size_; }
  void read(void* to, std::size_t bytes) override {
    char* next = static_cast<char*>(to);
    while (bytes > 0) {
      const std::size_t got = read_some(next, bytes);
      if (got == 0) throw FormatError(where_ + ": the member is shorter than the archive says; the file is damaged");
      next += got;
      bytes -= got;
    }
  }
  void check_rest() override {
    char rest[4096];
    while (read_some(rest, sizeof rest) > 0) {}
  }

 private:
  std::size_t read_some(char* to, std::size_t bytes) {
    constexpr std::size_t piece = std::size_t{1} << 30;
    const zip_int64_t got = zip_fread(file_, to, std::min(bytes, piece));
    if (got < 0)
      throw FormatError(where_ + ": the member cannot be read: " + zip_file_strerror(file_) +
                        "; the file is damaged, copy or write it again");
    return static_cast<std::size_t>(got);
  }

  std::string where_;
  zip_file_t* file_ = nullptr;
  std::uint64_t size_ = 0;
};

/// The 22 bytes of an archive without members, which libzip does not write (it deletes the file).
void write_empty_archive(detail::ReplacedFile& file) {
  const std::string end = "PK\x05\x06" + std::string(18, '\0');
  file.write(end.data(), end.size());
}

void write_archive(const char* op, const std::filesystem::path& path, std::span<const NamedArray> arrays,
                   zip_int32_t method) {
  detail::check_running(op);
  std::set<std::string_view> seen;
  for (const NamedArray& item : arrays) {
    if (!seen.insert(item.name).second)
      throw ValueError(detail::file_label(op, path) + ": the name \"" + item.name +
                       "\" is given twice; each array needs its own");
    if (item.name.find('\0') != std::string::npos)
      throw ValueError(detail::file_label(op, path) +
                       ": a name holds a zero byte, which zip archives cannot; choose another");
  }
  // libzip reads the elements when the archive is closed; until then they stay here.
  std::vector<detail::NpyImage> images;
  for (const NamedArray& item : arrays)
    images.push_back(std::visit([op](const auto& a) { return detail::npy_image(op, a); }, item.array));

  detail::ReplacedFile file(op, with_suffix(path));
  if (arrays.empty()) {
    write_empty_archive(file);
    return file.commit();
  }
  int problem = 0;
  // libzip writes a file of its own and renames it over our temporary one.
  zip_t* const archive = zip_open(file.temporary().c_str(), ZIP_CREATE | ZIP_TRUNCATE, &problem);
  if (!archive) {
    zip_error_t error;
    zip_error_init_with_code(&error, problem);
    const std::string text = zip_error_strerror(&error);
    zip_error_fini(&error);
    throw FileError(file.where() + ": cannot start the archive: " + text);
  }
  const auto fail = [&](const std::string& what) {
    const FileError error(
        file.where() + ": " + what + ": " + zip_text(archive) +
        "; if the disk is full, free space or choose another. What was under this name before is unchanged");
    zip_discard(archive);
    throw error;
  };
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const auto bytes_of = [](const auto& part) {
      return const_cast<zip_uint8_t*>(reinterpret_cast<const zip_uint8_t*>(part.data()));
    };  // libzip only reads
    const zip_buffer_fragment_t fragments[] = {{bytes_of(images[k].header), images[k].header.size()},
                                               {bytes_of(images[k].elements), images[k].elements.size()}};
    zip_source_t* const source = zip_source_buffer_fragment(archive, fragments, images[k].elements.empty() ? 1 : 2, 0);
    if (!source) fail("cannot add \"" + arrays[k].name + "\"");
    const zip_int64_t index = zip_file_add(archive, (arrays[k].name + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      fail("cannot add \"" + arrays[k].name + "\"");
    }
    const auto member = static_cast<zip_uint64_t>(index);
    constexpr zip_uint16_t midnight = 0, first_of_1980 = (1 << 5) | 1;  // as NumPy
    if (zip_set_file_compression(archive, member, method, 0) != 0 ||
        zip_file_set_dostime(archive, member, midnight, first_of_1980, 0) != 0)
      fail("cannot add \"" + arrays[k].name + "\"");
  }
  if (zip_close(archive) != 0) fail("writing failed");
  file.commit();
}

}  // namespace

void savez(const std::filesystem::path& path, std::span<const NamedArray> arrays) {
  write_archive("savez", path, arrays, ZIP_CM_STORE);
}

void savez_compressed(const std::filesystem::path& path, std::span<const NamedArray> arrays) {
  write_archive("savez_compressed", path, arrays, ZIP_CM_DEFLATE);
}

struct Npz::Archive {
  std::filesystem::path path;
  std::uint64_t bytes = 0;
  zip_t* zip = nullptr;
  std::vector<std::string> names;
  std::map<std::string, zip_uint64_t, std::less<>> members;  // by the whole name

  ~Archive() {
    if (zip) zip_discard(zip);
  }
  /// Where the member of that name is: the exact name first, then with ".npy", as NumPy looks.
  auto find(std::string_view name) const {
    const auto exact = members.find(name);
    return exact != members.end() ? exact : members.find(std::string(name) + ".npy");
  }
};

Npz::Npz(const std::filesystem::path& path) : archive_(std::make_unique<Archive>()) {
  archive_->path = path;
  const std::string where = detail::file_label("Npz", path);
  archive_->bytes = detail::InputFile("Npz", path).size();  // also says in words why a file cannot be opened
  int problem = 0;
  archive_->zip = zip_open(path.c_str(), ZIP_RDONLY, &problem);
  if (!archive_->zip) {
    zip_error_t error;
    zip_error_init_with_code(&error, problem);
    const std::string text = zip_error_strerror(&error);
    zip_error_fini(&error);
    throw FormatError(where + ": not a zip archive that can be read: " + text +
                      "; an npz file is one. A single array (npy) is read with load<T>(path)");
  }
  const zip_int64_t count = zip_get_num_entries(archive_->zip, 0);
  for (zip_int64_t k = 0; k < count; ++k) {
    const char* const member = zip_get_name(archive_->zip, static_cast<zip_uint64_t>(k), ZIP_FL_ENC_GUESS);
    if (!member)
      throw FormatError(where + ": member " + std::to_string(k) + " has no name: " + zip_text(archive_->zip));
    if (!archive_->members.emplace(member, static_cast<zip_uint64_t>(k)).second)
      throw FormatError(where + ": the archive has two members named " + member +
                        "; which one is meant cannot be known, write it again");
    std::string name = member;
    if (name.ends_with(".npy")) name.resize(name.size() - 4);
    archive_->names.push_back(std::move(name));
  }
}

Npz::Npz(Npz&&) noexcept = default;
Npz& Npz::operator=(Npz&&) noexcept = default;
Npz::~Npz() = default;

const std::vector<std::string>& Npz::names() const { return archive_->names; }
bool Npz::contains(std::string_view name) const { return archive_->find(name) != archive_->members.end(); }

std::unique_ptr<detail::ByteSource> Npz::open(const char* op, std::string_view name) const {
  const std::string where = detail::file_label(op, archive_->path);
  const auto found = archive_->find(name);
  if (found == archive_->members.end()) {
    constexpr std::size_t most = 20;
    std::string list;
    for (std::size_t k = 0; k < archive_->names.size() && k < most; ++k) list += (k ? ", " : "") + archive_->names[k];
    if (archive_->names.size() > most) list += ", …";
    throw ValueError(where + ": no array is named \"" + std::string(name) + "\"; the file has " +
                     (list.empty() ? "none" : list));
  }
  return std::make_unique<ZipMember>(where + "[" + found->first + "]", archive_->zip, found->second, archive_->bytes);
}

NpyHeader Npz::header(std::string_view name) const { return detail::read_npy_header(*open("Npz::header", name)); }

AnyArray Npz::get_any(std::string_view name, Backend backend) const {
  return detail::read_any_npy("Npz::get_any", *open("Npz::get_any", name), backend);
}

std::map<std::string, AnyArray> load_npz(const std::filesystem::path& path, Backend backend) {
  const Npz file(path);
  std::map<std::string, AnyArray> arrays;
  for (const std::string& name : file.names()) arrays.emplace(name, file.get_any(name, backend));
  return arrays;
}

}  // namespace spica
