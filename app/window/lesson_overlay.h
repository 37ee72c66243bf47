// LessonOverlay: what a lesson lays over a control or a part of a panel: a ring around what it points at, or a cover
// over what it hides until the question is answered.
#pragma once

#include <QPointer>
#include <QWidget>

namespace omegascope {

/// Follows its target wherever that goes; the pointer goes through a ring, and a cover stops it.
class LessonOverlay : public QWidget {
 public:
  enum class Kind { Ring, Cover };

  /// Around a `part` of a panel where it has a place of its own, else around the whole widget.
  LessonOverlay(QWidget& target, const QString& part, Kind kind);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent*) override;

 private:
  void follow();
  /// The ring of a part, cut where it would lie over controls beside the part, such as the buttons above a plot.
  QRect besideOthers(QRect ring, const QRect& part) const;
  void followParts();

  QPointer<QWidget> m_target;
  QString m_part;
  Kind m_kind;
};

}  // namespace omegascope
