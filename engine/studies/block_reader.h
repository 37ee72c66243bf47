// Blocks: a part of a study's grid, read and spread out into its points.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "studies/definition.h"

namespace omega::studies {

constexpr const char* kMainBlock = "main";  // a block without a name

/// What the blocks so far have.
struct BlocksRead {
  /// The series of each method in the order in which they come: what tells them apart in every panel.
  std::map<std::string, std::vector<std::string>> series;
  /// The points by what they ask: equal requests of a block are one point, under both their names.
  std::unordered_map<std::string, std::size_t> points;
};

/// Appends the points of one block. `root`: the whole definition, for what all blocks share.
void read_block(const JsonNode& block, const JsonNode& root, BlocksRead& before, StudyDefinition& into);

}  // namespace omega::studies
