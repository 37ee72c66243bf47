// What the names of a condition stand for on the live state: what the document says, and what its newest results say.
#pragma once

#include <functional>

#include "lessons/vocabulary.h"
#include "workbench/workbench.h"

namespace omegascope {

class LiveNames : public omega::lessons::StateNames {
 public:
  using Happened = std::function<bool(const std::string& event, const std::string& what)>;

  /// `redraws` since the step began. All it refers to must outlive it.
  LiveNames(const Workbench& workbench, const omega::lessons::LessonState& state, int redraws, Happened happened)
      : StateNames(state), m_workbench(workbench), m_redraws(redraws), m_happened(std::move(happened)) {}

  omega::lessons::Value value(const std::string& name) const override;
  bool happened(const std::string& event, const std::string& what) const override { return m_happened(event, what); }

 private:
  omega::lessons::Value measured(const std::string& card, const std::string& what) const;
  omega::lessons::Value played(const std::string& what) const;

  const Workbench& m_workbench;
  int m_redraws;
  Happened m_happened;
};

}  // namespace omegascope
