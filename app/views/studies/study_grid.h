// The grid of a study as a table: what its blocks vary, and the values. It edits the text of the study and nothing
// else.
#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "studies/json_source.h"

namespace omegascope {

/// A study as it can be edited; none where the text is no JSON object, or would not be the same, written anew.
std::optional<omega::studies::Json> objectIn(const QString& text);

class StudyGrid : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kBlock, kKind, kName, kValues, kColumns };

  explicit StudyGrid(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// Shows the table of a text; an empty one where objectIn() has none.
  void setText(const QString& text, const QString& size);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  /// "4, 16, 64": numbers, switches and words, with commas between.
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

 signals:
  /// The text with the new values.
  void edited(const QString& text);
  /// Why what was typed is not taken; empty where it is.
  void refused(const QString& whyNot);

 private:
  using Json = omega::studies::Json;
  struct Row {
    QString block, kind, name;
    Json::json_pointer place;
    bool takesList = true;
  };

  void read(const QString& text, const QString& size);
  void addBlock(const Json& block, const Json::json_pointer& place);
  void addValues(const QString& block, const QString& kind, const Json::json_pointer& place);
  void add(const QString& block, const QString& kind, const QString& name, const Json::json_pointer& place,
           bool takesList);
  /// The value at this size; each size may have its own.
  const Json& valueAt(const Row& row) const;

  Json m_json;
  QString m_size;
  std::vector<Row> m_rows;
};

}  // namespace omegascope
