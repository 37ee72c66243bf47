#include "json_text.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace omega::command {

Json to_json(const OptionValue& value) {
  if (const auto* i = std::get_if<std::int64_t>(&value)) return *i;
  if (const auto* d = std::get_if<double>(&value)) return *d;
  if (const auto* b = std::get_if<bool>(&value)) return *b;
  if (std::holds_alternative<std::monostate>(value)) return nullptr;
  return to_string(value);
}

Json to_json(const OptionSpec& spec) {
  Json json;
  json["name"] = spec.name;
  json["title"] = spec.title;
  json["kind"] = to_string(spec.kind);
  json["default"] = to_json(spec.default_value);
  if (!spec.automatic.empty()) json["automatic"] = spec.automatic;
  if (spec.kind == OptionKind::integer || spec.kind == OptionKind::real) {
    json["minimum"] = spec.minimum;
    json["maximum"] = spec.maximum;
    json["minimum_excluded"] = spec.minimum_excluded;
  }
  if (!spec.words.empty()) json["words"] = spec.words;
  json["allowed"] = spec.allowed();
  json["help"] = spec.help;
  if (!spec.equation.empty()) json["from"] = spec.equation;
  if (!spec.shown_when_option.empty())
    json["shown_when"] = {{"option", spec.shown_when_option}, {"values", spec.shown_when_values}};
  return json;
}

Json to_json(const Options& options) {
  Json json = Json::object();
  for (const auto& [name, value] : options.values()) json[name] = to_json(value);
  return json;
}

std::string json_text(const Json& value) {
  const std::string text = value.dump(2, ' ', false, Json::error_handler_t::replace);
  // Of the characters that steer a terminal, JSON lets these stand: DEL and, after the byte C2, the C1 controls.
  std::string safe;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]),
               next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool c1 = byte == 0xC2 && next < 0xA0;
    if (!c1 && byte != 0x7F) {
      safe += text[i];
      continue;
    }
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\u%04x", c1 ? next : byte);
    safe += escaped;
    i += c1 ? 1 : 0;
  }
  return safe + "\n";
}

}  // namespace omega::command
