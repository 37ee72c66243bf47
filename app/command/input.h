// The block of options by which subcommands take their attention inputs, and what comes of it.
#pragma once

#include <memory>
#include <string>

#include "arguments.h"
#include "core/sequence.h"

namespace omega::command {

struct InputWords {
  std::string file, preset;

  bool is_given() const { return !file.empty() || !preset.empty(); }
};

struct Input {
  std::shared_ptr<const Sequence> sequence;
  Arrays given;        // everything else in the file: noise and parameters by name
  std::string digest;  // of all of it
};

void add_input_options(Arguments& arguments, InputWords& words);
Input load_input(const InputWords& words);

}  // namespace omega::command
