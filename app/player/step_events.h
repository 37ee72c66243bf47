// What happened since a step began: what was dragged, clicked, opened and pointed at, which conditions were visited,
// and how often the noise was drawn anew.
#pragma once

#include <set>
#include <string>

#include "model/document.h"
#include "model/selection.h"

namespace omegascope {

class StepEvents {
 public:
  /// Nothing has happened yet, with this selected.
  void begin(const Cursor& locked);

  void documentChanged(const Document& before, const Document& after);
  void selectionLocked(const Cursor& locked);
  void tell(const std::string& event, const std::string& what) { m_told.insert(event + " " + what); }
  void forget(const std::string& event, const std::string& what) { m_told.erase(event + " " + what); }

  bool happened(const std::string& event, const std::string& what) const {
    return m_told.count(event + " " + what) != 0;
  }
  int redraws() const { return m_redraws; }

 private:
  std::set<std::string> m_told;
  Cursor m_locked;
  int m_redraws = 0;
};

}  // namespace omegascope
