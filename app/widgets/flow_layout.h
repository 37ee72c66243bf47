// FlowLayout: small controls in a row that goes on in the next one where the width ends, so that none is cut.
#pragma once

#include <QLayout>
#include <initializer_list>
#include <memory>
#include <vector>

namespace omegascope {

class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(int spacing, QWidget* parent = nullptr);
  ~FlowLayout() override;
  /// Of a bar of controls that is as high as its rows are at its width.
  static FlowLayout* ofBar(QWidget& bar, int spacing);

  /// No row ends between these, such as a box and its name.
  void addTogether(std::initializer_list<QWidget*> widgets);
  void addItem(QLayoutItem* item) override;
  int count() const override { return static_cast<int>(m_items.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return place(QRect(0, 0, width, 0), false); }
  QSize sizeHint() const override;
  QSize minimumSize() const override;
  void setGeometry(const QRect& rect) override;

 private:
  /// Returns the height that is needed; moves the items only if asked to.
  int place(const QRect& rect, bool move) const;

  std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

}  // namespace omegascope
