#include "window/tool_bar.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>
#include <limits>
#include <numeric>

#include "core/token_name.h"
#include "model/settings.h"
#include "model/token_names.h"
#include "views/option_number.h"
#include "widgets/controls.h"
#include "widgets/sentence.h"
#include "widgets/signs.h"
#include "window/opening.h"
#include "workbench/layers.h"
#include "workbench/workbench.h"

namespace omegascope {

namespace {

constexpr std::size_t kQueryLetters = 10;  // of the name of the query, in its box

QString whatIsChosen(const QList<QAction*>& actions) {
  for (const QAction* action : actions)
    if (action->isChecked()) return action->iconText();
  return {};
}

/// The width that a layout would ask for.
int widthOf(const QWidget& widget) {
  const int wanted = std::max(widget.sizeHint().width(), widget.minimumSizeHint().width());
  return std::max(std::min(wanted, widget.maximumWidth()), widget.minimumWidth());
}

/// Names a bar, and the arrow that Qt puts at the end of one that is too short for all its parts.
void nameBar(QToolBar& bar) {
  bar.setAccessibleName(bar.windowTitle());
  if (auto* more = bar.findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button")))
    more->setAccessibleName(QObject::tr("What has no room in the bar"));
}

}  // namespace

ToolBar::ToolBar(Workbench& workbench, QWidget* parent) : QToolBar(tr("Main"), parent), m_workbench(workbench) {
  setObjectName(QStringLiteral("main_toolbar"));
  nameBar(*this);
  setMovable(false);
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_draw = addAction(tr("Draw"));
  m_step = addAction(signIcon(Sign::step), tr("Step"));
  m_step->setToolTip(tr("Show one sample more (S)"));
  addAction(signIcon(Sign::redraw), tr("Redraw"), this, &ToolBar::redrawRequested)
      ->setToolTip(tr("Draw new noise with the same seed (R); Shift+R goes back to the first draw"));
  addNumbers();
  addSeparator();
  m_pin = addAction(signIcon(Sign::pin), tr("Pin"), this,
                    [this] { m_workbench.pinned() ? m_workbench.unpin() : m_workbench.pin(); });
  m_pin->setCheckable(true);
  m_pin->setToolTip(
      tr("Keep this query as it is now, hollow, to compare it with what comes (P); a second press lets it go"));
  m_ofExplore = actions();
  connect(&workbench, &Workbench::snapshotChanged, this, &ToolBar::refresh);
  connect(&workbench, &Workbench::pinnedChanged, this, &ToolBar::refresh);
  connect(&workbench.selection(), &Selection::changed, this, &ToolBar::refresh);
  connect(&workbench.store(), &DocumentStore::changed, this, &ToolBar::refresh);
  showPlaying();
  refresh();
}

void ToolBar::follow(Opening* opening) {
  m_opening = opening;
  connect(m_draw, &QAction::triggered, opening, &Opening::toggle);
  connect(m_step, &QAction::triggered, opening, &Opening::step);
  connect(opening, &Opening::changed, this, &ToolBar::showPlaying);
}

void ToolBar::setExploring(bool exploring) {
  m_isExploring = exploring;
  for (QAction* action : m_ofExplore) action->setVisible(exploring);
  refresh();
}

void ToolBar::addWorkspaces(const QList<QAction*>& workspaces) {
  m_workspaces = workspaces;
  auto* choice = new QToolButton(this);
  choice->setObjectName(QStringLiteral("workspace_choice"));
  choice->setPopupMode(QToolButton::InstantPopup);
  choice->setAutoRaise(true);
  choice->setToolTip(tr("Workspaces"));
  choice->setAccessibleName(choice->toolTip());
  auto* menu = new QMenu(choice);
  menu->addActions(workspaces);
  choice->setMenu(menu);
  const auto tell = [this, choice] { choice->setText(whatIsChosen(m_workspaces)); };
  for (const QAction* workspace : workspaces) connect(workspace, &QAction::toggled, choice, tell);
  tell();
  m_workspaceChoice = insertWidget(actions().constFirst(), choice);
  m_workspaceChoice->setVisible(false);
  auto* room = new QWidget(this);
  room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  addWidget(room);
  addActions(workspaces);
  fit();
}

/// Larger text or signs and long names change the width that is needed.
bool ToolBar::event(QEvent* event) {
  const QEvent::Type type = event->type();
  if (type == QEvent::ActionChanged || type == QEvent::FontChange || type == QEvent::StyleChange ||
      type == QEvent::PaletteChange)
    m_buttonWidths.clear();
  const bool handled = QToolBar::event(event);
  if (type == QEvent::Resize || type == QEvent::LayoutRequest) fit();
  return handled;
}

int ToolBar::buttonWidth(QAction* action, Form form) {
  int& width = m_buttonWidths[{action, form}];
  if (width > 0) return width;
  QToolButton button;
  button.setFont(font());
  button.setDefaultAction(action);
  button.setIconSize(iconSize());
  button.setAutoRaise(true);
  button.setToolButtonStyle(form == Form::Words ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
  return width = widthOf(button);
}

int ToolBar::widthIn(Form form) {
  const QMargins margins = layout()->contentsMargins();
  int width = margins.left() + margins.right();
  const auto add = [&](int more) { width += more + layout()->spacing(); };
  for (QAction* action : actions()) {
    if (!action->isVisible() || action == m_workspaceChoice || m_workspaces.contains(action)) continue;
    QWidget* widget = widgetForAction(action);
    add(qobject_cast<QToolButton*>(widget) ? buttonWidth(action, form) : widthOf(*widget));
  }
  for (QAction* action : m_workspaces) add(buttonWidth(action, form));
  return width;
}

void ToolBar::setForm(Form form) {
  if (form == m_form) return;
  m_form = form;
  setToolButtonStyle(form == Form::Words ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
  m_workspaceChoice->setVisible(form == Form::Folded);
  for (QAction* action : m_workspaces) form == Form::Folded ? removeAction(action) : addAction(action);
}

void ToolBar::fit() {
  if (m_workspaceChoice == nullptr) return;
  const auto fits = [this](Form form) { return widthIn(form) <= width(); };
  setForm(fits(Form::Words) ? Form::Words : fits(Form::Signs) ? Form::Signs : Form::Folded);
}

template <class Box>
Box* ToolBar::addNumber(const QString& label, const QString& tip, int low, decltype(Box().maximum()) high) {
  auto* box = new Box(this);
  box->setRange(low, high);
  box->setKeyboardTracking(false);
  box->onBeyond = [this, label, box](double typed) {
    const bool isAbove = typed > box->maximum();
    if (!isAbove && !box->specialValueText().isEmpty()) return;  // "none" says it
    const QString limit = QString::number(isAbove ? box->maximum() : box->minimum(), 'f', 0);
    emit limited(label + QStringLiteral(": ") + (isAbove ? tr("at most %1 here") : tr("at least %1 here")).arg(limit));
  };
  addCaptioned(label, tip, box);
  return box;
}

QComboBox* ToolBar::addChoice(const QString& label, const QString& tip) {
  auto* box = new QComboBox(this);
  box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  addCaptioned(label, tip, box);
  return box;
}

/// Two actions: the caption and the box.
void ToolBar::addCaptioned(const QString& label, const QString& tip, QWidget* box) {
  auto* caption = new QLabel(QStringLiteral("  %1 ").arg(label), this);
  caption->setToolTip(tip);
  box->setToolTip(tip);
  box->setAccessibleName(label);
  caption->setBuddy(box);
  addWidget(caption);
  addWidget(box);
}

void ToolBar::addNumbers() {
  m_seed = addNumber<LimitedBox<QDoubleSpinBox>>(
      tr("seed"), tr("Seed of the noise of all estimators: the same seed gives the same picture on every machine"), 0,
      std::numeric_limits<std::uint32_t>::max());
  m_seed->setDecimals(0);  // an unsigned number of 32 bits is whole in a double, and too large for an int
  addSeparator();
  m_layer = addChoice(tr("layer"), tr("Which layer is shown ({ and })"));
  m_ofLayers = actions().last(2);
  m_head = addChoice(tr("head"), tr("Which attention head is shown, from 0 ([ and ])"));
  m_query = addNumber<LimitedBox<QSpinBox>>(tr("query n"), queryTip(), -1, 0);
  m_query->setSpecialValueText(tr("none"));
  Workbench& bench = m_workbench;
  connect(m_seed, &QDoubleSpinBox::valueChanged, this, [&bench](double value) {
    const auto seed = static_cast<std::uint32_t>(value);
    bench.store().change(tr("Seed %1").arg(seed), [seed](Document& d) { d.seed = seed; });
  });
  const auto lockWith = [&bench](int Cursor::*part, int value) {
    Cursor cursor = bench.selection().locked();
    cursor.*part = value;
    bench.selection().lock(cursor);
  };
  connect(m_layer, &QComboBox::activated, this, [this, &bench] { showLayer(bench, m_layer->currentText().toInt()); });
  connect(m_head, &QComboBox::activated, this, [lockWith](int head) { lockWith(&Cursor::head, head); });
  connect(m_query, &QSpinBox::valueChanged, this, [lockWith](int query) { lockWith(&Cursor::query, query); });
}

void ToolBar::refresh() {
  const CursorLimits& limits = m_workbench.selection().limits();
  const Cursor& cursor = m_workbench.selection().locked();
  const QSignalBlocker blockSeed(m_seed), blockQuery(m_query);
  showNumber(m_seed, m_workbench.document().seed);
  const Layers layers = layersOf(m_workbench);
  showChoice(m_layer, m_layers, layers.all, layers.shown);
  for (QAction* action : m_ofLayers) action->setVisible(m_isExploring && !layers.all.empty());
  const omega::Sequence* sequence = m_workbench.snapshot()->sequence.get();
  std::vector<int> heads(sequence ? static_cast<std::size_t>(sequence->sizes.heads) : 1);
  std::iota(heads.begin(), heads.end(), 0);
  showChoice(m_head, m_heads, heads, cursor.head);
  // Range and suffix, too, are set only where they change: with them goes what is half typed.
  if (const int last = std::max(0, limits.queries - 1); m_query->maximum() != last) m_query->setMaximum(last);
  showNumber(m_query, cursor.query);
  showQueryName();
  m_pin->setChecked(m_workbench.pinned() != nullptr);
  m_pin->setEnabled(m_workbench.pinned() != nullptr || m_workbench.snapshot()->query >= 0);
}

void ToolBar::showChoice(QComboBox* box, std::vector<int>& there, const std::vector<int>& numbers, int shown) {
  if (there != numbers) {
    there = numbers;
    box->clear();
    for (const int number : numbers) box->addItem(QString::number(number));
  }
  box->setCurrentIndex(static_cast<int>(std::find(numbers.begin(), numbers.end(), shown) - numbers.begin()));
}

QString ToolBar::queryTip() { return tr("The query that all panels look at (arrow keys); none releases it"); }

/// Behind the number: "12: ‘attention’". The box keeps its width while names come and go.
void ToolBar::showQueryName() {
  const omega::Sequence* sequence = m_workbench.snapshot()->sequence.get();
  const bool hasNames = sequence != nullptr && omega::has_token_names(*sequence);
  const QString name = hasNames && m_query->value() >= 0
                           ? QString::fromStdString(omega::token_label(*sequence, m_query->value(), kQueryLetters))
                           : QString();
  const QString suffix = name.isEmpty() ? QString() : tr(": ‘%1’").arg(name);
  if (m_query->suffix() != suffix) m_query->setSuffix(suffix);
  const int letters = m_query->fontMetrics().averageCharWidth() * static_cast<int>(kQueryLetters + 10);
  m_query->setMinimumWidth(hasNames ? letters : 0);
  m_query->setMaximumWidth(hasNames ? letters : QWIDGETSIZE_MAX);
  m_query->setToolTip(queryTip() +
                      (name.isEmpty() ? QString() : QLatin1Char('\n') + queryText(sequence, m_query->value())));
}

void ToolBar::showPlaying() {
  const bool playing = m_opening && m_opening->isPlaying();
  m_draw->setText(playing ? tr("Pause") : tr("Draw"));
  m_draw->setToolTip(playing ? tr("Pause (Space)") : tr("Let the samples appear one after another (Space)"));
  m_draw->setIcon(signIcon(playing ? Sign::pause : Sign::play));
}

QToolBar* makeHintBar(QWidget* parent) {
  auto* bar = new QToolBar(QObject::tr("Hint"), parent);
  bar->setObjectName(QStringLiteral("hint_toolbar"));
  nameBar(*bar);
  bar->setMovable(false);
  auto* text = new Sentence(bar);
  text->setText(
      QObject::tr("Drag a point in ω-space and watch the weights follow. Point at a map to preview "
                  "a query, click to keep it; Esc lets go, Ctrl+Z undoes."));
  text->setContentsMargins(6, 3, 6, 3);
  bar->addWidget(text);
  QToolButton* close = makeSignButton(signIcon(Sign::close), QObject::tr("Do not show this again"), bar);
  bar->addWidget(close);
  QObject::connect(close, &QToolButton::clicked, bar, [bar] {
    Settings::dismissHint();
    bar->hide();
  });
  bar->toggleViewAction()->setVisible(false);
  return bar;
}

}  // namespace omegascope
