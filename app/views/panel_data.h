// The numbers of a panel: columns of equal length for CSV, JSON and the clipboard, arrays for NPY. Large tables are not
// stored as texts but streamed row by row to whoever writes them.
#pragma once

#include <QString>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/array.h"

namespace omegascope {

/// Receives a table cell by cell.
class TableWriter {
 public:
  virtual ~TableWriter() = default;
  virtual void text(const QString& cell) = 0;
  virtual void integer(qint64 cell) = 0;
  /// Nine digits, with a point.
  virtual void number(double cell) = 0;
  virtual void endRow() = 0;
};

struct PanelData {
  std::vector<QString> columns;
  std::vector<std::vector<QString>> rows;
  omega::Arrays arrays;
  std::map<std::string, std::vector<std::string>> texts;  // beside the arrays, in NPZ
  QString note;                                           // what files say of all the numbers
  /// In place of `rows` where there may be millions: how many, and what streams them.
  std::size_t streamedRows = 0;
  std::function<void(TableWriter&)> stream;

  std::size_t rowCount() const { return stream ? streamedRows : rows.size(); }
  void writeTo(TableWriter& table) const;
  /// An array of one axis; none where it is empty.
  void addList(const std::string& name, const std::vector<double>& values);
};

}  // namespace omegascope
