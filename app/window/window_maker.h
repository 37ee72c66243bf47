// WindowMaker: makes the window of the program, and makes it anew when the language changes, so that every word in it
// is translated. The workbench stays: the document, its steps, what is computed, what trains.
#pragma once

#include <QObject>
#include <functional>
#include <memory>

namespace omegascope {

class MainWindow;

class WindowMaker : public QObject {
  Q_OBJECT

 public:
  /// `furnish` adds what belongs to a window besides itself; it is called for each window: the first before it
  /// is shown, a later one when it has taken the place of the one before.
  explicit WindowMaker(std::function<void(MainWindow&)> furnish);
  ~WindowMaker() override;

  MainWindow& window() { return *m_window; }

 private:
  void makeAgain();
  void listen();

  std::function<void(MainWindow&)> m_furnish;
  std::unique_ptr<MainWindow> m_window;
};

}  // namespace omegascope
