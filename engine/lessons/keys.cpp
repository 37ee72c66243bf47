#include "lessons/keys.h"

#include "core/text.h"

namespace omega::lessons {

const std::vector<LessonKey>& lesson_keys() {
  static const std::vector<LessonKey> table = {
      {"lesson", "format", "1", "the format of the file", true},
      {"lesson", "name", "a word of small letters, digits and -", "by which other lessons need it", true},
      {"lesson", "goal", "a text of at most 30 words", "what is understood at its end", true},
      {"lesson", "minutes", "a number above 0, at most 180", "how long it takes in class", true},
      {"lesson", "needs", "a list of names of lessons", "what should come before", false},
      {"lesson", "start", "a state", "what the first step opens with", false},
      {"lesson", "language", "a code such as en", "the language of its text", false},
      {"step", "set", "a state", "what changes when the step opens", false},
      {"step", "show", "a list of panels", "what is shown, the largest first", false},
      {"step", "light", "a list of marks", "what is pointed at", false},
      {"step", "hide", "a list of marks", "what is covered until the question is answered", false},
      {"step", "do", "a text of at most 12 words", "the task", false},
      {"step", "when", "a condition", "when the task is done", false},
      {"step", "ask", "a question", "what is to be predicted first", false},
      {"step", "claims", "a list of claims", "what the engine must say for the text to be true", false},
      {"step", "minutes", "a number above 0, at most 60", "how long the step takes", false},
      {"step", "self_study", "true or false", "whether a lecture leaves it out", false},
      {"state", "workload", "a preset, such as three_clusters:radius=2,seed=7", "the sequence", false},
      {"state", "cards", "a list of methods, each with its options or without",
       "the estimators, in place of all before", false},
      {"state", "seed", "a whole number from 0 to 4294967295", "the seed of the noise", false},
      {"state", "draw", "a whole number from 0 to 4294967295", "the number of the draw", false},
      {"state", "output_draws", "a whole number from 1 to 1024", "how many estimates the output panel draws", false},
      {"state", "selection", "an object with query, key, head, sample, proposal, card",
       "what is selected, counted from 0; card is a card's name, such as rfa b", false},
      {"state", "view", "an object with settings of the view", "how things are shown", false},
      {"state", "chance", "a preset of omega chance, or an object with preset and what differs",
       "the game of the playground", false},
      {"ask", "question", "a text of at most 40 words", "what is asked", true},
      {"ask", "answers", "a list of 2 to 6 answers", "what can be chosen", false},
      {"ask", "value", "an expression", "the number that is to be guessed", false},
      {"ask", "within", "an expression", "how far from it a guess may be", false},
      {"ask", "say", "a text of at most 40 words", "what is said after a guess", false},
      {"answer", "text", "a text of at most 20 words", "the answer", true},
      {"answer", "right", "true or false", "whether it is the right one", false},
      {"answer", "say", "a text of at most 40 words", "what is said to whoever chose it", false},
      {"claim", "id", "a word", "what it is called when it does not hold", true},
      {"claim", "runs", "an object of runs, each by its name", "what the engine is asked", true},
      {"claim", "value", "an expression", "the number of one seed", true},
      {"claim", "over", "a whole number from 1 to 200", "how many seeds; 20 where it is not said", false},
      {"claim", "stat", "one of median, count, all, max, min, ratio", "what is made of the values of all seeds", false},
      {"claim", "in", "a list of two numbers", "the interval in which it must lie, ends included", true},
      {"claim", "false_alarm", "a number from 0 to 0.05", "the chance that fresh seeds fail though all is right", true},
      {"run", "command", "one of compare, estimate, chance, study", "what is run", true},
      {"run", "preset", "a preset, such as three_clusters:radius=2", "the sequence; of chance the game", false},
      {"run", "method", "a method", "the estimator", false},
      {"run", "options", "an object of options", "those of the method that differ from its defaults", false},
      {"run", "budget", "a whole number, or a list of them", "compare: of the method's budget option", false},
      {"run", "draws", "a whole number from 0 to 10000", "compare: how many draws; 0 counts costs only", false},
      {"run", "given", "an object of lists of numbers", "parameters of the method, such as mu, row by row", false},
      {"run", "set", "an object", "chance: what differs from the preset", false},
      {"run", "study", "a study", "study: which one", false},
      {"run", "size", "one of toy, small", "study: its size; toy where it is not said", false},
  };
  return table;
}

std::vector<std::string> keys_of(const std::string& block) {
  std::vector<std::string> names;
  for (const LessonKey& key : lesson_keys())
    if (key.block == block) names.push_back(key.name);
  return names;
}

void check_keys(const studies::JsonNode& node, const std::string& block) {
  node.only(keys_of(block));
  for (const LessonKey& key : lesson_keys())
    if (key.block == block && key.required && !node.find(key.name))
      throw node.error(omega::quoted(key.name) + " is missing here: " + key.takes + ", " + key.says);
}

}  // namespace omega::lessons
