// What comes with the program (assets/stored, made by its make_stored.py): results that were measured elsewhere, to
// look at before anything is measured here.
#pragma once

#include <memory>

#include "jobs/study_run.h"

namespace omegascope {

/// Where numbers are from.
struct Origin {
  QString version;  // of the program
  QString machine;  // its processor
  int threads = 0;

  /// "omegascope 0.1.0, AMD EPYC 7B13, 2 threads"
  QString text() const;
};
/// Of what make_stored.py wrote down.
Origin originFrom(const omega::studies::Json& json);

/// A file below assets/stored, unpacked; empty where there is none.
QByteArray storedBytes(const QString& path);

struct StoredStudy {
  std::shared_ptr<const StudyPicture> picture;
  Origin origin;
};

/// The rows of a study at one size. Null where none come with the program, or where the study has come to ask something
/// else since. They are read when they are asked for first.
std::shared_ptr<const StoredStudy> storedStudy(const StudyDefinition& study);
/// Whether that is done: reading takes longer than a picture.
bool isStoredRead(const StudyDefinition& study);

}  // namespace omegascope
