#include "views/estimators/estimators_panel.h"

#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/error.h"
#include "estimators/registry.h"
#include "language/language.h"
#include "views/estimators/estimator_card.h"
#include "views/vertical_scroll.h"
#include "widgets/controls.h"
#include "widgets/estimator_style.h"
#include "widgets/signs.h"

namespace omegascope {

namespace {

constexpr int kSettlingMs = 1000;

}  // namespace

EstimatorsPanel::EstimatorsPanel(Workbench& workbench, QWidget* parent)
    : Panel(workbench, QStringLiteral("estimators"), tr("Estimators"), parent) {
  auto* layout = inset(new QVBoxLayout(this), {4, 2, 4, 4});
  auto* scroll = new VerticalScroll(this);
  auto* inside = new QWidget(scroll);
  m_list = inset(new QVBoxLayout(inside), {}, 4);
  m_none = wrapped(new QLabel(tr("Nothing to compare yet: add an estimator to see it beside softmax."), inside));
  m_none->hide();
  m_list->addWidget(m_none);
  auto* more = new QPushButton(tr("Add estimator"), inside);
  auto* menu = new QMenu(more);
  for (const omega::Estimator& estimator : omega::estimators()) {
    const std::string name = estimator.info.name;
    QAction* action =
        menu->addAction(QStringLiteral("%1 — %2").arg(QString::fromStdString(name), described(estimator.info.title)),
                        this, [this, name] { add(name); });
    action->setToolTip(described(estimator.info.summary));
    action->setData(QString::fromStdString(name));
  }
  menu->setToolTipsVisible(true);
  more->setToolTip(tr("Another card: any method, also one that is there already"));
  more->setIcon(signIcon(Sign::add));
  more->setMenu(menu);
  m_list->addWidget(more);
  m_list->addStretch();
  scroll->setWidget(inside);
  layout->addWidget(scroll);
  setOnce(m_settling, kSettlingMs);
  connect(scroll->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
    if (!m_settling.isActive()) return;
    if (EstimatorCard* card = followed()) bringIntoSight(*card);
  });
}

QString EstimatorsPanel::help() const {
  return tr(
      "<b>Estimators</b><p>Each card is one estimator with its options. The eye shows or hides it in every panel; "
      "changed options are bold, ↺ puts the default back. What is seldom changed is behind <i>more options</i>; a "
      "folded card still shows what was changed. Duplicate a card to compare two settings of one method: it keeps the "
      "colour and takes another dash and marker.</p>");
}

void EstimatorsPanel::add(const std::string& method) {
  workbench().store().change(tr("Add %1").arg(QString::fromStdString(method)), [&](Document& d) { d.add(method); });
}

/// Another document may have another estimator with the same number.
void EstimatorsPanel::matchCards() {
  const auto isShownBy = [](const Card& card, const EstimatorCard* shown) {
    return card.id == shown->card() && card.method == shown->method();
  };
  const std::vector<Card>& wanted = workbench().document().cards;
  const bool same =
      wanted.size() == m_cards.size() && std::equal(wanted.begin(), wanted.end(), m_cards.begin(), isShownBy);
  if (same) return;
  std::vector<EstimatorCard*> kept;
  for (const Card& card : wanted) {
    const auto found = std::find_if(m_cards.begin(), m_cards.end(),
                                    [&](const EstimatorCard* c) { return c != nullptr && isShownBy(card, c); });
    if (found != m_cards.end()) {
      kept.push_back(std::exchange(*found, nullptr));
      continue;
    }
    kept.push_back(new EstimatorCard(workbench(), card.id, this));
    connect(kept.back(), &EstimatorCard::chosen, this, &EstimatorsPanel::toggleCard);
    connect(kept.back(), &EstimatorCard::placed, this, &EstimatorsPanel::follow);
  }
  for (EstimatorCard* gone : m_cards) {
    if (gone == nullptr) continue;
    gone->hide();  // one of these signals may come from it
    gone->deleteLater();
  }
  m_cards = std::move(kept);
  for (std::size_t i = 0; i < m_cards.size(); ++i) m_list->insertWidget(static_cast<int>(i), m_cards[i]);
}

/// What is laid out, and results that arrive, move a card that has just got its place.
void EstimatorsPanel::follow(int card) {
  m_followed = card;
  m_settling.start();
  QTimer::singleShot(0, this, [this] {
    if (EstimatorCard* shown = followed()) shown->bringForward();
  });
}

EstimatorCard* EstimatorsPanel::followed() const {
  const auto found = std::find_if(m_cards.begin(), m_cards.end(),
                                  [this](const EstimatorCard* shown) { return shown->card() == m_followed; });
  return found == m_cards.end() ? nullptr : *found;
}

void EstimatorsPanel::refresh() {
  matchCards();
  for (EstimatorCard* card : m_cards) card->refresh(theme());
  m_none->setVisible(m_cards.empty());
  reportPainted();
}

void EstimatorsPanel::render(QPainter& painter, const QRectF& area, const Theme& theme) const {
  double y = area.top() + 8;
  painter.setFont(theme.font);
  for (const Card& card : workbench().document().cards) {
    if (!card.visible) continue;
    drawEstimatorChip(painter, QRectF(area.left() + 8, y + 2, 34, 14), styleOf(card, theme.dark));
    painter.setPen(theme.text);
    QString line = QString::fromStdString(card.label());
    for (const auto& [name, value] : card.options)
      line += QStringLiteral("  %1=%2").arg(QString::fromStdString(name), QString::fromStdString(value));
    painter.drawText(QRectF(area.left() + 52, y, area.width() - 60, 20), Qt::AlignLeft | Qt::AlignVCenter, line);
    y += 24;
  }
}

PanelData EstimatorsPanel::data() const {
  PanelData data;
  data.columns = {tr("estimator"), tr("visible"), tr("option"), tr("value")};
  for (const Card& card : workbench().document().cards) {
    const auto add = [&](const std::string& name, const std::string& value) {
      data.rows.push_back({QString::fromStdString(card.label()),
                           card.visible ? QStringLiteral("true") : QStringLiteral("false"),
                           QString::fromStdString(name), QString::fromStdString(value)});
    };
    try {
      const omega::Options options(card.method, omega::find_estimator(card.method).info.options, givenOf(card.options));
      for (const auto& [name, value] : options.values()) add(name, omega::to_string(value));
    } catch (const omega::Error& problem) {  // a session of another version has other options
      add({}, problem.what());
    }
  }
  return data;
}

}  // namespace omegascope
