// A button whose words are rich text, and go on in the next line where its width ends: nothing of an answer is cut off.
#pragma once

#include <QPushButton>

namespace omegascope {

class AnswerButton : public QPushButton {
  Q_OBJECT

 public:
  explicit AnswerButton(QWidget* parent);

  /// `mark` stands before all lines; `plain` is what a screen reader says.
  void say(const QString& mark, const QString& html, const QString& plain);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int markWidth() const;

  QString m_mark, m_html;
};

}  // namespace omegascope
