// FigureBooth: the figure of a session without a window, with panels of its own.
#pragma once

#include <map>

#include "export/figure_sheet.h"
#include "export/panel_booth.h"

namespace omegascope {

class FigureBooth {
 public:
  /// Takes what a PanelBooth takes.
  explicit FigureBooth(const Session& session, int threads = 0, std::function<void()> meanwhile = {});

  const Workbench& workbench() const { return m_booth.workbench(); }
  const FigureSheet& sheet() const { return m_sheet; }
  /// An edit, and all that follows from it.
  void change(const std::function<void(Document&)>& edit);

 private:
  PanelBooth m_booth;
  std::map<QString, std::unique_ptr<Panel>> m_panels;
  FigureSheet m_sheet;
};

}  // namespace omegascope
