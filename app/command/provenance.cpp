#include "provenance.h"

#include <nlohmann/json.hpp>

#include "json_text.h"
#include "settings.h"

namespace omega::command {

namespace {

std::string command_of(const Request& request) {
  std::string text = "omega estimate --method " + request.method;
  for (const auto& [name, value] : request.options.values())
    if (!std::holds_alternative<std::monostate>(value)) text += " --opt " + name + "=" + to_string(value);
  text += " --seed " + std::to_string(request.stream.seed) + " --draw " + std::to_string(request.stream.draw);
  return text + " --precision " + precision_name(request.precision);
}

}  // namespace

std::string provenance(const Request& request, const std::string& digest) {
  const Json json{{"program", "omega"}, {"version", OMEGA_VERSION}, {"command", command_of(request)}, {"method", request.method},
                  {"options", to_json(request.options)}, {"seed", request.stream.seed}, {"draw", request.stream.draw},
                  {"precision", precision_name(request.precision)}, {"data", digest}};
  return json.dump(-1, ' ', true);
}

std::string provenance_of_preset(const std::string& preset, const Options& options, std::uint32_t seed) {
  std::string command = "omega synth " + preset;
  for (const auto& [name, value] : options.values())
    if (!std::holds_alternative<std::monostate>(value)) command += " --" + name + " " + to_string(value);
  command += " --seed " + std::to_string(seed);
  const Json json{{"program", "omega"}, {"version", OMEGA_VERSION}, {"command", command}, {"preset", preset}, {"options", to_json(options)}, {"seed", seed}};
  return json.dump(-1, ' ', true);
}

}  // namespace omega::command
