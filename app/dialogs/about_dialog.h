// About: what this copy is made of and runs on, to be copied into a report.
#pragma once

#include <QDialog>

namespace omegascope {

class AboutDialog : public QDialog {
  Q_OBJECT

 public:
  /// `device` says what computes.
  explicit AboutDialog(const QString& device, QWidget* parent = nullptr);

  /// Versions and devices, one a line: what the copy button copies.
  static QString report(const QString& device);
};

}  // namespace omegascope
