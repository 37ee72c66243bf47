#include "widgets/accessible_canvas.h"

#include <qcustomplot.h>

#include <QAccessible>
#include <QAccessibleWidget>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QVariant>
#include <QWidget>

#include "language/language.h"
#include "widgets/ticks.h"

namespace omegascope {

/// Kept in a property of the canvas: the interface may be asked for at any time, and goes with the canvas.
struct CanvasSentence {
  std::function<QString()> ask;
};

namespace {

constexpr char kSays[] = "canvasSays", kTold[] = "canvasTold";

/// "key m from 0 to 47; A from 0 to 0.41": every axis of a plot that has a title.
QString axesText(const QCustomPlot& plot) {
  constexpr int kDigits = 3;
  QStringList said;
  for (const QCPAxisRect* rect : plot.axisRects())
    for (const QCPAxis* axis : rect->axes(QCPAxis::atBottom | QCPAxis::atLeft))
      if (axis->visible() && !axis->label().isEmpty())
        said << tr("%1 from %2 to %3")
                    .arg(axis->label(), formatNumber(axis->range().lower, kDigits, QLocale()),
                         formatNumber(axis->range().upper, kDigits, QLocale()));
  return said.join(QStringLiteral("; "));
}

QString withoutMarkup(const QString& text) {
  return Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
}

/// One thing: what Qt and OpenGL put inside of it is no part that anybody could use.
class CanvasInterface : public QAccessibleWidget {
 public:
  explicit CanvasInterface(QWidget* canvas) : QAccessibleWidget(canvas, QAccessible::Chart) {}

  QString text(QAccessible::Text what) const override {
    if (what == QAccessible::Name) return canvasWords(*widget());
    const QString usual = QAccessibleWidget::text(what);
    if (what != QAccessible::Description) return usual;
    const auto* plot = qobject_cast<const QCustomPlot*>(widget());
    QStringList parts{withoutMarkup(usual), plot != nullptr ? axesText(*plot) : QString()};
    parts.removeAll(QString());
    return parts.join(QLatin1Char('\n'));
  }
  int childCount() const override { return 0; }
  QAccessibleInterface* child(int) const override { return nullptr; }
  int indexOfChild(const QAccessibleInterface*) const override { return -1; }
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
  auto* widget = qobject_cast<QWidget*>(object);
  return widget != nullptr && widget->property(kSays).isValid() ? new CanvasInterface(widget) : nullptr;
}

}  // namespace

void nameCanvas(QWidget& canvas, const QString& name, std::function<QString()> says, TabStop stop) {
  [[maybe_unused]] static const bool s_isInstalled = (QAccessible::installFactory(makeInterface), true);
  // This comes before the name, because setting the name notifies listeners, which then keep the interface they find.
  // The sentence comes after it: a panel that is still being made may not yet have what the sentence needs.
  canvas.setProperty(kSays, QVariant::fromValue(CanvasSentence{}));
  canvas.setAccessibleName(name);
  canvas.setProperty(kSays, QVariant::fromValue(CanvasSentence{std::move(says)}));
  if (stop == TabStop::Yes) canvas.setFocusPolicy(canvas.focusPolicy() == Qt::NoFocus ? Qt::TabFocus : Qt::StrongFocus);
}

QString afterName(const QWidget& canvas, const QString& words) {
  return words.isEmpty() ? QString() : QStringLiteral("%1: %2").arg(canvas.accessibleName(), words);
}

QString canvasWords(const QWidget& canvas) {
  const std::function<QString()> ask = canvas.property(kSays).value<CanvasSentence>().ask;
  const QString words = ask ? ask() : QString();
  return words.isEmpty() ? canvas.accessibleName() : withoutMarkup(words);
}

std::vector<QWidget*> canvasesWithOtherWords(const QWidget& in) {
  std::vector<QWidget*> others;
  for (QWidget* canvas : in.findChildren<QWidget*>()) {
    if (!canvas->property(kSays).isValid() || !canvas->isVisible()) continue;
    const QString words = canvasWords(*canvas);
    if (canvas->property(kTold).toString() == words) continue;
    canvas->setProperty(kTold, words);
    others.push_back(canvas);
  }
  return others;
}

void tellCanvases(const QWidget& in) {
  if (!QAccessible::isActive()) return;
  for (QWidget* canvas : canvasesWithOtherWords(in)) {
    QAccessibleEvent changed(canvas, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&changed);
  }
}

}  // namespace omegascope
