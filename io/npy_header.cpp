#include <spica/io/npy_header.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <string_view>
#include <vector>

namespace spica::detail {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
/// Beyond what the 2-byte length of version 1.0 can say only structured types go, which Spica has not.
constexpr std::uint64_t longest_header = 65535;

/// Bytes of a file as an error shows them: on one line, nothing that a terminal would act on, not much.
std::string shown(std::string_view bytes) {
  constexpr std::size_t most = 60;
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const char c : bytes.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) text += c;
    else (((text += "\\x") += digits[byte >> 4]) += digits[byte & 15]);
  }
  return bytes.size() > most ? text + "…" : text;
}

// ---- Python literals ------------------------------------------------------------------------------------------------

/// What ast.literal_eval makes of the part of its language that headers use.
struct Value {
  enum class Type { none, boolean, integer, string, tuple, list, dictionary };
  Type type = Type::none;
  bool truth = false;
  bool fits = true;          // integer: in int64
  std::int64_t integer = 0;  // if it fits
  std::string string;
  std::vector<Value> items;  // of a dictionary: key, value, key, value, …
  std::string_view source;   // the text it was read from

  bool is(Type t) const { return type == t; }
};

class LiteralParser {
 public:
  LiteralParser(const std::string& where, std::string_view text) : where_(where), text_(text) {}

  Value parse() {
    Value value = parse_value(0);
    skip_space();
    if (at_ < text_.size()) fail("there is something after the closing brace");
    return value;
  }

 private:
  // A type within a type within a type is the deepest that NumPy writes; this bounds the recursion.
  static constexpr int deepest = 32;

  [[noreturn]] void fail(const std::string& what) const {
    const std::size_t begin = std::min(at_, text_.size());
    throw FormatError(where_ + ": the npy header is no Python literal: " + what + " at its character " +
                      std::to_string(begin) +
                      (begin < text_.size() ? ": " + shown(text_.substr(begin)) : " (its end)") +
                      "; the file is damaged or was not written by an npy writer");
  }

  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\n\r\f").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  bool next_is(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool take(char c) {
    if (!next_is(c)) return false;
    ++at_;
    return true;
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

  Value parse_value(int depth) {
    if (depth > deepest) fail("brackets are nested too deeply");
    skip_space();
    if (at_ == text_.size()) fail("a value is missing");
    const std::size_t begin = at_;
    Value value;
    const char c = text_[at_];
    if (c == '{') parse_dictionary(value, depth);
    else if (c == '(') parse_sequence(value, ')', depth);
    else if (c == '[') parse_sequence(value, ']', depth);
    else if (c == '\'' || c == '"') parse_string(value);
    else if (is_digit(c) || c == '-' || c == '+') parse_integer(value);
    else if (is_letter(c)) parse_word(value);
    else fail("unexpected character");
    value.source = text_.substr(begin, at_ - begin);
    return value;
  }

  void parse_dictionary(Value& value, int depth) {
    value.type = Value::Type::dictionary;
    ++at_;
    for (skip_space(); !take('}'); skip_space()) {
      value.items.push_back(parse_value(depth + 1));
      skip_space();
      if (!take(':')) fail("':' is missing");
      value.items.push_back(parse_value(depth + 1));
      skip_space();
      if (!take(',') && !next_is('}')) fail("',' or '}' is missing");
    }
  }

  void parse_sequence(Value& value, char end, int depth) {
    value.type = end == ')' ? Value::Type::tuple : Value::Type::list;
    ++at_;
    bool comma = false;
    for (skip_space(); !take(end); skip_space()) {
      value.items.push_back(parse_value(depth + 1));
      skip_space();
      if (take(',')) comma = true;
      else if (!next_is(end)) fail(std::string("',' or '") + end + "' is missing");
    }
    if (end == ')' && value.items.size() == 1 && !comma) {  // only parentheses, as in Python
      Value inner = std::move(value.items.front());
      value = std::move(inner);
    }
  }

  void parse_string(Value& value) {
    value.type = Value::Type::string;
    const char quote = text_[at_++];
    while (!take(quote)) {
      if (at_ == text_.size() || text_[at_] == '\n') fail("a string does not end");
      char c = text_[at_++];
      if (c == '\\') {
        if (at_ == text_.size()) fail("a string does not end");
        c = text_[at_++];
        if (c != '\\' && c != '\'' && c != '"') fail("an escape that no header needs");
      }
      value.string += c;
    }
  }

  void parse_integer(Value& value) {
    value.type = Value::Type::integer;
    const bool negative = next_is('-');
    if (negative || next_is('+')) ++at_;
    const std::size_t begin = at_;
    for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
      const std::int64_t digit = text_[at_] - '0';
      value.fits = value.fits && !__builtin_mul_overflow(value.integer, std::int64_t{10}, &value.integer) &&
                   !(negative ? __builtin_sub_overflow(value.integer, digit, &value.integer)
                              : __builtin_add_overflow(value.integer, digit, &value.integer));
    }
    if (at_ == begin) fail("a number without digits");
    if (at_ - begin > 1 && text_[begin] == '0') fail("a number that begins with 0");
    if (!take('L')) take('l');  // Python 2 wrote long integers so
    if (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '.'))
      fail("a number that is not an integer");
  }

  void parse_word(Value& value) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if ((word == "u" || word == "b" || word == "r") && (next_is('\'') || next_is('"'))) return parse_string(value);
    if (word == "True" || word == "False") {
      value.type = Value::Type::boolean;
      value.truth = word == "True";
    } else if (word != "None") {
      at_ = begin;
      fail("an unknown word");
    }
  }

  const std::string& where_;
  std::string_view text_;
  std::size_t at_ = 0;
};

/// Whether `bytes` is UTF-8 without overlong forms, surrogates or numbers beyond Unicode.
bool is_utf8(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    const auto byte = [&](std::size_t k) {
      return static_cast<unsigned char>(i + k < bytes.size() ? bytes[i + k] : 0);
    };
    const unsigned lead = byte(0);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xc2 && lead < 0xe0 ? 2
                               : lead >= 0xe0 && lead < 0xf0 ? 3
                               : lead >= 0xf0 && lead < 0xf5 ? 4
                                                             : 0;
    if (length == 0) return false;
    for (std::size_t k = 1; k < length; ++k)
      if (byte(k) < 0x80 || byte(k) > 0xbf) return false;
    if ((lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) > 0x9f) || (lead == 0xf0 && byte(1) < 0x90) ||
        (lead == 0xf4 && byte(1) > 0x8f))
      return false;
    i += length;
  }
  return true;
}

// ---- element types --------------------------------------------------------------------------------------------------

struct Alias {
  std::string_view name;
  char kind;
  int bytes;
};
/// Other things than kind and size by which numpy.dtype() knows our types, and which the format therefore allows.
constexpr Alias one_letter[] = {{"?", 'b', 1}, {"b", 'i', 1}, {"B", 'u', 1}, {"h", 'i', 2}, {"H", 'u', 2},
                                {"i", 'i', 4}, {"I", 'u', 4}, {"q", 'i', 8}, {"Q", 'u', 8}, {"e", 'f', 2}, {"f", 'f', 4},
                                {"d", 'f', 8}, {"F", 'c', 8}, {"D", 'c', 16}};
constexpr Alias whole_names[] = {
    {"bool", 'b', 1},    {"int8", 'i', 1},      {"int16", 'i', 2},      {"int32", 'i', 4},  {"int64", 'i', 8},
    {"uint8", 'u', 1},   {"uint16", 'u', 2},    {"uint32", 'u', 4},     {"uint64", 'u', 8}, {"float16", 'f', 2}, {"float32", 'f', 4},
    {"float64", 'f', 8}, {"complex64", 'c', 8}, {"complex128", 'c', 16}};

[[noreturn]] void refuse_type(const std::string& where, std::string_view description, const std::string& why) {
  throw DTypeError(where + ": element type " + shown(description) + " " + why);
}

/// Fills kind, item_bytes and byte_swapped.
void read_type(const std::string& where, const Value& description, NpyLayout& layout) {
  using Type = Value::Type;
  if (description.is(Type::list) || description.is(Type::tuple))
    refuse_type(
        where, description.source,
        "is structured (several fields in an element), which Spica's arrays have not; save each field by itself: "
        "numpy.save(path, a['field'])");
  if (!description.is(Type::string))
    throw FormatError(where + ": the npy header has descr " + shown(description.source) +
                      " where a string such as '<f8' belongs");
  std::string_view text = description.string;
  for (const Alias& alias : whole_names)
    if (text == alias.name) {
      layout.kind = alias.kind;
      layout.item_bytes = alias.bytes;
      return;
    }
  char order = '=';
  if (!text.empty() && std::string_view("<>|=").find(text[0]) != std::string_view::npos) {
    order = text[0];
    text.remove_prefix(1);
  }
  const char kind = text.empty() ? '\0' : text[0];
  const std::string_view size = text.substr(text.empty() ? 0 : 1);
  if (kind == 'O')
    refuse_type(
        where, description.source,
        "means Python objects, which only Python can read (by running code that the file holds); give the array a "
        "numeric type there: a.astype(float)");
  if (kind == 'S' || kind == 'a' || kind == 'U')
    refuse_type(where, description.source, "means strings, which Spica's arrays do not hold; save numbers instead");
  if (kind == 'V')
    refuse_type(where, description.source,
                "means raw bytes, which Spica's arrays do not hold; save them as numbers: a.view(numpy.uint8)");
  if (kind == 'M' || kind == 'm')
    refuse_type(where, description.source,
                "means dates or time spans, which Spica's arrays do not hold; save the counts: a.astype(numpy.int64)");
  if (text == "f16" || text == "g" || text == "f12" || text == "c32" || text == "G" || text == "c24")
    refuse_type(where, description.source,
                "is extended precision, which Spica has not; save a.astype(numpy.float64) or numpy.complex128");

  bool known = false;
  for (const Alias& alias : one_letter)
    if (text == alias.name) {
      layout.kind = alias.kind;
      layout.item_bytes = alias.bytes;
      known = true;
    }
  if (!known) {
    constexpr std::string_view sized[] = {"b1", "i1", "i2", "i4", "i8", "u1", "u2",
                                          "u4", "u8", "f2", "f4", "f8", "c8", "c16"};
    if (std::find(std::begin(sized), std::end(sized), text) == std::end(sized))
      refuse_type(where, description.source,
                  "is not known; Spica reads bool, (u)int8 to (u)int64, float16, float32, float64, complex64, complex128");
    layout.kind = kind;
    layout.item_bytes = size == "16" ? 16 : size[0] - '0';
  }
  // '|' and '=' both say native order, as for numpy.dtype(); with one byte there is none.
  constexpr bool little = std::endian::native == std::endian::little;
  layout.byte_swapped = layout.item_bytes > 1 && ((order == '<' && !little) || (order == '>' && little));
}

/// Fills shape and data_bytes.
void read_shape(const std::string& where, const Value& shape, std::uint64_t bytes_there, NpyLayout& layout) {
  using Type = Value::Type;
  const auto fail = [&](const std::string& why) {
    throw FormatError(where + ": the npy header has shape " + shown(shape.source) + ", " + why +
                      "; the file is damaged or made by a faulty writer");
  };
  if (!shape.is(Type::tuple)) fail("where a tuple such as (3, 4) belongs");
  for (const Value& extent : shape.items) {
    if (!extent.is(Type::integer)) fail("whose extents are not all integers");
    if (!extent.fits) fail("which int64 cannot count");
    if (extent.integer < 0) fail("which has a negative extent");
  }
  if (shape.items.size() > static_cast<std::size_t>(max_rank))
    throw ShapeError(where + ": shape " + shown(shape.source) + " has " + std::to_string(shape.items.size()) +
                     " axes, Spica's arrays have at most 8; reshape it before it is saved");
  std::int64_t bytes = layout.item_bytes;
  bool empty = false;
  for (const Value& extent : shape.items) {
    layout.shape.push_back(extent.integer);
    if (extent.integer == 0) empty = true;
    else if (__builtin_mul_overflow(bytes, extent.integer, &bytes)) fail("which has more bytes than int64 can count");
  }
  layout.data_bytes = empty ? 0 : static_cast<std::uint64_t>(bytes);
  if (layout.data_bytes > bytes_there)
    throw FormatError(where + ": the file is truncated: shape " + to_string(layout.shape) + " of " +
                      std::to_string(layout.item_bytes) + "-byte elements takes " + std::to_string(layout.data_bytes) +
                      " bytes, but " + std::to_string(bytes_there) +
                      " follow the header; copy or write the file again");
}

}  // namespace

std::uint64_t npy_data_offset(const std::string& where, std::span<const unsigned char> start,
                              std::uint64_t file_bytes) {
  const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
  if (!text.starts_with(magic)) {
    if (text.starts_with("PK\x03\x04") || text.starts_with("PK\x05\x06"))
      throw FormatError(where + ": this is a zip archive, perhaps an npz file; open it with Npz of Spica::io");
    if (text.size() < magic.size() && magic.starts_with(text))
      throw FormatError(where + ": the file has " + std::to_string(file_bytes) +
                        " bytes, too few for an npy file; write it again");
    throw FormatError(where + ": not an npy file: it begins with \"" + shown(text.substr(0, magic.size())) +
                      "\" instead of \"\\x93NUMPY\"; write it with numpy.save or spica::save");
  }
  const auto truncated = [&](const std::string& what) {
    return FormatError(where + ": the file is truncated: " + what + ", the file has " + std::to_string(file_bytes) +
                       " bytes; copy or write it again");
  };
  if (start.size() < 8) throw truncated("the version of the npy format is missing");
  const int major = start[6], minor = start[7];
  if (major < 1 || major > 3 || minor != 0)
    throw FormatError(where + ": version " + std::to_string(major) + "." + std::to_string(minor) +
                      " of the npy format is not known, only 1.0, 2.0 and 3.0; write the file with numpy.save");
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  if (start.size() < 8 + length_bytes) throw truncated("the length of its header is missing");
  std::uint64_t length = 0;
  for (std::size_t k = 0; k < length_bytes; ++k) length |= std::uint64_t{start[8 + k]} << (8 * k);
  const std::uint64_t offset = 8 + length_bytes + length;
  if (offset > file_bytes) throw truncated("its header ends at byte " + std::to_string(offset));
  if (length > longest_header)
    throw FormatError(where + ": the npy header has " + std::to_string(length) + " bytes, more than the " +
                      std::to_string(longest_header) +
                      " that an array of numbers can need; write the file with numpy.save");
  return offset;
}

NpyLayout parse_npy_header(const std::string& where, std::span<const unsigned char> header, std::uint64_t file_bytes) {
  using Type = Value::Type;
  NpyLayout layout;
  layout.data_offset = npy_data_offset(where, header, file_bytes);
  layout.version = header[6];
  const std::size_t text_begin = layout.version == 1 ? 10 : 12;
  const std::string_view text(reinterpret_cast<const char*>(header.data()) + text_begin,
                              static_cast<std::size_t>(layout.data_offset) - text_begin);
  if (layout.version == 3 && !is_utf8(text))
    throw FormatError(where + ": the npy header of version 3.0 is not UTF-8; the file is damaged");

  const Value dictionary = LiteralParser(where, text).parse();
  if (!dictionary.is(Type::dictionary))
    throw FormatError(where + ": the npy header is no dictionary: " + shown(dictionary.source));
  const Value *description = nullptr, *order = nullptr, *shape = nullptr;
  for (std::size_t k = 0; k + 1 < dictionary.items.size(); k += 2) {  // of equal keys the last counts, as in Python
    const Value &key = dictionary.items[k], &value = dictionary.items[k + 1];
    if (!key.is(Type::string))
      throw FormatError(where + ": the npy header has the key " + shown(key.source) + ", which is no string");
    if (key.string == "descr") description = &value;
    else if (key.string == "fortran_order") order = &value;
    else if (key.string == "shape") shape = &value;
    else
      throw FormatError(where + ": the npy header has the unknown key " + shown(key.source) +
                        "; it takes descr, fortran_order and shape");
  }
  for (const auto& [value, key] :
       {std::pair{description, "descr"}, std::pair{order, "fortran_order"}, std::pair{shape, "shape"}})
    if (!value)
      throw FormatError(where + ": the npy header has no key '" + key +
                        "'; the file is damaged or made by a faulty writer");
  if (!order->is(Type::boolean))
    throw FormatError(where + ": the npy header has fortran_order " + shown(order->source) +
                      " where True or False belongs");
  layout.fortran_order = order->truth;
  read_type(where, *description, layout);
  read_shape(where, *shape, file_bytes - layout.data_offset, layout);
  return layout;
}

std::string npy_wrap_header(const std::string& text) {
  constexpr std::size_t alignment = 64;
  const auto wrapped = [&](std::size_t length_bytes) {
    const std::size_t begin = 8 + length_bytes;
    const std::size_t padding = alignment - (begin + text.size() + 1) % alignment;  // never 0: NumPy's rule
    const std::size_t length = text.size() + padding + 1;
    std::string bytes(magic);
    bytes += length_bytes == 2 ? '\x01' : '\x02';
    bytes += '\0';
    for (std::size_t k = 0; k < length_bytes; ++k) bytes += static_cast<char>((length >> (8 * k)) & 0xff);
    return std::pair(bytes + text + std::string(padding, ' ') + '\n', length);
  };
  auto [bytes, length] = wrapped(2);
  return length <= longest_header ? bytes : wrapped(4).first;
}

std::string npy_header_bytes(const NpyLayout& layout) {
  const char order = layout.item_bytes == 1 ? '|' : std::endian::native == std::endian::little ? '<' : '>';
  std::string text = "{'descr': '";
  ((text += order) += layout.kind) += std::to_string(layout.item_bytes);
  text += std::string("', 'fortran_order': ") + (layout.fortran_order ? "True" : "False") +
          ", 'shape': " + to_string(layout.shape) + ", }";
  return npy_wrap_header(text);
}

}  // namespace spica::detail
