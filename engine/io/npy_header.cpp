#include "io/npy_header.h"

#include <set>

#include "core/error.h"
#include "io/input_file.h"

namespace omega {

namespace {

/// A cursor over the literal that knows only what a npy header may hold.
class Literal {
 public:
  explicit Literal(std::string_view text) : rest_(text) {}

  bool skip(char wanted) {
    skip_space();
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char wanted) {
    if (!skip(wanted)) fail();
  }
  bool next_is(char wanted) {
    skip_space();
    return !rest_.empty() && rest_.front() == wanted;
  }
  bool at_end() {
    skip_space();
    return rest_.empty();
  }
  /// Quoted by ' or "; escapes do not occur in valid headers and are refused.
  std::string string() {
    const char quote = skip('\'') ? '\'' : '"';
    if (quote == '"') expect('"');
    const auto end = rest_.find(quote);
    if (end == std::string_view::npos || rest_.substr(0, end).find_first_of("\\\n") != std::string_view::npos) fail();
    const std::string value(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return value;
  }
  bool boolean() {
    skip_space();
    for (const bool value : {true, false}) {
      const std::string_view word = value ? "True" : "False";
      if (rest_.substr(0, word.size()) != word) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    fail("has a fortran_order that is neither True nor False");
  }
  Index length() {
    skip_space();
    if (next_is('-')) throw Error::input("its shape has a negative length; every length must be 0 or more");
    std::uint64_t value = 0;
    std::size_t digits = 0;
    for (; digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9'; ++digits) {
      value = value * 10 + static_cast<std::uint64_t>(rest_[digits] - '0');
      if (value > (std::uint64_t{1} << 48))
        throw Error::input("its shape has a length above 2^48; no file holds that many numbers");
    }
    if (digits == 0) fail(kNoShape);
    if (digits > 1 && rest_.front() == '0') fail("has a shape with a length that starts with 0");
    rest_.remove_prefix(digits);
    skip('L');  // Python 2 wrote long integers as 3L
    return static_cast<Index>(value);
  }
  Shape shape() {
    constexpr std::size_t kMostAxes = 32;  // NumPy's own limit
    Shape axes;
    if (!skip('(')) fail(kNoShape);
    while (!skip(')')) {
      axes.push_back(length());
      if (axes.size() > kMostAxes) throw Error::input("its shape has more than 32 axes; attention arrays have 2 to 4");
      if (!skip(',')) {
        // (3) is a number to Python, not a tuple.
        if (axes.size() == 1 || !skip(')')) fail(kNoShape);
        break;
      }
    }
    return axes;
  }
  /// `what` completes "its header".
  [[noreturn]] static void fail(const std::string& what = "cannot be read") {
    throw Error::input("its header " + what +
                       "; it must be the plain dict {'descr': ..., 'fortran_order': ..., 'shape': ...} of a .npy array "
                       "and is never run as Python, so write it with numpy.save");
  }

 private:
  static constexpr const char* kNoShape = "has a shape that is not a tuple of whole numbers such as (8, 4)";
  void skip_space() {
    while (!rest_.empty() &&
           (rest_.front() == ' ' || rest_.front() == '\n' || rest_.front() == '\t' || rest_.front() == '\r'))
      rest_.remove_prefix(1);
  }
  std::string_view rest_;
};

void parse_type(std::string_view descr, NpyHeader& header) {
  const auto refuse = [&](const std::string& what) {
    throw Error::input("its elements are of type " + omega::quoted(descr) + ", " + what);
  };
  const std::string supported = "which cannot be read; save it as float16, float32, float64, an integer type or bool";
  std::string_view rest = descr;
  header.big_endian = !rest.empty() && rest.front() == '>';
  if (!rest.empty() && std::string_view("<>|=").find(rest.front()) != std::string_view::npos) rest.remove_prefix(1);
  if (rest.empty()) refuse(supported);
  header.kind = rest.front();
  rest.remove_prefix(1);
  if (header.kind == 'O')
    refuse("pickled Python objects, which are never run; save a plain array of numbers (dtype=float32)");
  if (header.kind == 'c') refuse("complex numbers; save the real part (array.real)");
  if (header.kind == 'M' || header.kind == 'm')
    refuse("dates or times; save them as plain numbers (array.astype('f8'))");
  if (header.kind == 'V') refuse("raw or structured bytes; save each field as a plain array of numbers");
  if (rest.empty() || rest.size() > 9 || rest.find_first_not_of("0123456789") != std::string_view::npos)
    refuse(supported);
  header.item_bytes = std::stoul(std::string(rest));
  if (header.kind == 'U') header.item_bytes *= 4;  // UTF-32 characters
  const std::size_t n = header.item_bytes;
  const bool integer = header.kind == 'i' || header.kind == 'u';
  const bool known = header.is_text() || (header.kind == 'f' && (n == 2 || n == 4 || n == 8)) ||
                     (integer && (n == 1 || n == 2 || n == 4 || n == 8)) || (header.kind == 'b' && n == 1);
  if (!known) refuse(supported);
}

}  // namespace

std::string NpyHeader::type_name() const {
  if (is_text()) return "text";
  if (kind == 'b') return "bool";
  const std::string base = kind == 'f' ? "float" : kind == 'u' ? "uint" : "int";
  return (big_endian && item_bytes > 1 ? "big-endian " : "") + base + std::to_string(item_bytes * 8);
}

std::uint64_t NpyHeader::data_bytes() const { return array_bytes(shape, item_bytes); }

NpyHeader parse_npy_header(std::string_view text) {
  Literal literal(text);
  NpyHeader header;
  std::set<std::string> seen;
  literal.expect('{');
  while (!literal.skip('}')) {
    const std::string key = literal.string();
    if (!seen.insert(key).second) Literal::fail("has the key " + omega::quoted(key) + " twice");
    literal.expect(':');
    if (key == "descr") {
      if (literal.next_is('['))
        throw Error::input("its elements are records of several fields; save each field as a plain array of numbers");
      parse_type(literal.string(), header);
    } else if (key == "fortran_order") {
      header.fortran_order = literal.boolean();
    } else if (key == "shape") {
      header.shape = literal.shape();
    } else {
      Literal::fail("has a key " + omega::quoted(key) + ", which does not belong there");
    }
    if (!literal.skip(',')) {
      literal.expect('}');
      break;
    }
  }
  for (const char* key : {"descr", "fortran_order", "shape"})
    if (seen.count(key) == 0) Literal::fail("has no " + std::string(key));
  if (!literal.at_end()) Literal::fail("goes on after its dict");
  return header;
}

std::string npy_preamble(const std::string& descr, const Shape& shape) {
  std::string axes;
  for (const Index n : shape) axes += std::to_string(n) + (shape.size() == 1 ? "," : ", ");
  if (shape.size() > 1) axes.resize(axes.size() - 2);
  std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (" + axes + "), }";
  constexpr std::size_t kMagic = 10;  // "\x93NUMPY", two version bytes, two length bytes
  header.append((64 - (kMagic + header.size() + 1) % 64) % 64, ' ');
  header += '\n';
  const std::string length = {static_cast<char>(header.size() & 255), static_cast<char>(header.size() >> 8)};
  return std::string("\x93NUMPY\x01", 7) + '\0' + length + header;
}

std::string npy_preamble(Dtype type, const Shape& shape) {
  return npy_preamble(type == Dtype::f32 ? "<f4" : type == Dtype::f64 ? "<f8" : "<i8", shape);
}

}  // namespace omega
