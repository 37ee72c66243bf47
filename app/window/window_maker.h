// WindowMaker: the window of the program, made anew where the language changes, so that every word in it is said again.
// The workbench goes on: the document, its steps, what is computed, what trains.
#pragma once

#include <QObject>
#include <functional>
#include <memory>

namespace omegascope {

class MainWindow;

class WindowMaker : public QObject {
  Q_OBJECT

 public:
  /// `furnish`: what belongs to a window beside itself; of each that is made, before it is shown.
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
