#include "provenance.h"

#include <nlohmann/json.hpp>

#include "about/about.h"
#include "core/text.h"
#include "json_text.h"
#include "settings.h"

namespace omega::command {

namespace {

/// A name of a file may hold any bytes; JSON may not.
std::string one_line(const Json& json) { return json.dump(-1, ' ', true, Json::error_handler_t::replace); }

}  // namespace

std::string command_of(const Request& request, const Origin& origin) {
  std::string text = "omega estimate --method " + request.method + origin_words(origin);
  for (const auto& [name, value] : request.options.values())
    if (!std::holds_alternative<std::monostate>(value)) text += " --opt " + shell_word(name + "=" + to_string(value));
  text += " --seed " + std::to_string(request.stream.seed) + " --draw " + std::to_string(request.stream.draw);
  if (request.want) text += " --want " + join({request.want->begin(), request.want->end()}, ",");
  return text + " --precision " + precision_name(request.precision);
}

std::string provenance(const Request& request, const Input& input, const std::string& backend) {
  const Json json{{"program", "omega"},
                  {"version", program_version()},
                  {"command", command_of(request, input.origin)},
                  {"input", origin_json(input.origin, input.said)},
                  {"method", request.method},
                  {"options", to_json(request.options)},
                  {"seed", request.stream.seed},
                  {"draw", request.stream.draw},
                  {"precision", precision_name(request.precision)},
                  {"backend", backend},
                  {"data", input.digest}};
  return one_line(json);
}

std::string provenance_of_preset(const std::string& preset, const Options& options, std::uint32_t seed) {
  std::string command = "omega synth " + preset;
  for (const auto& [name, value] : options.values())
    if (!std::holds_alternative<std::monostate>(value)) command += " --" + name + " " + to_string(value);
  command += " --seed " + std::to_string(seed);
  const Json json{{"program", "omega"}, {"version", program_version()}, {"command", command},
                  {"preset", preset},   {"options", to_json(options)},  {"seed", seed}};
  return one_line(json);
}

}  // namespace omega::command
