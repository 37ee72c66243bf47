// Heads of a real model: no random numbers, but a file that is part of the program (assets/data).
#include <cstring>

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

/// A safetensors file: the length of its header, the header, and here layer by layer q, k, v of all heads in halves.
const std::byte* tokens_of(Index layer, Tensor tensor, Index head) {
  std::uint64_t header = 0;
  std::memcpy(&header, omega_model_heads, sizeof header);
  const Index before = ((layer * kTensors + tensor) * kHeads + head) * kTokens * kDim;
  return omega_model_heads + sizeof header + header + static_cast<std::size_t>(before) * sizeof(std::uint16_t);
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
  preset.summary = "A real model's heads: queries, keys and values of a small sentence encoder (MiniLM) on 66 tokens.";
  preset.definition = "q, k, v of head (seed + h) mod 12 of one of 6 layers; the first n tokens";
  preset.options = {
      OptionSpec::integer("n", kTokens, 1, kTokens, "How many of its tokens, from the first."),
      OptionSpec::integer("heads", 1, 1, kHeads, "How many heads of the layer; the seed says from which."),
      OptionSpec::integer("layer", 2, 0, kLayers - 1, "Which layer of the model, counted from 0.")};
  preset.dim = preset.value_dim = kDim;
  preset.fill = [](const SyntheticHead& head) {
    const Index layer = head.options.integer("layer"), which = (head.seed + head.head) % kHeads;
    put_tokens(tokens_of(layer, kQueries, which), head.q);
    put_tokens(tokens_of(layer, kKeys, which), head.k);
    put_tokens(tokens_of(layer, kValues, which), head.v);
  };
  return preset;
}

}  // namespace omega::synthetic
