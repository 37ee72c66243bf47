#include "export/figure_booth.h"

#include <utility>

namespace omegascope {

namespace {

constexpr QSize kPanelSize{960, 600};

/// A wrong name is reported before anything is computed.
const Session& withKnownPanels(const Session& session) {
  for (const FigureTile& tile : session.document.figure.tiles) panelKindOf(QString::fromStdString(tile.panel));
  return session;
}

}  // namespace

FigureBooth::FigureBooth(const Session& session, int threads, std::function<void()> meanwhile)
    : m_booth(withKnownPanels(session), threads, std::move(meanwhile)),
      m_sheet(m_booth.workbench(), [this](const QString& name) {
        std::unique_ptr<Panel>& panel = m_panels[name];
        if (!panel) panel = m_booth.show(panelKindOf(name), kPanelSize);
        return panel.get();
      }) {
  m_sheet.bringUpToDate();
}

void FigureBooth::change(const std::function<void(Document&)>& edit) {
  m_booth.change(edit);
  m_sheet.bringUpToDate();
}

}  // namespace omegascope
