// Sentence: a text in a tool bar that takes as many lines as the width needs.
#pragma once

#include <QLabel>

namespace omegascope {

class Sentence : public QLabel {
 public:
  explicit Sentence(QWidget* parent);
  /// As high as its lines: a tool bar would ask a text that wraps for the height of a narrow one.
  void fit();

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void fitSoon();
};

}  // namespace omegascope
