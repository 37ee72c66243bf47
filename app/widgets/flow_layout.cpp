#include "widgets/flow_layout.h"

#include <QHBoxLayout>
#include <algorithm>

namespace omegascope {

FlowLayout::FlowLayout(int spacing, QWidget* parent) : QLayout(parent) {
  setContentsMargins(0, 0, 0, 0);
  setSpacing(spacing);
}

FlowLayout* FlowLayout::ofBar(QWidget& bar, int spacing) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  bar.setSizePolicy(policy);
  return new FlowLayout(spacing, &bar);
}

/// Takes its items out before it goes: a group that is destroyed takes itself out of the layout that it is in.
FlowLayout::~FlowLayout() {
  while (count() > 0) delete takeAt(0);
}

void FlowLayout::addTogether(std::initializer_list<QWidget*> widgets) {
  auto* group = new QHBoxLayout;
  group->setContentsMargins(0, 0, 0, 0);
  group->setSpacing(spacing());
  for (QWidget* widget : widgets) group->addWidget(widget);
  addChildLayout(group);
  addItem(group);
}

void FlowLayout::addItem(QLayoutItem* item) { m_items.emplace_back(item); }

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  if (index < 0 || index >= count()) return nullptr;
  QLayoutItem* item = m_items[static_cast<std::size_t>(index)].release();
  m_items.erase(m_items.begin() + index);
  return item;
}

QSize FlowLayout::minimumSize() const {
  QSize largest;
  for (const auto& item : m_items)
    if (!item->isEmpty()) largest = largest.expandedTo(item->minimumSize());
  return largest;
}

/// One row: Qt asks which height goes with this width, and a narrow one would ask for many rows.
QSize FlowLayout::sizeHint() const {
  QSize row;
  for (const auto& item : m_items) {
    if (item->isEmpty()) continue;
    const QSize size = item->sizeHint();
    row = {row.width() + (row.isEmpty() ? 0 : spacing()) + size.width(), std::max(row.height(), size.height())};
  }
  return row;
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  place(rect, true);
}

int FlowLayout::place(const QRect& rect, bool move) const {
  int x = rect.left(), y = rect.top(), row = 0;
  std::vector<std::pair<QLayoutItem*, QRect>> inRow;
  const auto endRow = [&] {
    for (const auto& [item, at] : inRow)
      if (move) item->setGeometry(at.translated(0, (row - at.height()) / 2));  // on one middle
    inRow.clear();
  };
  for (const auto& item : m_items) {
    if (item->isEmpty()) continue;
    const QSize hint = item->sizeHint(), size(std::min(hint.width(), rect.width()), hint.height());
    if (x > rect.left() && x + size.width() > rect.left() + rect.width()) {
      endRow();
      x = rect.left();
      y += row + spacing();
      row = 0;
    }
    inRow.emplace_back(item.get(), QRect(QPoint(x, y), size));
    x += size.width() + spacing();
    row = std::max(row, size.height());
  }
  endRow();
  return y + row - rect.top();
}

}  // namespace omegascope
