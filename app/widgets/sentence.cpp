#include "widgets/sentence.h"

#include <QEvent>
#include <QTimer>
#include <algorithm>

namespace omegascope {

Sentence::Sentence(QWidget* parent) : QLabel(parent) {
  setWordWrap(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  setMinimumWidth(1);
  setFixedHeight(fontMetrics().height());  // of one line, until the width is known: a window grows, and stays so
}

void Sentence::fit() {
  if (!isVisible()) return;
  setMinimumHeight(0);  // else it would ask for its old height at least
  setFixedHeight(std::max(0, heightForWidth(width())));
}

void Sentence::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::FontChange) fitSoon();
}

void Sentence::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  fitSoon();
}

void Sentence::showEvent(QShowEvent* event) {
  QLabel::showEvent(event);
  fitSoon();
}

/// Not while the bar is laid out, which would not notice.
void Sentence::fitSoon() {
  QTimer::singleShot(0, this, [this] { fit(); });
}

}  // namespace omegascope
