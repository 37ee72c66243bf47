// Banner: one sentence below the tool bar, with what can be done about it as buttons. Never modal; it can be dismissed.
#pragma once

#include <QToolBar>
#include <functional>
#include <optional>
#include <vector>

namespace omegascope {

class Sentence;

struct BannerAction {
  QString label;
  std::function<void()> run;
  QString tip = {};
};

class Banner : public QToolBar {
  Q_OBJECT

 public:
  explicit Banner(QWidget* parent = nullptr);

  /// A problem: cause, and remedies. Replaces what was said before.
  void warn(const QString& sentence, std::vector<BannerAction> actions = {});
  /// A hint, without the warning sign.
  void tell(const QString& sentence, std::vector<BannerAction> actions = {});
  /// A hint that waits for an answer: anything else is said in its place, and it is back when that is over.
  void offer(const QString& sentence, std::vector<BannerAction> actions);
  bool isOffering() const { return m_offer.has_value(); }
  /// What a warning was about is gone; anything else that is said stays.
  void takeBackWarning();
  /// This is true no longer; anything else that is said stays.
  void takeBack(const QString& sentence);
  /// What is said now is over.
  void dismiss();
  QString text() const;

 signals:
  /// For whoever does not see the window: a hint can wait until it is seen.
  void warned(const QString& sentence);

 private:
  struct Said {
    QString sentence;
    std::vector<BannerAction> actions;
  };
  void say(const QString& sentence, const std::vector<BannerAction>& actions);
  void showOffer();

  Sentence* m_text = nullptr;
  bool m_warns = false;
  std::optional<Said> m_offer;  // until it is answered or dismissed
  bool m_showsOffer = false;
  QAction* m_close = nullptr;
  std::vector<QAction*> m_buttons;
};

}  // namespace omegascope
