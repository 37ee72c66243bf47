#include "math_text/math_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFontInfo>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>
#include <cmath>

#include "glossary/glossary.h"
#include "language/language.h"

namespace omegascope {

namespace {

constexpr int kMargin = 4;
constexpr int kLeastWidth = 120;

/// The meaning by the glossary or, for a letter that it has no row for, by the letter's role.
QString meaningOf(const QString& id) {
  if (const auto* symbol = omega::glossary::find_symbol(id.toStdString(), codeOf(language()).toStdString()))
    return QString::fromStdString(symbol->text);
  switch (roleOfId(id)) {
    case SymbolRole::query: return MathView::tr("a query");
    case SymbolRole::key: return MathView::tr("a key");
    case SymbolRole::value: return MathView::tr("a value");
    case SymbolRole::projection: return MathView::tr("a projection: one sample");
    case SymbolRole::target: return MathView::tr("the density whose average softmax attention is");
    case SymbolRole::proposal: return MathView::tr("the density that samples are drawn from");
    case SymbolRole::share: return MathView::tr("the share of a proposal");
    case SymbolRole::none: break;
  }
  return {};
}

}  // namespace

MathView::MathView(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::TabFocus);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void MathView::setLines(std::vector<MathLine> lines) {
  m_sheet.setLines(std::move(lines));
  m_current = {};
  layOut();
  setAccessibleName(m_sheet.spokenText());
  setAccessibleDescription(m_sheet.plainText());
  updateGeometry();
}

void MathView::setFormulas(const QStringList& sources) {
  std::vector<MathLine> lines;
  for (const QString& source : sources) lines.push_back(formulaLine(source));
  setLines(std::move(lines));
}

void MathView::setHighlighted(const QString& id) {
  if (id == m_highlighted) return;
  m_highlighted = id;
  update();
}

double MathView::pixels() const { return QFontInfo(font()).pixelSize(); }

void MathView::layOut() {
  m_sheet.layOut(std::max(1, width() - 2 * kMargin), pixels());
  update();
}

int MathView::heightForWidth(int width) const {
  // Layouts ask about its present width more often than about others.
  if (width == this->width()) return static_cast<int>(std::ceil(m_sheet.height())) + 2 * kMargin;
  MathSheet sheet = m_sheet;
  sheet.layOut(std::max(1, width - 2 * kMargin), pixels());
  return static_cast<int>(std::ceil(sheet.height())) + 2 * kMargin;
}

QSize MathView::sizeHint() const {
  const int wide = std::max(kLeastWidth, width());
  return {wide, heightForWidth(wide)};
}

QSize MathView::minimumSizeHint() const { return {kLeastWidth, heightForWidth(std::max(kLeastWidth, width()))}; }

QImage MathView::asImage(double scale) const {
  QImage image((QSizeF(size()) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(scale);
  const Theme theme = Theme::of(palette());
  image.fill(theme.canvas);
  QPainter painter(&image);
  m_sheet.paint(painter, QPointF(kMargin, kMargin), theme);
  return image;
}

bool MathView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString id = m_sheet.idAt(m_sheet.at(QPointF(help->pos()) - QPointF(kMargin, kMargin)));
  const QString meaning = meaningOf(id), tip = tr("%1: %2").arg(id, meaning).toHtmlEscaped();
  // As a paragraph it wraps; an empty text hides the last tip.
  QToolTip::showText(help->globalPos(), meaning.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(tip), this);
  return true;
}

void MathView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme theme = Theme::of(palette());
  m_sheet.paint(painter, QPointF(kMargin, kMargin), theme, m_highlighted);
  if (!hasFocus()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.accent, 1));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  const QRectF area = m_sheet.areaOf(m_current);
  if (area.isValid()) painter.drawRoundedRect(area.translated(kMargin, kMargin).adjusted(-2, -2, 2, 2), 3, 3);
}

void MathView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  layOut();
}

void MathView::stepTo(MathSheet::Place place) {
  const QString id = m_sheet.idAt(place);
  m_current = place;
  update();
  // Other lines may have come in the meantime: what counts is what was told.
  if (id == m_told) return;
  m_told = id;
  setHighlighted(id);
  setCursor(id.isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
  emit symbolHovered(id);
}

void MathView::mouseMoveEvent(QMouseEvent* event) { stepTo(m_sheet.at(event->position() - QPointF(kMargin, kMargin))); }

void MathView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  setFocus(Qt::MouseFocusReason);
  const QString id = m_sheet.idAt(m_sheet.at(event->position() - QPointF(kMargin, kMargin)));
  if (!id.isEmpty()) emit symbolClicked(id);
}

void MathView::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  stepTo({});
}

void MathView::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  if (event->reason() != Qt::PopupFocusReason) stepTo({});
}

void MathView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copyText();
  switch (event->key()) {
    case Qt::Key_Left: return stepTo(m_sheet.moved(m_current, -1));
    case Qt::Key_Right: return stepTo(m_sheet.moved(m_current, 1));
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (const QString id = m_sheet.idAt(m_current); !id.isEmpty()) emit symbolClicked(id);
      return;
    default: QWidget::keyPressEvent(event);
  }
}

void MathView::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(tr("Copy as text"), this, &MathView::copyText);
  menu.addAction(tr("Copy image"), this, &MathView::copyImage);
  menu.exec(event->globalPos());
}

void MathView::copyText() const { QGuiApplication::clipboard()->setText(asText()); }
void MathView::copyImage() const { QGuiApplication::clipboard()->setImage(asImage()); }

void MathView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::FontChange) return update();
  layOut();
  updateGeometry();
}

}  // namespace omegascope
