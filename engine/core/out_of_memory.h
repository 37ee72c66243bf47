// Where memory runs out, the sentence says in what: a file, an estimate.
#pragma once

#include <new>
#include <string>
#include <utility>

#include "core/error.h"

namespace omega {

class OutOfMemory : public Error {
 public:
  /// `what` needed it; empty where that is not known here.
  OutOfMemory(const std::string& what, const std::string& sentence)
      : Error(Error::failure(what.empty() ? sentence : what + ": " + sentence)),
        sentence_(sentence),
        is_named_(!what.empty()) {}

  OutOfMemory of(const std::string& what) const { return is_named_ ? *this : OutOfMemory(what, sentence_); }

  static constexpr const char* kSentence = "out of memory; use fewer tokens, heads or outputs";

 private:
  std::string sentence_;
  bool is_named_;
};

/// Does `work`, for `what`.
template <class Work>
auto with_memory_for(const std::string& what, Work&& work) -> decltype(work()) {
  try {
    return std::forward<Work>(work)();
  } catch (const OutOfMemory& problem) {
    throw problem.of(what);
  } catch (const std::bad_alloc&) {
    throw OutOfMemory(what, OutOfMemory::kSentence);
  }
}

}  // namespace omega
