// Banner: one sentence under the tool bar, with what can be done about it as buttons. Never modal; it can be dismissed.
#pragma once

#include <QFrame>
#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace omegascope {

struct BannerAction {
  QString label;
  std::function<void()> run;
  QString tip = {};
};

class Banner : public QFrame {
  Q_OBJECT

 public:
  explicit Banner(QWidget* parent = nullptr);

  /// A problem: cause, and remedies. Replaces what was said before.
  void warn(const QString& sentence, std::vector<BannerAction> actions = {});
  /// A hint, without the warning sign.
  void tell(const QString& sentence, std::vector<BannerAction> actions = {});
  QString text() const;

 private:
  void show(const QString& sentence, std::vector<BannerAction> actions);

  QLabel* m_text = nullptr;
  QHBoxLayout* m_row = nullptr;
  std::vector<QPushButton*> m_buttons;
};

}  // namespace omegascope
