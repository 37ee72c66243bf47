#include "views/lesson/answer_button.h"

#include <QAbstractTextDocumentLayout>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QTextDocument>
#include <algorithm>
#include <cmath>

#include "language/language.h"

namespace omegascope {

namespace {

constexpr int kBeside = 9, kAbove = 6;  // pixels around the words

/// Lays words out in lines of that width.
struct Lines {
  QTextDocument text;

  Lines(const QString& html, const QFont& font, int width) {
    text.setDocumentMargin(0);
    text.setDefaultFont(font);
    text.setHtml(html);
    text.setTextWidth(width);
  }
};

}  // namespace

AnswerButton::AnswerButton(QWidget* parent) : QPushButton(parent) {
  QSizePolicy policy(QSizePolicy::Minimum, QSizePolicy::Minimum);  // a button is one line high by itself
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setCheckable(true);
}

void AnswerButton::say(const QString& mark, const QString& html, const QString& plain) {
  setText(asButtonText(mark + plain));
  if (mark == m_mark && html == m_html) return;
  m_mark = mark;
  m_html = html;
  updateGeometry();
  update();
}

int AnswerButton::markWidth() const { return fontMetrics().horizontalAdvance(m_mark); }

/// As wide as its longest word: its lines need no more.
QSize AnswerButton::sizeHint() const {
  const Lines lines(m_html, font(), 1);
  return {static_cast<int>(std::ceil(lines.text.size().width())) + markWidth() + 2 * kBeside,
          fontMetrics().height() + 2 * kAbove};
}

int AnswerButton::heightForWidth(int width) const {
  const Lines lines(m_html, font(), std::max(1, width - markWidth() - 2 * kBeside));
  return std::max(fontMetrics().height(), static_cast<int>(std::ceil(lines.text.size().height()))) + 2 * kAbove;
}

void AnswerButton::paintEvent(QPaintEvent* /*event*/) {
  QStylePainter painter(this);
  QStyleOptionButton option;
  initStyleOption(&option);
  option.text.clear();
  painter.drawControl(QStyle::CE_PushButton, option);
  Lines lines(m_html, font(), std::max(1, width() - markWidth() - 2 * kBeside));
  painter.translate(kBeside, (height() - lines.text.size().height()) / 2);
  painter.setPen(palette().color(QPalette::ButtonText));
  painter.drawText(QPointF(0, fontMetrics().ascent()), m_mark);
  painter.translate(markWidth(), 0);
  QAbstractTextDocumentLayout::PaintContext context;
  context.palette.setColor(QPalette::Text, palette().color(QPalette::ButtonText));
  lines.text.documentLayout()->draw(&painter, context);
}

}  // namespace omegascope
