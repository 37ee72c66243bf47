// A model's projection matrices as an input of attention: seeded standard normal tokens, as a layer norm leaves them,
// are projected by the matrices (and biases) of one layer. What attention then shows is the layer's, not any text's.
#pragma once

#include "io/attention_arrays.h"

namespace omega {

Contents project_by_weights(const InputFile& file, const AttentionNames& names, const std::vector<Entry>& entries,
                            const ReadArray& read, const ReadOptions& options);

}  // namespace omega
