// Numbers: every visible estimator in one table: its errors to softmax, its effective samples, what it cost.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "language/language.h"
#include "views/amounts.h"
#include "views/registry.h"
#include "views/rich_text.h"
#include "widgets/controls.h"

namespace omegascope {

class NumbersPanel : public Panel {
 public:
  NumbersPanel(Workbench& workbench, QWidget* parent);

  QString help() const override;
  Work work() const override { return Work::estimates; }
  Work workBeside() const override { return Work::clouds; }  // what draws say of the bias
  QStringList equations() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  bool hasPicture() const override { return !rows().empty(); }
  PanelData data() const override;
  QString command() const override { return estimatesOf(visibleCards(), {}); }
  QRectF placeOf(const QString& part) const override;
  bool isTable() const override { return true; }
  int heightFor(int width) const override;

 protected:
  void refresh() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Column {
    QString part, header, tip;                            // part: as lessons call it; empty: they do not
    std::function<double(const CardResult&)> value;       // not a number where the estimator has none
    std::function<double(const CardResult&)> error = {};  // standard error; none: exact
    std::function<Unit(double)> unitOf = {};              // on the screen, of the largest; none: as files have it

    double errorOf(const CardResult& result) const { return error ? error(result) : 0; }
  };
  std::vector<Column> columns() const;
  /// Those, as the screen has them: all values of a column in the unit of its largest.
  std::vector<Column> shownColumns() const;
  /// What cannot be said by a number: why a card could not run, or what the draws of the output say of its bias.
  QString remark(const CardResult& result) const;
  QString emptyText() const;
  std::vector<std::pair<const Card*, const CardResult*>> rows() const;
  void fillRow(int row, const Card& card, const CardResult& result, const std::vector<Column>& shown);
  bool saysAnything(int column) const;
  int textWidth(int column) const;
  int fitToText(int padding);
  void fitColumns();
  void copyTable() const;

  QLabel* m_empty = nullptr;
  QTableWidget* m_table = nullptr;
  int m_padding = 0;
};

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kKibi = 1024;

/// With three digits; with two where only rounding is left, as for softmax in single precision.
QString told(double value, double error) {
  constexpr double kRounding = 1e-10;
  return numberWithError(value, error, std::abs(value) < kRounding ? 2 : 3);
}

/// Sorts by number; what is not a number comes last.
class NumberItem : public QTableWidgetItem {
 public:
  NumberItem(double value, double error) : QTableWidgetItem(told(value, error)), m_value(value) {
    setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  }
  bool operator<(const QTableWidgetItem& other) const override {
    const double theirs = static_cast<const NumberItem&>(other).m_value;
    return std::isnan(theirs) ? !std::isnan(m_value) : m_value < theirs;
  }

 private:
  double m_value;
};

constexpr int kAroundRow = 9;  // pixels beside its text
// Pixels of a column beside its text, most of them at the left; fewer where room is short.
constexpr int kBesideText = 14, kLeastBesideText = 9;

/// In the row that is chosen it has the ground of the others, on which its colours are seen.
QIcon chip(const EstimatorStyle& style, const QColor& ground) {
  const double lines = screenLook().lines;
  QIcon icon;
  for (const QIcon::Mode mode : {QIcon::Normal, QIcon::Selected}) {
    QPixmap pixmap(QSize(56, 28) * lines);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(lines, lines);
    if (mode == QIcon::Selected) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(ground);
      painter.drawRoundedRect(QRectF(0, 0, 28, 14), 3, 3);
    }
    drawEstimatorChip(painter, QRectF(1, 1, 26, 12), style);
    painter.end();
    icon.addPixmap(pixmap, mode);
  }
  return icon;
}

}  // namespace

NumbersPanel::NumbersPanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("numbers"), tr("Numbers"), parent) {
  auto* layout = inset(new QVBoxLayout(this), {2, 4, 2, 4});
  m_empty = wrapped(new QLabel(this));
  layout->addWidget(m_empty);
  layout->addWidget(remedyButton(), 0, Qt::AlignLeft);
  m_table = new QTableWidget(this);
  readOnly(m_table);
  m_table->setAccessibleName(tr("Numbers of every visible estimator"));
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setShowGrid(false);
  m_table->horizontalHeader()->setMinimumSectionSize(36);
  m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  QStringList headers = {tr("estimator")};
  for (const Column& column : columns()) headers << column.header;
  headers << tr("remark");
  m_table->setColumnCount(static_cast<int>(headers.size()));
  m_table->setHorizontalHeaderLabels(headers);
  int index = 0;
  for (const Column& column : columns()) m_table->horizontalHeaderItem(++index)->setToolTip(column.tip);
  layout->addWidget(m_table, 1);
  layout->addStretch();
  auto* copy = new QAction(tr("Copy table"), m_table);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(copy, &QAction::triggered, this, &NumbersPanel::copyTable);
  m_table->addAction(copy);
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_table->setMouseTracking(true);
  endHoverOnLeave(m_table->viewport());
  const auto cardAt = [this](int row) { return m_table->item(row, 0)->data(Qt::UserRole).toInt(); };
  connect(m_table, &QTableWidget::cellClicked, this, [this, cardAt](int row, int) { toggleCard(cardAt(row)); });
  connect(m_table, &QTableWidget::cellEntered, this, [this, cardAt](int row, int) {
    Cursor cursor = Panel::workbench().selection().locked();
    cursor.card = cardAt(row);
    Panel::workbench().selection().hover(cursor);
  });
}

QString NumbersPanel::help() const {
  return tr(
      "<b>Numbers</b><p>Every visible estimator against softmax, for this draw and this head: mse is a mean over "
      "queries and dimensions, then the largest error, and the cosine of the angle between the two outputs; ESS is the "
      "effective sample size, its mean over queries.</p><p>Time and memory are of this run, with everything "
      "the panels asked for beside y; operations are of y alone.</p><p><b>Look for</b> what an error costs: sort by a "
      "column, and compare at equal operations. Of a long sequence errors are from some queries, as the remark says: "
      "then mse has a standard error, and the largest error is that of these. Clamped counts MIS weights that were "
      "raised, ≤ 0 the denominators that were not positive; the remark is also what the draws of Output say of the "
      "bias.</p>");
}

QStringList NumbersPanel::equations() const {
  return {QStringLiteral("mse = (1/(N D_v)) Σ_n ‖ŷ_n − y_n‖²,  cosine = Σ_n ŷ_n·y_n / (‖ŷ‖ ‖y‖)"),
          QStringLiteral("ESS_n = (Σ_s w_ns)² / Σ_s w_ns²")};
}

std::vector<NumbersPanel::Column> NumbersPanel::columns() const {
  const auto ran = [](auto read) {
    return [read](const CardResult& r) { return r.result ? static_cast<double>(read(r)) : kNone; };
  };
  const auto counted = [](const char* name, auto read) {
    return [=](const CardResult& r) {
      return r.result && !r.sample && r.result->has(name) ? static_cast<double>(read(*r.result)) : kNone;
    };
  };
  const auto ofAll = [&](auto read) { return ran([read](const CardResult& r) { return r.sample ? kNone : read(r); }); };
  return {
      {QStringLiteral("mse"), tr("mse"),
       tr("Mean squared error to softmax with the same τ, causal for a causal estimator"),
       ran([](const CardResult& r) { return r.metrics.mse; }), [](const CardResult& r) { return r.metrics.mse_error; }},
      {{},
       tr("max |Δ|"),
       tr("Largest absolute error to softmax with the same τ, causal for a causal estimator"),
       ran([](const CardResult& r) { return r.metrics.max_abs; })},
      {{},
       tr("cosine"),
       tr("Cosine of the angle to the output of softmax with the same τ, causal for a causal estimator"),
       ran([](const CardResult& r) { return r.metrics.cosine; })},
      {QStringLiteral("ess"), tr("ESS"), tr("Effective sample size, mean over queries"),
       ran([](const CardResult& r) { return r.ess; })},
      {QStringLiteral("cost"),
       tr("ms"),
       tr("Time of this run; a short one may run twice, and the shorter one stands here"),
       ofAll([](const CardResult& r) { return r.result->stats.milliseconds; }),
       {},
       timeUnit},
      {QStringLiteral("cost"),
       tr("KiB"),
       tr("Memory at its highest"),
       ofAll([](const CardResult& r) { return static_cast<double>(r.result->stats.peak_bytes) / kKibi; }),
       {},
       [](double kibibytes) {
         const Unit unit = memoryUnit(kibibytes * kKibi);
         return Unit{unit.name, unit.size / kKibi};
       }},
      {QStringLiteral("cost"), tr("Mflop"), tr("Millions of operations for y"),
       ran([](const CardResult& r) { return r.cost.flops / 1e6; })},
      {{},
       tr("clamped"),
       tr("MIS weights that were raised to the clamp"),
       counted("clamped", [](const omega::Result& r) { return r.stats.clamped; })},
      {QStringLiteral("nonpositive"), tr("≤ 0"), tr("Denominators that were not positive (kept)"),
       counted("nonpositive", [](const omega::Result& r) { return r.stats.nonpositive; })},
  };
}

std::vector<NumbersPanel::Column> NumbersPanel::shownColumns() const {
  std::vector<Column> all = columns();
  for (Column& column : all) {
    if (!column.unitOf) continue;
    double largest = 0;
    for (const auto& [card, result] : rows())
      if (const double value = column.value(*result); value > largest) largest = value;  // no number is not larger
    const Unit unit = column.unitOf(largest);
    column.header = unit.name;
    column.value = [read = column.value, size = unit.size](const CardResult& result) { return read(result) / size; };
  }
  return all;
}

/// The columns of a part, from the first to the last.
QRectF NumbersPanel::placeOf(const QString& part) const {
  if (m_table->isHidden()) return {};
  int left = -1, right = 0, index = 0;
  for (const Column& column : columns()) {
    ++index;  // after the column of the names
    if (column.part != part) continue;
    const int begin = m_table->columnViewportPosition(index);
    if (left < 0) left = begin;
    right = begin + m_table->columnWidth(index);
  }
  if (left < 0) return {};
  const QPoint at = m_table->viewport()->mapTo(this, QPoint(left, 0));
  const int width = std::min(right, m_table->viewport()->width()) - left;
  if (width <= 0) return {};
  // From where its text may begin: numbers stand at the right of their columns. The next column is to keep its own.
  constexpr double kOfNext = 3;
  const double beside = m_padding / 2.0;
  return QRectF(at.x() + beside, m_table->y(), std::max(1.0, width - beside - kOfNext), m_table->height());
}

QString NumbersPanel::emptyText() const {
  if (const QString missing = missingText(); !missing.isEmpty()) return missing;
  return isMissing([](const Card&) { return true; })
             ? comingText()
             : tr("Nothing to compare yet. Make an estimator visible to see its numbers.");
}

QString NumbersPanel::remark(const CardResult& result) const {
  if (!result.error.empty()) return QString::fromStdString(result.error);
  if (result.isOld) return workbench().ageText();
  QStringList said;
  if (result.metrics.queries > 0)
    said << tr("errors %1").arg(queriesText(result.metrics.queries, snapshot().sequence->sizes.N));
  if (result.metrics.rests_on_few)
    said << tr("%1 of them make %2 % of mse, which may be larger than ± says")
                .arg(omega::kFewQueries)
                .arg(100 * result.metrics.share_of_few, 0, 'f', 0);
  if (const OutputCloud* cloud = snapshot().cloud(result.card);
      cloud != nullptr && !cloud->isOld && !cloud->deterministic)
    said << described(cloud->verdict);
  return said.join(QStringLiteral("; "));
}

std::vector<std::pair<const Card*, const CardResult*>> NumbersPanel::rows() const {
  std::vector<std::pair<const Card*, const CardResult*>> all;
  for (const CardResult& result : snapshot().cards)
    if (const Card* card = workbench().document().card(result.card)) all.emplace_back(card, &result);
  return all;
}

void NumbersPanel::fillRow(int row, const Card& card, const CardResult& result, const std::vector<Column>& shown) {
  auto* name = new QTableWidgetItem(chip(styleOf(card, theme().dark), m_table->palette().color(QPalette::Base)),
                                    QString::fromStdString(card.label()));
  name->setData(Qt::UserRole, card.id);
  name->setToolTip(remark(result));
  m_table->setItem(row, 0, name);
  int index = 0;
  for (const Column& column : shown)
    m_table->setItem(row, ++index, new NumberItem(column.value(result), column.errorOf(result)));
  auto* text = new QTableWidgetItem(remark(result));
  text->setToolTip(remark(result));
  if (!result.error.empty()) text->setForeground(theme().warning);
  m_table->setItem(row, index + 1, text);
}

void NumbersPanel::refresh() {
  const auto all = rows();
  m_empty->setText(emptyText());
  m_empty->setVisible(all.empty());
  offer(all.empty() ? usualRemedy() : Remedy{});
  m_table->setVisible(!all.empty());
  m_table->setSortingEnabled(false);
  const bool isHigher = m_table->rowCount() != static_cast<int>(all.size());
  m_table->setIconSize(QSize(24, 12) * screenLook().lines);
  m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kAroundRow);
  m_table->setRowCount(static_cast<int>(all.size()));
  int index = 0;
  const std::vector<Column> shown = shownColumns();
  for (const Column& column : shown) m_table->horizontalHeaderItem(++index)->setText(column.header);
  for (std::size_t i = 0; i < all.size(); ++i) fillRow(static_cast<int>(i), *all[i].first, *all[i].second, shown);
  if (isHigher) emit heightChanged();
  // Unsorted until a header is clicked: the order of the cards.
  if (m_table->horizontalHeader()->sortIndicatorSection() >= m_table->columnCount())
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  m_table->setSortingEnabled(true);
  fitColumns();
  const int chosen = workbench().selection().locked().card;
  m_table->clearSelection();
  for (int row = 0; row < m_table->rowCount(); ++row)
    if (m_table->item(row, 0)->data(Qt::UserRole).toInt() == chosen) m_table->selectRow(row);
  reportPainted();
}

int NumbersPanel::heightFor(int) const {
  const QMargins around = layout()->contentsMargins() + contentsMargins();
  const int rows = around.top() + around.bottom() + 2 * m_table->frameWidth() +
                   m_table->horizontalHeader()->sizeHint().height() +
                   m_table->rowCount() * m_table->verticalHeader()->defaultSectionSize() +
                   m_table->horizontalScrollBar()->sizeHint().height();
  return std::max(rows, minimumSizeHint().height());  // what stands in place of rows needs room, too
}

int NumbersPanel::textWidth(int column) const {
  QFont bold = m_table->font();
  bold.setBold(true);
  const int sign = column == 0 ? m_table->iconSize().width() + m_padding : 0;
  int width = QFontMetrics(bold).horizontalAdvance(m_table->horizontalHeaderItem(column)->text());
  for (int row = 0; row < m_table->rowCount(); ++row)
    width = std::max(width, m_table->fontMetrics().horizontalAdvance(m_table->item(row, column)->text()) + sign);
  return width;
}

/// Columns as wide as their text: the table has many, and Qt would keep room for a sort mark in each. Returns what all
/// but the last take with this room beside the text.
int NumbersPanel::fitToText(int padding) {
  m_padding = padding;
  int used = 0;
  for (int column = 0; column + 1 < m_table->columnCount(); ++column) {
    // A column that says nothing of any estimator only takes room from the others.
    const bool says = column == 0 || saysAnything(column);
    m_table->setColumnHidden(column, !says);
    m_table->setColumnWidth(column, textWidth(column) + padding);
    if (says) used += m_table->columnWidth(column);
  }
  return used;
}

/// A ring around a column stands between its numbers and those of the next, where there is room.
void NumbersPanel::fitColumns() {
  constexpr int kLeastRemark = 120;
  const double lines = screenLook().lines;
  const int room = m_table->viewport()->width(), last = m_table->columnCount() - 1;
  int used = fitToText(static_cast<int>(kBesideText * lines));
  if (used > room) used = fitToText(static_cast<int>(kLeastBesideText * lines));
  // The remark has all the room that is left. What went wrong is always shown; a verdict only where it fits, else it is
  // in the tip of the estimator's name.
  const auto all = rows();
  const bool failed = std::any_of(all.begin(), all.end(), [](const auto& row) { return !row.second->error.empty(); });
  const int left = room - used;
  m_table->setColumnHidden(last, !saysAnything(last) || (!failed && left < kLeastRemark));
  m_table->setColumnWidth(last, std::max({0, left, failed ? textWidth(last) + m_padding : 0}));
}

bool NumbersPanel::saysAnything(int column) const {
  for (int row = 0; row < m_table->rowCount(); ++row)
    if (const QString text = m_table->item(row, column)->text(); !text.isEmpty() && text != numberText(kNone))
      return true;
  return false;
}

void NumbersPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  if (m_table->isHidden()) return;
  fitColumns();
}

void NumbersPanel::copyTable() const {
  const PanelData all = data();
  QStringList lines = {QStringList(all.columns.begin(), all.columns.end()).join(QLatin1Char('\t'))};
  for (const std::vector<QString>& row : all.rows) lines << QStringList(row.begin(), row.end()).join(QLatin1Char('\t'));
  QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void NumbersPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  if (rows().empty()) {
    paintRichText(painter, area, theme, emptyText());
    return;
  }
  QStringList header = {tr("estimator")};
  const std::vector<Column> shown = shownColumns();
  for (const Column& column : shown) header << column.header.toHtmlEscaped();
  header << tr("remark");
  std::vector<QStringList> lines;
  for (const auto& [card, result] : rows()) {
    QStringList line = {markedLabel(*card, theme)};
    for (const Column& column : shown) line << told(column.value(*result), column.errorOf(*result));
    lines.push_back(line << remark(*result).toHtmlEscaped());
  }
  paintRichText(painter, area, theme, tableHtml(header, lines, theme));
}

PanelData NumbersPanel::data() const {
  PanelData data;
  data.columns = {tr("estimator")};
  for (const Column& column : columns()) data.columns.push_back(column.header);
  data.columns.push_back(tr("remark"));
  for (const auto& [card, result] : rows()) {
    std::vector<QString> row = {QString::fromStdString(card->label())};
    std::vector<double> values;
    for (const Column& column : columns()) values.push_back(column.value(*result));
    for (const double value : values) row.push_back(plainNumber(value));
    row.push_back(remark(*result));
    data.rows.push_back(std::move(row));
    data.addList(card->label(), values);
  }
  for (const Column& column : columns()) data.texts["columns"].push_back(column.header.toStdString());
  return data;
}

Panel* makeNumbersPanel(Workbench& workbench, QWidget* parent) { return new NumbersPanel(workbench, parent); }

}  // namespace omegascope
