#include "lessons/marks.h"

#include <algorithm>

#include "core/named.h"
#include "estimators/registry.h"
#include "importance/problem.h"

namespace omega::lessons {

namespace {

using Words = std::vector<std::string>;

std::string unknown(const std::string& mark, const std::string& what, const std::string& word, const Words& known) {
  return "there is no mark " + omega::quoted(mark) + ": " + what + " has no " + omega::quoted(word) +
         closest_hint(word, known) +
         (known.empty() ? "; it is marked as a whole" : "; there can be " + join(known, ", "));
}

/// The words that may follow those before.
Words following(const PanelMarks& marks, const Words& before, const LessonState& state) {
  Words cards;
  for (const LessonCard& card : state.cards) cards.push_back(card.name());
  if (before.size() == 1) {
    Words words = marks.parts;
    if (marks.has_cards) words.insert(words.end(), cards.begin(), cards.end());
    std::vector<const std::vector<OptionSpec>*> options;
    if (marks.panel == "workload") options = {&find_synthetic(state.preset).options};
    if (marks.panel == "chance")
      options = {&importance::plan_options(), &importance::method_options(), &importance::integrand_options()};
    for (const auto* specs : options)
      for (const OptionSpec& spec : *specs)
        if (!is_among(words, spec.name)) words.push_back(spec.name);
    return words;
  }
  if (before.size() > 2 || marks.panel == "workload") return {};
  if (marks.panel != "estimators") return is_among(marks.parts, before[1]) ? cards : Words();
  const LessonCard* card = state.card(before[1]);
  return card ? names_of(find_estimator(card->method).info.options) : Words();
}

}  // namespace

const std::vector<PanelMarks>& panel_marks() {
  static const std::vector<PanelMarks> table = {
      {"workload", {"preset"}, false},
      {"estimators", {}, true},
      {"attention", {"legend"}, true},
      {"model_view", {}, false},
      {"weights", {"bars", "ess", "legend"}, true},
      {"mis", {"shares", "omega", "proposals"}, false},
      {"output", {"truth", "cloud", "bias", "ellipse", "mse", "legend"}, true},
      {"control_variates", {"g", "h", "beta", "spread"}, false},
      {"convergence", {"slope", "points", "legend"}, true},
      {"kernels", {"kernel", "variance", "parameters", "legend"}, true},
      {"numbers", {"mse", "bias2", "variance", "ess", "nonpositive", "cost", "legend"}, true},
      {"omega_space", {"target", "samples", "proposals", "query", "keys", "legend"}, true},
      {"inspector", {"equations", "numbers"}, false},
      {"scaling", {"times", "crossing"}, false},
      {"jobs", {}, false},
      {"chance",
       {"curves", "estimate", "truth", "stems", "replicates", "bias", "width", "ess", "beta", "numbers"},
       false},
      {"studies", {}, false},
      {"train_runs", {}, false},
      {"train_new", {}, false},
      {"train_curves", {}, false},
      {"train_measures", {}, false},
      {"train_examples", {}, false},
      {"train_confusion", {}, false},
      {"train_heads", {}, false},
      {"train_kernels", {}, false},
  };
  return table;
}

bool is_part(const std::string& panel, const std::string& word) {
  return std::any_of(panel_marks().begin(), panel_marks().end(),
                     [&](const PanelMarks& one) { return one.panel == panel && is_among(one.parts, word); });
}

std::vector<std::string> panel_names() {
  Words names;
  for (const PanelMarks& marks : panel_marks()) names.push_back(marks.panel);
  return names;
}

std::vector<std::string> known_marks(const LessonState& state) {
  Words all;
  for (const PanelMarks& marks : panel_marks()) {
    all.push_back(marks.panel);
    for (const std::string& part : following(marks, {marks.panel}, state)) {
      all.push_back(marks.panel + "." + part);
      for (const std::string& last : following(marks, {marks.panel, part}, state))
        all.push_back(marks.panel + "." + part + "." + last);
    }
  }
  return all;
}

std::string refuse_panel(const std::string& panel) {
  const Words names = panel_names();
  if (is_among(names, panel)) return "";
  return "there is no panel " + omega::quoted(panel) + closest_hint(panel, names) + "; there are " + join(names, ", ");
}

std::string refuse_mark(const std::string& mark, const LessonState& state) {
  const Words words = split(mark, ".");
  if (std::string problem = refuse_panel(words[0]); !problem.empty()) return problem;
  const auto marks = std::find_if(panel_marks().begin(), panel_marks().end(),
                                  [&](const PanelMarks& one) { return one.panel == words[0]; });
  for (std::size_t i = 1; i < words.size(); ++i) {
    const Words before(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i));
    const Words known = following(*marks, before, state);
    if (!is_among(known, words[i])) return unknown(mark, join(before, "."), words[i], known);
  }
  return "";
}

std::vector<std::string> marks_of_event(const std::string& event) {
  if (event == "dragged") return {"omega_space.query", "omega_space.key", "omega_space.proposal"};
  if (event == "clicked") return {"query", "key", "sample", "proposal", "estimator"};
  if (event == "measured") return {"convergence", "scaling"};
  return panel_names();  // hovered, opened
}

std::string refuse_event(const std::string& event, const std::string& what) {
  const Words known = marks_of_event(event);
  if (is_among(known, what)) return "";
  return event + "() knows no " + omega::quoted(what) + closest_hint(what, known) + "; there can be " +
         join(known, ", ");
}

}  // namespace omega::lessons
