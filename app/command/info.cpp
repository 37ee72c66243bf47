// omega info FILE: what is in a file, and how it would be read as queries, keys and values.
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "core/error.h"
#include "core/text.h"
#include "input.h"
#include "io/reader.h"
#include "json_text.h"
#include "progress_meter.h"
#include "table.h"

namespace omega::command {

namespace {

struct InfoWords {
  std::string file;
  ReadingWords reading;
};

/// A file looked at: what it holds, and what it gives or why it gives nothing.
struct Look {
  std::string name;
  std::uint64_t size = 0;
  const Reader* reader = nullptr;
  std::vector<Entry> entries;
  std::optional<Outline> outline;
  std::optional<Error> problem;
};

Look look_at(const InfoWords& words, const Settings& settings) {
  const ReadOptions options = words.reading.checked();
  InputFile file = InputFile::open(words.file);
  ProgressMeter meter("reading", settings.quiet);
  const Progress progress = meter.part(0, 1);
  file.watch(progress);
  Look look{file.name(), file.size(), &reader_for(file), {}, {}, {}};
  try {
    look.outline = naming_nonfinite_options([&] { return outline_sequence(file, options); });
    look.entries = look.outline->entries;
  } catch (const Error& error) {
    look.entries = look.reader->list(file);
    look.problem = error;
  }
  return look;
}

std::string type_text(const Outline::Part& part) { return part.type ? to_string(*part.type) : "float32 or float64"; }

Json part_json(const Outline::Part& part) { return {{"type", type_text(part)}, {"shape", part.shape}}; }

Json as_json(const Look& look) {
  Json json{{"file", look.name}, {"format", look.reader->name}, {"bytes", look.size}, {"arrays", Json::array()}};
  for (const Entry& entry : look.entries)
    json["arrays"].push_back(
        {{"name", entry.name}, {"type", entry.type}, {"shape", entry.shape}, {"bytes", entry.bytes}});
  if (look.problem) json["problem"] = look.problem->what();
  if (!look.outline) return json;
  const Outline& outline = *look.outline;
  json["read_as"] = {{"q", part_json(outline.q)}, {"k", part_json(outline.k)}, {"v", part_json(outline.v)}};
  json["read_as"]["grid"] = outline.grid ? Json{outline.grid->height, outline.grid->width} : Json();
  json["read_as"]["labels"] = outline.labels;
  json["read_as"]["how"] = outline.said;
  return json;
}

std::string as_text(const Look& look) {
  constexpr std::size_t kWidestName = 80;
  std::string text = shown(look.name) + ": " + look.reader->title + ", " + readable_size(look.size) + "\n\n";
  Table table({"array", "type"}, {"shape", "bytes"});
  for (const Entry& entry : look.entries)
    table.add({shortened(shown(entry.name), kWidestName), shown(entry.type), to_string(entry.shape),
               std::to_string(entry.bytes)});
  text += table.text();
  if (!look.outline) return text;
  const Outline& outline = *look.outline;
  text += "\nread as attention input:\n";
  for (const auto& [name, part] : {std::pair("q", &outline.q), std::pair("k", &outline.k), std::pair("v", &outline.v)})
    text += std::string("  ") + name + "  " + to_string(part->shape) + " " + type_text(*part) + "\n";
  for (const std::string& sentence : outline.said) text += "  " + sentence + "\n";
  return text;
}

void info(const InfoWords& words, const Settings& settings) {
  require(!words.file.empty(), "info", "FILE");
  const Look look = look_at(words, settings);
  std::cout << (settings.json ? json_text(as_json(look)) : as_text(look));
  // The list is of use even where the file is no attention input; scripts see by the exit code that it is none.
  if (look.problem) throw *look.problem;
}

Manual manual_of_info() {
  Manual manual;
  manual.synopsis = {
      "info FILE [--json] [--layer N] [--head N] [--heads N] [--kv-heads N] [--q NAME --k NAME --v NAME | --qkv NAME] "
      "[...]"};
  manual.description = {
      "Lists what is in a file (arrays with type, shape and bytes) and how it would be read as queries, keys and "
      "values. The input options are those of `omega estimate` and `omega compare`, so that they can be tried here "
      "first: for a model, `--layer 3` says which tensors would be q, k and v of that layer.",
      "A file that can be listed but not read as attention input ends with exit code 2 after its list, and says what "
      "is missing. Of a file of arrays whose headers tell all this, only they are read, so that a file of any size "
      "answers at once; values that are not finite are found when it is used."};
  for (const Reader& reader : readers()) {
    std::string paragraph = reader.name + ": " + reader.title + ".";
    for (const std::string& option : reader.options)
      paragraph += (&option == &reader.options.front() ? " Options: --" : ", --") + option;
    manual.description.push_back(paragraph);
  }
  manual.examples = {{"omega info seq.npz", "All arrays, and which are queries, keys and values."},
                     {"omega info picture.png --patch 16", "Pixels, patches and the grid."},
                     {"omega info text.txt --tokens bytes --json", "The same for programs, with the tokens."}};
  return manual;
}

}  // namespace

Subcommand info_command() {
  return {"info", "what is in a file and how it would be read", manual_of_info(), [](Arguments& arguments) {
            const auto words = std::make_shared<InfoWords>();
            arguments.positional(words->file, "FILE", "Any file that --input of the other subcommands takes.");
            add_reading_options(arguments, words->reading);
            return [words](const Settings& settings) { info(*words, settings); };
          }};
}

}  // namespace omega::command
