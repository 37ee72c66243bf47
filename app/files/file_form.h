// FileForm: how the open file is read, as controls made from the engine's list of input options. Nothing here knows a
// format.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "jobs/workload_loader.h"

class QFormLayout;
class QLabel;

namespace omegascope {

class FileForm : public QWidget {
  Q_OBJECT

 public:
  explicit FileForm(QWidget* parent = nullptr);

  /// The options that mean something for this file; the names of its arrays have a chooser of their own. Without facts
  /// it cannot be read: then there are the controls that there were while it could.
  void showFile(const QString& file, const FileFacts* facts, const OptionTexts& values);

 signals:
  void edited(const omegascope::OptionTexts& values);
  void arraysWanted();
  /// The file may hold something else now.
  void againWanted();

 private:
  void build(const std::vector<std::string>& options);
  void showValues();
  void addRow(const omega::ReadOptionSpec& spec);
  QWidget* makeLine(const omega::ReadOptionSpec& spec, QLabel* wrong);
  void set(const std::string& name, const QString& text);

  struct Row {
    std::string name;
    QWidget* control = nullptr;
    QLabel* wrong = nullptr;  // what is wrong with the text that was typed; hidden where nothing is
  };
  QFormLayout* m_form = nullptr;
  std::vector<Row> m_rows;
  std::optional<std::vector<std::string>> m_shown;  // the options there are controls for; none before a first file
  QString m_file;
  OptionTexts m_values;
};

}  // namespace omegascope
