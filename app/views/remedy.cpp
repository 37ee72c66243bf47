#include "views/remedy.h"

#include <QApplication>
#include <utility>

#include "views/panel.h"

namespace omegascope {

void leaveFocusToPanel(const QWidget& control) {
  const QWidget* focus = QApplication::focusWidget();
  if (focus == nullptr || (focus != &control && !control.isAncestorOf(focus))) return;
  for (QWidget* around = control.parentWidget(); around != nullptr; around = around->parentWidget())
    if (qobject_cast<Panel*>(around) != nullptr) return around->setFocus(Qt::OtherFocusReason);
}

RemedyButton::RemedyButton(QWidget* parent) : QPushButton(parent) {
  offer({});
  connect(this, &QPushButton::clicked, this, [this] {
    const auto act = m_remedy.act;  // what it does may well bring another remedy
    if (act) act();
  });
}

void RemedyButton::offer(Remedy remedy) {
  m_remedy = std::move(remedy);
  setText(m_remedy.words);
  setToolTip(m_remedy.tip.isEmpty() ? tr("What can be done about an empty panel") : m_remedy.tip);
  if (m_remedy.words.isEmpty()) leaveFocusToPanel(*this);
  setVisible(!m_remedy.words.isEmpty());
}

}  // namespace omegascope
