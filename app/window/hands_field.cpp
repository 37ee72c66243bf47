#include "window/hands_field.h"

#include <QKeyEvent>
#include <QLabel>
#include <QRegularExpression>

namespace omegascope {

namespace {

constexpr int kMostDigits = 5, kMostLetters = 1000;

}  // namespace

std::optional<std::vector<int>> handsIn(const QString& text, std::size_t answers) {
  const QString words = text.normalized(QString::NormalizationForm_KC).toUpper();  // also of a Chinese keyboard
  static const QRegularExpression s_one(QStringLiteral("([A-Z]?)[\\s:=]*([0-9]*)")),
      s_between(QStringLiteral("[\\s,;、]*"));
  const auto partAt = [&](const QRegularExpression& kind, qsizetype at) {
    return kind.match(words, at, QRegularExpression::NormalMatch, QRegularExpression::AnchorAtOffsetMatchOption);
  };
  std::vector<int> hands(answers, 0);
  std::size_t next = 0;
  for (qsizetype at = 0; (at += partAt(s_between, at).capturedLength()) < words.size();) {
    const auto one = partAt(s_one, at);
    const QString letter = one.captured(1), number = one.captured(2);
    const std::size_t answer = letter.isEmpty() ? next : static_cast<std::size_t>(letter[0].unicode() - 'A');
    if ((letter.isEmpty() && number.isEmpty()) || number.size() > kMostDigits || answer >= answers) return std::nullopt;
    hands[answer] += number.isEmpty() ? 1 : number.toInt();
    next = answer + 1;
    at += one.capturedLength();
  }
  return hands;
}

HandsField::HandsField(QWidget* parent) : QLineEdit(parent) {
  setObjectName(QStringLiteral("hands"));
  setAccessibleName(tr("Hands for each answer"));
  setPlaceholderText(QStringLiteral("12 30"));
  m_name = new QLabel(tr("Hands:"), this);
  setToolTip(tr(
      "In the order of the answers; A12 B5 or a letter for each hand, AAB, will do. Enter shows them, Esc does not."));
  setMaxLength(kMostLetters);
  hide();
}

void HandsField::ask() {
  clear();
  show();
  placeName();
  raise();
  setFocus();
}

void HandsField::placeName() {
  const int gap = fontMetrics().horizontalAdvance(QLatin1Char(' ')), wide = m_name->sizeHint().width();
  m_name->setGeometry(gap, 0, wide, height());
  setTextMargins(gap + wide, 0, 0, 0);
}

void HandsField::resizeEvent(QResizeEvent* event) {
  QLineEdit::resizeEvent(event);
  placeName();
}

/// Enter is not passed on: it would go on in the lecture.
void HandsField::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) return QLineEdit::keyPressEvent(event);
  emit given(text());
}

}  // namespace omegascope
