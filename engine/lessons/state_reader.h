// States of lessons, read: what a step sets is laid over what was set before it.
#pragma once

#include "lessons/lesson.h"

namespace omega::lessons {

/// Throws Error::input with file and line.
void read_state(const studies::JsonNode& node, LessonState& state);

/// An object of options, each checked by `specs`.
Options::Given read_options(const studies::JsonNode& node, const std::string& owner,
                            const std::vector<OptionSpec>& specs);
/// Which of these words the node is.
std::size_t one_of(const studies::JsonNode& node, const std::vector<std::string>& words);

/// Runs `action`; what it throws is thrown again with the place of this node.
void checked_at(const studies::JsonNode& node, const std::function<void()>& action);

struct ViewKey {
  std::string name;
  Json usual;                      // in a new document
  std::vector<std::string> words;  // none: true or false, or a number
  Json::json_pointer place() const;
};
/// What a lesson can set of the view, as a session's document has it; "plane.line" is in its object plane.
const std::vector<ViewKey>& view_keys();

}  // namespace omega::lessons
