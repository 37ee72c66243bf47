// From a Workload to a Sequence: a synthetic preset or a file, with tokens moved by hand put in their new places.
#pragma once

#include <memory>

#include "core/sequence.h"
#include "model/document.h"

namespace omegascope {

/// Keeps what it made last: moving a token does not read a file again. For one thread.
class WorkloadLoader {
 public:
  /// Throws omega::Error saying what is wrong with the preset, the file or a moved token.
  std::shared_ptr<const omega::Sequence> load(const Workload& workload);

 private:
  Workload m_source;  // of m_original, without moved tokens
  std::shared_ptr<const omega::Sequence> m_original;
  Workload m_last;
  std::shared_ptr<const omega::Sequence> m_sequence;
};

}  // namespace omegascope
