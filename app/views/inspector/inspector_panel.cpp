#include "views/inspector/inspector_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

#include "estimators/registry.h"
#include "views/inspector/inspected_numbers.h"
#include "views/rich_text.h"

namespace omegascope {

namespace {

constexpr std::size_t kShownDims = 4;

QString plainText(const QString& html) { return QTextDocumentFragment::fromHtml(html).toPlainText(); }

/// Lines rather than a table: they break well in a panel of any width.
QString groupHtml(const InspectedGroup& group, const Theme& theme) {
  QString lines;
  for (const InspectedNumber& number : group.numbers) {
    const QString line = number.note.isEmpty() ? QStringLiteral("<i>%1</i> = %2 &nbsp;<span style=\"color:%4\">%3</span>").arg(number.symbol, vectorText(number.values, kShownDims), number.meaning, theme.faint.name())
                                               : QStringLiteral("<span style=\"color:%2\">%1</span>").arg(number.note, theme.faint.name());
    lines += QStringLiteral("<p style=\"margin:1px 0 0 14px;text-indent:-10px\">%1</p>").arg(line);
  }
  return QStringLiteral("<p style=\"margin:7px 0 1px 0\"><b>%1</b></p>%2").arg(group.title, lines);
}

}  // namespace

InspectorPanel::InspectorPanel(Workbench& workbench, QWidget* parent) : Panel(workbench, QStringLiteral("inspector"), tr("Inspector"), parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 4, 6, 4);
  m_text = new QTextBrowser(this);
  m_text->setFrameShape(QFrame::NoFrame);
  m_text->setAccessibleName(tr("Numbers of the selection"));
  m_text->setOpenLinks(false);
  layout->addWidget(m_text);
}

QString InspectorPanel::help() const {
  return tr("<b>Inspector</b><p>Where the selection is, the equations of its estimator, and every number of this query, key, proposal and sample as they stand in them. "
            "Logits are q<sub>n</sub>·k<sub>m</sub> with the scale τ folded in; log p<sub>n</sub> and log q are densities at the sample's ω.</p>"
            "<p><b>Look for</b> a sample with large log p<sub>n</sub> and small log q: it gets a large weight, because its proposal seldom goes there. "
            "Text can be selected and copied; the menu copies all of it.</p>");
}

QString InspectorPanel::html(const Theme& theme) const {
  const Cursor cursor = workbench().selection().shown();
  const CardResult* result = snapshot().inspectedCard(cursor.card);
  const Card* card = result ? workbench().document().card(result->card) : nullptr;
  if (card == nullptr) return tr("Nothing to inspect yet. Make an estimator visible.");
  const EstimatorStyle style = estimatorStyle(QString::fromStdString(card->method), card->variant, theme.dark);
  QString text = QStringLiteral("<p style=\"margin:0\">%1 <b>%2</b></p>").arg(markerHtml(style), selectionPath(*card, snapshot(), cursor));
  const QString equations = QString::fromStdString(omega::find_estimator(card->method).info.equations).toHtmlEscaped();
  text += QStringLiteral("<p style=\"margin:4px 0 0 0\">%1</p>").arg(QString(equations).replace(QLatin1Char('\n'), QStringLiteral("<br>")));
  if (!result->error.empty()) return text + QStringLiteral("<p style=\"color:%1\">%2</p>").arg(theme.warning.name(), QString::fromStdString(result->error).toHtmlEscaped());
  if (snapshot().query < 0) return text + QStringLiteral("<p>%1</p>").arg(tr("Hover or click a row of a map to see its numbers."));
  for (const InspectedGroup& group : inspectedNumbers(*result, snapshot(), cursor)) text += groupHtml(group, theme);
  return text;
}

void InspectorPanel::refresh() {
  const int scrolled = m_text->verticalScrollBar()->value();
  const QString text = html(theme());
  // What has not changed keeps the text that somebody is marking.
  if (text != m_text->property("shown").toString()) {
    m_text->setHtml(text);
    m_text->setProperty("shown", text);
    m_text->verticalScrollBar()->setValue(scrolled);
  }
  reportPainted();
}

void InspectorPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  painter.fillRect(area, theme.window);
  paintRichText(painter, area, theme, html(theme));
}

void InspectorPanel::fillMenu(QMenu& menu) {
  menu.addAction(tr("Copy as text"), this, [this] { QApplication::clipboard()->setText(plainText(html(theme()))); });
}

PanelData InspectorPanel::data() const {
  PanelData data;
  data.columns = {tr("of"), tr("symbol"), tr("meaning"), tr("index"), tr("value")};
  const Cursor cursor = workbench().selection().shown();
  const CardResult* result = snapshot().inspectedCard(cursor.card);
  if (result == nullptr) return data;
  for (const InspectedGroup& group : inspectedNumbers(*result, snapshot(), cursor))
    for (const InspectedNumber& number : group.numbers) {
      const QString symbol = plainText(number.symbol);
      for (std::size_t i = 0; i < number.values.size(); ++i) data.rows.push_back({group.title, symbol, number.meaning, QString::number(i), plainNumber(number.values[i])});
      if (!number.values.empty()) data.arrays.emplace(symbol.toStdString(), omega::Array::from(number.values, {static_cast<omega::Index>(number.values.size())}));
    }
  return data;
}

QString InspectorPanel::command() const {
  const CardResult* result = snapshot().inspectedCard(workbench().selection().shown().card);
  const Card* card = result ? workbench().document().card(result->card) : nullptr;
  return card ? workbench().commandFor(*card) : QString();
}

}  // namespace omegascope
