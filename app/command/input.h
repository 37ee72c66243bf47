// The block of options by which subcommands take their attention inputs, and what comes of it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arguments.h"
#include "core/error.h"
#include "core/options.h"
#include "core/progress.h"
#include "core/request.h"
#include "core/sequence.h"
#include "io/read_options.h"
#include "json_text.h"
#include "synthetic/preset_choice.h"

namespace omega::command {

/// What was said about how a file is to be read, by the names of read_option_specs().
struct ReadingWords {
  std::map<std::string, std::optional<std::string>> values;
  std::map<std::string, bool> switches;

  Options::Given given() const;  // a switch is "true"
  ReadOptions checked() const;
};

struct InputWords {
  std::string file, preset;
  ReadingWords reading;
  std::vector<std::string> moves, given;  // changes to what was read

  bool is_given() const { return !file.empty() || !preset.empty(); }
};

/// Where an input came from, in the words that would take it again; of a file its name without the folders.
struct Origin {
  std::string file, preset;
  std::vector<std::pair<std::string, std::string>>
      options;  // how the file is to be read, and what is changed; a switch has no value
};

struct Input {
  std::shared_ptr<const Sequence> sequence;
  Arrays given;  // noise and parameters by name: everything else in the file, and what the words give
  std::set<std::string> said_given;  // of these, what the words give
  std::set<std::string> texts;       // members of the file that hold words, not numbers
  std::string digest;                // of all of it
  std::vector<std::string> said;     // how a file became queries, keys and values, where that is not plain
  Origin origin;
};

/// An input is a file or a preset. Throws Error::input where both are named.
void check_one_input(const std::string& file, const std::string& preset);
/// Throws Error::input where words say how to read a file, and there is none.
void check_reading(const ReadingWords& reading, const std::string& file);
/// Of a file as its words say it is read, or of a preset.
Origin origin_of(const std::string& file, const std::string& preset, const ReadingWords& reading);

/// `layers`: which are read without --layer, where that is not the first alone.
void add_reading_options(Arguments& arguments, ReadingWords& words, const std::string& layers = "");
void add_input_options(Arguments& arguments, InputWords& words);
/// For the help of a file that is read: what Origin leaves out.
constexpr const char* kWithoutFolders =
    " Results name it without its folders, so the command that they give is for a shell in the file's own folder.";
/// What a meter says meanwhile.
inline const char* loading_word(const InputWords& words) { return words.preset.empty() ? "reading" : "making"; }
Input load_input(const InputWords& words, const Progress& progress = {});

/// " --input model.safetensors --layer 3": part of a command.
std::string origin_words(const Origin& origin);
/// The file or preset, its options and how it was read.
Json origin_json(const Origin& origin, const std::vector<std::string>& how);
/// An error about the arrays of an input, with the name of its file.
Error with_file(const Error& error, const Origin& origin);
/// What does not fit is nearly always in the file, so its errors name it.
template <class Run>
auto naming_file(const Origin& origin, const Run& run) {
  try {
    return run();
  } catch (const Error& error) {
    throw with_file(error, origin);
  }
}

/// Of an error about values that are not finite, its sentence with the options of this command that read them all the
/// same; of another nothing.
std::string nonfinite_sentence(const Error& error);
/// As `make` does it, but where values are not finite the error names those options.
template <class Make>
auto naming_nonfinite_options(const Make& make) {
  try {
    return make();
  } catch (const Error& error) {
    if (const std::string sentence = nonfinite_sentence(error); !sentence.empty()) throw Error::input(sentence);
    throw;
  }
}

/// Throws where words in the file have the name of noise or of a parameter of a method: they would be ignored silently.
void refuse_words(const Input& input, const std::vector<std::string>& methods);

enum class Noise {
  given,
  drawn_anew  // for every draw, so that none that is given is used
};
/// Throws where an array of the command line is one that none of the requests reads.
void refuse_unread(const Input& input, const std::vector<Request>& requests, Noise noise = Noise::given);

/// What a causal file says for estimates that are not is left out where all of them are.
void leave_out_causal_advice(Input& input, const std::vector<Request>& requests);

/// "# ..." for people, one line per sentence; empty where nothing needs saying.
std::string said_text(const std::vector<std::string>& how);

}  // namespace omega::command
