#include "widgets/flow_layout.h"

#include <QHBoxLayout>
#include <algorithm>

namespace omegascope {

FlowLayout::FlowLayout(int spacing, QWidget* parent) : PlacingLayout(parent) { setSpacing(spacing); }

FlowLayout* FlowLayout::ofBar(QWidget& bar, int spacing) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  bar.setSizePolicy(policy);
  return new FlowLayout(spacing, &bar);
}

void FlowLayout::addTogether(std::initializer_list<QWidget*> widgets) {
  auto* group = new QHBoxLayout;
  group->setContentsMargins(0, 0, 0, 0);
  group->setSpacing(spacing());
  for (QWidget* widget : widgets) group->addWidget(widget);
  addChildLayout(group);
  addItem(group);
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
