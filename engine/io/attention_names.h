// Which arrays of a file are queries, keys and values: told by name, or found by the names that models and people use.
//
// The last part of a name that is or contains q, query, k, key, v, value (q_proj, query_states, attn_q, to_k, w_v ...)
// tells the role; qkv, query_key_value, in_proj, c_attn tell that all three are in one array. Arrays whose names are
// the same but for the role belong together; the first number in a name is its layer.
#pragma once

#include <string>
#include <vector>

#include "io/input_file.h"
#include "io/read_options.h"
#include "io/reader.h"

namespace omega {

struct AttentionNames {
  std::string q, k, v;  // equal where one array holds all three
  std::vector<std::string> said;

  bool is_fused() const { return q == k && q == v; }
};

AttentionNames choose_names(const InputFile& file, const std::vector<Entry>& entries, const ReadOptions& options);

/// A proposal for somebody to correct where the names do not tell: arrays whose shapes go together, in their order.
/// Empty names where there is nothing to propose.
AttentionNames guess_names(const std::vector<Entry>& entries);

/// The layers that --layer chooses from, in order, by names alone; none where names of arrays are told, or where
/// nothing is numbered.
std::vector<Index> layers_there(const std::vector<Entry>& entries, const ReadOptions& options);

/// Whether the names alone tell queries, keys and values.
bool has_attention_names(const std::vector<Entry>& entries);

/// Whether a name is that of a projection matrix of a model (q_proj.weight) and not of queries themselves.
bool is_weight_name(const std::string& name);
std::string bias_name(const std::string& weight_name);

}  // namespace omega
