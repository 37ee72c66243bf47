#include "io/read_options.h"

#include <map>

#include "core/named.h"
#include "core/words.h"

namespace omega {

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
  struct Number {
    std::optional<Index> ReadOptions::*field;
    std::int64_t least, most;
  };
  static const std::map<std::string, Number> kNumbers = {{"layer", {&ReadOptions::layer, 0, 1000000}},
                                                         {"head", {&ReadOptions::head, 0, 1000000}},
                                                         {"heads", {&ReadOptions::heads, 1, 65536}},
                                                         {"kv-heads", {&ReadOptions::kv_heads, 1, 65536}},
                                                         {"dim", {&ReadOptions::dim, 1, 4096}},
                                                         {"patch", {&ReadOptions::patch, 1, 65536}},
                                                         {"max-tokens", {&ReadOptions::max_tokens, 1, 1 << 24}}};
  static const std::map<std::string, std::string ReadOptions::*> kArrays = {
      {"q", &ReadOptions::q}, {"k", &ReadOptions::k}, {"v", &ReadOptions::v}, {"qkv", &ReadOptions::qkv}};
  static const std::map<std::string, bool ReadOptions::*> kSwitches = {
      {"alike", &ReadOptions::alike},
      {"allow-nonfinite", &ReadOptions::allow_nonfinite},
      {"zero-nonfinite", &ReadOptions::zero_nonfinite}};
  if (const auto number = kNumbers.find(name); number != kNumbers.end()) {
    const auto [field, least, most] = number->second;
    this->*field = whole_number("--" + name, text, least, most);
  } else if (const auto array = kArrays.find(name); array != kArrays.end()) {
    if (text.empty()) throw Error::input("--" + name + " is empty; it must be the name of an array in the file");
    this->*array->second = text;
  } else if (const auto flag = kSwitches.find(name); flag != kSwitches.end()) {
    this->*flag->second = true;
  } else if (name == "embedding-seed") {
    embedding_seed = seed_number("--" + name, text);
  } else if (name == "tokens") {
    if (text != "words" && text != "bytes") throw bad_value("--tokens", text, "words or bytes");
    tokens = text == "words" ? TextTokens::words : TextTokens::bytes;
  } else {
    throw Error::input("there is no input option --" + name + closest_hint(name, names_of(read_option_specs())));
  }
  given_.insert(name);
}

}  // namespace omega
