#include "views/remedy.h"

#include <utility>

namespace omegascope {

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
  setVisible(!m_remedy.words.isEmpty());
}

}  // namespace omegascope
