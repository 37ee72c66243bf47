// From a Workload to a Sequence: a synthetic preset or a file, with tokens moved by hand put in their new places.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/sequence.h"
#include "io/input_file.h"
#include "io/read_options.h"
#include "io/reader.h"
#include "model/document.h"

namespace omegascope {

/// How a file was read: for the user, who named only the file.
struct FileFacts {
  std::vector<std::string> options;       // the input options that mean something for it
  std::vector<std::string> said;          // one sentence each
  std::vector<omega::Index> layers;       // that can be chosen; none where the file does not number them
  std::optional<omega::Picture> picture;  // whose patches are the tokens
  omega::FileMark mark;                   // of the file that was read
};

/// Throws omega::Error where an option is refused.
omega::ReadOptions readOptionsOf(const OptionTexts& texts);

/// Keeps what it made last: moving a token does not read a file again, unless that was written anew meanwhile. For one
/// thread.
class WorkloadLoader {
 public:
  /// Throws omega::Error saying what is wrong with the preset, the file or a moved token. Moves of tokens that are not
  /// there are left out.
  std::shared_ptr<const omega::Sequence> load(const Workload& workload);
  /// What was loaded last, before tokens were moved by hand.
  std::shared_ptr<const omega::Sequence> original() const { return m_original; }
  /// What is known of the file loaded last; null for a preset.
  std::shared_ptr<const FileFacts> facts() const { return m_facts; }
  /// Noise and parameters that the file loaded last gives, by the names that estimators know; as on the command line.
  const omega::Arrays& given() const { return m_given; }

 private:
  Workload m_source;       // of m_original, without moved tokens
  omega::FileMark m_mark;  // of its file, when that was read
  std::shared_ptr<const omega::Sequence> m_original;
  std::shared_ptr<const FileFacts> m_facts;
  omega::Arrays m_given;
  Workload m_last;
  std::shared_ptr<const omega::Sequence> m_sequence;
};

}  // namespace omegascope
