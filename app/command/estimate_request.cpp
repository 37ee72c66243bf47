#include "estimate_request.h"

#include "core/named.h"
#include "run/pooled_map.h"
#include "run/request_facts.h"
#include "run/runner.h"

namespace omega::command {

namespace {

/// "out of y, attention, ...": what --want may name.
std::string outputs_text(const Request& request) { return "out of " + join(names_of(outputs_of(request)), ", "); }

}  // namespace

Request request_of(const EstimateWords& words, const Settings& settings, const Input& input) {
  Options::Given given;
  std::set<std::string> names;
  for (const std::string& option : words.options) {
    given.push_back(assignment("--opt", option));
    if (!names.insert(given.back().first).second)
      throw Error::input("--opt sets " + omega::quoted(given.back().first) + " twice; set it once");
  }
  Request request = make_request(input.sequence, words.method, given);
  request.given = given_of_file(request, input.given);
  request.stream = {seed_number("--seed", words.seed), seed_number("--draw", words.draw)};
  request.precision = settings.precision;
  request.backend = settings.backend;
  if (words.want) {
    const auto wanted = comma_list("--want", *words.want, "names with commas between them, " + outputs_text(request));
    request.want = std::set<std::string>(wanted.begin(), wanted.end());
  }
  return request;
}

}  // namespace omega::command
