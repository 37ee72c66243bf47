#include "banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace omegascope {

Banner::Banner(QWidget* parent) : QFrame(parent) {
  setObjectName(QStringLiteral("banner"));
  m_row = new QHBoxLayout(this);
  m_text = new QLabel(this);
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::PlainText);  // file names are no markup
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* close = new QToolButton(this);
  close->setText(QStringLiteral("✕"));
  close->setToolTip(tr("Dismiss"));
  close->setAccessibleName(tr("Dismiss"));
  close->setAutoRaise(true);
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  m_row->addWidget(m_text, 1);
  m_row->addWidget(close);
  hide();
}

void Banner::warn(const QString& sentence, std::vector<BannerAction> actions) { show(QStringLiteral("⚠ ") + sentence, std::move(actions)); }

void Banner::tell(const QString& sentence, std::vector<BannerAction> actions) { show(sentence, std::move(actions)); }

QString Banner::text() const { return m_text->text(); }

void Banner::show(const QString& sentence, std::vector<BannerAction> actions) {
  m_text->setText(sentence);
  // A button may be the one whose click brought us here.
  for (QPushButton* button : m_buttons) {
    button->hide();
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
    m_row->insertWidget(m_row->count() - 1, button);
    m_buttons.push_back(button);
  }
  setVisible(true);
}

}  // namespace omegascope
