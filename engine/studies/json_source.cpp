#include "studies/json_source.h"

#include <algorithm>
#include <set>

#include "core/text.h"

namespace omega::studies {

namespace {

constexpr int kDeepest = 64;

/// Where the string that begins there ends: its second quotation mark, or the end of a text that breaks off in it.
std::size_t end_of_string(const std::string& text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
  return at;
}

/// What the library says is wrong with a text, in brackets: without where, which we say ourselves, and without what it
/// read last, which it writes with a code for each line end.
std::string reason_of(const Json::parse_error& problem) {
  std::string reason = problem.what();
  const std::size_t begin = reason.find("- ");
  if (begin == std::string::npos) return {};
  reason.erase(0, begin + 2);
  if (const std::size_t last = reason.find("; last read: '"); last != std::string::npos) {
    const std::size_t end = reason.find("'; expected ", last);
    reason.erase(last, end == std::string::npos ? end : end + 1 - last);
  }
  return " (" + reason + ")";
}

/// Finds where a value begins in a text that is known to be JSON.
class PlaceFinder {
 public:
  explicit PlaceFinder(const std::string& text) : text_(text) {}

  std::size_t find(const std::vector<std::string>& path) {
    skip_space();
    for (const std::string& step : path) enter(step);
    return at_;
  }

 private:
  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  void skip_sign() {  // one of , : [ {
    ++at_;
    skip_space();
  }
  std::string read_string() {
    const std::size_t start = at_;
    at_ = end_of_string(text_, start) + 1;
    return Json::parse(text_.substr(start, at_ - start)).get<std::string>();
  }
  void skip_value() {
    int depth = 0;
    do {
      const char c = text_[at_];
      if (c == '"') {
        read_string();
        if (depth == 0) break;
        continue;
      }
      if (depth == 0 && std::string("[{").find(c) == std::string::npos) {
        at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
        break;
      }
      depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
      ++at_;
    } while (depth > 0 && at_ < text_.size());
    skip_space();
  }
  void enter(const std::string& step) {
    const bool is_object = text_[at_] == '{';
    skip_sign();
    for (std::size_t i = 0; at_ < text_.size() && text_[at_] != ']' && text_[at_] != '}'; ++i) {
      std::string key = std::to_string(i);
      if (is_object) {
        key = read_string();
        skip_space();
        skip_sign();
      }
      if (key == step) return;
      skip_value();
      if (text_[at_] == ',') skip_sign();
    }
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

/// The second of two equal keys of one object, in a text that is known to be JSON: a parser would drop one silently.
std::optional<std::pair<std::string, std::size_t>> repeated_key(const std::string& text) {
  std::vector<std::optional<std::set<std::string>>> open;  // the keys of the objects, and lists, that we are in
  bool key_is_next = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '{' || c == '[') open.emplace_back(c == '{' ? std::optional(std::set<std::string>()) : std::nullopt);
    if (c == '}' || c == ']') open.pop_back();
    if (c == '{' || c == ',') key_is_next = open.back().has_value();
    if (c != '"') continue;
    const std::size_t start = at;
    at = end_of_string(text, start);
    if (!key_is_next) continue;
    const auto key = Json::parse(text.substr(start, at + 1 - start)).get<std::string>();
    if (!open.back()->insert(key).second) return std::make_pair(key, start);
    key_is_next = false;
  }
  return std::nullopt;
}

/// Where lists and objects are nested deeper than anybody needs: code that walks them recurses as deep.
std::optional<std::size_t> too_deep(const std::string& text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"')
      at = end_of_string(text, at);
    else if (text[at] == '{' || text[at] == '[')
      depth += 1;
    else if (text[at] == '}' || text[at] == ']')
      depth -= 1;
    if (depth > kDeepest) return at;
  }
  return std::nullopt;
}

/// The first number that is beyond what a number can be, such as 1e999: where it begins and ends.
std::pair<std::size_t, std::size_t> number_beyond(const std::string& text) {
  constexpr const char* kOfNumbers = "+-.0123456789eE";
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"')
      at = end_of_string(text, at);
    else if (text[at] == '-' || ('0' <= text[at] && text[at] <= '9')) {
      const std::size_t end = std::min(text.find_first_not_of(kOfNumbers, at), text.size());
      if (!Json::accept(text.substr(at, end - at))) return {at, end};
      at = end - 1;
    }
  }
  return {0, 0};
}

std::vector<std::string> steps(Json::json_pointer path) {
  std::vector<std::string> all;
  for (; !path.empty(); path.pop_back()) all.insert(all.begin(), path.back());
  return all;
}

bool is_choice_of_sizes(const Json& json) {
  if (!json.is_object() || json.empty()) return false;
  return std::all_of(json.items().begin(), json.items().end(),
                     [](const auto& item) { return is_among(study_sizes(), item.key()); });
}

void keep_sizes_in(const Json& json, std::vector<std::string>& sizes) {
  if (is_choice_of_sizes(json)) std::erase_if(sizes, [&](const std::string& size) { return !json.contains(size); });
  if (json.is_structured())
    for (const Json& part : json) keep_sizes_in(part, sizes);
}

}  // namespace

const std::vector<std::string>& study_sizes() {
  static const std::vector<std::string> all = {"toy", "small", "paper"};
  return all;
}

std::vector<std::string> sizes_said(const std::string& text) {
  std::vector<std::string> sizes = study_sizes();
  if (!too_deep(text)) keep_sizes_in(Json::parse(text, nullptr, false), sizes);
  return sizes;
}

std::string text_of(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

Json scalar_of(const std::string& text) {
  const Json value = Json::parse(text, nullptr, false);
  return value.is_number() || value.is_boolean() ? value : Json(text);
}

std::size_t place_among(std::vector<std::string>& names, const std::string& name) {
  const auto place = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  if (place == names.size()) names.push_back(name);
  return place;
}

JsonSource::JsonSource(std::string name, std::string text, std::string size, Index first_line)
    : name_(std::move(name)), text_(std::move(text)), size_(std::move(size)), first_line_(first_line) {
  if (const auto byte = too_deep(text_))
    throw error_at_byte(*byte, "lists and objects are nested deeper than " + std::to_string(kDeepest) + " here");
  try {
    root_ = Json::parse(text_);
  } catch (const Json::parse_error& problem) {
    throw error_at_byte(problem.byte > 0 ? problem.byte - 1 : 0, "this is not JSON" + reason_of(problem));
  } catch (const Json::exception&) {  // 1e999
    const auto [begin, end] = number_beyond(text_);
    const std::string number = end > begin ? text_.substr(begin, end - begin) : "a number here";
    throw error_at_byte(begin, number + " is beyond what a number can be");
  }
  if (const auto key = repeated_key(text_))
    throw error_at_byte(key->second,
                        omega::quoted(key->first) + " stands here for the second time; only one of them can be meant");
}

/// Lines and columns are counted from 1.
Error JsonSource::error_at_byte(std::size_t byte, const std::string& sentence) const {
  const std::string before = text_.substr(0, byte);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  if (first_line_ > 0) return Error::input(name_ + ":" + std::to_string(first_line_ + lines) + ": " + sentence);
  const std::size_t start = before.rfind('\n');
  const std::size_t column = start == std::string::npos ? byte + 1 : byte - start;
  return Error::input(name_ + ", line " + std::to_string(lines + 1) + ", column " + std::to_string(column) + ": " +
                      sentence);
}

int JsonSource::line_at(const Json::json_pointer& where) const {
  const auto byte = static_cast<std::ptrdiff_t>(PlaceFinder(text_).find(steps(where)));
  const auto lines = std::count(text_.begin(), text_.begin() + byte, '\n');
  return static_cast<int>(std::max<Index>(first_line_, 1) + lines);
}

Error JsonSource::error_at(const Json::json_pointer& where, const std::string& sentence) const {
  return error_at_byte(PlaceFinder(text_).find(steps(where)), sentence);
}

std::string JsonSource::subject_at(Json::json_pointer where) const {
  if (where.empty()) return "this";
  const std::string last = where.back();
  where.pop_back();
  if (is_choice_of_sizes(root_.at(where))) return subject_at(where);
  if (!root_.at(where).is_array()) return omega::quoted(last);
  const std::string list = subject_at(where);
  return "item " + std::to_string(std::stoul(last) + 1) + " of " + (list == "this" ? "this list" : list);
}

JsonNode::JsonNode(const JsonSource& source, Json::json_pointer path)
    : source_(&source), path_(std::move(path)), json_(&source.root().at(path_)) {
  if (!is_choice_of_sizes(*json_)) return;
  if (!json_->contains(source.size())) throw error("nothing is said here for the size " + source.size());
  path_.push_back(source.size());
  json_ = &source.root().at(path_);
}

JsonNode JsonNode::at(const std::string& key) const {
  if (const auto found = find(key)) return *found;
  throw error(omega::quoted(key) + " is missing here");
}

std::optional<JsonNode> JsonNode::find(const std::string& key) const {
  if (!json_->is_object()) throw error_of_value("must be an object, { ... }");
  if (!json_->contains(key)) return std::nullopt;
  return JsonNode(*source_, path_ / key);
}

std::vector<std::string> JsonNode::keys() const {
  if (!json_->is_object()) throw error_of_value("must be an object, { ... }");
  std::vector<std::string> all;
  for (const auto& item : json_->items()) all.push_back(item.key());
  return all;
}

void JsonNode::only(const std::vector<std::string>& known) const {
  for (const std::string& key : keys())
    if (!is_among(known, key))
      throw JsonNode(*source_, path_ / key)
          .error("there is no " + omega::quoted(key) + " here" + closest_hint(key, known) + "; there can be " +
                 join(known, ", "));
}

std::vector<JsonNode> JsonNode::items() const {
  if (!json_->is_array()) throw error_of_value("must be a list, [ ... ]");
  std::vector<JsonNode> all;
  for (std::size_t i = 0; i < json_->size(); ++i) all.emplace_back(*source_, path_ / i);
  return all;
}

std::vector<JsonNode> JsonNode::one_or_more() const {
  return json_->is_array() ? items() : std::vector<JsonNode>{*this};
}

std::string JsonNode::text() const {
  if (!json_->is_string()) throw error_of_value("must be a text in double quotes");
  return json_->get<std::string>();
}

double JsonNode::number() const {
  if (!json_->is_number()) throw error_of_value("must be a number");
  return json_->get<double>();
}

Index JsonNode::whole(Index minimum, Index maximum) const {
  const bool fits =
      json_->is_number_integer() && json_->get<std::int64_t>() >= minimum && json_->get<std::int64_t>() <= maximum;
  if (!fits)
    throw error_of_value("must be a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum));
  return json_->get<Index>();
}

bool JsonNode::flag() const {
  if (!json_->is_boolean()) throw error_of_value("must be true or false");
  return json_->get<bool>();
}

std::string JsonNode::scalar() const {
  if (json_->is_string()) return json_->get<std::string>();
  if (json_->is_number() || json_->is_boolean()) return json_->dump();
  throw error_of_value("must be one word, number, true or false");
}

std::vector<std::string> JsonNode::texts() const {
  std::vector<std::string> all;
  for (const JsonNode& item : one_or_more()) all.push_back(item.text());
  return all;
}

std::string JsonNode::text_or(const std::string& key, const std::string& otherwise) const {
  const auto found = find(key);
  return found ? found->text() : otherwise;
}

bool JsonNode::flag_or(const std::string& key, bool otherwise) const {
  const auto found = find(key);
  return found ? found->flag() : otherwise;
}

std::vector<std::string> JsonNode::texts_or_none(const std::string& key) const {
  const auto found = find(key);
  return found ? found->texts() : std::vector<std::string>{};
}

}  // namespace omega::studies
