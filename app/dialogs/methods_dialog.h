// MethodsDialog: what every estimator is, from its own description: equations, options, cost, paper.
#pragma once

#include <QDialog>

class QListWidget;
class QScrollArea;

namespace omegascope {

class MethodsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit MethodsDialog(QWidget* parent = nullptr);

  void choose(const QString& method);

 private:
  QWidget* pageOf(const QString& method);

  QListWidget* m_list = nullptr;
  QScrollArea* m_page = nullptr;
};

}  // namespace omegascope
