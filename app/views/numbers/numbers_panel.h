// Numbers: every visible estimator in one table: its errors to softmax, its effective samples, what it cost.
#pragma once

#include <functional>

#include "views/panel.h"

class QLabel;
class QTableWidget;

namespace omegascope {

class NumbersPanel : public Panel {
  Q_OBJECT

 public:
  explicit NumbersPanel(Workbench& workbench, QWidget* parent = nullptr);

  QString help() const override;
  Work work() const override { return Work::estimates; }
  QStringList equations() const override;
  void render(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  PanelData data() const override;
  QString command() const override;
  QRectF placeOf(const QString& part) const override;
  bool isTable() const override { return true; }
  int heightFor(int width) const override;

 protected:
  void refresh() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Column {
    QString part, header, tip;                            // part: as lessons call it; empty: they do not
    std::function<double(const CardResult&)> value;       // not a number where the estimator has none
    std::function<double(const CardResult&)> error = {};  // standard error; none: exact

    double errorOf(const CardResult& result) const { return error ? error(result) : 0; }
  };
  std::vector<Column> columns() const;
  /// What cannot be said by a number: why a card could not run, or what the draws of the output say of its bias.
  QString remark(const CardResult& result) const;
  QString emptyText() const;
  std::vector<std::pair<const Card*, const CardResult*>> rows() const;
  void fillRow(int row, const Card& card, const CardResult& result);
  bool saysAnything(int column) const;
  int textWidth(int column) const;
  int fitToText(int padding);
  void fitColumns();
  void copyTable() const;

  QLabel* m_empty = nullptr;
  QTableWidget* m_table = nullptr;
  int m_padding = 0;
};

}  // namespace omegascope
