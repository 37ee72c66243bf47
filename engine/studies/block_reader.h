// Blocks: a part of a study's grid, read and spread out into its points.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "studies/definition.h"

namespace omega::studies {

/// The series of each method in the order in which they come: what tells them apart in every panel.
using SeriesOfMethods = std::map<std::string, std::vector<std::string>>;

/// Appends the points of one block. `root`: the whole definition, for what all blocks share.
void read_block(const JsonNode& block, const JsonNode& root, SeriesOfMethods& series, StudyDefinition& into);

}  // namespace omega::studies
