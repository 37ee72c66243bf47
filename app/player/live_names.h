// What the names of a condition stand for on the live state: what the document says, and what its newest results say.
#pragma once

#include "lessons/vocabulary.h"
#include "player/step_events.h"
#include "workbench/workbench.h"

namespace omegascope {

class LiveNames : public omega::lessons::StateNames {
 public:
  /// All it refers to must outlive it.
  LiveNames(const Workbench& workbench, const omega::lessons::LessonState& state, const StepEvents& events)
      : StateNames(state), m_workbench(workbench), m_events(events) {}

  omega::lessons::Value value(const std::string& name) const override;
  bool happened(const std::string& event, const std::string& what) const override {
    return m_events.happened(event, what);
  }

 private:
  omega::lessons::Value measured(const std::string& card, const std::string& what) const;
  omega::lessons::Value played(const std::string& what) const;

  const Workbench& m_workbench;
  const StepEvents& m_events;
};

}  // namespace omegascope
