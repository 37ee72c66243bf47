// The studies at hand as a list: a small picture, the title, what it asks, and how far it is.
#pragma once

#include <QListWidget>

#include "jobs/study_run.h"
#include "widgets/theme.h"

namespace omegascope {

/// What a study asks, in its first sentence.
QString questionOf(const StudyDefinition& study);
/// The figure in small; a sign of what its panels will be where there is none yet.
QPixmap smallPicture(const StudyDefinition& study, const StudyPicture* picture, const QSize& size, const Theme& theme);

class StudyGallery : public QListWidget {
  Q_OBJECT

 public:
  explicit StudyGallery(QWidget* parent = nullptr);

  void add(const StudyDefinition& study, const QString& title);
  /// `state`: "96 of 210 rows".
  void show(int row, const QPixmap& picture, const QString& state);
  static QSize pictureSize() { return {84, 66}; }
};

}  // namespace omegascope
