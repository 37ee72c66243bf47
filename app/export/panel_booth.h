// PanelBooth: a workbench without a window, whose panels think they can be seen: for files, pages and handouts.
#pragma once

#include <functional>
#include <memory>

#include "model/session_file.h"
#include "views/registry.h"

namespace omegascope {

class PanelBooth {
 public:
  /// The sequence is there before it returns. Throws omega::Error, here and below. `meanwhile` is called now and then
  /// while something is computed, and may throw to give up.
  explicit PanelBooth(const Session& session, int threads = 0, std::function<void()> meanwhile = {});

  const Workbench& workbench() const { return m_workbench; }
  Workbench& workbench() { return m_workbench; }
  /// Another session in place of this one; panels that were shown must be gone.
  void open(const Session& session);

  /// With all that this panel shows, beside what those before it do.
  std::unique_ptr<Panel> show(const PanelKind& kind, const QSize& size);
  /// With everything there is; a panel that has nothing to show of the visible cards gets every card of the session.
  std::unique_ptr<Panel> showFull(const PanelKind& kind, const QSize& size);
  /// Takes back what showFull() showed.
  void restore();
  /// An edit, and all that follows from it.
  void change(const std::function<void(Document&)>& edit);

 private:
  void settle();

  std::function<void()> m_meanwhile;
  Needs m_needs = Needs::nothing();
  Workbench m_workbench;
};

/// Throws omega::Error (input) that says which panels there are.
const PanelKind& panelKindOf(const QString& name);

}  // namespace omegascope
