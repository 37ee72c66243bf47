// omega describe METHOD: everything an estimator says about itself.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "core/text.h"
#include "description.h"
#include "estimators/registry.h"
#include "json_text.h"

namespace omega::command {

Subcommand describe_command() {
  Manual manual;
  manual.synopsis = {"describe METHOD [--json]"};
  manual.description = {
      "Shows what a method estimates, its equations, every option (type, range, default, when it matters, where it "
      "comes from), the arrays of noise and parameters it takes, the outputs it gives, what holds of it and what it "
      "costs.",
      "Shapes are those of one head. Inputs of rank 3 or 4 put their leading axes before them; a noise or parameter "
      "array may leave them out and is then shared by all heads."};
  manual.examples = {{"omega describe lara", "The page of one method."},
                     {"omega describe lara --json", "The same for programs."}};
  return {"describe", "all about one method", manual, [](Arguments& arguments) {
            const auto method = std::make_shared<std::string>();
            arguments.positional(*method, "METHOD", "One of the names that `omega list` shows.");
            return [method](const Settings& settings) {
              require(!method->empty(), "describe", "METHOD");
              const EstimatorInfo& info = find_estimator(*method).info;
              std::cout << (settings.json ? json_text(description_json(info)) : description_text(info));
            };
          }};
}

}  // namespace omega::command
