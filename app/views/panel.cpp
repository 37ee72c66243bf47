#include "views/panel.h"

#include <QEvent>
#include <QLayout>
#include <algorithm>
#include <utility>

#include "widgets/accessible_canvas.h"

namespace omegascope {

Panel::Panel(Workbench& workbench, const QString& name, const QString& title, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_name(name), m_title(title) {
  setObjectName(name);
  setAccessibleName(title);
  setFocusPolicy(Qt::ClickFocus);  // a click on a canvas takes the keys away from the number that was edited
  connect(&workbench, &Workbench::snapshotChanged, this, &Panel::refreshIfVisible);
  connect(&workbench, &Workbench::pinnedChanged, this, &Panel::refreshIfVisible);
  connect(&workbench.selection(), &Selection::changed, this, &Panel::refreshIfVisible);
  connect(&workbench.store(), &DocumentStore::changed, this, &Panel::refreshIfVisible);
}

void Panel::showErrors(bool shown) {
  if (shown != std::exchange(m_showsErrors, shown)) refreshIfVisible();
}

void Panel::refreshIfVisible() {
  m_outdated = !isOnScreen();
  if (!m_outdated) refresh();
}

void Panel::setOnTop(bool onTop) {
  const bool isChanged = std::exchange(m_onTop, onTop) != onTop;
  if (isOnScreen()) bringUpToDate();
  if (isChanged) onSeen(isOnScreen());
}

void Panel::reportPainted() {
  m_workbench.trace().refreshed(m_name, m_workbench.snapshot()->revision);
  tellCanvases(*this);
  emit painted();
}

QString Panel::orWhenShown(const QString& now) const {
  return isOnScreen() ? now : tr("This panel is brought up to date when it is shown.");
}

QString Panel::missingText() const {
  if (snapshot().sequence) return {};
  if (!snapshot().sequenceError.empty()) return tr("There is no sequence to show: it could not be read or made.");
  if (m_workbench.isAwaited()) return comingText();
  if (m_workbench.isCancelled()) return tr("Cancelled before anything of this sequence was computed.");
  return orWhenShown(tr("The sequence is being computed …"));
}

bool Panel::isMissing(const std::function<bool(const Card&)>& fits) const {
  const std::vector<const Card*> cards = visibleCards();
  return std::any_of(cards.begin(), cards.end(),
                     [&](const Card* card) { return fits(*card) && snapshot().card(card->id) == nullptr; });
}

QString Panel::comingText() const {
  if (m_workbench.isAwaited()) return tr("Not begun: it takes much time or memory and waits for your consent.");
  if (m_workbench.isCancelled()) return tr("Cancelled before this was computed.");
  if (!m_workbench.isBusy()) return tr("This was not computed.");
  return orWhenShown(tr("This is being computed …"));
}

RemedyButton* Panel::remedyButton() {
  if (m_remedy == nullptr) m_remedy = new RemedyButton(this);
  return m_remedy;
}

void Panel::offer(const Remedy& remedy) {
  if (m_remedy != nullptr) m_remedy->offer(remedy);
}

Remedy Panel::usualRemedy(const std::string& method, const std::function<bool(const Card&)>& fits, Shows shows) const {
  const bool isCancelled = m_workbench.isCancelled();
  if (!snapshot().sequence) return snapshot().sequenceError.empty() && !isCancelled ? Remedy{} : remedyOfSequence();
  const std::vector<Card>& cards = m_workbench.document().cards;
  const auto isSeen = [&](const Card& card) { return card.visible && fits(card); };
  if (std::none_of(cards.begin(), cards.end(), isSeen)) return remedyOfCards(method, fits);
  if (shows == Shows::Query && snapshot().query < 0)
    return {tr("Show query 0"), tr("The first row of the maps; any other by a click on it, or the arrow keys"), [this] {
              Cursor cursor = m_workbench.selection().locked();
              cursor.query = 0;
              m_workbench.selection().lock(cursor);
            }};
  return isCancelled ? remedyOfSequence() : Remedy{};
}

Remedy Panel::usualRemedy(Shows shows) const {
  return usualRemedy(
      "lara", [](const Card&) { return true; }, shows);
}

/// Offers another sequence where this one cannot be made; otherwise to go on with what was cancelled, or with what
/// waits for consent.
Remedy Panel::remedyOfSequence() const {
  if (snapshot().sequence || snapshot().sequenceError.empty())
    return {tr("Compute it"), tr("Begins what was cancelled, or what waits for your consent"),
            [this] { m_workbench.computeAgain(); }};
  const QString words = tr("Open the start example");
  return {words, tr("Three clusters of tokens in place of what cannot be read: one step of undo"), [this, words] {
            m_workbench.store().change(words,
                                       [](Document& document) { document.workload = Document::start().workload; });
          }};
}

/// A hidden card comes back, that of `method` rather than others; where there is none there is a new one.
Remedy Panel::remedyOfCards(const std::string& method, const std::function<bool(const Card&)>& fits) const {
  const Card* hidden = nullptr;
  for (const Card& card : m_workbench.document().cards)
    if (fits(card) && (hidden == nullptr || (card.method == method && hidden->method != method))) hidden = &card;
  const QString words = hidden != nullptr ? tr("Show %1").arg(QString::fromStdString(hidden->label()))
                                          : tr("Add %1").arg(QString::fromStdString(method));
  const int id = hidden != nullptr ? hidden->id : -1;
  return {words,
          hidden != nullptr ? tr("Shows its card again, in every panel")
                            : tr("Another card, with the method's own options: one step of undo"),
          [this, words, method, id] {
            m_workbench.store().change(words, [&](Document& document) {
              if (Card* card = document.card(id))
                card->visible = true;
              else
                document.add(method);
            });
          }};
}

int Panel::dims() const { return snapshot().query >= 0 ? static_cast<int>(snapshot().sequence->sizes.Dv) : 0; }

int Panel::shownDim(bool vertical) const {
  const ViewSettings& view = workbench().document().view;
  const int wanted = vertical ? view.outputY : view.outputX;
  return wanted >= 0 && wanted < dims() ? wanted : std::min(vertical ? 1 : 0, dims() - 1);
}

int Panel::heightFor(int width) const {
  return layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : layout()->totalSizeHint().height();
}

void Panel::bringUpToDate() {
  if (std::exchange(m_outdated, false)) refresh();
}

std::vector<const Card*> Panel::visibleCards() const {
  std::vector<const Card*> cards;
  for (const Card& card : m_workbench.document().cards)
    if (card.visible) cards.push_back(&card);
  return cards;
}

QString Panel::estimatesOf(const std::vector<const Card*>& cards, const QString& want) const {
  QStringList lines;
  for (const Card* card : cards)
    if (const CardResult* result = card ? snapshot().card(card->id) : nullptr; result && result->result)
      lines << m_workbench.commandFor(*card, want).text;
  lines.removeAll(QString());
  return lines.join(QLatin1Char('\n'));
}

void Panel::toggleCard(int card) {
  Cursor cursor = m_workbench.selection().locked();
  cursor.card = cursor.card == card ? -1 : card;
  // A sample or proposal is one of its estimator.
  cursor.sample = cursor.proposal = -1;
  m_workbench.selection().lock(cursor);
}

// A layout that is set anew is laid out anew, too.
void Panel::keepRoomForRings(QLayout& layout) const {
  if (const int room = theme().roomOfRing(); layout.spacing() != room) layout.setSpacing(room);
}

bool Panel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Leave) m_workbench.selection().endHover();
  return QWidget::eventFilter(watched, event);
}

void Panel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_onTop) bringUpToDate();
  onSeen(isOnScreen());
}

void Panel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  workbench().store().endGesture();  // the release of the button goes elsewhere
  onSeen(false);
}

void Panel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
      event->type() == QEvent::LanguageChange)
    refreshIfVisible();
}

}  // namespace omegascope
