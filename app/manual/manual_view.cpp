#include "manual/manual_view.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QFontInfo>
#include <QHelpEvent>
#include <QMimeData>
#include <QPrinter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextFrame>
#include <QTextLayout>
#include <QToolTip>
#include <QWheelEvent>

#include "manual/formula_objects.h"
#include "manual/manual_book.h"
#include "views/word_tips.h"

namespace omegascope {

namespace {

constexpr int kLeastZoom = 50, kMostZoom = 400, kWidestLetters = 80;
constexpr double kPageMargin = 16, kDotsPerInch = 96, kPrintPixels = 13;

QUrl urlOf(const QString& place) { return QUrl(QStringLiteral("manual:") + place); }

/// The formula at a point, and where it stands; an invalid format: none.
QTextFormat formulaAt(const QTextDocument& document, QPointF at, QPointF* corner) {
  const int position = document.documentLayout()->hitTest(at, Qt::ExactHit);
  if (position < 0) return {};
  for (const int place : {position, position - 1}) {
    if (place < 0 || document.characterAt(place) != QChar::ObjectReplacementCharacter) continue;
    const QTextBlock block = document.findBlock(place);
    const QTextLine line = block.layout()->lineForTextPosition(place - block.position());
    QTextCursor cursor(block);
    cursor.setPosition(place + 1);
    *corner = document.documentLayout()->blockBoundingRect(block).topLeft() +
              QPointF(line.cursorToX(place - block.position()), line.y());
    return cursor.charFormat();
  }
  return {};
}

}  // namespace

ManualView::ManualView(QWidget* parent) : QTextBrowser(parent) {
  m_formulas = new FormulaObjects(*document());
  document()->setDocumentMargin(kPageMargin);
  setOpenLinks(false);
  setLineWrapMode(FixedPixelWidth);
  setAccessibleName(tr("Page of the manual"));
  connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
    if (url.scheme() == QLatin1String("app"))
      emit appAsked(url.path());
    else
      setSource(url);
  });
}

void ManualView::setBook(const ManualBook* book) {
  const bool isOpen = m_book != nullptr && !source().isEmpty();
  m_book = book;
  m_formulas->setTheme(Theme::of(palette()));
  if (!isOpen) return;
  const int at = verticalScrollBar()->value();
  reload();
  verticalScrollBar()->setValue(at);
}

void ManualView::open(const QString& place) { setSource(urlOf(place)); }

QString ManualView::place() const {
  return source().path() + (source().hasFragment() ? QLatin1Char('#') + source().fragment() : QString());
}

QVariant ManualView::loadResource(int type, const QUrl& name) {
  if (type != QTextDocument::HtmlResource || m_book == nullptr) return {};
  const ManualPage* page = m_book->page(name.path());
  return page ? page->html : QString();
}

/// A place that is not there (a lesson that was renamed) is the contents.
void ManualView::doSetSource(const QUrl& name, QTextDocument::ResourceType) {
  const bool isThere = m_book != nullptr && m_book->page(name.path()) != nullptr;
  QTextBrowser::doSetSource(isThere ? name : urlOf(QStringLiteral("contents")), QTextDocument::HtmlResource);
}

void ManualView::setZoom(int percent) {
  m_zoom = std::clamp(percent, kLeastZoom, kMostZoom);
  QFont sized = QApplication::font();
  sized.setPixelSize(std::max(6, QFontInfo(sized).pixelSize() * m_zoom / 100));
  setFont(sized);
  fitWidth();
  reload();  // formulas take the size of the text
}

int ManualView::light(const QString& text) {
  QList<QTextEdit::ExtraSelection> lit;
  if (!text.isEmpty())
    for (QTextCursor cursor = document()->find(text); !cursor.isNull(); cursor = document()->find(text, cursor)) {
      QTextEdit::ExtraSelection one;
      one.cursor = cursor;
      one.format.setBackground(QColor(Theme::of(palette()).dark ? 0x6b5a00 : 0xffe680));
      lit << one;
    }
  setExtraSelections(lit);
  return static_cast<int>(lit.size());
}

void ManualView::goToNext(const QString& text, bool backwards) {
  if (text.isEmpty()) return;
  const QTextDocument::FindFlags flags = backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags();
  if (find(text, flags)) return;
  moveCursor(backwards ? QTextCursor::End : QTextCursor::Start);
  find(text, flags);
}

void ManualView::printTo(QPrinter& printer, const ManualBook& light) const {
  const ManualPage* page = light.page(source().path());
  if (page == nullptr) return;
  QTextDocument document;
  FormulaObjects* formulas = new FormulaObjects(document);
  formulas->setTheme(Theme::light());
  QFont sized = font();
  sized.setPixelSize(static_cast<int>(kPrintPixels));
  document.setDefaultFont(sized);
  document.setDocumentMargin(0);
  document.setHtml(page->html);
  const QSizeF paper = printer.pageLayout().paintRect(QPageLayout::Inch).size();
  document.setPageSize(paper * kDotsPerInch);
  document.print(&printer);
}

QString ManualView::text() const {
  const QTextCursor chosen = textCursor();
  return chosen.hasSelection() ? textBetween(*document(), chosen.selectionStart(), chosen.selectionEnd())
                               : textBetween(*document(), 0, document()->characterCount() - 1);
}

QMimeData* ManualView::createMimeDataFromSelection() const {
  auto* data = new QMimeData;
  data->setText(text());
  return data;
}

QString ManualView::tipAt(QPoint at) const {
  const Theme theme = Theme::of(palette());
  if (const auto* word = wordOf(anchorAt(at))) return wordTip(*word, theme);
  const QPointF place = QPointF(at) + QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
  QPointF corner;
  const QTextFormat formula = formulaAt(*document(), place, &corner);
  if (!formula.isImageFormat()) return {};
  const QString symbol = m_formulas->symbolAt(*document(), formula, place - corner);
  return symbol.isEmpty() ? QString() : symbolTip(symbol, theme);
}

bool ManualView::event(QEvent* event) {
  if (event->type() == QEvent::Polish) setZoom(m_zoom);
  return QTextBrowser::event(event);
}

bool ManualView::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QTextBrowser::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), tipAt(help->pos()), this);  // which hides it where there is nothing to say
  return true;
}

void ManualView::fitWidth() {
  setLineWrapColumnOrWidth(std::min(viewport()->width(), kWidestLetters * QFontInfo(font()).pixelSize()));
}

void ManualView::resizeEvent(QResizeEvent* event) {
  fitWidth();
  QTextBrowser::resizeEvent(event);
}

void ManualView::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) return QTextBrowser::wheelEvent(event);
  if (event->angleDelta().y() != 0) setZoom(m_zoom + (event->angleDelta().y() > 0 ? 10 : -10));
}

}  // namespace omegascope
