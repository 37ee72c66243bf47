// What layouts share whose height follows from their width: they keep items, and one function places them.
#pragma once

#include <QLayout>
#include <memory>
#include <vector>

namespace omegascope {

class PlacingLayout : public QLayout {
 public:
  explicit PlacingLayout(QWidget* parent) : QLayout(parent) { setContentsMargins({}); }
  /// Takes its items out before it goes: a group that is destroyed takes itself out of the layout that it is in.
  ~PlacingLayout() override {
    while (count() > 0) delete takeAt(0);
  }

  void addItem(QLayoutItem* item) override { m_items.emplace_back(item); }
  int count() const override { return static_cast<int>(m_items.size()); }
  QLayoutItem* itemAt(int index) const override {
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
  }
  QLayoutItem* takeAt(int index) override {
    if (index < 0 || index >= count()) return nullptr;
    QLayoutItem* item = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
  }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return place(QRect(0, 0, width, 0), false); }
  void setGeometry(const QRect& rect) override {
    QLayout::setGeometry(rect);
    place(rect, true);
  }

 protected:
  /// Returns the height that is needed; moves the items only if asked to.
  virtual int place(const QRect& rect, bool move) const = 0;

  std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

}  // namespace omegascope
