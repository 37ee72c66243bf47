// A button that does something about what a panel lacks. It stands beside the line that says what.
#pragma once

#include <QPushButton>
#include <functional>

namespace omegascope {

/// Call before a control is hidden or disabled: where it has the keyboard, its panel gets it. Qt would give it to
/// whatever comes next, and the next key would change that.
void leaveFocusToPanel(const QWidget& control);

/// What can be done; nothing where it has no words.
struct Remedy {
  QString words, tip;
  std::function<void()> act;
};

class RemedyButton : public QPushButton {
  Q_OBJECT

 public:
  explicit RemedyButton(QWidget* parent);

  /// The button is hidden where there is nothing to do.
  void offer(Remedy remedy);

 private:
  Remedy m_remedy;
};

}  // namespace omegascope
