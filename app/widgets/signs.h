// Signs: the small icons of buttons, each a drawing assets/icons/NAME.svg on a grid of 16 with one stroke. They have
// the colour of the program's text when they are painted, and the resolution of the screen: nobody renews them.
#pragma once

#include <QIcon>
#include <QWidget>

class QToolButton;

namespace omegascope {

/// In the order of their names.
enum class Sign {
  add,
  back,
  clock,
  close,
  dock,
  down,
  eye,
  eyeClosed,
  forward,
  help,
  maximise,
  more,
  options,
  pause,
  pen,
  pin,
  play,
  redraw,
  remove,
  restore,
  search,
  step,
  up
};

/// The word in the name of its file.
QString nameOf(Sign sign);
QIcon signIcon(Sign sign);
/// For a button that can be checked.
QIcon signIcon(Sign unchecked, Sign checked);

/// Logical pixels: as large as lines and marks are.
int signSize();

/// A flat button with a sign alone; what it does is its tip and its name.
QToolButton* makeSignButton(const QIcon& icon, const QString& tip, QWidget* parent);

/// A sign to be looked at.
class SignLabel : public QWidget {
 public:
  SignLabel(Sign sign, QWidget* parent);
  QSize sizeHint() const override { return {signSize(), signSize()}; }

 protected:
  void paintEvent(QPaintEvent*) override;
  void changeEvent(QEvent* event) override;

 private:
  QIcon m_icon;
};

}  // namespace omegascope
