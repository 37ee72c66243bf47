#include "io/read_options.h"

#include "core/named.h"
#include "core/words.h"

namespace omega {

const std::vector<ReadOptionSpec>& read_option_specs() {
  using R = ReadOptions;
  using Number = ReadOptionSpec::Number;
  static const std::vector<ReadOptionSpec> specs = {
      {"layer", "N",
       std::string("Layer of the model, as numbered in the names of the tensors (default: ") + kFirstLayer + ").",
       Number{&R::layer, 0, 1000000}},
      {"head", "N",
       "Only this head, counted from 0 over batch and heads (default: all). As the only one it draws the noise of head "
       "0.",
       Number{&R::head, 0, 1000000}},
      {"heads", "N",
       "How many heads: to cut the last axis of arrays that hold all heads side by side, or to make from a text or an "
       "image (4).",
       Number{&R::heads, 1, 65536}},
      {"kv-heads", "N",
       "How many heads of keys and values, where each serves several heads of queries (grouped queries); needs "
       "--heads.",
       Number{&R::kv_heads, 1, 65536}},
      {"q", "NAME", "The array to read as queries; needs --k and --v too.", &R::q},
      {"k", "NAME", "The array to read as keys.", &R::k},
      {"v", "NAME", "The array to read as values.", &R::v},
      {"qkv", "NAME",
       "One array that holds queries, keys and values: on a first axis of 3, or side by side on the last.", &R::qkv},
      {"alike", "",
       "Take one array as it is for queries, keys and values alike, instead of its thirds: for an array of 3 heads.",
       &R::alike},
      {"dim", "N", "Dimensions of each head made from a text or an image (32).", Number{&R::dim, 1, 4096}},
      {"patch", "N", "Side of an image's square patches in pixels (default: about 32 patches along the longer side).",
       Number{&R::patch, 1, 65536}},
      {"tokens", "words|bytes", "What the tokens of a text are.", &R::tokens},
      {"max-tokens", "N",
       "Read at most the first N tokens of a text (4096) or make N random tokens for a model's weights (256).",
       Number{&R::max_tokens, 1, 1 << 24}},
      {"embedding-seed", "N",
       "Seed of the random embeddings and projections made for texts, images and a model's weights (0).",
       &R::embedding_seed},
      {"allow-nonfinite", "", "Accept NaN and infinite values instead of refusing the file.", &R::allow_nonfinite},
      {"zero-nonfinite", "",
       "Read NaN and infinite values as 0 instead of refusing the file; says how many there were.", &R::zero_nonfinite},
  };
  return specs;
}

namespace {

struct Setter {
  ReadOptions& options;
  const std::string option;
  const std::string& text;

  void operator()(const ReadOptionSpec::Number& number) const {
    options.*number.field = whole_number(option, text, number.least, number.most);
  }
  void operator()(std::string ReadOptions::*array) const {
    if (text.empty()) throw Error::input(option + " is empty; it must be the name of an array in the file");
    options.*array = text;
  }
  void operator()(bool ReadOptions::*flag) const { options.*flag = true; }
  void operator()(std::uint32_t ReadOptions::*seed) const { options.*seed = seed_number(option, text); }
  void operator()(TextTokens ReadOptions::*tokens) const {
    if (text != "words" && text != "bytes") throw bad_value(option, text, "words or bytes");
    options.*tokens = text == "words" ? TextTokens::words : TextTokens::bytes;
  }
};

}  // namespace

void ReadOptions::set(const std::string& name, const std::string& text) {
  const ReadOptionSpec* spec = named(read_option_specs(), name);
  if (spec == nullptr)
    throw Error::input("there is no input option --" + name + closest_hint(name, names_of(read_option_specs())));
  std::visit(Setter{*this, "--" + name, text}, spec->place);
  given_.insert(name);
}

}  // namespace omega
