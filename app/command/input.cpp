#include "input.h"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "core/error.h"
#include "core/text.h"
#include "digest.h"
#include "io/npz.h"

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

void add_input_options(CLI::App& app, InputWords& words) {
  app.add_option("--input", words.file, "An .npz file with Q, K and V: tokens x dim, heads x tokens x dim or batch x heads x "
                                        "tokens x dim, float32 or float64. Its other arrays are taken as noise (eps, u) and "
                                        "parameters (mu, S, ...) by name.")->type_name("FILE");
}

Input load_input(const InputWords& words) {
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

}  // namespace omega::command
