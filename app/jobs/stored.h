// What comes with the program (assets/stored, made by its make_stored.py): results that were measured elsewhere, to
// look at before anything is measured here.
#pragma once

#include <QStringList>
#include <memory>

#include "jobs/origin.h"
#include "jobs/study_run.h"

namespace omegascope {

struct StoredStudy {
  std::shared_ptr<const StudyPicture> picture;
  Origin origin;
};

/// The rows of a study at one size. Null where none come with the program, or where the study asks something else by
/// now. They are read when they are first asked for.
std::shared_ptr<const StoredStudy> storedStudy(const StudyDefinition& study);
/// Whether that is done: reading takes longer than a picture.
bool isStoredRead(const StudyDefinition& study);

/// The names of the training runs that come with the program.
QStringList storedRuns();
Origin originOfRun(const QString& name);
/// Unpacks what it takes to look at a run, unless it is there already. Throws omega::Error where it cannot be written.
void unpackRun(const QString& name, const QString& folder);

}  // namespace omegascope
