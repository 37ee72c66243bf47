#include "io/text_reader.h"

#include <algorithm>

#include "io/projection.h"

namespace omega {

namespace {

constexpr Index kDefaultTokens = 4096;
constexpr std::uint64_t kBytesPerToken = 64;  // more than any text needs on average; what is beyond is not read

enum class Kind { blank, letter, mark };

Kind kind_of(char32_t c) {
  if (c <= 0x20 || c == 0x7f || c == 0xa0 || (c >= 0x2000 && c <= 0x200b) || c == 0x2028 || c == 0x2029 ||
      c == 0x3000 || c == 0xfeff)
    return Kind::blank;
  if (c < 0x80)
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ? Kind::letter
                                                                                                  : Kind::mark;
  const bool punctuation = (c > 0xa0 && c < 0xc0) || (c >= 0x2010 && c <= 0x205e) || (c >= 0x3001 && c <= 0x303f);
  // Kana and Han are written without blanks: every character stands alone.
  const bool alone = (c >= 0x3040 && c <= 0x9fff) || (c >= 0x20000 && c <= 0x3ffff) || (c >= 0x1f000 && c <= 0x1faff);
  return punctuation || alone ? Kind::mark : Kind::letter;
}

/// An apostrophe between letters belongs to the word: don't.
bool joins_letters(std::string_view text, std::size_t at, const Character& c) {
  if (c.code != '\'' && c.code != 0x2019) return false;
  if (at + c.length >= text.size()) return false;
  const Character next = character_at(text, at + c.length);
  return next.length > 0 && kind_of(next.code) == Kind::letter;
}

std::uint64_t hash_of(std::string_view token) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (const char c : token) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

std::vector<Entry> list_text(const InputFile& file) {
  return {{"text", "bytes", {static_cast<Index>(file.size())}, file.size()}};
}

/// One token per byte, as a label: the character, or \xNN.
std::vector<std::string> bytes_of_text(std::string_view text, std::size_t limit) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::vector<std::string> bytes;
  for (const char c : text.substr(0, limit)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7f)
      bytes.emplace_back(1, c);
    else
      bytes.push_back({'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]});
  }
  return bytes;
}

/// The tokens of a text and what becomes of them, before any number is made.
struct TokenPlan {
  std::vector<std::string> labels, said;
  Index heads, dim;
};

std::vector<std::string> tokens_of(const InputFile& file, const ReadOptions& options, std::size_t limit) {
  const std::vector<std::byte> bytes = file.head(limit * kBytesPerToken + 4096);
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (options.tokens == TextTokens::bytes) return bytes_of_text(text, limit);
  if (text.find('\0') != std::string_view::npos)
    throw file.error("holds zero bytes, so it is not UTF-8 text; save it as UTF-8 or use --tokens bytes");
  const std::size_t good = utf8_length(text);
  // The last character may have been cut by reading only a part of the file.
  const bool cut = bytes.size() < file.size() && good + 4 > text.size();
  if (good < text.size() && !cut)
    throw file.error("is not UTF-8 text (first at byte " + std::to_string(good) +
                     "); save it as UTF-8 or use --tokens bytes");
  return words_of(text.substr(0, good), limit);
}

TokenPlan plan_for(const InputFile& file, const ReadOptions& options) {
  const auto limit = static_cast<std::size_t>(options.max_tokens.value_or(kDefaultTokens));
  TokenPlan plan{
      tokens_of(file, options, limit), {}, options.heads.value_or(kMadeHeads), options.dim.value_or(kMadeDim)};
  if (plan.labels.empty()) throw file.error("holds no words, so there would be no tokens; text was expected");
  const auto count = static_cast<Index>(plan.labels.size());
  check_projection(file, count, plan.heads, plan.dim);
  const bool words = options.tokens == TextTokens::words;
  plan.said.push_back(
      (words ? std::to_string(count) + (count == 1 ? " word or punctuation mark" : " words and punctuation marks")
             : count_text(count, "byte")) +
      " became " + (count == 1 ? "a token" : "tokens") +
      (plan.labels.size() == limit ? " (no more are read; say more with --max-tokens)" : ""));
  plan.said.push_back(made_text(plan.heads, plan.dim, options.embedding_seed));
  return plan;
}

Outline outline_text(const InputFile& file, const ReadOptions& options) {
  TokenPlan plan = plan_for(file, options);
  const Outline::Part part{{plan.heads, static_cast<Index>(plan.labels.size()), plan.dim}, Dtype::f32};
  return {part, part, part, std::nullopt, std::move(plan.labels), std::move(plan.said), list_text(file)};
}

Contents read_text(const InputFile& file, const ReadOptions& options) {
  TokenPlan plan = plan_for(file, options);
  const Index width = plan.heads * plan.dim;
  Matrix<float> tokens(static_cast<Index>(plan.labels.size()), width);
  file.expect_work(2 * plan.labels.size());  // the second half is their projection
  for (Index n = 0; n < tokens.rows(); ++n) {
    draw_seeded_row(options.embedding_seed, SeededMatrix::words, hash_of(plan.labels[static_cast<std::size_t>(n)]),
                    tokens.row(n), width);
    add_position(tokens.row(n), width, static_cast<double>(n), 1.0f);
    file.worked(1);
  }
  Contents source;
  project_tokens(file, std::move(tokens), plan.heads, plan.dim, options.embedding_seed, source);
  source.labels = std::move(plan.labels);
  source.said = std::move(plan.said);
  source.entries = list_text(file);
  return source;
}

}  // namespace

std::vector<std::string> words_of(std::string_view text, std::size_t limit) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (!word.empty() && words.size() < limit) words.push_back(word);
    word.clear();
  };
  for (std::size_t at = 0; at < text.size() && words.size() < limit;) {
    const Character c = character_at(text, at);
    if (c.length == 0) break;
    const std::string_view letters = text.substr(at, c.length);
    const Kind kind = !word.empty() && joins_letters(text, at, c) ? Kind::letter : kind_of(c.code);
    if (kind == Kind::letter) {
      word += letters;
    } else {
      finish();
      if (kind == Kind::mark && words.size() < limit) words.emplace_back(letters);
    }
    at += c.length;
  }
  finish();
  return words;
}

Reader text_reader() {
  Reader reader{"text",
                "Plain text: words or bytes with random embeddings",
                {".txt", ".md"},
                {"tokens", "max-tokens", "heads", "dim", "embedding-seed"}};
  reader.list = list_text;
  reader.read = read_text;
  reader.outline = outline_text;
  reader.takes_any_text = true;
  return reader;
}

}  // namespace omega
