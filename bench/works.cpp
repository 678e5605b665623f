#include "works.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace bench {

extern const char* const works_table;  // works_table.cpp, made by CMake

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<Work> read_works() {
  std::vector<Work> result;
  const std::vector<std::string> lines = split(works_table, '\n');
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> cells = split(lines[i], '\t');
    if (cells.size() != 9) throw std::invalid_argument("works.tsv, line " + std::to_string(i + 1) + ": 9 columns wanted");
    result.push_back({cells[0], cells[1], cells[2], std::stoll(cells[3]), cells[4], cells[5], cells[6]});
  }
  return result;
}

double factor(const std::string& text, std::int64_t n) {
  const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  const std::string word = first == std::string::npos ? "" : text.substr(first, last - first + 1);
  if (word == "n") return static_cast<double>(n);
  std::size_t used = 0;
  const double value = std::stod(word, &used);  // throws std::invalid_argument itself
  if (used != word.size()) throw std::invalid_argument("'" + word + "' is neither a number nor n");
  return value;
}

}  // namespace

const std::vector<Work>& works() {
  static const std::vector<Work> list = read_works();
  return list;
}

const Work& work(const std::string& name) {
  const auto found = std::find_if(works().begin(), works().end(), [&](const Work& each) { return each.name == name; });
  if (found == works().end()) throw std::invalid_argument("works.tsv has no work " + name);
  return *found;
}

std::int64_t size_at_scale(const Work& work, double scale) {
  const double n = static_cast<double>(work.n);
  if (work.scaled == "fixed") return work.n;
  if (work.scaled == "n") return std::max<std::int64_t>(2, std::llround(n / scale));
  if (work.scaled == "n x n") return std::max<std::int64_t>(2, std::llround(n / std::sqrt(scale)));
  throw std::invalid_argument("works.tsv, " + work.name + ": scaled is '" + work.scaled + "'");
}

std::optional<double> evaluate(const std::string& formula, std::int64_t n) {
  if (formula == "-") return std::nullopt;
  double sum = 0;
  for (const std::string& term : split(formula, '+')) {
    double product = 1;
    for (const std::string& part : split(term, '*')) product *= factor(part, n);
    sum += product;
  }
  return sum;
}

}  // namespace bench
