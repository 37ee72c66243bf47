#include "widgets/banner.h"

#include <QPushButton>
#include <QToolButton>

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
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
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

void Banner::takeBackWarning() {
  if (m_warns) hide();
}

QString Banner::text() const { return m_text->text(); }

void Banner::say(const QString& sentence, const std::vector<BannerAction>& actions) {
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
      hide();
      run();
    });
    m_buttons.push_back(insertWidget(m_close, button));
  }
  show();
}

}  // namespace omegascope
