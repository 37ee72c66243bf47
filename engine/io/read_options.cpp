#include "io/read_options.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/error.h"
#include "core/text.h"

namespace omega {

namespace {

std::uint64_t whole_number(const std::string& name, const std::string& text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
    throw Error::input("--" + name + " is " + omega::quoted(text) + "; it must be a whole number from " +
                       std::to_string(least) + " to " + std::to_string(most));
  return value;
}

}  // namespace

const std::vector<ReadOptionSpec>& read_option_specs() {
  static const std::vector<ReadOptionSpec> specs = {
      {"layer", "N", "Layer of the model, as numbered in the names of the tensors (default: the first there is)."},
      {"head", "N", "Only this head, counted from 0 (default: all)."},
      {"heads", "N",
       "How many heads: to cut the last axis of arrays that hold all heads side by side, or to make from a text or an "
       "image (4)."},
      {"kv-heads", "N",
       "How many heads of keys and values, where each serves several heads of queries (grouped queries); needs "
       "--heads."},
      {"q", "NAME", "The array to read as queries; needs --k and --v too."},
      {"k", "NAME", "The array to read as keys."},
      {"v", "NAME", "The array to read as values."},
      {"qkv", "NAME",
       "One array that holds queries, keys and values: on a first axis of 3, or side by side on the last."},
      {"alike", "",
       "Take one array as it is for queries, keys and values alike, instead of its thirds: for an array of 3 heads."},
      {"dim", "N", "Dimensions of each head made from a text or an image (32)."},
      {"patch", "N", "Side of an image's square patches in pixels (default: about 32 patches along the longer side)."},
      {"tokens", "words|bytes", "What the tokens of a text are."},
      {"max-tokens", "N",
       "Read at most the first N tokens of a text (4096) or make N random tokens for a model's weights (256)."},
      {"embedding-seed", "N",
       "Seed of the random embeddings and projections made for texts, images and a model's weights (0)."},
      {"allow-nonfinite", "", "Accept NaN and infinite values instead of refusing the file."},
      {"zero-nonfinite", "",
       "Read NaN and infinite values as 0 instead of refusing the file; says how many there were."},
  };
  return specs;
}

void ReadOptions::set(const std::string& name, const std::string& text) {
  constexpr std::uint64_t kMostTokens = std::uint64_t{1} << 24;
  const auto number = [&](std::optional<Index>& field, std::uint64_t least, std::uint64_t most) {
    field = static_cast<Index>(whole_number(name, text, least, most));
  };
  const auto word = [&](std::string& field) {
    if (text.empty()) throw Error::input("--" + name + " is empty; it must be the name of an array in the file");
    field = text;
  };
  if (name == "layer")
    number(layer, 0, 1000000);
  else if (name == "head")
    number(head, 0, 1000000);
  else if (name == "heads")
    number(heads, 1, 65536);
  else if (name == "kv-heads")
    number(kv_heads, 1, 65536);
  else if (name == "q")
    word(q);
  else if (name == "k")
    word(k);
  else if (name == "v")
    word(v);
  else if (name == "qkv")
    word(qkv);
  else if (name == "dim")
    number(dim, 1, 4096);
  else if (name == "patch")
    number(patch, 1, 65536);
  else if (name == "max-tokens")
    number(max_tokens, 1, kMostTokens);
  else if (name == "embedding-seed")
    embedding_seed = static_cast<std::uint32_t>(whole_number(name, text, 0, std::numeric_limits<std::uint32_t>::max()));
  else if (name == "tokens") {
    if (text != "words" && text != "bytes")
      throw Error::input("--tokens is " + omega::quoted(text) + "; it must be words or bytes");
    tokens = text == "words" ? TextTokens::words : TextTokens::bytes;
  } else if (name == "alike") {
    alike = true;
  } else if (name == "allow-nonfinite") {
    allow_nonfinite = true;
  } else if (name == "zero-nonfinite") {
    zero_nonfinite = true;
  } else {
    std::vector<std::string> known;
    for (const ReadOptionSpec& spec : read_option_specs()) known.push_back(spec.name);
    throw Error::input("there is no input option --" + name + closest_hint(name, known));
  }
  given_.insert(name);
}

}  // namespace omega
