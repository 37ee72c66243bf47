// Heads of a real model: no random numbers, but a file that is part of the program (assets/data).
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/number_formats.h"
#include "synthetic/parts.h"

asm(R"(
  .pushsection .rodata
  .globl omega_model_heads
  .hidden omega_model_heads
  .balign 16
omega_model_heads:
  .incbin ")" OMEGA_MODEL_HEADS R"("
  .popsection
)");
extern "C" const std::byte omega_model_heads[];

namespace omega::synthetic {

namespace {

constexpr Index kLayers = 6, kHeads = 12, kTokens = 66, kDim = 32;
enum Tensor { kQueries, kKeys, kValues, kTensors };

/// A safetensors file: the length of its header, the header, and here, layer by layer, q, k and v of all heads in half
/// precision.
std::string_view header() {
  std::uint64_t length = 0;
  std::memcpy(&length, omega_model_heads, sizeof length);
  return {reinterpret_cast<const char*>(omega_model_heads) + sizeof length, static_cast<std::size_t>(length)};
}

const std::byte* tokens_of(Index layer, Tensor tensor, Index head) {
  const Index before = ((layer * kTensors + tensor) * kHeads + head) * kTokens * kDim;
  return reinterpret_cast<const std::byte*>(header().data() + header().size()) +
         static_cast<std::size_t>(before) * sizeof(std::uint16_t);
}

/// The words of its text, a JSON list in the header.
std::vector<std::string> words(Index count) {
  using Json = nlohmann::json;
  const Json table = Json::parse(header());
  auto all = Json::parse(table.at("__metadata__").at("tokens").get<std::string>()).get<std::vector<std::string>>();
  all.resize(static_cast<std::size_t>(count));
  return all;
}

void put_tokens(const std::byte* from, View<float> rows) {
  for (Index n = 0; n < rows.rows; ++n)
    for (Index d = 0; d < rows.cols; ++d, from += sizeof(std::uint16_t)) {
      std::uint16_t half = 0;
      std::memcpy(&half, from, sizeof half);
      rows(n, d) = half_to_float(half);
    }
}

}  // namespace

Synthetic minilm() {
  Synthetic preset;
  preset.name = "minilm";
  preset.heading = "A real model's heads";
  preset.summary = "Queries, keys and values of a small sentence encoder (MiniLM) on 66 tokens.";
  preset.definition =
      "q, k, v of one of 6 layers, from head `head` on, or where that is -1 from head seed mod 12; the first n tokens";
  preset.options = {
      OptionSpec::integer("n", kTokens, 1, kTokens, "How many of its tokens, from the first.").titled("tokens"),
      OptionSpec::integer("heads", 1, 1, kHeads, "How many heads of the layer."),
      OptionSpec::integer("head", -1, -1, kHeads - 1, "Which head of the layer is the first; -1: the seed says.")
          .titled("first head"),
      OptionSpec::integer("layer", 2, 0, kLayers - 1, "Which layer of the model, counted from 0.")};
  preset.dim = preset.value_dim = kDim;
  preset.whole = {{"heads", std::to_string(kHeads)}, {"head", "0"}};
  preset.labels = [](const Options& options) { return words(options.integer("n")); };
  preset.fill = [](const SyntheticHead& head) {
    const Index layer = head.options.integer("layer"), given = head.options.integer("head"),
                first = given >= 0 ? given : static_cast<Index>(head.seed % kHeads),
                which = (first + head.head) % kHeads;
    put_tokens(tokens_of(layer, kQueries, which), head.q);
    put_tokens(tokens_of(layer, kKeys, which), head.k);
    put_tokens(tokens_of(layer, kValues, which), head.v);
  };
  return preset;
}

}  // namespace omega::synthetic
