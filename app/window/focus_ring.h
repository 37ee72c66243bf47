// A ring around what has the keyboard, where keys brought it there: Qt's own marks are faint, and canvases have none.
#pragma once

#include <QFocusFrame>
#include <QObject>
#include <QPointer>

namespace omegascope {

class FocusRing : public QObject {
  Q_OBJECT

 public:
  /// One ring for all windows of the program.
  static void setUp();
  ~FocusRing() override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  explicit FocusRing(QObject* application);
  void put(QWidget* around);

  QPointer<QFocusFrame> m_frame;  // goes with the window that it is in
  QPointer<QWidget> m_byKeys;     // what was reached by keys, for when its window is active again
};

}  // namespace omegascope
