#include "jobs/stored.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <map>

#include "core/error.h"
#include "core/text.h"
#include "model/disk.h"

namespace omegascope {

using namespace omega::studies;

namespace {

const QString kStored = QStringLiteral(":/assets/stored/"), kPacked = QStringLiteral(".z");

/// Unpacked; empty where there is no such file.
QByteArray storedBytes(const QString& path) {
  QFile file(kStored + path + kPacked);
  return file.open(QIODevice::ReadOnly) ? qUncompress(file.readAll()) : QByteArray();
}

QString placeOfRun(const QString& name) { return QStringLiteral("training/") + name; }

/// Their names, unpacked.
QStringList filesOfRun(const QString& name) {
  QStringList files = QDir(kStored + placeOfRun(name)).entryList({QStringLiteral("*") + kPacked}, QDir::Files);
  for (QString& file : files) file.chop(kPacked.size());
  return files;
}

std::map<std::string, std::shared_ptr<const StoredStudy>>& knownStored() {  // by the id of the study
  static std::map<std::string, std::shared_ptr<const StoredStudy>> s_known;
  return s_known;
}

std::shared_ptr<const StoredStudy> readStoredStudy(const StudyDefinition& study) {
  const QString name =
      QStringLiteral("studies/%1-%2.jsonl").arg(QString::fromStdString(study.name), QString::fromStdString(study.size));
  const QByteArray bytes = study.given.text().empty() ? storedBytes(name) : QByteArray();
  if (bytes.isEmpty()) return nullptr;
  try {
    RowFile file = read_rows(bytes.toStdString(), name.toStdString());
    if (!are_rows_of(study, file.rows)) return nullptr;
    auto picture = std::make_shared<StudyPicture>();
    picture->summary = summarise(study, file.rows);
    picture->rows = std::move(file.rows);
    return std::make_shared<const StoredStudy>(
        StoredStudy{picture, Origin::fromJson(QByteArray::fromStdString(file.header.at("measured").dump()))});
  } catch (const omega::Error&) {
    return nullptr;  // of another version of this program: it is as if there were none
  } catch (const Json::exception&) {
    return nullptr;
  }
}

}  // namespace

std::shared_ptr<const StoredStudy> storedStudy(const StudyDefinition& study) {
  const auto [known, isNew] = knownStored().try_emplace(study.id);
  if (isNew) known->second = readStoredStudy(study);
  return known->second;
}

bool isStoredRead(const StudyDefinition& study) { return knownStored().count(study.id) > 0; }

QStringList storedRuns() {
  return QDir(kStored + QStringLiteral("training")).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
}

Origin originOfRun(const QString& name) {
  return Origin::fromJson(storedBytes(placeOfRun(name) + QStringLiteral("/origin.json")));
}

void unpackRun(const QString& name, const QString& folder) {
  const QString listed = QStringLiteral("run.json");
  const QDir into(folder);
  QStringList files = filesOfRun(name);
  QFile there(into.filePath(listed));
  const bool isWhole = std::all_of(files.begin(), files.end(),
                                   [&](const QString& file) { return QFileInfo::exists(into.filePath(file)); });
  if (isWhole && there.open(QIODevice::ReadOnly) &&
      there.readAll() == storedBytes(placeOfRun(name) + QLatin1Char('/') + listed))
    return;
  makeFolder(folder);
  files.removeAll(listed);
  for (const QString& file : files + QStringList{listed})  // run.json last: it makes the folder a run
    writeBytes(into.filePath(file), storedBytes(placeOfRun(name) + QLatin1Char('/') + file));
}

}  // namespace omegascope
