// DropZone: while a file is dragged over the window, it says in front of everything what a drop would do. No field
// below gets a path typed into it.
#pragma once

#include <QWidget>

class QMimeData;

namespace omegascope {

class MainWindow;

class DropZone : public QWidget {
  Q_OBJECT

 public:
  explicit DropZone(MainWindow& window);

  /// What it says while it can be seen.
  const QString& text() const { return m_text; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void take(QDragEnterEvent& event);

  MainWindow& m_window;
  QString m_text;
  bool m_isUnder = false;  // whether the pointer is in it
};

}  // namespace omegascope
