#include "views/inspector/inspector_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "language/language.h"
#include "math_text/math_parser.h"
#include "model/token_names.h"
#include "views/inspector/inspected_numbers.h"
#include "views/rich_text.h"
#include "views/sample_weights.h"
#include "widgets/controls.h"

namespace omegascope {

namespace {

constexpr std::size_t kShownDims = 4;

MathLine textLine(const QString& text, bool faint, bool bold, double above) {
  MathLine line;
  line.content = mathWords(text, faint, bold);
  line.above = above;
  return line;
}

/// ω_s = (0.1; 0.2)   the projection
MathLine numberLine(const InspectedNumber& number) {
  if (!number.note.isEmpty()) return textLine(number.note, true, false, 0.1);
  MathLine line;
  line.indent = 0.6;
  line.content = mathOrWords(number.symbol);
  const QString id = symbolId(line.content.parts.front());
  line.content.parts.push_back(mathOperation(QStringLiteral("="), 1));
  line.content.parts.push_back(spaced(mathValue(vectorText(number.values, kShownDims), id), 1));
  const MathNode words = mathWords(number.meaning, true);
  for (std::size_t i = 0; i < words.parts.size(); ++i)
    line.content.parts.push_back(spaced(words.parts[i], i == 0 ? 2 : 1));
  return line;
}

QString chosenText(const Snapshot& snapshot, const Chosen& chosen) {
  QStringList parts = {queryText(snapshot.sequence.get(), snapshot.query)};
  if (chosen.key >= 0) {
    const QString key = keyText(snapshot.sequence.get(), chosen.key);
    parts << (chosen.keyIsHeaviest ? tr("%1 (its heaviest)").arg(key) : key);
  }
  if (chosen.proposal >= 0)
    parts << (chosen.proposalIsHeaviest ? tr("proposal %1 (its heaviest)") : tr("proposal %1")).arg(chosen.proposal);
  if (chosen.sample >= 0)
    parts << (chosen.sampleIsHeaviest ? tr("sample %1 (its heaviest)") : tr("sample %1")).arg(chosen.sample);
  return parts.join(QStringLiteral(", "));
}

/// The equations of its method that hold with its options.
QStringList equationsOf(const CardResult& card) {
  if (!card.request) return {};
  return describedLines(omega::equations_with(omega::info_of(*card.request), card.request->options));
}

}  // namespace

InspectorPanel::InspectorPanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("inspector"), tr("Inspector"), parent) {
  auto* layout = inset(new QVBoxLayout(this), {2, 2, 2, 2});
  m_scroll = new QScrollArea(this);
  m_scroll->setAccessibleName(tr("Formulas of the selection, with their numbers"));
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setWidgetResizable(true);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  // A scroll bar that comes and goes changes the width, which changes the height, which decides whether there is a bar:
  // at some sizes this would never end.
  m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
  m_view = new MathView(m_scroll);
  m_scroll->setWidget(m_view);
  layout->addWidget(m_scroll, 1);
  layout->addWidget(remedyButton(), 0, Qt::AlignLeft);
  connect(m_view, &MathView::symbolHovered, this, [this](const QString& id) {
    Selection& selection = this->workbench().selection();
    if (id.isEmpty())
      selection.endHover();
    else
      selection.hover(cursorOf(id));
  });
  connect(m_view, &MathView::symbolClicked, this,
          [this](const QString& id) { this->workbench().selection().lock(cursorOf(id)); });
}

QString InspectorPanel::help() const {
  return tr(
      "<b>Inspector</b><p>Where the selection is, the equations of its estimator with symbols and then with this "
      "selection's values, and every number of this query, key, proposal and sample. Of a sum the chosen term is "
      "shown, ⋯ stands for all others. Logits are q<sub>n</sub>·k<sub>m</sub> with the scale τ folded "
      "in.</p><p><b>Look for</b> a sample with large log p<sub>n</sub> and small log q<sub>c</sub>: it gets a large "
      "weight, because its proposal seldom goes there. Hover a symbol to find it everywhere, click it to select what "
      "it stands for; the menu copies everything as text.</p>");
}

QStringList InspectorPanel::equations() const {
  const CardResult* result = inspected();
  return result ? equationsOf(*result) : QStringList();
}

void InspectorPanel::addFormulas(std::vector<MathLine>& lines, const CardResult& result) const {
  const QStringList sources = equationsOf(result);
  for (const QString& source : sources) lines.push_back(formulaLine(source));
  if (!result.result || snapshot().query < 0) return;
  const Chosen chosen = chosenFor(result, snapshot(), workbench().selection().shown());
  const FormulaValues values = selectionValues(result, snapshot(), chosen);
  const std::size_t before = lines.size();
  lines.push_back(textLine(tr("With the values of %1:").arg(chosenText(snapshot(), chosen)), true, false, 0.7));
  for (const QString& source : sources)
    for (MathNode& statement : filled(mathOrWords(source), values)) {
      MathLine line;
      line.content = std::move(statement);
      line.above = 0.35;
      lines.push_back(std::move(line));
    }
  if (lines.size() == before + 1) lines.pop_back();
}

std::vector<MathLine> InspectorPanel::lines(const Theme& theme) const {
  const Cursor cursor = workbench().selection().shown();
  const CardResult* result = inspected();
  const Card* card = result ? workbench().document().card(result->card) : nullptr;
  if (const QString missing = missingText(); !missing.isEmpty()) return {textLine(missing, false, false, 0)};
  if (card == nullptr) return {textLine(tr("Nothing to inspect yet. Make an estimator visible."), false, false, 0)};
  const EstimatorStyle style = styleOf(*card, theme.dark);
  MathLine path =
      textLine(markerLetter(style) + QLatin1Char(' ') + selectionPath(*card, snapshot(), cursor), false, true, 0);
  path.content.parts.front().tint = readable(style.colour, theme);
  std::vector<MathLine> lines = {path};
  addFormulas(lines, *result);
  if (!result->error.empty()) {
    lines.push_back(textLine(QString::fromStdString(result->error), false, false, 0.6));
    for (MathNode& word : lines.back().content.parts) word.tint = theme.warning;
    return lines;
  }
  if (snapshot().query < 0) {
    lines.push_back(textLine(tr("Hover or click a row of a map to see its numbers."), false, false, 0.6));
    return lines;
  }
  for (const InspectedGroup& group : inspectedNumbers(*result, snapshot(), cursor)) {
    lines.push_back(textLine(group.title, false, true, 0.7));
    for (const InspectedNumber& number : group.numbers) lines.push_back(numberLine(number));
  }
  const QStringList samples = chosenLines(snapshot(), workbench().document(), workbench().selection().chosen().samples);
  if (!samples.isEmpty()) lines.push_back(textLine(tr("Chosen samples"), false, true, 0.7));
  for (const QString& line : samples) lines.push_back(textLine(line, false, false, 0.1));
  return lines;
}

Cursor InspectorPanel::cursorOf(const QString& id) const {
  Cursor cursor = workbench().selection().shown();
  const CardResult* result = inspected();
  if (result == nullptr || id.isEmpty()) return cursor;
  cursor.card = result->card;
  const Chosen chosen = chosenFor(*result, snapshot(), cursor);
  const QChar letter = id.normalized(QString::NormalizationForm_D).front();
  if (QStringLiteral("ωfwε").contains(letter)) cursor.sample = chosen.sample;
  if (QStringLiteral("αμβGb").contains(letter) || roleOfId(id) == SymbolRole::proposal)
    cursor.proposal = chosen.proposal;
  if (QStringLiteral("kvπhA").contains(letter)) cursor.key = chosen.key;
  return cursor;
}

void InspectorPanel::refresh() {
  std::vector<MathLine> now = lines(theme());
  MathSheet sheet;
  sheet.setLines(now);
  // What has not changed stays as it is under the pointer.
  const QString text = sheet.plainText() + (theme().dark ? QLatin1Char('d') : QLatin1Char('l'));
  if (text != m_shown) {
    m_shown = text;
    m_view->setLines(std::move(now));
  }
  const bool isEmpty = inspected() == nullptr || snapshot().query < 0;
  offer(isEmpty ? usualRemedy(Shows::Query) : Remedy{});
  reportPainted();
}

void InspectorPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  paintSheet(painter, area, theme, lines(theme));
}

void InspectorPanel::fillMenu(QMenu& menu) {
  menu.addAction(tr("Copy as text"), this, [this] {
    MathSheet sheet;
    sheet.setLines(lines(theme()));
    QApplication::clipboard()->setText(sheet.plainText());
  });
}

PanelData InspectorPanel::data() const {
  PanelData data;
  data.columns = {tr("belongs to"), tr("symbol"), tr("meaning"), tr("index"), tr("value")};
  const CardResult* result = inspected();
  if (result == nullptr) return data;
  for (const InspectedGroup& group : inspectedNumbers(*result, snapshot(), workbench().selection().shown()))
    for (const InspectedNumber& number : group.numbers) {
      for (std::size_t i = 0; i < number.values.size(); ++i)
        data.rows.push_back(
            {group.title, number.symbol, number.meaning, QString::number(i), plainNumber(number.values[i])});
      data.addList(number.symbol.toStdString(), number.values);
    }
  return data;
}

const Card* InspectorPanel::inspectedCard() const {
  const CardResult* result = inspected();
  return result ? workbench().document().card(result->card) : nullptr;
}

QString InspectorPanel::subject() const {
  const Card* card = inspectedCard();
  return card ? QString::fromStdString(card->label()) : QString();
}

}  // namespace omegascope
