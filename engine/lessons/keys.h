// The keys that a lesson file may have, described once: the reader knows no others, its errors list them, and the
// tables of assets/manual/lessons.md are held to this one.
#pragma once

#include <string>
#include <vector>

#include "studies/json_source.h"

namespace omega::lessons {

struct LessonKey {
  std::string block;  // lesson, step, state, ask, answer, claim, run
  std::string name;
  std::string takes;  // "a text of at most 12 words"
  std::string says;   // what it means, one phrase
  bool required = false;
};

const std::vector<LessonKey>& lesson_keys();
std::vector<std::string> keys_of(const std::string& block);

/// Refuses keys that `block` does not have, and the lack of those that it must have.
void check_keys(const studies::JsonNode& node, const std::string& block);

}  // namespace omega::lessons
