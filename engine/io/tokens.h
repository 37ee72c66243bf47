// The words or pieces of words that a model was given, where a file says them beside its numbers: one for each token.
//
// They are a JSON list in the metadata `tokens` of safetensors, an array `tokens` of text in an .npz, or the lines of
// NAME.tokens.txt beside NAME.npz (or whatever the file's ending is). They are for people: what is wrong with them is
// said, and the numbers are read.
#pragma once

#include <string>
#include <vector>

#include "core/array.h"
#include "io/input_file.h"

namespace omega {

constexpr const char* kTokensName = "tokens";

/// Tokens as a file says them, or one sentence of what is wrong with them.
struct SaidTokens {
  std::vector<std::string> texts;
  std::string problem;
};

SaidTokens tokens_of_json(const std::string& text);
/// The lines of the file beside this one; neither texts nor problem where there is none.
SaidTokens tokens_beside(const InputFile& file);

/// What stands for tokens in views: they fit any screen, and there is one for each query and each key, or none at all.
std::vector<std::string> settled_labels(std::vector<std::string> labels, Index queries, Index keys,
                                        std::vector<std::string>& said);

}  // namespace omega
