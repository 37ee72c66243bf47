// JsonSource: a JSON text that knows where its values stand, so that what is wrong in a file can be said with line and
// column. JsonNode: one value of it. Whoever reads a node says what it must be; the node says where that fails.
//
// A value may depend on the size of a study: {"small": 64, "paper": 1024} stands for one of the two. A node looks
// through it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/matrix.h"

namespace omega::studies {

using Json = nlohmann::ordered_json;

/// The sizes a study can be run at: `toy` ends at once and shows only that everything works.
const std::vector<std::string>& study_sizes();

/// Those of them at which `text` says all its values; all where it cannot be read, or says none by size.
std::vector<std::string> sizes_said(const std::string& text);

/// A word as it is, whatever else as JSON writes it.
std::string text_of(const Json& value);
/// A number or a switch as itself, all else as a word.
Json scalar_of(const std::string& text);

/// Where `name` stands among names that are kept each once, in the order in which they come; a new one is added.
std::size_t place_among(std::vector<std::string>& names, const std::string& name);

class JsonSource {
 public:
  /// `name` is what errors call it. Throws Error::input with line and column where the text is not JSON.
  /// `first_line`: above 0 for a part of a larger file, where the text begins on that line: errors then begin with
  /// "name:line: ", as those of compilers.
  JsonSource(std::string name, std::string text, std::string size, Index first_line = 0);

  const Json& root() const { return root_; }
  const std::string& text() const { return text_; }
  const std::string& size() const { return size_; }
  Error error_at(const Json::json_pointer& where, const std::string& sentence) const;
  /// What a sentence about the value begins with: its key, since a line can have several and a table has no lines:
  /// "over", item 2 of "in"; of all of the text "this".
  std::string subject_at(Json::json_pointer where) const;
  int line_at(const Json::json_pointer& where) const;

 private:
  Error error_at_byte(std::size_t byte, const std::string& sentence) const;

  std::string name_, text_, size_;
  Index first_line_ = 0;
  Json root_;
};

class JsonNode {
 public:
  explicit JsonNode(const JsonSource& source, Json::json_pointer path = Json::json_pointer());

  const Json& json() const { return *json_; }
  Error error(const std::string& sentence) const { return source_->error_at(path_, sentence); }
  /// The same, where the sentence is about the value itself: it begins with its key, or with "this".
  Error error_of_value(const std::string& rest) const { return error(subject() + " " + rest); }
  std::string subject() const { return source_->subject_at(path_); }
  int line() const { return source_->line_at(path_); }

  // Objects.
  JsonNode at(const std::string& key) const;  // must be there
  std::optional<JsonNode> find(const std::string& key) const;
  std::vector<std::string> keys() const;
  void only(const std::vector<std::string>& known) const;  // any other key is an error

  // Values.
  std::vector<JsonNode> items() const;        // of a list
  std::vector<JsonNode> one_or_more() const;  // of a list, or the value itself
  std::string text() const;
  double number() const;
  Index whole(Index minimum, Index maximum) const;
  bool flag() const;
  /// A word, number or switch as an option's text.
  std::string scalar() const;
  std::vector<std::string> texts() const;

  std::string text_or(const std::string& key, const std::string& otherwise) const;
  bool flag_or(const std::string& key, bool otherwise) const;
  std::vector<std::string> texts_or_none(const std::string& key) const;

 private:
  const JsonSource* source_;
  Json::json_pointer path_;
  const Json* json_;
};

}  // namespace omega::studies
