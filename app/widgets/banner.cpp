#include "widgets/banner.h"

#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <algorithm>

#include "widgets/signs.h"

namespace omegascope {

namespace {

/// As high as its lines: a tool bar would ask a text that wraps for the height of a narrow one.
class Sentence : public QLabel {
 public:
  using QLabel::QLabel;
  void fit() {
    setMinimumHeight(0);  // what it was would be the least it asks for
    setFixedHeight(std::max(0, heightForWidth(width())));
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QLabel::resizeEvent(event);
    QTimer::singleShot(0, this, [this] { fit(); });  // not while the bar is laid out, which would not notice
  }
};

}  // namespace

Banner::Banner(QWidget* parent) : QToolBar(tr("Message"), parent) {
  setObjectName(QStringLiteral("banner"));
  setMovable(false);
  toggleViewAction()->setVisible(false);
  m_text = new Sentence(this);
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::PlainText);  // file names are no markup
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  m_text->setMinimumWidth(1);
  m_text->setContentsMargins(6, 3, 6, 3);
  addWidget(m_text);
  QToolButton* close = makeSignButton(signIcon(Sign::close), tr("Dismiss"), this);
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  m_close = addWidget(close);
}

void Banner::warn(const QString& sentence, std::vector<BannerAction> actions) {
  m_warns = true;
  say(QStringLiteral("⚠ ") + sentence, actions);
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
  static_cast<Sentence*>(m_text)->fit();
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
  emit said(sentence);
}

}  // namespace omegascope
