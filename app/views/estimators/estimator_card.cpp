#include "views/estimators/estimator_card.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <utility>

#include "estimators/registry.h"
#include "estimators/windows.h"
#include "language/language.h"
#include "views/amounts.h"
#include "views/legend.h"
#include "views/option_form.h"
#include "widgets/controls.h"
#include "widgets/estimator_style.h"
#include "widgets/signs.h"
#include "workbench/workbench.h"

namespace omegascope {

class EstimatorChip : public QWidget {
 public:
  explicit EstimatorChip(QWidget* parent) : QWidget(parent) {}
  void setStyleOf(const EstimatorStyle& style) {
    m_style = style;
    setFixedSize(QSize(30, 16) * screenLook().lines);
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    drawEstimatorChip(painter, rect(), m_style, 2 * screenLook().lines);
  }

 private:
  EstimatorStyle m_style;
};

namespace {

QString human(double value, const QString& unit) {
  static const char* const kPrefixes[] = {"", "k", "M", "G", "T", "P"};
  int power = 0;
  while (value >= 1000 && power < 5) {
    value /= 1000;
    ++power;
  }
  return QStringLiteral("%1 %2%3").arg(value, 0, 'g', 3).arg(QLatin1String(kPrefixes[power]), unit);
}

}  // namespace

EstimatorCard::EstimatorCard(Workbench& workbench, int card, QWidget* parent)
    : QFrame(parent), m_workbench(workbench), m_card(card), m_method(workbench.document().card(card)->method) {
  setFrameShape(QFrame::StyledPanel);
  auto* layout = inset(new QVBoxLayout(this), kPanelMargins, 3);
  makeHeader();
  m_facts = wrapped(new QLabel(this));
  m_facts->setMinimumWidth(1);
  layout->addWidget(m_facts);
  const omega::EstimatorInfo& info = omega::find_estimator(m_method).info;
  m_form = new OptionForm(QString::fromStdString(m_method), info.options, this,
                          {omega::all_equations(info), QString::fromStdString(info.paper)});
  layout->addWidget(m_form);
  m_wasVisible = workbench.document().card(card)->visible;
  m_fold->setChecked(m_wasVisible && m_method != kTruthMethod);
  connect(m_fold, &QToolButton::toggled, this, &EstimatorCard::showOptions);
  connect(m_form, &OptionForm::unfoldWanted, m_fold, [this] { m_fold->setChecked(true); });
  showOptions();
  DocumentStore& store = workbench.store();
  connect(m_form, &OptionForm::gestureBegan, this, [&store] { store.beginGesture(); });
  connect(m_form, &OptionForm::gestureEnded, this, [&store] { store.endGesture(); });
  connect(m_form, &OptionForm::edited, this, [this](const QString& name, const QString& text) {
    m_workbench.trace().setEvent(QStringLiteral("option"));
    change(tr("%1 of %2 → %3").arg(m_form->titleOf(name), QStringLiteral("%1"), text.isEmpty() ? tr("default") : text),
           [&](Document&, Card& c) { c.set(name.toStdString(), text.toStdString()); });
  });
}

void EstimatorCard::unfold() { m_fold->setChecked(true); }

void EstimatorCard::bringForward() {
  bringIntoSight(*this);
  if (!isAncestorOf(QApplication::focusWidget())) m_eye->setFocus(Qt::OtherFocusReason);
}

void EstimatorCard::makeHeader() {
  auto* row = new QHBoxLayout;
  row->setSpacing(3);
  m_chip = new EstimatorChip(this);
  m_name = new QLabel(this);
  m_eye = makeSignButton(signIcon(Sign::eyeClosed, Sign::eye), tr("Show or hide this estimator"), this);
  m_fold = makeSignButton(signIcon(Sign::options), tr("Show or hide its options"), this);
  for (QToolButton* button : {m_eye, m_fold}) button->setCheckable(true);
  m_menu = makeSignButton(signIcon(Sign::more), tr("Duplicate, move, reset, copy the command, or remove"), this);
  m_menu->setPopupMode(QToolButton::InstantPopup);
  m_menu->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
  fillMenu();
  // Only on these two: a pointer on its way to a slider asks for no preview.
  m_chip->installEventFilter(this);
  m_name->installEventFilter(this);
  row->addWidget(m_chip);
  row->addWidget(m_name, 1);
  for (QToolButton* button : {m_eye, m_fold, m_menu}) row->addWidget(button);
  static_cast<QVBoxLayout*>(layout())->addLayout(row);
  connect(m_eye, &QToolButton::clicked, this, [this] {
    const Card* card = now();
    if (card == nullptr) return;
    const bool shown = !card->visible;
    change(shown ? tr("Show %1") : tr("Hide %1"), [shown](Document&, Card& c) { c.visible = shown; });
  });
}

void EstimatorCard::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())) emit chosen(m_card);
}

bool EstimatorCard::eventFilter(QObject* watched, QEvent* event) {
  Selection& selection = m_workbench.selection();
  if (event->type() == QEvent::Leave) selection.endHover();
  if (event->type() == QEvent::Enter && now() != nullptr && now()->visible) {
    Cursor cursor = selection.locked();
    cursor.card = m_card;
    selection.hover(cursor);
  }
  return QFrame::eventFilter(watched, event);
}

void EstimatorCard::fillMenu() {
  auto* menu = new QMenu(m_menu);
  m_menu->setMenu(menu);
  menu->addAction(tr("Duplicate to compare settings"), this, [this] {
    int added = -1;
    change(tr("Duplicate %1"), [&added](Document& d, const Card& c) {
      const Card of = c;
      Card& copy = d.add(of.method);
      copy.options = of.options;
      copy.means = of.means;
      added = copy.id;
    });
    if (added >= 0) emit placed(added);
  });
  addMoves(*menu);
  menu->addAction(tr("Reset to the paper's defaults"), this, [this] {
    change(tr("Reset %1"), [](Document&, Card& c) {
      c.options.clear();
      c.means.clear();
    });
  });
  QAction* command = menu->addAction(tr("Copy command"), this, [this] {
    if (const Card* card = now()) QApplication::clipboard()->setText(m_workbench.commandFor(*card).text);
  });
  menu->setToolTipsVisible(true);
  connect(menu, &QMenu::aboutToShow, this, [this, command] {
    const ShellLine line = now() ? m_workbench.commandFor(*now()) : ShellLine{};
    command->setEnabled(!line.text.isEmpty());
    command->setToolTip(line.text.isEmpty() ? line.whyNot : tr("The shell command that makes this estimate again"));
  });
  menu->addSeparator();
  menu->addAction(tr("Remove"), this, [this] {
    change(tr("Remove %1"), [](Document& d, const Card& c) {
      std::erase_if(d.cards, [id = c.id](const Card& each) { return each.id == id; });
    });
  });
}

void EstimatorCard::addMoves(QMenu& menu) {
  for (const int by : {-1, 1}) {
    QAction* action = menu.addAction(by < 0 ? tr("Move up") : tr("Move down"), this, [this, by] { move(by); });
    action->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | (by < 0 ? Qt::Key_Up : Qt::Key_Down)));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);  // for its keys, while something of the card has the keyboard
    connect(&menu, &QMenu::aboutToShow, action, [this, action, by] {
      restFor(*action, canMove(by) ? QString()
                       : by < 0    ? tr("It is the first already.")
                                   : tr("It is the last already."));
    });
    connect(&menu, &QMenu::aboutToHide, action, [action] { action->setEnabled(true); });
  }
}

bool EstimatorCard::canMove(int by) const {
  const std::vector<Card>& cards = m_workbench.document().cards;
  return now() != nullptr && (by < 0 ? cards.front() : cards.back()).id != m_card;
}

void EstimatorCard::move(int by) {
  if (!canMove(by)) return;
  change(by < 0 ? tr("Move %1 up") : tr("Move %1 down"), [by](Document& d, const Card& c) {
    const auto at = &c - d.cards.data();
    std::swap(d.cards[static_cast<std::size_t>(at)], d.cards[static_cast<std::size_t>(at + by)]);
  });
  emit placed(m_card);
}

const Card* EstimatorCard::now() const {
  const Card* card = m_workbench.document().card(m_card);
  return card != nullptr && card->method == m_method ? card : nullptr;
}

void EstimatorCard::change(const QString& what, const std::function<void(Document&, Card&)>& edit) {
  if (const Card* card = now())
    m_workbench.store().change(what.arg(QString::fromStdString(card->label())),
                               [&](Document& d) { edit(d, *d.card(m_card)); });
}

QString EstimatorCard::factsOf(const CardResult* result) const {
  const omega::EstimatorInfo& info = omega::find_estimator(m_method).info;
  const QString order = described(info.complexity);
  if (result == nullptr) return order;
  if (!result->error.empty()) return QStringLiteral("⚠ ") + QString::fromStdString(result->error);
  const auto together = [](QString amount) { return amount.replace(QLatin1Char(' '), QChar::Nbsp); };
  QStringList parts = {order, together(human(result->cost.flops, QStringLiteral("flop")))};
  parts << (result->sample ? tr("computed at %1 queries only").arg(result->sample->count())
                           : together(memoryText(static_cast<double>(result->result->stats.peak_bytes))));
  const omega::Request& request = *result->request;
  if (omega::sees_most_pairs({request.sequence->sizes, request.options, request.given}))
    parts << tr("its windows hold half of the keys or more");
  if (result->result->stats.nonpositive > 0)
    parts << tr("%n denominator(s) ≤ 0, kept", nullptr, static_cast<int>(result->result->stats.nonpositive));
  if (result->result->stats.clamped > 0)
    parts << tr("%n weight(s) clamped", nullptr, static_cast<int>(result->result->stats.clamped));
  if (result->isOld) parts << m_workbench.ageText();
  return parts.join(QStringLiteral(" · "));
}

void EstimatorCard::refresh(const Theme& theme) {
  const Card* card = now();
  if (card == nullptr) return;
  const omega::EstimatorInfo& info = omega::find_estimator(card->method).info;
  m_chip->setStyleOf(styleOf(*card, theme.dark));
  m_form->setContentsMargins(0, theme.roomBesideControls() - layout()->spacing(), 0, 0);  // a ring around its first row
  const bool inFront = m_workbench.selection().shown().card == m_card;
  setAccessibleName(QString::fromStdString(card->label()));
  m_name->setText(
      QStringLiteral("<b>%1</b>%2")
          .arg(QString::fromStdString(card->label()),
               inFront ? QStringLiteral(" <span style=\"color:%1\">%2</span>").arg(theme.accent.name(), tr("in front"))
                       : QString()));
  m_name->setToolTip(QStringLiteral("<b>%1</b><br>%2<br><i>%3</i>")
                         .arg(described(info.title), described(info.summary), QString::fromStdString(info.paper)));
  // A card that becomes visible unfolds its options, whatever showed it: a click, undo or a lesson.
  if (card->visible != std::exchange(m_wasVisible, card->visible)) m_fold->setChecked(card->visible);
  m_eye->setChecked(card->visible);
  m_facts->setText(factsOf(m_workbench.snapshot()->card(m_card)));
  m_facts->setForegroundRole(card->visible ? QPalette::WindowText : QPalette::PlaceholderText);  // faint, but readable
  m_form->setValues(card->options);
  showOptions();
}

/// A folded card that is visible still shows its changed options.
void EstimatorCard::showOptions() {
  m_form->setFolded(!m_fold->isChecked());
  m_form->setVisible(m_fold->isChecked() || (m_wasVisible && m_form->hasChanges()));
}

}  // namespace omegascope
