#include "window/window_maker.h"

#include "window/main_window.h"
#include "window/manual_help.h"

namespace omegascope {

WindowMaker::WindowMaker(std::function<void(MainWindow&)> furnish)
    : m_furnish(std::move(furnish)), m_window(std::make_unique<MainWindow>()) {
  m_furnish(*m_window);
  listen();
}

WindowMaker::~WindowMaker() = default;

/// Queued: the call comes from a menu of the window that goes.
void WindowMaker::listen() {
  connect(m_window.get(), &MainWindow::languageChanged, this, &WindowMaker::makeAgain, Qt::QueuedConnection);
}

void WindowMaker::makeAgain() {
  auto made = std::make_unique<MainWindow>(m_window->releaseWorkbench());
  made->takeOver(*m_window);
  m_window = std::move(made);
  m_furnish(*m_window);
  m_window->manual().answerLinks();  // the window that went has given them back
  m_window->updateNeeds();           // the panels that went had needs too
  listen();
}

}  // namespace omegascope
