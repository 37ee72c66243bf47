// omega describe METHOD: everything an estimator says about itself; or what a word of the glossary means.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "core/error.h"
#include "core/text.h"
#include "description.h"
#include "estimators/registry.h"
#include "glossary/glossary.h"
#include "json_text.h"
#include "manual.h"

namespace omega::command {

namespace {

std::string word_text(const glossary::Entry& word) {
  std::string text = word.name + (word.forms.empty() ? "" : "  (" + join(word.forms, ", ") + ")") + "\n";
  for (const std::string& paragraph : split(word.text, "\n\n")) text += wrapped(glossary::plain_text(paragraph), 2);
  return text;
}

Json word_json(const glossary::Entry& word) {
  return {{"word", word.name}, {"also", word.forms}, {"text", glossary::plain_text(word.text)}};
}

/// A method goes before a word of the same name: `is`, `softmax`.
const glossary::Entry* word_of(const std::string& name) {
  const auto& all = estimators();
  const bool is_method = std::any_of(all.begin(), all.end(), [&](const Estimator& e) { return e.info.name == name; });
  return is_method ? nullptr : glossary::find_word(name);
}

const EstimatorInfo& method_called(const std::string& name) try {
  return find_estimator(name).info;
} catch (const Error& error) {
  throw Error::input(std::string(error.what()) + "; or give a word such as bias" +
                     closest_hint(name, glossary::written_words()));
}

}  // namespace

Subcommand describe_command() {
  Manual manual;
  manual.synopsis = {"describe METHOD [--json]", "describe WORD [--json]"};
  manual.description = {
      "Shows what a method estimates, its equations, every option (type, range, default, when it matters, where it "
      "comes from), the arrays of noise and parameters it takes, the outputs it gives, what holds of it and what it "
      "costs.",
      "Shapes are those of one head. Inputs of rank 3 or 4 put their leading axes before them; a noise or parameter "
      "array may leave them out and is then shared by all heads.",
      "Of a word that outputs and lessons use, such as bias, variance or ESS, it says what it means."};
  manual.examples = {{"omega describe lara", "The page of one method."},
                     {"omega describe ess", "What a word means."},
                     {"omega describe lara --json", "The same for programs."}};
  return {"describe", "all about one method", manual, [](Arguments& arguments) {
            const auto method = std::make_shared<std::string>();
            arguments.positional(*method, "METHOD",
                                 "One of the names that `omega list` shows, or a word such as bias.");
            return [method](const Settings& settings) {
              require(!method->empty(), "describe", "METHOD");
              if (const glossary::Entry* word = word_of(*method))
                return show(
                    settings, [&] { return word_text(*word); }, [&] { return word_json(*word); });
              const EstimatorInfo& info = method_called(*method);
              show(
                  settings, [&] { return description_text(info); }, [&] { return description_json(info); });
            };
          }};
}

}  // namespace omega::command
