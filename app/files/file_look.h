// FileLook: what a data file holds and whether it can be read as queries, keys and values, as somebody who opens it
// must know. Reads on whatever thread it is called on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/attention_names.h"
#include "io/reader.h"
#include "model/document.h"

namespace omegascope {

struct FileLook {
  std::string file;
  std::string format;  // "npz"
  std::vector<omega::Entry> entries;
  std::vector<std::string> options;                 // the input options that mean something for this format
  OptionTexts given;                                // those it was read with
  omega::AttentionNames guess;                      // for the arrays to choose from
  bool unclear = false;                             // the names do not tell which array is which
  std::shared_ptr<const omega::Sequence> sequence;  // null where it cannot be read so
  std::string problem;                              // then why, in one sentence
  bool zeroingHelps = false;                        // it can be read with what is not finite as 0

  bool canChooseArrays() const;
};

/// Never throws: what goes wrong is the look's problem.
FileLook lookAt(const std::string& file, const OptionTexts& options);

}  // namespace omegascope
