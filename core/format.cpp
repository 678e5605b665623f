// Four steps, in this order below: digits of one number; a formatter per column of numbers, which fixes the form and
// widths that all elements share; rank 0; the layout of words into lines and brackets.
#include <spica/core/format.hpp>

#include <spica/core/errors.hpp>
#include <spica/core/float16.hpp>

#include <Kokkos_Complex.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace spica {

namespace {

std::mutex options_mutex;
PrintOptions current_options;

void check_not_negative(const char* name, std::int64_t value) {
  if (value < 0) {
    throw ValueError("set_print_options: " + std::string(name) + " is " + std::to_string(value) + ", must be >= 0");
  }
}

}  // namespace

PrintOptions print_options() {
  const std::lock_guard lock(options_mutex);
  return current_options;
}

void set_print_options(const PrintOptions& options) {
  check_not_negative("precision", options.precision);
  check_not_negative("threshold", options.threshold);
  check_not_negative("edgeitems", options.edgeitems);
  check_not_negative("linewidth", options.linewidth);
  const std::lock_guard lock(options_mutex);
  current_options = options;
}

namespace detail {
namespace {

// ---- Digits of one number ------------------------------------------------------------------------------------------

/// A finite number in pieces: `whole.fraction`, or `whole.fractione±exponent` if `exponent` is not empty.
struct Digits {
  std::string whole;     ///< with the sign
  std::string fraction;  ///< may be empty
  std::string exponent;  ///< digits only, at least two
  char exponent_sign = '+';

  void trim() { fraction.erase(fraction.find_last_not_of('0') + 1); }
};

Digits split(std::string_view text) {
  Digits digits;
  if (const auto e = text.find('e'); e != text.npos) {
    digits.exponent_sign = text[e + 1];
    digits.exponent = text.substr(e + 2);
    text = text.substr(0, e);
  }
  const auto point = text.find('.');
  digits.whole = text.substr(0, point);
  if (point != text.npos) digits.fraction = text.substr(point + 1);
  return digits;
}

template <class T> concept Real = std::floating_point<T> || is_float16<T>;

/// The number that this text stands for.
template <Real T> T read_number(std::string_view text) {
  compute_t<T> value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return T(value);
}

/// The fewest digits that read back as `x`.
template <Real T> Digits shortest_scientific(T x) {
  std::array<char, 64> text;
  const auto written = [&](auto value, auto... precision) {
    return std::string_view(text.begin(), std::to_chars(text.begin(), text.end(), value, std::chars_format::scientific, precision...).ptr);
  };
  if constexpr (is_float16<T>) {  // to_chars knows no such type
    const double value = x, beyond = std::nextafter(value, 2 * value);  // a tie may have to go the other way: 2^-6 is 0.01563
    for (int precision = 0; precision < 4; ++precision)
      for (const double candidate : {value, beyond})
        if (const auto digits = written(candidate, precision); read_number<T>(digits).bits == x.bits) return split(digits);
    return split(written(value, 4));  // five digits tell any two numbers of 11 binary digits apart
  } else {
    return split(written(x));
  }
}

/// The exact value of `x` rounded half to even to `precision` digits after the point.
template <Real T> Digits rounded(T x, std::chars_format form, std::size_t precision) {
  std::string text(precision + std::numeric_limits<compute_t<T>>::max_exponent10 + 16, '\0');
  const auto end = std::to_chars(text.data(), text.data() + text.size(), compute_t<T>(x), form, static_cast<int>(precision)).ptr;
  return split({text.data(), end});
}

/// At most `precision` digits after the point, no zeros at the end.
template <Real T> Digits scientific(T x, std::size_t precision) {
  Digits digits = shortest_scientific(x);
  if (digits.fraction.size() > precision) {
    digits = rounded(x, std::chars_format::scientific, precision);
    digits.trim();
  }
  return digits;
}

/// Exactly `precision` digits after the point: more of the exact value where the shortest form has fewer.
template <Real T> Digits scientific_exactly(T x, std::size_t precision) {
  const Digits shortest = shortest_scientific(x);
  if (shortest.fraction.size() == precision) return shortest;
  const Digits more = rounded(x, std::chars_format::scientific, precision);
  if (shortest.fraction.size() < precision) {
    // Below a power of two the neighbour is nearer than above: there one digit more can round to a text that no longer
    // reads back as x (2^149, 15 digits). NumPy's Dragon4 does not let that happen; nor do we.
    const std::string text = more.whole + '.' + more.fraction + 'e' + more.exponent_sign + more.exponent;
    if (read_number<T>(text) != x) {
      Digits padded = shortest;
      padded.fraction.resize(precision, '0');
      return padded;
    }
  }
  return more;
}

/// Where the shortest digits end before the point: the float 95842176 is 95842176. in an array, 95842180.0 as a scalar.
enum class WholePart { exact, zeros_after_shortest };

/// At most `precision` digits after the point, no zeros at the end, no exponent.
template <Real T> Digits positional(T x, std::size_t precision, WholePart whole_part) {
  const Digits shortest = shortest_scientific(x);
  const std::string_view sign = std::signbit(x) ? "-" : "";
  const std::string significant = shortest.whole.substr(sign.size()) + shortest.fraction;
  std::size_t exponent = 0;
  std::from_chars(shortest.exponent.data(), shortest.exponent.data() + shortest.exponent.size(), exponent);

  Digits digits;
  if (shortest.exponent_sign == '-') {
    digits.whole = "0";
    digits.fraction = std::string(exponent - 1, '0') + significant;
  } else {
    digits.whole = significant.substr(0, exponent + 1);
    digits.whole.resize(exponent + 1, '0');
    if (significant.size() > exponent + 1) digits.fraction = significant.substr(exponent + 1);
  }
  digits.whole.insert(0, sign);
  if (digits.fraction.size() > precision) {
    digits = rounded(x, std::chars_format::fixed, precision);
    digits.trim();
  } else if (digits.fraction.empty() && whole_part == WholePart::exact) {
    digits = rounded(x, std::chars_format::fixed, 0);
  }
  return digits;
}

// ---- Formatters: one form and one width for all elements -----------------------------------------------------------

std::string right_aligned(std::string word, std::size_t width) {
  if (word.size() < width) word.insert(0, width - word.size(), ' ');
  return word;
}

template <std::integral Int> std::string integer_text(Int x) {
  std::array<char, 24> text;
  return {text.begin(), std::to_chars(text.begin(), text.end(), x).ptr};
}

enum class Sign { negative_only, always };

template <Real T> class FloatFormat {
 public:
  /// @param values  all elements that will be shown.
  FloatFormat(const std::vector<T>& values, const PrintOptions& options, Sign sign)
      : sign_(sign), precision_(static_cast<std::size_t>(options.precision)) {
    std::vector<T> finite;
    std::copy_if(values.begin(), values.end(), std::back_inserter(finite), [](T x) { return std::isfinite(x); });
    exponential_ = needs_exponent(finite, options.suppress);

    for (const T x : finite) {
      const Digits digits = exponential_ ? signed_digits(scientific(x, precision_)) : positional_digits(x);
      whole_width_ = std::max(whole_width_, digits.whole.size());
      fraction_width_ = std::max(fraction_width_, digits.fraction.size());
      exponent_width_ = std::max(exponent_width_, digits.exponent.size());
    }
    tail_width_ = fraction_width_ + (exponential_ ? 2 + exponent_width_ : 0);  // 2: "e" and its sign

    // "nan" and "inf" end where the numbers end, and may need columns to the left of them.
    if (finite.size() != values.size()) {
      const bool signed_infinity = sign_ == Sign::always || std::any_of(values.begin(), values.end(),
                                                                        [](T x) { return std::isinf(x) && x < 0; });
      const std::size_t longest = signed_infinity ? 4 : 3;
      if (longest > tail_width_ + 1) whole_width_ = std::max(whole_width_, longest - tail_width_ - 1);
    }
  }

  std::string operator()(T x) const {
    if (!std::isfinite(x)) {
      const char* sign = sign_ == Sign::always ? "+" : "";
      std::string word = std::isnan(x) ? sign + std::string("nan") : (x < 0 ? "-" : sign) + std::string("inf");
      return right_aligned(std::move(word), whole_width_ + 1 + tail_width_);
    }
    if (exponential_) {
      const Digits digits = signed_digits(scientific_exactly(x, fraction_width_));
      return right_aligned(digits.whole, whole_width_) + '.' + digits.fraction + 'e' + digits.exponent_sign +
             std::string(exponent_width_ - digits.exponent.size(), '0') + digits.exponent;
    }
    Digits digits = positional_digits(x);
    digits.fraction.resize(fraction_width_, ' ');
    return right_aligned(digits.whole, whole_width_) + '.' + digits.fraction;
  }

 private:
  static bool needs_exponent(const std::vector<T>& finite, bool suppress) {
    compute_t<T> largest = 0, smallest = std::numeric_limits<compute_t<T>>::infinity();
    for (const compute_t<T> x : finite) {
      if (x == 0) continue;
      largest = std::max(largest, std::abs(x));
      smallest = std::min(smallest, std::abs(x));
    }
    if (largest == 0) return false;
    // The limits are double also for float, so 0.0001f is below: [1.e-04] as in NumPy 1.24 (NumPy 2: [0.0001]). The
    // quotient may overflow, which answers the question as well.
    return largest >= 1e8 || (!suppress && (smallest < 1e-4 || largest / smallest > 1000));
  }

  Digits signed_digits(Digits digits) const {
    if (sign_ == Sign::always && digits.whole.front() != '-') digits.whole.insert(0, 1, '+');
    return digits;
  }

  Digits positional_digits(T x) const { return signed_digits(positional(x, precision_, WholePart::exact)); }

  Sign sign_;
  std::size_t precision_;
  bool exponential_ = false;
  std::size_t whole_width_ = 0;     ///< columns left of the point
  std::size_t fraction_width_ = 0;  ///< digits right of the point
  std::size_t exponent_width_ = 0;  ///< digits of the exponent
  std::size_t tail_width_ = 0;      ///< columns right of the point
};

// ---- Rank 0: as a NumPy scalar, all digits -------------------------------------------------------------------------

enum class WholeNumber { as_1_0, as_1 };  // a double prints as 1.0, a part of a complex number as 1

template <Real T> std::string real_scalar_text(T x, WholeNumber style) {
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x < 0 ? "-inf" : "inf";
  const compute_t<T> magnitude = std::abs(compute_t<T>(x));
  if (magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e16)) {
    const Digits digits = shortest_scientific(x);
    return digits.whole + (digits.fraction.empty() ? "" : "." + digits.fraction) + 'e' + digits.exponent_sign +
           digits.exponent;
  }
  const Digits digits = positional(x, std::numeric_limits<std::size_t>::max(), WholePart::zeros_after_shortest);
  if (!digits.fraction.empty()) return digits.whole + '.' + digits.fraction;
  return style == WholeNumber::as_1_0 ? digits.whole + ".0" : digits.whole;
}

std::string scalar_text(bool x) { return x ? "True" : "False"; }

template <std::integral Int> std::string scalar_text(Int x) { return integer_text(x); }

template <Real T> std::string scalar_text(T x) { return real_scalar_text(x, WholeNumber::as_1_0); }

template <std::floating_point T> std::string scalar_text(const Kokkos::complex<T>& x) {
  std::string imaginary = real_scalar_text(x.imag(), WholeNumber::as_1);
  if (x.real() == 0 && !std::signbit(x.real())) return imaginary + 'j';
  if (imaginary.front() != '-') imaginary.insert(0, 1, '+');
  return '(' + real_scalar_text(x.real(), WholeNumber::as_1) + imaginary + "j)";
}

// ---- Layout: words into lines and brackets -------------------------------------------------------------------------

bool more_elements_than(std::int64_t threshold, std::span<const std::int64_t> shape) {
  std::int64_t size = 1;
  for (const std::int64_t length : shape) {
    if (size > threshold / length) return true;  // not the product: that of a broadcast shape can overflow
    size *= length;
  }
  return false;
}

/// Which elements are shown, and where. Every length in `shape` is at least 1.
class Layout {
 public:
  Layout(std::span<const std::int64_t> shape, std::span<const std::int64_t> strides, const PrintOptions& options)
      : shape_(shape),
        strides_(strides),
        summarised_(more_elements_than(options.threshold, shape)),
        edgeitems_(options.edgeitems),
        linewidth_(options.linewidth) {}

  /// Calls `visit(offset)` for each element shown.
  void for_each(const std::function<void(std::int64_t)>& visit) const { for_each(visit, 0, 0); }

  /// The whole array; `word(offset)` is the text of one element.
  std::string text(const std::function<std::string(std::int64_t)>& word) const { return text(word, 0, 0); }

 private:
  bool is_cut(std::size_t axis) const { return summarised_ && shape_[axis] > 2 * edgeitems_; }

  /// Calls `visit(offset)` for each position of `axis` that is shown, `gap()` where others are left out.
  template <class Visit, class Gap>
  void along(std::size_t axis, std::int64_t offset, const Visit& visit, const Gap& gap) const {
    std::int64_t trailing = 0;
    if (is_cut(axis)) {
      for (std::int64_t i = 0; i < edgeitems_; ++i) visit(offset + i * strides_[axis]);
      gap();
      // NumPy shows the last one even if asked for none.
      trailing = shape_[axis] - std::max<std::int64_t>(edgeitems_, 1);
    }
    for (std::int64_t i = trailing; i < shape_[axis]; ++i) visit(offset + i * strides_[axis]);
  }

  void for_each(const std::function<void(std::int64_t)>& visit, std::size_t axis, std::int64_t offset) const {
    if (axis == shape_.size()) return visit(offset);
    along(
        axis, offset, [&](std::int64_t inner) { for_each(visit, axis + 1, inner); }, [] {});
  }

  std::string text(const std::function<std::string(std::int64_t)>& word, std::size_t axis, std::int64_t offset) const {
    if (axis + 1 == shape_.size()) return row_text(word, offset);
    const std::string separator = std::string(shape_.size() - axis - 1, '\n') + std::string(axis + 1, ' ');
    std::string result = "[";
    const auto append = [&](const std::string& part) {
      if (result.size() > 1) result += separator;
      result += part;
    };
    along(
        axis, offset, [&](std::int64_t inner) { append(text(word, axis + 1, inner)); }, [&] { append("..."); });
    return result + ']';
  }

  std::string row_text(const std::function<std::string(std::int64_t)>& word, std::int64_t offset) const {
    const std::size_t rank = shape_.size();
    // Signed: a narrow line under many brackets leaves less than nothing, then each line takes one word.
    const auto width = static_cast<std::ptrdiff_t>(linewidth_) - static_cast<std::ptrdiff_t>(rank);
    std::string result;
    std::string line = std::string(rank - 1, ' ') + '[';  // the brackets before ours are written by the outer axes
    const auto append = [&](const std::string& part) {
      const bool first = line.size() == rank;
      const std::size_t separator = first ? 0 : 1;
      if (!first && static_cast<std::ptrdiff_t>(line.size() + separator + part.size()) > width) {
        line.erase(line.find_last_not_of(' ') + 1);
        result += line + '\n';
        line.assign(rank, ' ');
        line += part;
      } else {
        line += std::string(separator, ' ') + part;
      }
    };
    along(
        rank - 1, offset, [&](std::int64_t inner) { append(word(inner)); }, [&] { append("..."); });
    return (result + line + ']').substr(rank - 1);
  }

  std::span<const std::int64_t> shape_;
  std::span<const std::int64_t> strides_;
  bool summarised_;
  std::int64_t edgeitems_;
  int linewidth_;
};

// ---- One overload per kind of element ------------------------------------------------------------------------------

std::string elements_text(const bool* data, const Layout& layout, const PrintOptions&) {
  return layout.text([&](std::int64_t i) { return data[i] ? " True" : "False"; });
}

template <std::integral Int> std::string elements_text(const Int* data, const Layout& layout, const PrintOptions&) {
  std::size_t width = 0;
  layout.for_each([&](std::int64_t i) { width = std::max(width, integer_text(data[i]).size()); });
  return layout.text([&](std::int64_t i) { return right_aligned(integer_text(data[i]), width); });
}

template <Real T>
std::string elements_text(const T* data, const Layout& layout, const PrintOptions& options) {
  std::vector<T> values;
  layout.for_each([&](std::int64_t i) { values.push_back(data[i]); });
  const FloatFormat<T> format(values, options, Sign::negative_only);
  return layout.text([&](std::int64_t i) { return format(data[i]); });
}

template <std::floating_point T>
std::string elements_text(const Kokkos::complex<T>* data, const Layout& layout, const PrintOptions& options) {
  std::vector<T> real, imaginary;
  layout.for_each([&](std::int64_t i) {
    real.push_back(data[i].real());
    imaginary.push_back(data[i].imag());
  });
  const FloatFormat<T> real_format(real, options, Sign::negative_only);
  const FloatFormat<T> imaginary_format(imaginary, options, Sign::always);
  return layout.text([&](std::int64_t i) {
    std::string imaginary_word = imaginary_format(data[i].imag());
    imaginary_word.insert(imaginary_word.find_last_not_of(' ') + 1, 1, 'j');  // "+2.j " beside "+2.5j"
    return real_format(data[i].real()) + imaginary_word;
  });
}

}  // namespace

template <class T>
std::string format_array(const T* data, std::span<const std::int64_t> shape, std::span<const std::int64_t> strides,
                         const PrintOptions& options) {
  if (shape.empty()) return scalar_text(*data);
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return "[]";
  return elements_text(data, Layout(shape, strides, options), options);
}

#define SPICA_FORMAT_ARRAY(T)                                                                                  \
  template std::string format_array<T>(const T*, std::span<const std::int64_t>, std::span<const std::int64_t>, \
                                       const PrintOptions&);
SPICA_FORMAT_ARRAY(bool)
SPICA_FORMAT_ARRAY(std::int8_t)
SPICA_FORMAT_ARRAY(std::int16_t)
SPICA_FORMAT_ARRAY(std::int32_t)
SPICA_FORMAT_ARRAY(std::int64_t)
SPICA_FORMAT_ARRAY(std::uint8_t)
SPICA_FORMAT_ARRAY(std::uint16_t)
SPICA_FORMAT_ARRAY(std::uint32_t)
SPICA_FORMAT_ARRAY(std::uint64_t)
SPICA_FORMAT_ARRAY(float16)
SPICA_FORMAT_ARRAY(bfloat16)
SPICA_FORMAT_ARRAY(float)
SPICA_FORMAT_ARRAY(double)
SPICA_FORMAT_ARRAY(Kokkos::complex<float>)
SPICA_FORMAT_ARRAY(Kokkos::complex<double>)
#undef SPICA_FORMAT_ARRAY

}  // namespace detail
}  // namespace spica
