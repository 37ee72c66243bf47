// SettingFinder: finds a control by its name in all panels; choosing it opens its panel and puts the keyboard there. An
// estimator that is not there yet is found as what adds it.
#pragma once

#include <QDialog>
#include <QPointer>

class QAction;
class QLabel;
class QLineEdit;
class QListWidget;

namespace omegascope {

class PanelDock;

class SettingFinder : public QDialog {
  Q_OBJECT

 public:
  explicit SettingFinder(const std::vector<PanelDock*>& docks, QWidget* parent = nullptr);

  /// "Estimators ▸ rfa ▸ samples" of those that match what was typed.
  QStringList shown() const;

 private:
  struct Setting {
    QString path;
    PanelDock* dock = nullptr;
    QPointer<QWidget> control;  // cards may go while this is open
    QPointer<QAction> action;   // instead of a control: what adds one
  };

  void collect(PanelDock& dock);
  void list(const QString& typed);
  void go();

  QLineEdit* m_typed = nullptr;
  QListWidget* m_list = nullptr;
  QLabel* m_nothing = nullptr;
  QList<Setting> m_settings;
};

}  // namespace omegascope
