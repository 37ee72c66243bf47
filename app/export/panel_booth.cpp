#include "export/panel_booth.h"

#include <QCoreApplication>
#include <QUndoStack>
#include <iostream>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "jobs/waiting.h"

namespace omegascope {

namespace {

/// Behind an error that names controls by which a file is read: there are none without a window.
std::string whereControlsAre(const std::string& error) {
  const bool namesControls = error.find("“") != std::string::npos && error.find("the command's “") == std::string::npos;
  return namesControls ? " in the app's window, and render the session that it saves" : "";
}

}  // namespace

PanelBooth::PanelBooth(const Session& session, int threads, std::function<void()> meanwhile)
    : m_meanwhile(std::move(meanwhile)) {
  m_workbench.setThreads(threads);
  QObject::connect(&m_workbench, &Workbench::told,
                   [](const QString& sentence) { std::cerr << "omegascope: " << sentence.toStdString() << std::endl; });
  open(session);
}

void PanelBooth::open(const Session& session) {
  m_needs = Needs::nothing();
  m_workbench.setNeeds(m_needs);
  m_workbench.open(session);
  settle();
}

std::unique_ptr<Panel> PanelBooth::show(const PanelKind& kind, const QSize& size) {
  std::unique_ptr<Panel> panel(kind.make(m_workbench, nullptr));
  panel->setAttribute(Qt::WA_DontShowOnScreen);
  panel->resize(size);
  panel->show();
  for (const Work work : {panel->work(), panel->workBeside()})
    if (work != Work::nothing) m_needs.add(work), m_needs.add(Work::estimates);
  m_workbench.setNeeds(m_needs);
  settle();
  panel->complete();
  return panel;
}

std::unique_ptr<Panel> PanelBooth::showFull(const PanelKind& kind, const QSize& size) {
  m_needs = {};
  std::unique_ptr<Panel> panel = show(kind, size);
  if (panel->data().rowCount() > 0) return panel;
  change([](Document& document) {
    for (Card& card : document.cards) card.visible = true;
  });
  return panel;
}

void PanelBooth::change(const std::function<void(Document&)>& edit) {
  m_workbench.store().change(QString(), edit);  // nobody sees a name of the step
  settle();
}

void PanelBooth::restore() {
  if (!m_workbench.store().undoStack()->canUndo()) return;
  m_workbench.store().undoStack()->undo();
  settle();
}

void PanelBooth::settle() {
  requireSettled(m_workbench.settle(m_meanwhile));
  QCoreApplication::processEvents();
  if (const std::string& error = m_workbench.snapshot()->sequenceError; !error.empty())
    throw omega::Error::input(error + whereControlsAre(error));
}

const PanelKind& panelKindOf(const QString& name) {
  if (const PanelKind* kind = panelKind(name)) return *kind;
  std::vector<std::string> names;
  for (const PanelKind& kind : panelKinds()) names.push_back(kind.name.toStdString());
  throw omega::Error::input("there is no panel " + omega::quoted(name.toStdString()) +
                            omega::closest_hint(name.toStdString(), names) + "; the panels are " +
                            omega::join(names, ", "));
}

}  // namespace omegascope
