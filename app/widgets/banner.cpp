#include "widgets/banner.h"

#include <QPushButton>
#include <QToolButton>
#include <utility>

#include "widgets/sentence.h"
#include "widgets/signs.h"

namespace omegascope {

Banner::Banner(QWidget* parent) : QToolBar(tr("Message"), parent) {
  setObjectName(QStringLiteral("banner"));
  setMovable(false);
  toggleViewAction()->setVisible(false);
  m_text = new Sentence(this);
  m_text->setTextFormat(Qt::PlainText);  // file names are no markup
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_text->setContentsMargins(6, 3, 6, 3);
  addWidget(m_text);
  QToolButton* close = makeSignButton(signIcon(Sign::close), tr("Dismiss"), this);
  connect(close, &QToolButton::clicked, this, &Banner::dismiss);
  m_close = addWidget(close);
}

void Banner::warn(const QString& sentence, std::vector<BannerAction> actions) {
  m_warns = true;
  say(QStringLiteral("⚠ ") + sentence, actions);
  emit warned(text());
}

void Banner::tell(const QString& sentence, std::vector<BannerAction> actions) {
  m_warns = false;
  say(sentence, actions);
}

void Banner::offer(const QString& sentence, std::vector<BannerAction> actions) {
  m_offer = {sentence, std::move(actions)};
  if (isHidden() || m_showsOffer) showOffer();
}

void Banner::showOffer() {
  m_warns = false;
  say(m_offer->sentence, m_offer->actions);
  m_showsOffer = true;
}

void Banner::takeBackWarning() {
  if (m_warns) dismiss();
}

void Banner::takeBack(const QString& sentence) {
  if (text() == sentence) dismiss();
}

void Banner::dismiss() {
  if (std::exchange(m_showsOffer, false)) m_offer.reset();
  m_offer ? showOffer() : hide();
}

QString Banner::text() const { return m_text->text(); }

void Banner::say(const QString& sentence, const std::vector<BannerAction>& actions) {
  m_showsOffer = false;
  m_text->setText(sentence);
  m_text->fit();
  // A button may be the one whose click brought us here.
  for (QAction* button : m_buttons) {
    removeAction(button);
    button->deleteLater();
  }
  m_buttons.clear();
  for (const BannerAction& action : actions) {
    auto* button = new QPushButton(action.label, this);
    button->setToolTip(action.tip);
    connect(button, &QPushButton::clicked, this, [this, run = action.run] {
      dismiss();
      run();
    });
    m_buttons.push_back(insertWidget(m_close, button));
  }
  show();
}

}  // namespace omegascope
