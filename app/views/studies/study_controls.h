// The controls above the figure of a study: its size and sequences, run, pause, cancel, how far it is, and what went
// wrong.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "core/request.h"
#include "widgets/theme.h"

namespace omegascope {

class StudyControls : public QWidget {
  Q_OBJECT

 public:
  explicit StudyControls(QWidget* parent);

  QComboBox *sizes, *inputs, *precisions, *besides;
  QPushButton *start, *pause, *cancel, *edit;

  omega::Precision precision() const;

  void setFraction(double done);
  /// `whyNot`: empty where the study that is shown can be edited.
  void setEdit(bool hasStudy, const QString& whyNot);
  void setState(const QString& text, const QString& tip);
  /// Nothing where the sentence is empty.
  void setError(const QString& sentence, const Theme& theme);
  /// What was done, with links; nothing where it is empty.
  void setDone(const QString& html, const QString& tip = {});

 signals:
  void linkActivated(const QString& link);

 private:
  void fitButton();

  QProgressBar* m_progress;
  QLabel *m_status, *m_error, *m_done;
};

}  // namespace omegascope
