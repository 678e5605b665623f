#include "table.hpp"

#include "../format.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace speedup {

namespace {

/// Display columns of UTF-8 text: all but continuation bytes.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

bool is_peer(const std::string& backend) {
  return backend == "numpy" || backend == "pandas" || backend == "pyarrow" || backend == "cupy";
}

std::string rate(const Result& result) {
  const bool arithmetic = flops(result) > 0;
  if (!arithmetic && bytes_moved(result) == 0) return "-";
  const double value = arithmetic ? result.gflops() : result.gbytes_per_second();
  return fmt::format("{:.{}f} {}", value, value < 9.95 ? 2 : value < 99.5 ? 1 : 0, arithmetic ? "GFLOP/s" : "GB/s");
}

std::string share_text(const Result& result, const Share& share) {
  if (flops(result) > 0 || bytes_moved(result) == 0) return "-";
  if (share.in_cache) return "cache";
  return share.of_copy_rate > 0 ? fmt::format("{:.0f}%", 100 * share.of_copy_rate) : "-";
}

}  // namespace

std::vector<std::string> places_in(const std::vector<Result>& results) {
  std::vector<std::string> places;
  for (const char* place : {"serial", "openmp", "cuda", "numpy", "pandas", "pyarrow", "cupy"})
    if (std::any_of(results.begin(), results.end(), [&](const Result& r) { return r.backend == place; }))
      places.push_back(place);
  return places;
}

std::string format_table(const std::vector<std::string>& header, const std::vector<Align>& align,
                         const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const std::string& title : header) widths.push_back(std::max<std::size_t>(3, width(title)));
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));

  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text = "|";
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string blanks(widths[i] - width(cells[i]), ' ');
      text += align[i] == Align::left ? " " + cells[i] + blanks + " |" : " " + blanks + cells[i] + " |";
    }
    return text + "\n";
  };
  std::string text = line(header) + "|";
  for (std::size_t i = 0; i < header.size(); ++i)
    text += std::string(widths[i] + 1, '-') + (align[i] == Align::left ? "-|" : ":|");
  text += "\n";
  for (const auto& row : rows) text += line(row);
  return text;
}

std::string format_seconds(double seconds) {
  constexpr std::array units{"s", "ms", "us", "ns"};
  std::size_t unit = 0;
  for (; seconds < 0.9995 && unit + 1 < units.size(); ++unit) seconds *= 1000;
  return fmt::format("{:.{}f} {}", seconds, seconds < 9.995 ? 2 : seconds < 99.95 ? 1 : 0, units[unit]);
}

std::string format_ratio(double ratio) {
  return fmt::format("{:.{}f}x", ratio, ratio < 0.095 ? 3 : ratio < 0.995 ? 2 : ratio < 9.95 ? 1 : 0);
}

std::string results_table(const std::vector<Result>& results, const std::vector<Share>& shares) {
  const std::vector<std::string> places = places_in(results);
  const auto has = [&](const char* place) { return std::find(places.begin(), places.end(), place) != places.end(); };

  std::vector<std::string> header{"experiment", "variant", "type", "size"};
  std::vector<Align> align{Align::left, Align::left, Align::left, Align::right};
  for (const std::string& place : places) {
    header.push_back(place);
    align.push_back(Align::right);
  }
  for (const char* title : {"fastest", "vs serial", "vs numpy", "rate", "of copy rate"}) {
    header.push_back(title);
    align.push_back(header.back() == "fastest" ? Align::left : Align::right);
  }

  struct Line {
    const Result* first;
    std::map<std::string, std::size_t> at;  // index of the result, by place
  };
  std::vector<Line> lines;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Result& result = results[i];
    auto line = std::find_if(lines.begin(), lines.end(), [&](const Line& l) {
      return l.first->experiment == result.experiment && l.first->variant == result.variant &&
             l.first->dtype == result.dtype && l.first->size == result.size;
    });
    if (line == lines.end()) {
      // Beside the same variant of another size, not at the end where a peer's rows would come.
      const auto same = std::find_if(lines.rbegin(), lines.rend(), [&](const Line& l) {
        return l.first->experiment == result.experiment && l.first->variant == result.variant &&
               l.first->dtype == result.dtype;
      });
      line = lines.insert(same.base() == lines.begin() ? lines.end() : same.base(), Line{&result, {}});
    }
    line->at[result.backend] = i;
  }

  std::vector<std::vector<std::string>> rows;
  for (const Line& line : lines) {
    std::vector<std::string> row{line.first->experiment, line.first->variant, line.first->dtype,
                                 std::to_string(line.first->size)};
    const auto good = [&](const char* place) -> std::optional<std::size_t> {
      const auto found = line.at.find(place);
      if (found == line.at.end() || !results[found->second].checked || !results[found->second].refused.empty())
        return std::nullopt;
      return found->second;
    };
    std::optional<std::size_t> fastest;
    for (const std::string& place : places) {
      const auto found = line.at.find(place);
      if (found == line.at.end()) {
        row.emplace_back("-");
        continue;
      }
      const Result& result = results[found->second];
      row.push_back(!result.refused.empty() ? "refused" : !result.checked ? "WRONG" : format_seconds(result.seconds));
      if (!is_peer(place) && good(place.c_str()) && (!fastest || result.seconds < results[*fastest].seconds))
        fastest = found->second;
    }
    const auto against = [&](const char* place) {
      const auto other = has(place) && fastest ? good(place) : std::nullopt;
      return other ? format_ratio(results[*other].seconds / results[*fastest].seconds) : std::string("-");
    };
    row.push_back(fastest ? results[*fastest].backend : "-");
    row.push_back(against("serial"));
    row.push_back(against("numpy"));
    row.push_back(fastest ? rate(results[*fastest]) : "-");
    row.push_back(fastest ? share_text(results[*fastest], shares[*fastest]) : "-");
    rows.push_back(std::move(row));
  }
  return format_table(header, align, rows);
}

}  // namespace speedup
