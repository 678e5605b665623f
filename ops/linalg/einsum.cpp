#include <spica/ops/linalg/einsum.hpp>

#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/reduce/any_all.hpp>
#include <spica/ops/reduce/sum.hpp>

#include <algorithm>
#include <tuple>

namespace spica::detail {

namespace {

// An axis is a character: a letter of the subscripts, or a digit for one behind "...": '0' for the last of them, '1'
// for the one before it, so that they are aligned from the right as broadcasting wants.
using Labels = std::string;

bool has(const Labels& labels, char label) { return labels.find(label) != Labels::npos; }
int place(const Labels& labels, char label) { return static_cast<int>(labels.find(label)); }

/// What the subscripts say about operands of these shapes.
struct Plan {
  std::vector<Labels> inputs;  ///< a label for each axis
  Labels output;
  std::int64_t extent[128] = {};  ///< of each label, broadcast

  Shape shape_of(const Labels& labels) const {
    Shape shape;
    for (const char label : labels) shape.push_back(extent[static_cast<int>(label)]);
    return shape;
  }
};

class Parser {
 public:
  Parser(std::string_view text, std::vector<Shape> shapes) : text_(text), shapes_(std::move(shapes)) {}

  Plan plan() const {
    std::string packed;
    for (const char c : text_)
      if (c != ' ') packed += c;
    const std::size_t arrow = packed.find("->");
    std::vector<std::string> inputs{""};
    for (const char c : packed.substr(0, arrow)) {
      if (c == ',') inputs.emplace_back();
      else inputs.back() += c;
    }
    if (inputs.size() != shapes_.size())
      fail<ValueError>("has " + std::to_string(inputs.size()) + " operands, but " + std::to_string(shapes_.size()) +
                       " were given");
    Plan plan;
    int most_dots = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const auto [labels, dots] = expanded(inputs[i], shapes_[i].rank(), static_cast<int>(i));
      plan.inputs.push_back(labels);
      most_dots = std::max(most_dots, dots);
      take_extents(plan, static_cast<int>(i));
    }
    if (arrow == std::string::npos) plan.output = implicit_output(plan, most_dots);
    else plan.output = explicit_output(plan, packed.substr(arrow + 2), most_dots);
    if (plan.output.size() > static_cast<std::size_t>(max_rank))
      fail<ShapeError>("gives a result of more than " + std::to_string(max_rank) + " axes");
    return plan;
  }

 private:
  template <class E> [[noreturn]] void fail(const std::string& what) const {
    throw E("einsum: \"" + std::string(text_) + "\" " + what);
  }
  std::string operand(int i) const {
    return "operand " + std::to_string(i) + " of shape " + to_string(shapes_[static_cast<std::size_t>(i)]);
  }

  static Labels dot_labels(int count) {
    Labels labels;
    while (count > 0) labels += static_cast<char>('0' + --count);
    return labels;
  }

  /// The letters of a part, with those before and after "..." apart.
  struct Part {
    Labels before, after;
    bool dots = false;
  };
  Part part(const std::string& text) const {
    Part result;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '.') {
        if (result.dots || text.compare(i, 3, "...") != 0)
          fail<ValueError>("has a '.' that is not part of one \"...\"");
        result.dots = true;
        i += 2;
      } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        (result.dots ? result.after : result.before) += c;
      } else {
        fail<ValueError>(std::string("has '") + c + "' where only letters, \"...\", commas and one \"->\" can be");
      }
    }
    return result;
  }

  std::pair<Labels, int> expanded(const std::string& text, int rank, int i) const {
    const Part p = part(text);
    const int letters = static_cast<int>(p.before.size() + p.after.size());
    if (letters > rank || (letters < rank && !p.dots))
      fail<ShapeError>("has " + std::to_string(letters) + " letters for " + operand(i) + ", which has " +
                       std::to_string(rank) + " axes" + (letters < rank ? "; \"...\" stands for further axes" : ""));
    return {p.before + dot_labels(rank - letters) + p.after, rank - letters};
  }

  void take_extents(Plan& plan, int i) const {
    const Shape& shape = shapes_[static_cast<std::size_t>(i)];
    const Labels& labels = plan.inputs[static_cast<std::size_t>(i)];
    for (int d = 0; d < shape.rank(); ++d) {
      const char label = labels[static_cast<std::size_t>(d)];
      const int first = place(labels, label);
      if (first < d && shape[first] != shape[d])
        fail<ShapeError>(std::string("takes a diagonal along '") + label + "' of " + operand(i) +
                         ", but the lengths are " + std::to_string(shape[first]) + " and " + std::to_string(shape[d]));
    }
    for (int d = 0; d < shape.rank(); ++d) {
      const char label = labels[static_cast<std::size_t>(d)];
      std::int64_t& extent = plan.extent[static_cast<int>(label)];
      const bool known = i > 0 && std::any_of(plan.inputs.begin(), plan.inputs.begin() + i,
                                              [&](const Labels& earlier) { return has(earlier, label); });
      if (!known || extent == 1) extent = shape[d];
      else if (shape[d] != 1 && shape[d] != extent)
        fail<ShapeError>(
            (label <= '9' ? std::string("broadcasts the axes of \"...\"") : std::string("runs along '") + label + "'") +
            ", which has length " + std::to_string(extent) + " in an earlier operand, but " + std::to_string(shape[d]) +
            " in " + operand(i));
    }
  }

  static Labels implicit_output(const Plan& plan, int dots) {
    Labels once;
    for (int c = 'A'; c <= 'z'; ++c) {
      std::ptrdiff_t count = 0;
      for (const Labels& labels : plan.inputs) count += std::count(labels.begin(), labels.end(), static_cast<char>(c));
      if (count == 1) once += static_cast<char>(c);
    }
    return dot_labels(dots) + once;
  }

  Labels explicit_output(const Plan& plan, const std::string& text, int dots) const {
    const Part p = part(text);
    if (dots > 0 && !p.dots)
      fail<ValueError>("has no \"...\" in the result for the axes that it stands for in the operands");
    const Labels letters = p.before + p.after;
    for (std::size_t i = 0; i < letters.size(); ++i) {
      if (letters.find(letters[i], i + 1) != Labels::npos)
        fail<ValueError>(std::string("has '") + letters[i] + "' twice in the result");
      if (std::none_of(plan.inputs.begin(), plan.inputs.end(),
                       [&](const Labels& input) { return has(input, letters[i]); }))
        fail<ValueError>(std::string("has '") + letters[i] + "' in the result, but in no operand");
    }
    return p.before + dot_labels(dots) + p.after;
  }

  std::string_view text_;
  std::vector<Shape> shapes_;
};

/// A factor that is left: an array with a different label for each axis.
template <class T> struct Term {
  Array<T> array;
  Labels labels;
  bool fresh = false;  ///< made here, not a caller's
};

/// The axes in that order; labels that the term does not have become axes with stride 0.
template <class T> Array<T> arranged(const Plan& plan, const Term<T>& term, const Labels& order) {
  Geometry geometry{0, plan.shape_of(order), {}};
  for (const char label : order)
    geometry.strides.push_back(has(term.labels, label) ? term.array.strides()[place(term.labels, label)] : 0);
  return term.array.view(geometry);
}

/// Sum of `e` over its last axes but `kept`, in its own type.
template <class T, class E> Array<T> summed(const E& e, std::size_t kept) {
  Shape last;
  for (int d = static_cast<int>(kept); d < e.rank(); ++d) last.push_back(d);
  const Axes over = axes(std::span<const std::int64_t>(last));
  if constexpr (std::same_as<T, bool>) return any(e, over);
  else return sum(e, over);
}

/// An operand without diagonals, without axes that broadcast from length 1, and summed over what nobody else has.
template <class T> Term<T> prepared(const Plan& plan, std::size_t i, const Array<T>& array) {
  const Labels& labels = plan.inputs[i];
  Term<T> term;
  Geometry geometry;
  for (int d = 0; d < array.rank(); ++d) {
    const char label = labels[static_cast<std::size_t>(d)];
    if (array.shape()[d] == 1 && plan.extent[static_cast<int>(label)] != 1) continue;
    if (has(term.labels, label)) {
      geometry.strides[place(term.labels, label)] += array.strides()[d];
    } else {
      term.labels += label;
      geometry.shape.push_back(array.shape()[d]);
      geometry.strides.push_back(array.strides()[d]);
    }
  }
  term.array = array.view(geometry);
  Labels kept, alone;
  for (const char label : term.labels) {
    bool elsewhere = has(plan.output, label);
    for (std::size_t j = 0; j < plan.inputs.size(); ++j) elsewhere |= j != i && has(plan.inputs[j], label);
    (elsewhere ? kept : alone) += label;
  }
  if (!alone.empty()) {
    term.array = summed<T>(arranged(plan, term, kept + alone), kept.size());
    term.labels = kept;
    term.fresh = true;
  }
  return term;
}

[[noreturn]] void too_many_axes(std::string_view subscripts) {
  throw ShapeError("einsum: \"" + std::string(subscripts) + "\" needs an array of more than " +
                   std::to_string(max_rank) + " axes on the way; take the product in several steps");
}

/// The product of two terms, summed over the labels that are not `kept`.
template <class T>
Term<T> contract(std::string_view subscripts, const Plan& plan, Term<T> x, Term<T> y, const Labels& kept) {
  // The first letters of the result come from the first factor, so that the product often has the result's order.
  for (const char label : plan.output) {
    const bool in_x = has(x.labels, label), in_y = has(y.labels, label);
    if (in_x == in_y) continue;
    if (in_y) std::swap(x, y);
    break;
  }
  Labels order = plan.output;
  for (const Labels* labels : {&x.labels, &y.labels})
    for (const char label : *labels)
      if (!has(order, label)) order += label;
  Labels common, only_x, only_y, inner;
  for (const char label : order) {
    const bool in_x = has(x.labels, label), in_y = has(y.labels, label);
    if (!in_x && !in_y) continue;
    if (!has(kept, label)) inner += label;
    else if (in_x && in_y) common += label;
    else (in_x ? only_x : only_y) += label;
  }
  Term<T> result{{}, common + only_x + only_y, true};
  if (result.labels.size() > static_cast<std::size_t>(max_rank)) too_many_axes(subscripts);

  if (inner.empty()) {
    // No sums: one formula, written in the order of the result.
    std::stable_sort(result.labels.begin(), result.labels.end(),
                     [&](char a, char b) { return place(order, a) < place(order, b); });
    result.array = arranged(plan, x, result.labels) * arranged(plan, y, result.labels);
    return result;
  }
  if (only_x.empty() && only_y.empty()) {
    result.array = summed<T>(arranged(plan, x, common + inner) * arranged(plan, y, common + inner), common.size());
    return result;
  }
  // The inner axes in the order of the larger factor: most likely to be merged without a copy.
  const Labels& larger = x.array.size() >= y.array.size() ? x.labels : y.labels;
  std::stable_sort(inner.begin(), inner.end(), [&](char a, char b) { return place(larger, a) < place(larger, b); });
  std::int64_t m = 1, n = 1, k = 1, stack = 1;
  for (const char label : only_x) m *= plan.extent[static_cast<int>(label)];
  for (const char label : only_y) n *= plan.extent[static_cast<int>(label)];
  for (const char label : inner) k *= plan.extent[static_cast<int>(label)];
  Shape leading = plan.shape_of(common);
  if (leading.rank() > max_rank - 2) {
    for (const std::int64_t extent : leading) stack *= extent;
    leading = {stack};
  }
  const auto matrices = [&](std::int64_t rows, std::int64_t columns) {
    Shape shape = leading;
    shape.push_back(rows);
    shape.push_back(columns);
    return shape;
  };
  const Shape shape = plan.shape_of(result.labels);
  checked_size("einsum", shape);
  result.array = reshape(matmul(reshape(arranged(plan, x, common + only_x + inner), matrices(m, k)),
                                reshape(arranged(plan, y, common + inner + only_y), matrices(k, n))),
                         shape);
  return result;
}

/// The pair to multiply next.
template <class T> std::pair<std::size_t, std::size_t> next_pair(const Plan& plan, const std::vector<Term<T>>& terms) {
  std::pair<std::size_t, std::size_t> best{0, 1};
  std::tuple<bool, double, double> least{true, 0, 0};
  bool first = true;
  for (std::size_t i = 0; i < terms.size(); ++i)
    for (std::size_t j = i + 1; j < terms.size(); ++j) {
      bool share = false;
      double work = 1, size = 1;
      Labels labels = terms[i].labels;
      for (const char label : terms[j].labels) {
        if (has(labels, label)) share = true;
        else labels += label;
      }
      for (const char label : labels) {
        const auto extent = static_cast<double>(plan.extent[static_cast<int>(label)]);
        bool kept = has(plan.output, label);
        for (std::size_t other = 0; other < terms.size(); ++other)
          kept |= other != i && other != j && has(terms[other].labels, label);
        work *= extent;
        if (kept) size *= extent;
      }
      const std::tuple<bool, double, double> cost{!share, work, size};
      if (first || cost < least) {
        least = cost;
        best = {i, j};
        first = false;
      }
    }
  return best;
}

}  // namespace

template <Element T> Array<T> einsum_of(std::string_view subscripts, const std::vector<Array<T>>& operands) {
  std::vector<Shape> shapes;
  for (const Array<T>& operand : operands) shapes.push_back(operand.shape());
  const Plan plan = Parser(subscripts, shapes).plan();
  checked_size("einsum", plan.shape_of(plan.output));
  std::vector<Term<T>> terms;
  for (std::size_t i = 0; i < operands.size(); ++i) terms.push_back(prepared(plan, i, operands[i]));
  while (terms.size() > 1) {
    const auto [i, j] = next_pair(plan, terms);
    Labels kept = plan.output;
    for (std::size_t other = 0; other < terms.size(); ++other)
      if (other != i && other != j) kept += terms[other].labels;
    terms[i] = contract(subscripts, plan, terms[i], terms[j], kept);
    terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(j));
  }
  const Term<T>& last = terms.front();
  if (last.fresh && last.labels == plan.output) return last.array;
  return contiguous_copy("einsum", arranged(plan, last, plan.output));
}

#define SPICA_EINSUM(T) \
  template Array<T> einsum_of<T>(std::string_view subscripts, const std::vector<Array<T>>& operands);
SPICA_EINSUM(bool)
SPICA_EINSUM(std::int64_t)
SPICA_EINSUM(float)
SPICA_EINSUM(double)
SPICA_EINSUM(complex64)
SPICA_EINSUM(complex128)
#undef SPICA_EINSUM

}  // namespace spica::detail
