#include "input.h"

#include <filesystem>

#include "core/error.h"
#include "core/text.h"
#include "digest.h"
#include "io/npz.h"
#include "preset_words.h"
#include "synthetic/synthetic.h"

namespace omega::command {

namespace {

Array take(Arrays& arrays, const std::string& name, const std::string& file) {
  const auto found = arrays.find(name);
  if (found == arrays.end()) {
    std::vector<std::string> names;
    for (const auto& [member, array] : arrays) names.push_back(member + " (" + to_string(array.shape()) + ")");
    throw Error::input(omega::quoted(file) + " has no array " + name + "; Q, K and V are needed, and it holds " +
                       (names.empty() ? "none" : join(names, ", ")));
  }
  Array array = found->second;
  return array;
}

}  // namespace

void add_input_options(Arguments& arguments, InputWords& words) {
  arguments.option(words.file, "--input", "FILE",
                   "An .npz file with Q, K and V: tokens x dim, heads x tokens x dim or batch x heads x tokens x dim, float32 or "
                   "float64. Its other arrays are taken as noise (eps, u) and parameters (mu, S, ...) by name.");
  arguments.option(words.preset, "--preset", "PRESET",
                   "A synthetic sequence in place of a file: a name that `omega synth --list` shows, or NAME:option=value,... with "
                   "`seed` among the options.");
}

namespace {

Input load_file(const InputWords& words) {
  Arrays arrays = read_arrays(words.file);
  Input input;
  input.digest = digest(arrays);
  const std::string title = std::filesystem::path(words.file).filename().string();
  const Array q = take(arrays, "Q", words.file), k = take(arrays, "K", words.file), v = take(arrays, "V", words.file);
  try {
    input.sequence = Sequence::make(q, k, v, title);
  } catch (const Error& error) {
    throw Error::input(omega::quoted(words.file) + ": " + error.what());
  }
  for (const char* name : {"Q", "K", "V"}) arrays.erase(name);
  input.given = std::move(arrays);
  return input;
}

Input load_preset(const InputWords& words) {
  const PresetChoice choice = parse_preset(words.preset);
  Input input;
  input.sequence = make_synthetic(find_synthetic(choice.name), choice.options, choice.seed);
  input.digest = digest({{"Q", input.sequence->q}, {"K", input.sequence->k}, {"V", input.sequence->v}});
  return input;
}

}  // namespace

Input load_input(const InputWords& words) {
  if (!words.file.empty() && !words.preset.empty()) throw Error::input("--input and --preset are two inputs; give one of them");
  return words.preset.empty() ? load_file(words) : load_preset(words);
}

}  // namespace omega::command
