// The studies at hand: those of the program, and those of the user, which are files in a folder.
#pragma once

#include <QString>
#include <map>
#include <memory>
#include <vector>

#include "studies/definition.h"

namespace omegascope {

using StudyDefinition = omega::studies::StudyDefinition;

class StudyCatalogue {
 public:
  /// Reads the files of `folder`; those that cannot be read are in problems().
  explicit StudyCatalogue(const QString& folder);

  int count() const { return static_cast<int>(m_entries.size()); }
  QString nameAt(int row) const { return m_entries[static_cast<std::size_t>(row)].name; }
  /// −1 where there is none of that name.
  int rowOf(const QString& name) const;
  bool isOwn(const QString& name) const;
  QString textOf(const QString& name) const;
  /// A sentence for each file that is no study.
  const std::vector<QString>& problems() const { return m_problems; }

  /// Null where there is no study of that name. Throws omega::Error where the study has no such size, or cannot be
  /// asked of `input` or in this precision.
  std::shared_ptr<const StudyDefinition> definition(const QString& name, const QString& size,
                                                    const omega::studies::StudyInput& input = {},
                                                    omega::Precision precision = omega::Precision::f32) const;

  /// At that size or, where the study has none such, at the first that it has.
  std::shared_ptr<const StudyDefinition> shownAt(int row, const QString& size) const;

  /// What the window calls it: one of the user's own by its name, too, where another study has its title.
  QString titleOf(const StudyDefinition& study) const;

  /// `name`, or with a number behind it where there is such a study.
  QString freeName(const QString& name) const;
  /// Where a study of one's own with that name is kept.
  QString fileOf(const QString& name) const;
  /// Checks a study at each of its sizes and keeps it as the user's own; returns its name. Refused are the name of a
  /// study of the program, and that of another of the user's own but for `edited`, whose text this was. `file`: where
  /// it is from.
  QString save(const QString& text, const QString& edited = {}, const QString& file = {});
  /// Only the user's own. Its results stay.
  void remove(const QString& name);

 private:
  struct Entry {
    QString name;
    std::string text;
    std::vector<std::string> sizes;  // those that it has values for
    QString path;                    // empty: the program's
  };

  const Entry* find(const QString& name) const;

  QString m_folder;
  std::vector<Entry> m_entries;
  std::vector<QString> m_problems;
  using Asked = std::pair<std::string, omega::Precision>;
  mutable std::map<Asked, std::shared_ptr<const StudyDefinition>> m_known;  // by all that is asked
};

}  // namespace omegascope
