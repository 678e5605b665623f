#include "generate_usage.hpp"

#include "../format.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>
#include <vector>

namespace speedup {

namespace {

constexpr std::int64_t readings_a_day = 96, days = 366 + 365 + 365, readings_of_a_meter = readings_a_day * days;

// ---- usage ----------------------------------------------------------------------------------------------------------
// In Wh, by integers: floating functions differ between machines.

/// Share of a meter's mean usage in a quarter of an hour, in 1/1024, on the hour; between hours, on a line.
constexpr std::array<std::uint32_t, 25> daily{560,  480, 440, 430,  440,  530,  780,  1060, 1150, 1050, 960, 930, 980,
                                              1000, 950, 940, 1040, 1300, 1680, 1850, 1790, 1560, 1180, 820, 560};
/// The same by month, from the middle of one to that of the next: heating in winter, cooling in July and August.
constexpr std::array<std::uint32_t, 13> seasonal{1420, 1330, 1120, 890,  760,  860, 1090,
                                                 1120, 850,  790,  1010, 1310, 1420};

/// Entry of a closed table at position `at` of `of`.
template <std::size_t size>
constexpr std::uint32_t between(const std::array<std::uint32_t, size>& table, std::uint32_t at, std::uint32_t of) {
  const std::uint32_t scaled = at * static_cast<std::uint32_t>(size - 1), step = scaled / of, rest = scaled % of;
  return (table[step] * (of - rest) + table[step + 1] * rest) / of;
}

/// 64 random bits for a key: the output function of SplitMix64 (Steele, Lea, Flood, 2014).
constexpr std::uint64_t mixed(std::uint64_t key) {
  key += 0x9e3779b97f4a7c15;
  key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9;
  key = (key ^ (key >> 27)) * 0x94d049bb133111eb;
  return key ^ (key >> 31);
}

/// Bits for the n-th thing of a kind.
constexpr std::uint64_t chance(std::uint64_t seed, std::uint64_t kind, std::int64_t n) {
  return mixed(mixed(mixed(seed) + kind) ^ static_cast<std::uint64_t>(n));
}
enum Kind : std::uint64_t { meter_kind = 1, weather_kind, day_kind, reading_kind };

/// 8 bits of `bits`, from bit 8 * place on.
constexpr std::uint32_t byte(std::uint64_t bits, int place) { return (bits >> (8 * place)) & 0xff; }

/// About normal around 1024, from 1024 - 2 * 255 to 1024 + 2 * 255: the sum of four bytes.
constexpr std::uint32_t around_1024(std::uint64_t bits) {
  return 514 + byte(bits, 0) + byte(bits, 1) + byte(bits, 2) + byte(bits, 3);
}

// ---- text -----------------------------------------------------------------------------------------------------------

class Buffer {
 public:
  /// Bytes that no line exceeds: a date of at most 10, a number of at most 20, comma and line end.
  static constexpr std::size_t longest_line = 64;

  Buffer(int file, const std::string& name) : file_(file), name_(name), text_(std::size_t(1) << 20) {}

  char* room() {
    if (text_.size() - used_ < longest_line) flush();
    return text_.data() + used_;
  }
  void filled_up_to(const char* end) { used_ = static_cast<std::size_t>(end - text_.data()); }

  void flush() {
    for (std::size_t done = 0; done < used_;) {
      const ssize_t count = ::write(file_, text_.data() + done, used_ - done);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) throw std::runtime_error(fmt::format("cannot write {}: {}", name_, std::strerror(errno)));
      done += static_cast<std::size_t>(count);
    }
    written_ += static_cast<std::int64_t>(used_);
    used_ = 0;
  }
  std::int64_t written() const { return written_; }

 private:
  int file_;
  const std::string& name_;
  std::vector<char> text_;
  std::size_t used_ = 0;
  std::int64_t written_ = 0;
};

struct Date {
  char text[12];  // "10/22/2016,"
  std::size_t length = 0;
  std::uint32_t season = 0;
};

std::vector<Date> all_dates() {
  namespace ch = std::chrono;
  std::vector<Date> dates;
  const ch::sys_days first = ch::year{2016} / 1 / 1;
  for (std::int64_t day = 0; day < days; ++day) {
    const ch::sys_days now = first + ch::days(day);
    const ch::year_month_day date(now);
    Date& entry = dates.emplace_back();
    char* end = entry.text;
    const auto append = [&](std::uint32_t number, char separator) {
      end = std::to_chars(end, entry.text + sizeof(entry.text), number).ptr;
      *end++ = separator;
    };
    append(static_cast<unsigned>(date.month()), '/');
    append(static_cast<unsigned>(date.day()), '/');
    append(static_cast<std::uint32_t>(static_cast<int>(date.year())), ',');
    entry.length = static_cast<std::size_t>(end - entry.text);
    // The table's entries are the middles of months, half a month (15 of 366 days) after their beginnings.
    const auto of_year = static_cast<std::uint32_t>((now - ch::sys_days(date.year() / 1 / 1)).count());
    entry.season = between(seasonal, (of_year + 366 - 15) % 366, 366);
  }
  return dates;
}

/// "0.01" or "0.012".
char* append_kwh(char* end, std::uint32_t wh, bool three_decimals) {
  end = std::to_chars(end, end + 16, wh / 1000).ptr;
  *end++ = '.';
  *end++ = static_cast<char>('0' + wh / 100 % 10);
  *end++ = static_cast<char>('0' + wh / 10 % 10);
  if (three_decimals) *end++ = static_cast<char>('0' + wh % 10);
  return end;
}

void write_readings(Buffer& buffer, std::int64_t rows, std::uint64_t seed) {
  const std::vector<Date> dates = all_dates();
  std::array<std::uint32_t, readings_a_day> of_day{};
  for (std::uint32_t slot = 0; slot < readings_a_day; ++slot) of_day[slot] = between(daily, slot, readings_a_day);

  constexpr std::string_view header = "DATE,USAGE\n";
  buffer.filled_up_to(std::copy(header.begin(), header.end(), buffer.room()));
  for (std::int64_t row = 0; row < rows;) {
    const std::int64_t meter = row / readings_of_a_meter, day = row % readings_of_a_meter / readings_a_day;
    const Date& date = dates[static_cast<std::size_t>(day)];
    const std::uint64_t household = chance(seed, meter_kind, meter);
    const bool three_decimals = household >> 63;
    const std::uint32_t mean = 60 + byte(household, 0) * 3 / 4;  // Wh in a quarter of an hour: 2.1 to 8.8 MWh a year
    const std::uint32_t weather = around_1024(chance(seed, weather_kind, day)) / 4 + 768;  // the same for all meters
    const std::uint64_t today = chance(seed, day_kind, row / readings_a_day);
    const bool away = today >> 58 == 0;  // one day in 64: only what is never switched off
    const std::uint32_t level = away ? 0 : mean * date.season / 1024 * weather / 1024 * around_1024(today) / 1024;

    const std::int64_t end = std::min(rows, row + readings_a_day);
    for (std::size_t slot = 0; row < end; ++row, ++slot) {
      const std::uint64_t bits = chance(seed, reading_kind, row);
      std::uint32_t wh = 14 + byte(bits, 4) / 8 + level * of_day[slot] / 1024 * around_1024(bits) / 1024;
      // An oven, a washing machine: one reading in 32, of those at home.
      if (byte(bits, 5) < 8 && !away) wh += 250 + byte(bits, 6) * 4 * date.season / 1024;
      char* text = buffer.room();
      text = std::copy_n(date.text, date.length, text);
      text = append_kwh(text, wh, three_decimals);
      *text++ = '\n';
      buffer.filled_up_to(text);
    }
  }
  buffer.flush();
}

std::runtime_error cannot_write(const std::string& path) {
  return std::runtime_error(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

/// Closes the file, and removes it unless it has been given its name.
struct Temporary {
  std::string path;
  int file = -1;
  ~Temporary() {
    if (file >= 0) ::close(file);
    if (!path.empty()) ::unlink(path.c_str());
  }
};

}  // namespace

UsageFile generate_usage(const std::string& path, std::int64_t rows, std::uint64_t seed) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path target = fs::weakly_canonical(path, error);  // a link stays one
  if (error) target = path;
  const fs::file_status status = fs::status(target, error);
  const bool as_it_is =
      fs::exists(status) && !fs::is_regular_file(status);  // a device, a pipe; a folder is refused below

  Temporary temporary;
  std::string opened = target.string();
  if (!as_it_is) {
    opened += fmt::format(".{}.part", ::getpid());
    temporary.file = ::open(opened.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (temporary.file >= 0) temporary.path = opened;
  } else {
    temporary.file = ::open(opened.c_str(), O_WRONLY | O_CLOEXEC);
  }
  if (temporary.file < 0) throw cannot_write(path);

  Buffer buffer(temporary.file, path);
  write_readings(buffer, rows, seed);
  // Some file systems tell of a full disk only now.
  if (::close(std::exchange(temporary.file, -1)) != 0) throw cannot_write(path);
  if (!as_it_is) {
    if (::rename(opened.c_str(), target.c_str()) != 0) throw cannot_write(path);
    temporary.path.clear();
  }
  return {rows, (rows + readings_of_a_meter - 1) / readings_of_a_meter,
          std::min(days, (rows + readings_a_day - 1) / readings_a_day), buffer.written()};
}

}  // namespace speedup
