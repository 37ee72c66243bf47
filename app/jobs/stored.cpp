#include "jobs/stored.h"

#include <QCoreApplication>
#include <QFile>
#include <map>

#include "core/error.h"

namespace omegascope {

using namespace omega::studies;

namespace {

struct StoredWords {
  Q_DECLARE_TR_FUNCTIONS(omegascope::Stored)
};

std::map<std::string, std::shared_ptr<const StoredStudy>>& knownStored() {  // by the id of the study
  static std::map<std::string, std::shared_ptr<const StoredStudy>> s_known;
  return s_known;
}

std::shared_ptr<const StoredStudy> readStoredStudy(const StudyDefinition& study) {
  const QString name = QStringLiteral("studies/%1-%2.jsonl.z")
                           .arg(QString::fromStdString(study.name), QString::fromStdString(study.size));
  const QByteArray bytes = study.given.text().empty() ? storedBytes(name) : QByteArray();
  if (bytes.isEmpty()) return nullptr;
  try {
    RowFile file = read_rows(bytes.toStdString(), name.toStdString());
    if (!are_rows_of(study, file.rows)) return nullptr;
    auto picture = std::make_shared<StudyPicture>();
    picture->summary = summarise(study, file.rows);
    picture->rows = std::move(file.rows);
    return std::make_shared<const StoredStudy>(StoredStudy{picture, originFrom(file.header.at("measured"))});
  } catch (const omega::Error&) {
    return nullptr;  // of another version of this program: it is as if there were none
  } catch (const Json::exception&) {
    return nullptr;
  }
}

}  // namespace

QString Origin::text() const {
  return StoredWords::tr("omegascope %1, %2, %n thread(s)", nullptr, threads).arg(version, machine);
}

Origin originFrom(const Json& json) {
  return {QString::fromStdString(json.at("version").get<std::string>()),
          QString::fromStdString(json.at("machine").get<std::string>()), json.at("threads").get<int>()};
}

QByteArray storedBytes(const QString& path) {
  QFile file(QStringLiteral(":/assets/stored/") + path);
  return file.open(QIODevice::ReadOnly) ? qUncompress(file.readAll()) : QByteArray();
}

std::shared_ptr<const StoredStudy> storedStudy(const StudyDefinition& study) {
  const auto [known, isNew] = knownStored().try_emplace(study.id);
  if (isNew) known->second = readStoredStudy(study);
  return known->second;
}

bool isStoredRead(const StudyDefinition& study) { return knownStored().count(study.id) > 0; }

}  // namespace omegascope
