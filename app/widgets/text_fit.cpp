#include "widgets/text_fit.h"

#include <QEvent>
#include <QFontMetrics>
#include <QHeaderView>
#include <QObject>
#include <QTableView>
#include <utility>

namespace omegascope {

namespace {

class FontFollower : public QObject {
 public:
  FontFollower(QWidget& widget, std::function<void()> fit) : QObject(&widget), m_fit(std::move(fit)) {
    widget.installEventFilter(this);
    m_fit();
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    // Not before the widgets around have taken note of it, too.
    if (event->type() == QEvent::FontChange)
      QMetaObject::invokeMethod(
          this, [this] { m_fit(); }, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
  }

 private:
  std::function<void()> m_fit;
};

}  // namespace

void fitToText(QWidget& widget, std::function<void()> fit) { new FontFollower(widget, std::move(fit)); }

void fitRows(QTableView& table) {
  constexpr int kAir = 9;  // pixels
  fitToText(table,
            [&table] { table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().lineSpacing() + kAir); });
}

}  // namespace omegascope
