#include "views/studies/study_catalogue.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "io/atomic_file.h"
#include "language/language.h"
#include "model/disk.h"
#include "studies/assets.h"

namespace omegascope {

using namespace omega::studies;

namespace {

const QString kSuffix = QStringLiteral(".json");

/// The sizes of a study; of one that has none all, so that reading it says where it lacks a value.
std::vector<std::string> sizesOf(const std::string& text) {
  const std::vector<std::string> sizes = sizes_said(text);
  return sizes.empty() ? study_sizes() : sizes;
}

/// The name of a study that can be read at each of its sizes.
QString checkedName(const std::string& file, const std::string& text) {
  QString name;
  for (const std::string& size : sizesOf(text)) name = QString::fromStdString(read_study(file, text, size).name);
  return name;
}

}  // namespace

StudyCatalogue::StudyCatalogue(const QString& folder) : m_folder(folder) {
  for (const StudyAsset& asset : study_assets())
    m_entries.push_back({QString::fromStdString(asset.name), std::string(asset.text), study_sizes(), {}});
  for (const QFileInfo& info : QDir(folder).entryInfoList({QStringLiteral("*") + kSuffix}, QDir::Files, QDir::Name)) {
    QFile file(info.filePath());
    try {
      if (!file.open(QIODevice::ReadOnly)) throw omega::Error::failure(file.errorString().toStdString());
      const std::string text = file.readAll().toStdString();
      m_entries.push_back({checkedName(info.fileName().toStdString(), text), text, sizesOf(text), info.filePath()});
    } catch (const omega::Error& error) {
      m_problems.push_back(QStringLiteral("%1: %2").arg(info.filePath(), QString::fromUtf8(error.what())));
    }
  }
}

const StudyCatalogue::Entry* StudyCatalogue::find(const QString& name) const {
  const int row = rowOf(name);
  return row < 0 ? nullptr : &m_entries[static_cast<std::size_t>(row)];
}

int StudyCatalogue::rowOf(const QString& name) const {
  const auto found =
      std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) { return entry.name == name; });
  return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

bool StudyCatalogue::isOwn(const QString& name) const {
  const Entry* entry = find(name);
  return entry != nullptr && !entry->path.isEmpty();
}

QString StudyCatalogue::textOf(const QString& name) const {
  const Entry* entry = find(name);
  return entry != nullptr ? QString::fromStdString(entry->text) : QString();
}

std::shared_ptr<const StudyDefinition> StudyCatalogue::definition(const QString& name, const QString& size,
                                                                  const StudyInput& input,
                                                                  omega::Precision precision) const {
  const Entry* entry = find(name);
  if (entry == nullptr) return nullptr;
  std::shared_ptr<const StudyDefinition>& known =
      m_known[{size.toStdString() + '\n' + input.text() + '\n' + entry->text, precision}];
  if (!known)
    known = std::make_shared<const StudyDefinition>(
        read_study(name.toStdString() + ".json", entry->text, size.toStdString(), input, precision));
  return known;
}

std::shared_ptr<const StudyDefinition> StudyCatalogue::shownAt(int row, const QString& size) const {
  const Entry& entry = m_entries[static_cast<std::size_t>(row)];
  const bool has = omega::is_among(entry.sizes, size.toStdString());
  return definition(entry.name, has ? size : QString::fromStdString(entry.sizes.front()));
}

QString StudyCatalogue::titleOf(const StudyDefinition& study) const {
  const QString name = QString::fromStdString(study.name), title = described(study.title);
  if (!isOwn(name)) return title;
  for (int row = 0; row < count(); ++row)
    if (nameAt(row) != name && shownAt(row, QString::fromStdString(study.size))->title == study.title)
      return tr("%1: %2").arg(name, title);  // before a long one, which a list cuts off
  return title;
}

QString StudyCatalogue::fileOf(const QString& name) const { return QDir(m_folder).filePath(name + kSuffix); }

QString StudyCatalogue::freeName(const QString& name) const {
  QString free = name;
  const auto isTaken = [&] { return rowOf(free) >= 0 || QFile::exists(fileOf(free)); };
  for (int number = 2; isTaken(); ++number) free = QStringLiteral("%1_%2").arg(name).arg(number);
  return free;
}

QString StudyCatalogue::save(const QString& text, const QString& edited, const QString& file) {
  const std::string bytes = text.toStdString();
  const QString name = checkedName(file.isEmpty() ? "the study" : omega::quoted(file.toStdString()), bytes);
  static const QRegularExpression plain(QStringLiteral("^[\\w-][\\w.-]{0,59}$"));
  if (!plain.match(name).hasMatch())
    throw omega::Error::input(
        "the name " + omega::quoted(name.toStdString()) +
        " is to be that of a file: letters, digits, '.', '_' and '-', at most 60, and no '.' first");
  const Entry* entry = find(name);
  if (entry != nullptr && entry->path.isEmpty())
    throw omega::Error::input("the name " + omega::quoted(name.toStdString()) +
                              " belongs to a study of the program; choose another");
  if (entry != nullptr && name != edited && entry->text != bytes)
    throw omega::Error::input("there is another study of your own named " + omega::quoted(name.toStdString()) +
                              "; give this one another name, or delete that first");
  const QString path = entry != nullptr ? entry->path : fileOf(name);
  if (entry == nullptr && QFile::exists(path))
    throw omega::Error::input("there is a file " + omega::quoted(path.toStdString()) +
                              " already, which is no study of this name; move it, or choose another name");
  makeFolder(m_folder);
  omega::write_file(path.toStdString(), bytes);
  *this = StudyCatalogue(m_folder);
  return name;
}

void StudyCatalogue::remove(const QString& name) {
  const Entry* entry = find(name);
  if (entry == nullptr || entry->path.isEmpty()) return;
  if (!QFile::remove(entry->path))
    throw omega::Error::failure("the study " + omega::quoted(entry->path.toStdString()) + " cannot be deleted");
  *this = StudyCatalogue(m_folder);
}

}  // namespace omegascope
