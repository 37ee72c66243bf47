#include "input.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "core/digest.h"
#include "core/error.h"
#include "core/named.h"
#include "core/text.h"
#include "core/token_move.h"
#include "core/words.h"
#include "estimators/registry.h"
#include "given_words.h"
#include "io/reader.h"
#include "run/request_facts.h"
#include "settings.h"
#include "synthetic/synthetic.h"
#include "turns.h"
#include "variations.h"

namespace omega::command {

namespace {

std::string file_help() {
  std::string help = "A file with queries, keys and values:";
  for (const Reader& reader : readers()) help += (reader.name == readers().front().name ? " " : "; ") + reader.title;
  return help +
         ". An .npz holds Q, K and V as tokens x dim, heads x tokens x dim or batch x heads x tokens x dim; its other "
         "arrays are taken as noise (eps, u) and parameters (mu, S, ...) by name." +
         kWithoutFolders;
}

Input load_file(const InputWords& words, const Progress& progress) {
  Loaded loaded = naming_nonfinite_options(
      [&] { return load_sequence(std::filesystem::path(words.file), words.reading.checked(), progress); });
  Input input;
  input.sequence = loaded.sequence;
  input.given = std::move(loaded.contents.others);
  input.texts = std::move(loaded.contents.texts);
  input.said = std::move(loaded.contents.said);
  input.origin = origin_of(words.file, words.preset, words.reading);
  return input;
}

Input load_preset(const InputWords& words, const Progress& progress) {
  const auto given = words.reading.checked().all_given();
  if (!given.empty())
    throw Error::input("--" + *given.begin() +
                       " says how to read a file, but --preset makes its own sequence; leave one of them out");
  const PresetChoice choice = parse_preset("--preset", words.preset);
  Input input;
  input.origin = origin_of(words.file, words.preset, words.reading);
  input.sequence = make_synthetic(find_synthetic(choice.name), choice.options, choice.seed, progress);
  return input;
}

/// Tokens in other places and arrays in place of those of the file.
void change(Input& input, const InputWords& words) {
  std::vector<TokenMove> moves;
  for (const std::string& text : words.moves) {
    const TokenMove move = parse_token_move("--move", text);
    const auto is_same = [&](const TokenMove& other) {
      return std::tie(other.kind, other.head, other.index) == std::tie(move.kind, move.head, move.index);
    };
    if (std::any_of(moves.begin(), moves.end(), is_same))
      throw Error::input("--move puts " + omega::quoted(text.substr(0, text.find('='))) +
                         " in two places; put it in one");
    moves.push_back(move);
    input.origin.options.emplace_back("move", text);
  }
  if (!moves.empty()) input.sequence = with_moved(*input.sequence, moves);
  for (const std::string& text : words.given) {
    const auto [name, array] = given_array("--given", text);
    if (!input.said_given.insert(name).second)
      throw Error::input("--given gives " + omega::quoted(name) + " twice; give it once");
    input.given.insert_or_assign(name, array);
    input.texts.erase(name);
    input.origin.options.emplace_back("given", text);
  }
}

bool is_noise(const ArraySpec& spec) { return spec.source == Source::normal || spec.source == Source::uniform; }

/// Of any of the methods, whatever its options.
bool is_noise(const std::string& name, const std::vector<Request>& requests) {
  return std::any_of(requests.begin(), requests.end(), [&](const Request& request) {
    const Variations all = variations_of(find_estimator(request.method).info);
    return std::any_of(all.arrays.begin(), all.arrays.end(),
                       [&](const auto& row) { return row.spec.name == name && is_noise(row.spec); });
  });
}

std::vector<std::string> arrays_of_method(const std::string& method) {
  const Variations all = variations_of(find_estimator(method).info);
  std::vector<std::string> names;
  for (const auto& row : all.arrays) names.push_back(row.spec.name);
  return names;
}

/// Throws where no method takes an array of that name, whatever its options.
void check_known(const std::string& name, const std::vector<Request>& requests) {
  std::vector<std::string> methods, known;
  for (const Request& request : requests) {
    if (is_among(methods, request.method)) continue;
    methods.push_back(request.method);
    const std::vector<std::string> names = arrays_of_method(request.method);
    known.insert(known.end(), names.begin(), names.end());
  }
  if (is_among(known, name)) return;
  throw Error::input(omega::quoted(name) + " is given, which " + join(methods, ", ") +
                     (methods.size() == 1 ? " does not take" : " do not take") + closest_hint(name, known) +
                     "; `omega describe METHOD` lists the arrays of a method");
}

enum class Use {
  read,
  none,
  refused  // the request cannot be run: the run says why
};

/// What becomes of an array that is given.
Use use_of(const std::string& array, const Request& request, Noise noise) {
  try {
    check_fit(request);
    const std::vector<ArraySpec> specs = arrays_of(request);
    const ArraySpec* spec = named(specs, array);
    if (spec == nullptr) return Use::none;
    return is_noise(*spec) && noise == Noise::drawn_anew ? Use::none : Use::read;
  } catch (const Error&) {
    return Use::refused;
  }
}

/// Whether a request would read an array after these changes of its options.
bool would_read(const std::string& array, const Request& request, const Changes& changes) try {
  const EstimatorInfo& info = info_of(request);
  Options options = request.options;
  for (const auto& [name, value] : changes)
    options.set(info.name, info.options, name, option_named(info.options, name)->parse(info.name, value));
  const Problem problem{request.sequence->sizes, options, request.given};
  info.check(problem);
  return named(info.arrays(problem), array) != nullptr;
} catch (const Error&) {
  return false;
}

/// "proposals=given", "evaluate=false": single changes after each of which it would; else pairs.
std::vector<std::string> ways_to_read(const std::string& array, const Request& request) {
  const EstimatorInfo& info = info_of(request);
  const Changes all = changes_of(info, request.options);
  std::vector<std::string> ways;
  for (const Change& one : all)
    if (would_read(array, request, {one})) ways.push_back(worded(info, one));
  if (!ways.empty()) return ways;
  for (const Change& one : all)
    for (const Change& other : all)
      if (one.first < other.first && would_read(array, request, {one, other}))
        ways.push_back(worded(info, one) + " and " + worded(info, other));
  return ways;
}

/// "lara reads with proposals=given, but not with these options; set that, or leave mu out"
std::string how_to_have_read(const std::string& array, const std::vector<Request>& requests) {
  for (const Request& request : requests)
    if (const std::vector<std::string> ways = ways_to_read(array, request); !ways.empty())
      return request.method + " reads with " + join(ways, " or ") +
             ", but not with these options; set that, or leave " + array + " out";
  const auto knowing = std::find_if(requests.begin(), requests.end(), [&](const Request& request) {
    return is_among(arrays_of_method(request.method), array);
  });
  return "no method reads with these options; `omega describe " +
         (knowing == requests.end() ? "METHOD" : knowing->method) + "` lists them, or leave " + array + " out";
}

}  // namespace

Options::Given ReadingWords::given() const {
  Options::Given given;
  for (const ReadOptionSpec& spec : read_option_specs()) {
    if (const auto value = values.find(spec.name); value != values.end() && value->second)
      given.emplace_back(spec.name, *value->second);
    if (const auto flag = switches.find(spec.name); flag != switches.end() && flag->second)
      given.emplace_back(spec.name, "true");
  }
  return given;
}

ReadOptions ReadingWords::checked() const {
  ReadOptions options;
  for (const auto& [name, value] : given()) options.set(name, value);
  return options;
}

void check_one_input(const std::string& file, const std::string& preset) {
  if (!file.empty() && !preset.empty())
    throw Error::input("--input and --preset each name an input; give only one of them");
}

void check_reading(const ReadingWords& reading, const std::string& file) {
  const Options::Given given = reading.given();
  if (file.empty() && !given.empty())
    throw Error::input("--" + given.front().first +
                       " says how to read a file, and there is none; a preset has options of its own, such as "
                       "--preset minilm:layer=3");
}

Origin origin_of(const std::string& file, const std::string& preset, const ReadingWords& reading) {
  Origin origin{std::filesystem::path(file).filename().string(), preset, {}};
  for (const auto& [name, value] : reading.given())
    origin.options.emplace_back(name, reading.switches.contains(name) ? "" : value);
  return origin;
}

void add_reading_options(Arguments& arguments, ReadingWords& words, const std::string& layers) {
  for (const ReadOptionSpec& spec : read_option_specs()) {
    std::string help = spec.help;
    if (const std::size_t at = help.find(kFirstLayer); at != std::string::npos && !layers.empty())
      help.replace(at, std::string_view(kFirstLayer).size(), layers);
    if (spec.value.empty())
      arguments.flag(words.switches[spec.name], "--" + spec.name, help);
    else
      arguments.option(words.values[spec.name], "--" + spec.name, spec.value, help);
  }
}

void add_input_options(Arguments& arguments, InputWords& words) {
  arguments.option(words.file, "--input", "FILE", file_help());
  arguments.option(
      words.preset, "--preset", "PRESET",
      "A synthetic sequence in place of a file: a name that `omega synth --list` shows, or NAME:option=value,... with "
      "`seed` among the options.");
  add_reading_options(arguments, words.reading);
  arguments.repeated(words.moves, "--move", "q:H:I=X,Y,..",
                     "Put query I of head H, both counted from 0, at these coordinates, or with k in place of q a key; "
                     "may be repeated. They are in the units of the input, before the scale.");
  arguments.repeated(words.given, "--given", "NAME=[..]",
                     "Noise or a parameter as numbers in brackets, as in mu=[[0.5,1],[2,-1]], in place of an array of "
                     "the input; may be repeated. `omega describe METHOD` lists them with their shapes.");
}

Input load_input(const InputWords& words, const Progress& progress) {
  check_one_input(words.file, words.preset);
  Input input = words.preset.empty() ? load_file(words, progress) : load_preset(words, progress);
  change(input, words);
  Arrays all = input.given;
  all.insert({{"Q", input.sequence->q}, {"K", input.sequence->k}, {"V", input.sequence->v}});
  input.digest = digest(all);
  return input;
}

std::string origin_words(const Origin& origin) {
  std::string words =
      origin.file.empty() ? " --preset " + shell_word(origin.preset) : " --input " + shell_word(origin.file);
  for (const auto& [name, value] : origin.options)
    words += " --" + name + (value.empty() ? "" : " " + shell_word(value));
  return words;
}

Json origin_json(const Origin& origin, const std::vector<std::string>& how) {
  Json json{{origin.file.empty() ? "preset" : "file", origin.file.empty() ? origin.preset : origin.file}};
  json["options"] = Json::object();
  for (const auto& [name, value] : origin.options) json["options"][name] = value.empty() ? Json(true) : Json(value);
  json["how"] = how;
  return json;
}

std::string nonfinite_sentence(const Error& error) {
  const std::string sentence = error.what();
  const std::size_t at = sentence.rfind(kNonFiniteAdvice);
  if (at == std::string::npos) return "";
  return sentence.substr(0, at) + "--zero-nonfinite reads them as 0, --allow-nonfinite as they are";
}

Error with_file(const Error& error, const Origin& origin) {
  if (origin.file.empty() || error.kind() != Error::Kind::input) return error;
  return Error::input(std::string(error.what()) + " (the input is " + omega::quoted(origin.file) + ")");
}

void refuse_words(const Input& input, const std::vector<std::string>& methods) {
  if (input.texts.empty()) return;
  for (const std::string& method : methods)
    for (const std::string& name : arrays_of_method(method))
      if (input.texts.contains(name))
        throw Error::input("the member " + name + " of the input holds words, but " + method +
                           " takes numbers by this name; save it as numbers or leave it out");
}

void refuse_unread(const Input& input, const std::vector<Request>& requests, Noise noise) {
  for (const std::string& name : input.said_given) {
    std::set<Use> uses;
    for (const Request& request : requests) uses.insert(use_of(name, request, noise));
    if (uses.contains(Use::read)) continue;
    check_known(name, requests);
    if (uses.contains(Use::refused)) continue;
    throw Error::input(omega::quoted(name) + " is given, " +
                       (noise == Noise::drawn_anew && is_noise(name, requests)
                            ? "but each draw here has noise of its own; leave it out, or ask `omega estimate`"
                            : "which " + how_to_have_read(name, requests)));
  }
}

void leave_out_causal_advice(Input& input, const std::vector<Request>& requests) {
  const auto is_causal = [](const Request& request) { return request.options.is_causal(); };
  if (std::all_of(requests.begin(), requests.end(), is_causal)) input.said = without_causal_advice(input.said);
}

std::string said_text(const std::vector<std::string>& how) {
  std::string text;
  for (const std::string& sentence : how) text += "# " + sentence + "\n";
  return text;
}

}  // namespace omega::command
